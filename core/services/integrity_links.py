"""Checks of what kept questions, answers, experiments and things opened rest on, and that they can be read.

What rests on a document that is no longer here is erased by a repair, as a purge would have done it.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

from core.services.integrity_truth import Looking
from core.store.database import Database
from core.store.inspecting import Inspector
from core.store.stored_json import value_of

_UNREADABLE = (ValueError, TypeError, KeyError, IndexError, AttributeError, zlib.error)
_HELD = (
    ("run_documents", "run", "runs", "id", "kept question"),
    ("answer_sources", "key", "answers", "key", "kept answer"),
    ("experiment_documents", "experiment", "experiments", "id", "experiment"),
    ("opened_documents", "viewer, kind, key", "opened", "viewer, kind, key", "thing opened lately"),
)
"""Table of links, its columns for the owner, the owners' table and key, what to call an owner."""


def links(looking: Looking) -> None:
    """What rests on what."""
    looking.count("kept questions", looking.inspector.count("runs"))
    looking.count("kept answers", looking.inspector.count("answers"))
    looking.count("experiments", looking.inspector.count("experiments"))
    for owner, label, document in _dangling(looking.inspector):
        looking.wrong("link", owner, f"A {label} rests on “{document}”, which is not here any more.")
    for owner, label in _unbound(looking.inspector):
        looking.wrong("link", owner, f"A {label} rests on no document.")
    for run, documents in _unsaid(looking.inspector):
        named = ", ".join(f"“{document}”" for document in documents)
        looking.wrong("link", run, f"A kept question shows what {named} says, and does not rest on it.")
    _readable(looking)


def _dangling(inspector: Inspector) -> Iterator[tuple[str, str, str]]:
    for table, column, _, _, label in _HELD:
        found = inspector.query(
            f"SELECT DISTINCT {column}, document FROM {table}"
            " WHERE document NOT IN (SELECT name FROM documents) ORDER BY 1, 2"
        )
        yield from ((str(owner), label, str(document)) for *_, owner, document in found)


def _unbound(inspector: Inspector) -> Iterator[tuple[str, str]]:
    """Answers and experiments that rest on nothing would never go; a run may have found nothing."""
    for table, column, owners, key, label in _HELD[1:3]:
        found = inspector.query(f"SELECT {key} FROM {owners} WHERE {key} NOT IN (SELECT {column} FROM {table})")
        yield from ((str(owner), label) for (owner,) in found)


def _unsaid(inspector: Inspector) -> Iterator[tuple[str, list[str]]]:
    """Runs that show what documents say without resting on these."""
    bound: dict[str, set[str]] = {}
    for run, document in inspector.query(_ALONE):
        bound.setdefault(str(run), set()).add(str(document))
    missing: dict[str, set[str]] = {}
    for run, body in inspector.query(_TRACES):
        shown = _shown(body) or set()
        missing.setdefault(str(run), set()).update(shown - bound.get(str(run), set()))
    yield from ((run, sorted(documents)) for run, documents in missing.items() if documents)


def _shown(body: bytes) -> set[str] | None:
    """The documents whose words packed traces show; None where these can't be read."""
    try:
        traces: Mapping[str, Any] = json.loads(zlib.decompress(body).decode("utf-8", "surrogatepass"))
        shown = {str(chunk["document"]) for chunk in traces["chunks"]}
        for record in (*traces["entities"], *traces["relations"]):
            shown.update(map(str, record["documents"]))
    except _UNREADABLE:
        return None
    return shown


def _readable(looking: Looking) -> None:
    for run, body in looking.inspector.query(_TRACES):
        if _shown(body) is None:
            looking.wrong("link", str(run), "A kept question can't be read.", "Delete it, or restore a backup.")


def mend_links(database: Database, inspector: Inspector) -> None:
    """Erase what rests on documents that are not here, and let kept questions rest on all that they show."""
    missing = list(_unsaid(inspector))
    unreadable = [owner for owner, body in inspector.query("SELECT key, body FROM answers") if value_of(body) is None]
    with database.write() as connection:
        for table, column, owners, key, _ in _HELD:
            connection.execute(
                f"DELETE FROM {owners} WHERE ({key}) IN (SELECT {column} FROM {table}"
                " WHERE document NOT IN (SELECT name FROM documents))"
            )
        for table, column, owners, key, _ in _HELD[1:3]:
            connection.execute(f"DELETE FROM {owners} WHERE {key} NOT IN (SELECT {column} FROM {table})")
        connection.executemany("DELETE FROM answers WHERE key = ?", [(key,) for key in unreadable])
        connection.executemany(_REST, [(run, document) for run, documents in missing for document in documents])


_TRACES = "SELECT run, body FROM run_traces ORDER BY run, part"
_ALONE = """SELECT run, MIN(document) FROM run_documents GROUP BY run, part HAVING COUNT(*) = 1"""
_REST = """INSERT INTO run_documents
    SELECT ?1, COALESCE(MAX(part), -1) + 1, ?2 FROM run_documents WHERE run = ?1
    HAVING EXISTS (SELECT 1 FROM runs WHERE id = ?1) AND EXISTS (SELECT 1 FROM documents WHERE name = ?2)"""
