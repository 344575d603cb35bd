"""Mentions, and what was rejected or repaired on the way to them: the evidence, written once a chunk, never changed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.domain.identity import ChunkPlace
from core.domain.ordering import ChunkEvidence, joined
from core.domain.records import EntityMention, Evidence, Extraction, ModelCall, RelationMention, RowIssue
from core.domain.superseding import in_force
from core.store.calls import insert_calls
from core.store.database import Database
from core.store.documents import CHUNK, CURRENT, HELD, OPEN, PendingChunk, chunk_of
from core.store.evidence import EvidenceReader
from core.store.readings import read_before
from core.store.stored_json import object_of
from core.store.table import NO_ENTITIES


@dataclass(frozen=True, slots=True)
class Issue:
    """A rejected or repaired row with the chunk that it came from."""

    chunk: str
    issue: RowIssue


@dataclass(frozen=True, slots=True)
class Progress:
    """Chunks of the current revisions by state. Of those `read`, some wait to be read `again`, some are `empty`:
    they have text, and no entity was found in it. Of those `failed`, some were read before, and failed this time.
    """

    chunks: int
    read: int
    failed: int
    again: int = 0
    empty: int = 0
    failed_again: int = 0

    @property
    def pending(self) -> int:
        return self.chunks - self.read - self.failed + self.failed_again


@dataclass(frozen=True, slots=True)
class Failed:
    """What there is of a chunk that failed: what the model said, the calls made, and how often it was tried."""

    reply: str = ""
    calls: tuple[ModelCall, ...] = ()
    attempts: int = 1


class Mentions:
    """Reads and writes of the evidence part of the store."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._reader = EvidenceReader(database)

    def save(self, pending: PendingChunk, extraction: Extraction, reader: str, at: str) -> None:
        """Store what was read from a chunk and mark it as read, in one transaction."""
        chunk = pending.chunk
        place = ChunkPlace(chunk.document, chunk.id, chunk.text, pending.occurrence)
        with self._db.write() as connection:
            number = _renewed(connection, pending.id)
            _insert_entities(connection, number, place.entities(extraction.entities), extraction)
            _insert_relations(connection, number, place.relations(extraction.relations), extraction)
            connection.executemany(
                "INSERT INTO row_issues (chunk, kind, raw, reason) VALUES (?, ?, ?, ?)",
                [(number, i.kind, i.raw, i.reason) for i in extraction.issues],
            )
            connection.execute(
                "UPDATE chunks SET state = 'read', reason = '', attempts = 0, failed_reply = '', again = '',"
                " themes = ?, flags = ?, reply = ?, reader = ? WHERE id = ?",
                (_dump(extraction.themes), _dump(extraction.flags), extraction.reply, reader, number),
            )
            insert_calls(connection, number, extraction.calls, at)
            Database.bump(connection, "evidence")

    def read_before(self, document: str, text: str) -> tuple[Extraction, str] | None:
        """What was last read of this very text in any revision of a document, and by whom."""
        return read_before(self._db.connection, document, text)

    def carry_over(self, document: str, at: str, of: str = "") -> int:
        """Let what was read of an earlier revision stand for chunks of the same text in this one; how many.

        `of`: the document whose revisions they are, if it is another one.
        """
        with self._db.write() as connection:
            waiting = connection.execute(_UNREAD, (document,)).fetchall()
            found = [(row, read_before(connection, of or document, str(row[3]))) for row in waiting]
            for row, before in found:
                if before is not None:
                    self.save(PendingChunk(int(row[-2]), chunk_of(row), int(row[-1])), *before, at)
        return sum(before is not None for _, before in found)

    def fail(self, pending: PendingChunk, reason: str, failed: Failed | None = None, at: str = "") -> None:
        """Mark a chunk as failed with its reason; it can be tried again. What an earlier reading gave stays."""
        failed = failed or Failed()
        with self._db.write() as connection:
            connection.execute(
                "UPDATE chunks SET state = IIF(state = 'read', 'read', 'failed'),"
                " again = IIF(state = 'read', 'failed', ''), reason = ?, failed_reply = ?, attempts = attempts + ?"
                " WHERE id = ?",
                (reason, failed.reply, failed.attempts, pending.id),
            )
            insert_calls(connection, pending.id, failed.calls, at)
            Database.bump(connection, "evidence")

    def retry_failed(self, chunk: str | None = None) -> int:
        """Let failed chunks, or those of one id, be read again; how many."""
        which, values = ("", ()) if chunk is None else ("AND name = ?", (chunk,))
        with self._db.write() as connection:
            Database.bump(connection, "queue")
            Database.bump(connection, "evidence")
            return connection.execute(
                "UPDATE chunks SET state = IIF(state = 'failed', 'pending', state),"
                " again = IIF(again = 'failed', 'pending', again), reason = ''"
                f" WHERE (state = 'failed' OR again = 'failed') AND id IN (SELECT c.id FROM {OPEN}) {which}",
                values,
            ).rowcount

    def evidence(self) -> Evidence:
        """All that counts now: chunks and mentions of current revisions, not of withdrawn or superseded documents."""
        return joined(in_force(self.by_chunk()))

    def by_chunk(self) -> tuple[ChunkEvidence, ...]:
        """What is not withdrawn, superseded documents too, chunk by chunk, in document order.

        A chunk that says the same is the same object as last time.
        """
        return self._reader.read()

    def forget(self) -> None:
        """Read every chunk again the next time."""
        self._reader = EvidenceReader(self._db)

    def raw_rows(self) -> dict[str, str]:
        """What each mention was read from, by mention id; mentions without are left out."""
        rows: dict[str, str] = {}
        for table in ("entity_mentions", "relation_mentions"):
            found = f"SELECT m.id, m.raw FROM {HELD} JOIN {table} m ON m.chunk = c.id WHERE m.raw != ''"
            rows |= dict(self._db.connection.execute(found))
        return rows

    def unknown_fields(self) -> dict[str, Mapping[str, Any]]:
        """Fields of evidence records that this version does not know, by chunk id."""
        rows = self._db.connection.execute(f"SELECT c.name, c.extra FROM {HELD} WHERE c.extra IS NOT NULL")
        return {str(name): object_of(extra) for name, extra in rows}

    def progress(self) -> Progress:
        row = self._db.connection.execute(
            "SELECT COUNT(*), SUM(c.state = 'read'), SUM(c.state = 'failed' OR c.again = 'failed'),"
            f" SUM(c.again = 'pending'), SUM(c.flags LIKE '%\"{NO_ENTITIES}\"%'), SUM(c.again = 'failed')"
            f" FROM {CURRENT}"
        ).fetchone()
        return Progress(*(int(count or 0) for count in row))

    def issues(self, kind: str | None = None, replaced: bool = False) -> tuple[Issue, ...]:
        """Rejected and repaired rows of what counts now, and of superseded documents on request; in document order."""
        there = HELD if replaced else CURRENT
        where = "" if kind is None else "WHERE i.kind = ?"
        rows = self._db.connection.execute(
            f"SELECT c.name, i.kind, i.raw, i.reason FROM {there} JOIN row_issues i ON i.chunk = c.id {where}"
            " ORDER BY d.name, c.position, i.key",
            () if kind is None else (kind,),
        )
        return tuple(Issue(chunk, RowIssue(found, raw, reason)) for chunk, found, raw, reason in rows)

    def failures(self) -> tuple[tuple[str, str], ...]:
        """(chunk, reason) of failed chunks, in document order."""
        rows = self._db.connection.execute(
            f"SELECT c.name, c.reason FROM {OPEN} WHERE c.state = 'failed' OR c.again = 'failed'"
            " ORDER BY d.name, c.position, c.id"
        )
        return tuple((str(name), str(reason)) for name, reason in rows)


