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
from core.store.database import Database
from core.store.documents import CURRENT, PendingChunk
from core.store.evidence import EvidenceReader


@dataclass(frozen=True, slots=True)
class Issue:
    """A rejected or repaired row with the chunk that it came from."""

    chunk: str
    issue: RowIssue


@dataclass(frozen=True, slots=True)
class Progress:
    """Chunks of the current revisions by state."""

    chunks: int
    read: int
    failed: int

    @property
    def pending(self) -> int:
        return self.chunks - self.read - self.failed


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
            _insert_entities(connection, pending.id, place.entities(extraction.entities), extraction)
            _insert_relations(connection, pending.id, place.relations(extraction.relations), extraction)
            connection.executemany(
                "INSERT INTO row_issues (chunk, kind, raw, reason) VALUES (?, ?, ?, ?)",
                [(pending.id, i.kind, i.raw, i.reason) for i in extraction.issues],
            )
            connection.execute(
                "UPDATE chunks SET state = 'read', reason = '', themes = ?, flags = ?, reply = ?, reader = ?"
                " WHERE id = ?",
                (_dump(extraction.themes), _dump(extraction.flags), extraction.reply, reader, pending.id),
            )
            _insert_calls(connection, pending.id, extraction.calls, at)
            Database.bump(connection, "evidence")
        self._reader.forget(pending.id)

    def fail(self, pending: PendingChunk, reason: str) -> None:
        """Mark a chunk as failed with its reason; it can be tried again."""
        with self._db.write() as connection:
            connection.execute("UPDATE chunks SET state = 'failed', reason = ? WHERE id = ?", (reason, pending.id))
            Database.bump(connection, "evidence")

    def retry_failed(self) -> int:
        """Make failed chunks pending again; how many."""
        with self._db.write() as connection:
            Database.bump(connection, "evidence")
            return connection.execute(
                "UPDATE chunks SET state = 'pending', reason = '' WHERE state = 'failed'"
            ).rowcount

    def evidence(self) -> Evidence:
        """All that counts now: chunks and mentions of current revisions of documents that are not withdrawn."""
        return joined(self.by_chunk())

    def by_chunk(self) -> tuple[ChunkEvidence, ...]:
        """The same chunk by chunk, in document order; a chunk that says the same is the same object as last time."""
        return self._reader.read()

    def raw_rows(self) -> dict[str, str]:
        """What each mention was read from, by mention id; mentions without are left out."""
        rows: dict[str, str] = {}
        for table in ("entity_mentions", "relation_mentions"):
            found = f"SELECT m.id, m.raw FROM {CURRENT} JOIN {table} m ON m.chunk = c.id WHERE m.raw != ''"
            rows |= dict(self._db.connection.execute(found))
        return rows

    def unknown_fields(self) -> dict[str, Mapping[str, Any]]:
        """Fields of evidence records that this version does not know, by chunk id."""
        rows = self._db.connection.execute(f"SELECT c.name, c.extra FROM {CURRENT} WHERE c.extra IS NOT NULL")
        return {str(name): json.loads(extra) for name, extra in rows}

    def progress(self) -> Progress:
        row = self._db.connection.execute(
            f"SELECT COUNT(*), SUM(c.state = 'read'), SUM(c.state = 'failed') FROM {CURRENT}"
        ).fetchone()
        return Progress(int(row[0]), int(row[1] or 0), int(row[2] or 0))

    def issues(self, kind: str | None = None) -> tuple[Issue, ...]:
        """Rejected and repaired rows of what counts now, in document order."""
        where = "" if kind is None else "WHERE i.kind = ?"
        rows = self._db.connection.execute(
            f"SELECT c.name, i.kind, i.raw, i.reason FROM {CURRENT} JOIN row_issues i ON i.chunk = c.id {where}"
            " ORDER BY d.name, c.position, i.key",
            () if kind is None else (kind,),
        )
        return tuple(Issue(chunk, RowIssue(found, raw, reason)) for chunk, found, raw, reason in rows)

    def failures(self) -> tuple[tuple[str, str], ...]:
        """(chunk, reason) of failed chunks, in document order."""
        rows = self._db.connection.execute(
            f"SELECT c.name, c.reason FROM {CURRENT} WHERE c.state = 'failed' ORDER BY d.name, c.position"
        )
        return tuple((str(name), str(reason)) for name, reason in rows)


def _dump(values: tuple[str, ...]) -> str:
    return json.dumps(values, ensure_ascii=False)


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


def _insert_calls(connection: sqlite3.Connection, chunk: int | None, calls: tuple[ModelCall, ...], at: str) -> None:
    connection.executemany(
        "INSERT INTO model_calls (chunk, purpose, model, digest, prompt_hash, tokens_in, tokens_out, duration_ms,"
        " outcome, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                chunk,
                c.purpose,
                c.model,
                c.digest,
                c.prompt_hash,
                c.tokens_in,
                c.tokens_out,
                c.duration_ms,
                c.outcome,
                at,
            )
            for c in calls
        ],
    )
