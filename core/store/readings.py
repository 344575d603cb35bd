"""One passage with all that was read from it: rows, what was rejected or repaired, the raw reply, the calls.

Reads only; `mentions.py` writes.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace
from typing import Literal

from core.domain.records import Chunk, EntityRow, Extraction, ModelCall, RelationRow, RowIssue
from core.store.database import Database
from core.store.documents import CHUNK, CURRENT, WIDTH, chunk_of
from core.store.stored_json import strings_of


@dataclass(frozen=True, slots=True)
class Reading:
    """A passage, its state, and what was read from it as it was read; `reader` names model and recipe.

    `reason` and `failed_reply` are of the last try that failed, after `attempts` of them. `again`: it was read, and is
    to be read again, or that failed; what was read before counts until then. `calls` of `found` are all ever made.
    """

    chunk: Chunk
    state: Literal["pending", "read", "failed"]
    reason: str
    reader: str
    found: Extraction
    failed_reply: str = ""
    attempts: int = 0
    again: Literal["", "pending", "failed"] = ""


class Readings:
    """Reads of what single passages gave."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def of(self, chunk: str) -> Reading | None:
        """A passage of what counts now; None if it is not here or its document is withdrawn."""
        with self._db.snapshot() as connection:
            row = connection.execute(_READING, (chunk,)).fetchone()
            return None if row is None else _reading(connection, row)


_READING = f"""SELECT {CHUNK}, c.state, c.reason, c.reader, c.themes, c.flags, c.reply, c.failed_reply, c.attempts,
    c.again, c.id FROM {CURRENT} WHERE c.name = ?"""
_BEFORE = """SELECT c.id, c.themes, c.flags, c.reply, c.reader FROM documents d JOIN revisions r ON r.document = d.id
    JOIN chunks c ON c.revision = r.id WHERE d.name = ? AND c.text = ? AND c.state = 'read' AND c.again = ''
    ORDER BY r.id DESC, c.position LIMIT 1"""
_ENTITIES = "SELECT name, type, description, qualifier, raw, flags FROM entity_mentions WHERE chunk = ? ORDER BY row"
_RELATIONS = """SELECT source, target, description, keywords, strength, raw, flags FROM relation_mentions
    WHERE chunk = ? ORDER BY row"""
_ISSUES = "SELECT kind, raw, reason FROM row_issues WHERE chunk = ? ORDER BY key"
_CALLS = """SELECT purpose, model, digest, prompt_hash, tokens_in, tokens_out, duration_ms, outcome FROM model_calls
    WHERE chunk = ? ORDER BY key"""


def _reading(connection: sqlite3.Connection, row: tuple[object, ...]) -> Reading:
    state, reason, reader, themes, marks, reply, failed_reply, attempts, again, number = row[WIDTH:]
    of_chunk = (number,)
    found = replace(
        _extraction(connection, number, themes, marks, reply),
        calls=tuple(ModelCall(*found) for found in connection.execute(_CALLS, of_chunk)),
    )
    stands = (state, str(reason), str(reader), found, str(failed_reply), attempts, again)
    return Reading(chunk_of(row), *stands)  # type: ignore[arg-type]


def read_before(connection: sqlite3.Connection, document: str, text: str) -> tuple[Extraction, str] | None:
    """What was last read of this very text in any revision of a document, and by whom; without its calls.

    Nothing that is to be read again.
    """
    row = connection.execute(_BEFORE, (document, text)).fetchone()
    return None if row is None else (_extraction(connection, *row[:4]), str(row[4]))


def _extraction(
    connection: sqlite3.Connection, number: object, themes: object, marks: object, reply: object
) -> Extraction:
    of_chunk = (number,)
    entities = connection.execute(_ENTITIES, of_chunk)
    relations = connection.execute(_RELATIONS, of_chunk)
    return Extraction(
        entities=tuple(
            EntityRow(name, type_, text, qualifier, raw, _list(flags))
            for name, type_, text, qualifier, raw, flags in entities
        ),
        relations=tuple(
            RelationRow(source, target, text, _list(keywords), strength, raw, _list(flags))
            for source, target, text, keywords, strength, raw, flags in relations
        ),
        themes=_list(themes),
        issues=tuple(RowIssue(*found) for found in connection.execute(_ISSUES, of_chunk)),
        flags=_list(marks),
        reply=str(reply),
    )


def _list(text: object) -> tuple[str, ...]:
    return strings_of(text)
