"""The passages of one document as they stand: text, whether it was read, and how much was found in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from core.domain.records import Chunk
from core.store.database import Database
from core.store.documents import CHUNK, CURRENT, HELD, WIDTH, chunk_of
from core.store.stored_json import strings_of
from core.store.table import NO_ENTITIES


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """A chunk with its state; `reason` says why it failed. Counts are of mentions and of rejected rows.

    `flags` are those of what was read, e.g. `no entities`, `incomplete`.
    """

    chunk: Chunk
    state: Literal["pending", "read", "failed"]
    reason: str
    entities: int
    relations: int
    rejected: int
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """How a chunk stands, in numbers: as `ChunkRow`, and whether it is to be read `again`."""

    chunk: str
    document: str
    state: Literal["pending", "read", "failed"]
    reason: str
    again: str
    entities: int
    relations: int
    rejected: int
    flags: tuple[str, ...]


class Passages:
    """Reads of chunks with their state."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def of(self, document: str) -> tuple[ChunkRow, ...]:
        """The chunks of a document's current revision, in order; none if it is not here or withdrawn."""
        rows = self._db.connection.execute(_ROWS, (document,))
        return tuple(_chunk_row(row) for row in rows)

    def tally(self) -> dict[str, Tally]:
        """How every chunk that is not withdrawn stands, by id, in document order."""
        rows = self._db.connection.execute(_TALLY)
        return {str(row[0]): _tally(row) for row in rows}

    def empty(self) -> tuple[str, ...]:
        """The ids of chunks that were read and have text, but gave no entity, in document order."""
        rows = self._db.connection.execute(
            f"SELECT c.name FROM {CURRENT} WHERE c.flags LIKE '%\"{NO_ENTITIES}\"%' ORDER BY d.name, c.position"
        )
        return tuple(str(row[0]) for row in rows)

    def themes(self, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The themes read from these chunks, by chunk; those without any, or that are withdrawn, are left out."""
        marks = ",".join("?" * len(names))
        rows = self._db.connection.execute(
            f"SELECT c.name, c.themes FROM {HELD} WHERE c.themes != '[]' AND c.name IN ({marks})", list(names)
        )
        return {str(name): _list(themes) for name, themes in rows}

    def texts(self) -> Iterator[str]:
        """The text of every chunk that counts now, read or not, in document order."""
        rows = self._db.connection.execute(f"SELECT c.text FROM {CURRENT} ORDER BY d.name, c.position")
        return (str(row[0]) for row in rows)

    def sample(self, count: int, seed: int) -> tuple[Chunk, ...]:
        """Some chunks with text, at random but always the same for a seed, in document order."""
        names = [row[0] for row in self._db.connection.execute(_WITH_TEXT)]
        chosen = Random(seed).sample(names, min(count, len(names)))
        marks = ",".join("?" * len(chosen))
        rows = self._db.connection.execute(
            f"SELECT {CHUNK} FROM {CURRENT} WHERE c.name IN ({marks}) ORDER BY d.name, c.position", chosen
        )
        return tuple(chunk_of(row) for row in rows)


_COUNTS = """(SELECT COUNT(*) FROM entity_mentions e WHERE e.chunk = c.id),
    (SELECT COUNT(*) FROM relation_mentions m WHERE m.chunk = c.id),
    (SELECT COUNT(*) FROM row_issues i WHERE i.chunk = c.id AND i.kind = 'rejected')"""
_ROWS = f"""
SELECT {CHUNK}, c.state, c.reason, {_COUNTS}, c.flags
FROM {HELD} WHERE d.name = ? ORDER BY c.position
"""
_TALLY = f"""
SELECT c.name, d.name, c.state, c.reason, c.again, {_COUNTS}, c.flags FROM {HELD} ORDER BY d.name, c.position
"""
_WITH_TEXT = f"SELECT c.name FROM {CURRENT} WHERE TRIM(c.text) != '' ORDER BY d.name, c.position"


def _chunk_row(row: tuple[Any, ...]) -> ChunkRow:
    state, reason, entities, relations, rejected, flags = row[WIDTH:]
    return ChunkRow(chunk_of(row), state, reason, entities, relations, rejected, _list(flags))


def _tally(row: tuple[Any, ...]) -> Tally:
    chunk, document, state, reason, again, entities, relations, rejected, flags = row
    return Tally(chunk, document, state, reason, again, entities, relations, rejected, _list(flags))


def _list(text: str) -> tuple[str, ...]:
    return strings_of(text)