_UNREAD = f"""SELECT {CHUNK}, c.id, c.occurrence FROM {HELD}
    WHERE d.name = ? AND c.state = 'pending' ORDER BY c.position"""


def _dump(values: tuple[str, ...]) -> str:
    return json.dumps(values, ensure_ascii=False)


def _renewed(connection: sqlite3.Connection, chunk: int) -> int:
    """The number under which a result is stored: a new one where the chunk has a result, which is taken away.

    So whatever was read under one number never changes.
    """
    (read,) = connection.execute("SELECT state = 'read' FROM chunks WHERE id = ?", (chunk,)).fetchone()
    if not read:
        return chunk
    connection.execute("PRAGMA defer_foreign_keys = ON")
    for table in ("entity_mentions", "relation_mentions", "row_issues"):
        connection.execute(f"DELETE FROM {table} WHERE chunk = ?", (chunk,))
    (new,) = connection.execute("SELECT MAX(id) + 1 FROM chunks").fetchone()
    connection.execute("UPDATE model_calls SET chunk = ? WHERE chunk = ?", (new, chunk))
    connection.execute("UPDATE chunks SET id = ? WHERE id = ?", (new, chunk))
    return int(new)


def _insert_entities(
    connection: sqlite3.Connection, chunk: int, mentions: tuple[EntityMention, ...], extraction: Extraction
) -> None:
    connection.executemany(
        "INSERT INTO entity_mentions (id, chunk, row, name, type, description, qualifier, raw, flags)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (m.id, chunk, m.row, m.name, m.type, m.description, m.qualifier, row.raw, _dump(m.flags))
            for m, row in zip(mentions, extraction.entities, strict=True)
        ],
    )


def _insert_relations(
    connection: sqlite3.Connection, chunk: int, mentions: tuple[RelationMention, ...], extraction: Extraction
) -> None:
    connection.executemany(
        "INSERT INTO relation_mentions (id, chunk, row, source, target, description, keywords, strength, raw, flags)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                m.id,
                chunk,
                m.row,
                m.source,
                m.target,
                m.description,
                _dump(m.keywords),
                m.strength,
                row.raw,
                _dump(m.flags),
            )
            for m, row in zip(mentions, extraction.relations, strict=True)
        ],
    )
