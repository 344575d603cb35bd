"""Reads the evidence that is not withdrawn, chunk by chunk, and reads a chunk once only.

What was read of a chunk is kept for as long as it counts: a chunk gets its mentions once, and one that is read anew
gets another number. Nothing is kept where another process writes.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from sys import intern
from threading import Lock

from core.domain.ordering import ChunkEvidence
from core.domain.records import EntityMention, RelationMention
from core.store.database import Database
from core.store.documents import CHUNK, HELD, chunk_of
from core.store.overlays import OVERLAY
from core.store.stored_json import strings_of

Stamp = tuple[int | None, int | None, str | None]
"""Keys of a chunk's first entity row and first relation row (None until it was read, if it holds any), and what a
person says of its document.
"""


class EvidenceReader:
    """Current revisions of documents that are not withdrawn, superseded ones too, in document order."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._kept: dict[int, tuple[Stamp, ChunkEvidence]] = {}
        self._lock = Lock()

    def read(self) -> tuple[ChunkEvidence, ...]:
        """What every chunk says; the same object as last time for a chunk that says the same."""
        with self._lock, self._db.snapshot() as connection:
            stamps: dict[int, Stamp] = {row[0]: row[1:] for row in connection.execute(_STAMPS)}
            kept = {n: found for n, found in self._kept.items() if stamps.get(n) == found[0]}
            missing = [number for number in stamps if number not in kept]
            kept |= {number: (stamps[number], found) for number, found in _read(connection, missing)}
            self._kept = {} if self._db.read_only else kept
            return tuple(kept[number][1] for number in stamps)


def withheld_evidence(connection: sqlite3.Connection, documents: Sequence[str]) -> tuple[ChunkEvidence, ...]:
    """What the chunks of these documents say, of those that are withdrawn, in document order."""
    given = json.dumps(list(documents), ensure_ascii=False)
    numbers = [row[0] for row in connection.execute(_WITHHELD, (given,))]
    found = dict(_read(connection, numbers, _ANY_CHUNKS))
    return tuple(found[number] for number in numbers)


_STAMPS = f"""SELECT c.id, (SELECT key FROM entity_mentions WHERE chunk = c.id AND row = 0),
    (SELECT key FROM relation_mentions WHERE chunk = c.id AND row = 0), {OVERLAY}
    FROM {HELD} ORDER BY d.name, c.position"""
_GIVEN = "(SELECT value FROM json_each(?))"
_CHUNKS = f"SELECT {CHUNK}, c.id FROM {HELD} WHERE c.id IN {_GIVEN}"
_ANY_CHUNKS = f"""SELECT {CHUNK}, c.id FROM chunks c JOIN revisions r ON r.id = c.revision
    JOIN documents d ON d.id = r.document WHERE c.id IN {_GIVEN}"""
_WITHHELD = f"""SELECT c.id FROM documents d JOIN chunks c ON c.revision = d.revision
    WHERE d.withdrawn AND d.name IN {_GIVEN} ORDER BY d.name, c.position"""
_ENTITIES = f"""SELECT chunk, id, row, name, type, description, qualifier, flags
    FROM entity_mentions WHERE chunk IN {_GIVEN} ORDER BY chunk, row"""
_RELATIONS = f"""SELECT chunk, id, row, source, target, description, keywords, strength, flags
    FROM relation_mentions WHERE chunk IN {_GIVEN} ORDER BY chunk, row"""


def _read(
    connection: sqlite3.Connection, numbers: Sequence[int], which: str = _CHUNKS
) -> Iterator[tuple[int, ChunkEvidence]]:
    given = (json.dumps(numbers),)
    chunks = {int(row[-1]): chunk_of(row) for row in connection.execute(which, given)}
    entities = {
        number: tuple(_entity(chunks[number].id, row) for row in rows)
        for number, rows in groupby(connection.execute(_ENTITIES, given), itemgetter(0))
    }
    relations = {
        number: tuple(_relation(chunks[number].id, row) for row in rows)
        for number, rows in groupby(connection.execute(_RELATIONS, given), itemgetter(0))
    }
    for number, chunk in chunks.items():
        yield number, ChunkEvidence(chunk, entities.get(number, ()), relations.get(number, ()))


def _entity(chunk: str, row: tuple[int, str, int, str, str, str, str, str]) -> EntityMention:
    _, id_, place, name, type_, description, qualifier, flags = row
    # The same few names, types and lists come again and again: one object for each saves megabytes.
    return EntityMention(id_, chunk, place, intern(name), intern(type_), description, qualifier, _list(flags))


def _relation(chunk: str, row: tuple[int, str, int, str, str, str, str, float, str]) -> RelationMention:
    _, id_, place, source, target, description, keywords, strength, flags = row
    return RelationMention(
        id_, chunk, place, intern(source), intern(target), description, _list(keywords), strength, _list(flags)
    )


@lru_cache(maxsize=4096)
def _list(text: str) -> tuple[str, ...]:
    return tuple(map(intern, strings_of(text)))
