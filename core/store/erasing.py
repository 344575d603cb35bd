"""Erases documents for good, with all that was made of them, and leaves no free page that still holds a word.

What is to be erased of decisions and which runs go is worked out elsewhere. Files go after the rows: what is left to do
stands in the store until it is done.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.store.database import Database
from core.store.erased import remember_erased
from core.store.overlays import forget_overlays
from core.store.stored_json import object_of, strings_of
from core.store.superseding import keep_superseded

_LEFT = "purge:left"
"""In the meta table: the kept files that are still to be removed; also set while free pages are to be cleared."""

TRIES, WAIT_S = 50, 0.1
"""How often, and how far apart, the log of the database is asked to be emptied while others read."""


@dataclass(frozen=True, slots=True)
class Inventory:
    """How many rows of each kind documents have; `decisions` are not in it."""

    documents: int
    revisions: int
    passages: int
    entities: int
    relations: int
    calls: int
    replies: int
    answers: int
    runs: int
    opened: int
    experiments: int
    files: int


class Eraser:
    """Counts, erases, clears."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def inventory(self, documents: Sequence[str], runs: Sequence[str]) -> Inventory:
        """What erasing these documents and runs takes away."""
        given = {"docs": _json(documents), "runs": _json(runs)}
        counts = (self._db.connection.execute(f"{_GONE} {query}", given).fetchone()[0] for query in _COUNTS)
        return Inventory(*map(int, counts))

    def texts(self, documents: Sequence[str]) -> Iterator[str]:
        """Every text of these documents and of what was read from them, in all their revisions."""
        return _texts(self._db.connection, "IN", documents)

    def other_texts(self, documents: Sequence[str]) -> Iterator[str]:
        """The same of all others, withdrawn or not."""
        return _texts(self._db.connection, "NOT IN", documents)

    def written(self) -> dict[str, str]:
        """What was asked, noted and answered, by run."""
        found: dict[str, list[str]] = {}
        for run, *texts in self._db.connection.execute(_WRITTEN):
            found.setdefault(run, []).extend(text for text in texts if text)
        return {run: "\n".join(texts) for run, texts in found.items()}

    def erase(self, documents: Sequence[str], runs: Sequence[str], redacted: Mapping[int, tuple[str, str]]) -> None:
        """Take all of it away in one transaction; `redacted` is body (JSON) and reason of decisions by number."""
        self._db.connection.execute("PRAGMA secure_delete = ON")
        given = {"docs": _json(documents), "runs": _json(runs)}
        with self._db.write() as connection:
            files = [row[0] for row in connection.execute(f"{_GONE} {_FILES}", given)]
            remember_erased(connection, documents)
            for statement in _ERASE:
                connection.execute(f"{_GONE} {statement}", given)
            connection.executemany(
                "UPDATE decisions SET body = ?, why = ? WHERE seq = ?",
                [(body, why, seq) for seq, (body, why) in redacted.items()],
            )
            _forget_sources(connection)
            forget_overlays(connection, documents)
            keep_superseded(connection)
            left = json.dumps([*(self.left() or ()), *files])
            connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_LEFT, left))
            Database.bump(connection, "evidence")
            Database.bump(connection, "queue")

    def keep_vectors(self, hashes: Iterable[str]) -> None:
        """Erase the vectors of all other texts."""
        with self._db.write() as connection:
            connection.execute(
                "DELETE FROM vectors WHERE hash NOT IN (SELECT value FROM json_each(?))", (json.dumps(list(hashes)),)
            )

    def left(self) -> tuple[str, ...] | None:
        """The kept files that are still to go; None where no purge is unfinished."""
        found = self._db.get(_LEFT)
        return None if found is None else strings_of(found)

    def clear(self) -> bool:
        """Write the file anew without free pages, and empty its log; False while others keep it from that."""
        self._db.connection.execute("PRAGMA secure_delete = ON")
        with self._db.alone() as connection:
            for _ in range(TRIES):
                try:
                    connection.execute("VACUUM")
                    if not connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                        return True
                except sqlite3.OperationalError as error:
                    if "locked" not in str(error) and "in progress" not in str(error):
                        raise
                time.sleep(WAIT_S)
        return False

    def finished(self) -> None:
        """Nothing is left to do."""
        with self._db.write() as connection:
            connection.execute("DELETE FROM meta WHERE key = ?", (_LEFT,))


def _json(values: Iterable[str]) -> str:
    return json.dumps(list(values), ensure_ascii=False)


def _texts(connection: sqlite3.Connection, which: str, documents: Sequence[str]) -> Iterator[str]:
    given = {"docs": _json(documents), "runs": "[]"}
    of_revision = f"JOIN revisions r ON r.id = m.revision {_OWNER}"
    of_chunk = f"JOIN chunks c ON c.id = m.chunk JOIN revisions r ON r.id = c.revision {_OWNER}"
    for query in (
        "SELECT d.name FROM documents d",
        f"SELECT r.title, r.text, r.metadata FROM revisions r {_OWNER}",
        f"SELECT m.text FROM removed m {of_revision}",
        f"SELECT m.name, m.title, m.text, m.metadata, m.themes FROM chunks m {of_revision}",
        f"SELECT m.name, m.type, m.description, m.qualifier FROM entity_mentions m {of_chunk}",
        f"SELECT m.source, m.target, m.description, m.keywords FROM relation_mentions m {of_chunk}",
    ):
        for row in connection.execute(f"{_GONE} {query} WHERE d.name {which} docs", given):
            yield from (text for text in row if text)


