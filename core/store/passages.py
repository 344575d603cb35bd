"""The passages of one document as they stand: text, whether it was read, and how much was found in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.domain.records import Chunk
from core.store.database import Database
from core.store.documents import CHUNK, CURRENT, chunk_of


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """A chunk with its state; `reason` says why it failed. Counts are of mentions and of rejected rows."""

    chunk: Chunk
    state: Literal["pending", "read", "failed"]
    reason: str
    entities: int
    relations: int
    rejected: int


class Passages:
    """Reads of chunks with their state."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def of(self, document: str) -> tuple[ChunkRow, ...]:
        """The chunks of a document's current revision, in order; none if it is not here or withdrawn."""
        rows = self._db.connection.execute(_ROWS, (document,))
        return tuple(ChunkRow(chunk_of(row), *row[10:]) for row in rows)


_ROWS = f"""
SELECT {CHUNK}, c.state, c.reason,
    (SELECT COUNT(*) FROM entity_mentions e WHERE e.chunk = c.id),
    (SELECT COUNT(*) FROM relation_mentions m WHERE m.chunk = c.id),
    (SELECT COUNT(*) FROM row_issues i WHERE i.chunk = c.id AND i.kind = 'rejected')
FROM {CURRENT} WHERE d.name = ? ORDER BY c.position
"""