def _forget_sources(connection: sqlite3.Connection) -> None:
    """Folders of which no document is left are known no more."""
    row = connection.execute("SELECT value FROM meta WHERE key = 'sources'").fetchone()
    if row is not None:
        used = {str(name).partition("/")[0] for (name,) in connection.execute("SELECT name FROM documents")}
        kept = {source: path for source, path in object_of(row[0]).items() if source in used}
        connection.execute("UPDATE meta SET value = ? WHERE key = 'sources'", (json.dumps(kept),))
        connection.execute("DELETE FROM files WHERE source NOT IN (SELECT value FROM json_each(?))", (_json(kept),))


_OWNER = "JOIN documents d ON d.id = r.document"
_GONE = """WITH docs AS (SELECT value FROM json_each(:docs)), given_runs AS (SELECT value FROM json_each(:runs)),
    gone_documents AS (SELECT id FROM documents WHERE name IN docs),
    gone_revisions AS (SELECT id FROM revisions WHERE document IN gone_documents),
    gone_chunks AS (SELECT id FROM chunks WHERE revision IN gone_revisions)"""
_REPLIES = """FROM replies WHERE prompt_hash NOT IN
    (SELECT prompt_hash FROM model_calls WHERE chunk IS NOT NULL AND chunk NOT IN gone_chunks)"""
_OPENED = """FROM opened WHERE (viewer, kind, key) IN
    (SELECT viewer, kind, key FROM opened_documents WHERE document IN docs
    UNION SELECT viewer, kind, key FROM opened_passages
    WHERE passage IN (SELECT name FROM chunks WHERE id IN gone_chunks))"""
_EXPERIMENTS = """FROM experiments
    WHERE id IN (SELECT experiment FROM experiment_documents WHERE document IN docs)"""
_FILES = """SELECT DISTINCT original FROM revisions WHERE id IN gone_revisions AND original NOT NULL
    AND original NOT IN (SELECT original FROM revisions WHERE original NOT NULL AND id NOT IN gone_revisions)"""
_NAMED_BY_PERSONS = """UPDATE overlays
    SET value = (SELECT json_group_array(e.value) FROM json_each(overlays.value) e WHERE e.value NOT IN docs)
    WHERE field = 'replaces' AND EXISTS
    (SELECT 1 FROM json_each(IIF(json_valid(overlays.value), overlays.value, '[]')) e WHERE e.value IN docs)"""
_DAMAGED = """FROM overlays WHERE field = 'replaces' AND NOT json_valid(value)
    AND EXISTS (SELECT 1 FROM docs WHERE instr(overlays.value, docs.value) > 0)"""
_COUNTS = (
    "SELECT COUNT(*) FROM gone_documents",
    "SELECT COUNT(*) FROM gone_revisions",
    "SELECT COUNT(*) FROM gone_chunks",
    "SELECT COUNT(*) FROM entity_mentions WHERE chunk IN gone_chunks",
    "SELECT COUNT(*) FROM relation_mentions WHERE chunk IN gone_chunks",
    "SELECT COUNT(*) FROM model_calls WHERE chunk IN gone_chunks",
    f"SELECT COUNT(*) {_REPLIES}",
    "SELECT COUNT(DISTINCT key) FROM answer_sources WHERE document IN docs",
    "SELECT COUNT(*) FROM runs WHERE id IN given_runs",
    f"SELECT COUNT(*) {_OPENED}",
    f"SELECT COUNT(*) {_EXPERIMENTS}",
    f"SELECT COUNT(*) FROM ({_FILES})",
)
_ERASE = (
    f"DELETE {_REPLIES}",
    "DELETE FROM answers WHERE key IN (SELECT key FROM answer_sources WHERE document IN docs)",
    "DELETE FROM runs WHERE id IN given_runs",
    f"DELETE {_OPENED}",
    f"DELETE {_EXPERIMENTS}",
    "DELETE FROM model_calls WHERE chunk IN gone_chunks",
    "DELETE FROM entity_mentions WHERE chunk IN gone_chunks",
    "DELETE FROM relation_mentions WHERE chunk IN gone_chunks",
    "DELETE FROM row_issues WHERE chunk IN gone_chunks",
    "DELETE FROM unread WHERE name IN docs",
    "DELETE FROM chunks WHERE revision IN gone_revisions",
    "DELETE FROM pages WHERE revision IN gone_revisions",
    "DELETE FROM removed WHERE revision IN gone_revisions",
    "DELETE FROM claiming WHERE revision IN gone_revisions",
    "DELETE FROM files WHERE EXISTS (SELECT 1 FROM docs WHERE instr(files.documents, docs.value) > 0)"
    " AND (NOT json_valid(files.documents) OR EXISTS (SELECT 1 FROM json_each(files.documents) WHERE value IN docs))",
    "DELETE FROM dismissed WHERE document IN docs OR other IN docs",
    f"DELETE {_DAMAGED}",
    _NAMED_BY_PERSONS,
    "UPDATE documents SET revision = NULL, next = NULL WHERE name IN docs",
    "DELETE FROM revisions WHERE document IN gone_documents",
    "DELETE FROM documents WHERE name IN docs",
)
_WRITTEN = """SELECT id, question, asked, note FROM runs
    UNION ALL SELECT run, body, folded, '' FROM run_answers"""
