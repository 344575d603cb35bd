"""Everything that is stored, read as it stands: for comparing it with what it should be. It can change nothing.

Rows are given raw, in the order of the table; what they should be is worked out elsewhere.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.domain.identity import ChunkPlace
from core.domain.records import EntityRow, RelationRow
from core.store.backup import original_entry, originals_of, read_only
from core.store.stored_json import strings_of

MOST = 1000
"""Problems that SQLite lists of one file."""


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk as it is stored; `id` is the store's own number."""

    id: int
    name: str
    position: int
    occurrence: int
    text: str
    start: int | None
    end: int | None


@dataclass(frozen=True, slots=True)
class StoredRevision:
    """A revision with its chunks by position; `counts`: it is that of a document that is not withdrawn."""

    id: int
    document: str
    hash: str
    title: str
    text: str
    metadata: str
    original: str | None
    chunks: tuple[StoredChunk, ...]


@dataclass(frozen=True, slots=True)
class StoredMention:
    """A mention's id as it is stored, and what makes it; `made` is the id that this gives."""

    table: str
    key: int
    id: str
    row: int
    made: str


class Inspector:
    """Reads the workspace in `folder` through a connection of its own. Close it."""

    def __init__(self, folder: Path, database: Path) -> None:
        self._folder = folder
        self.connection = read_only(database)

    def close(self) -> None:
        self.connection.close()

    def __enter__(self) -> Inspector:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- SQLite's own ------------------------------------------------------------------------------------------------

    def structure(self) -> tuple[str, ...]:
        """What SQLite says is wrong with its file."""
        try:
            found = [str(row[0]) for row in self.connection.execute(f"PRAGMA integrity_check({MOST})")]
        except sqlite3.DatabaseError as error:
            return (str(error),)
        return () if found == ["ok"] else tuple(line for text in found for line in text.splitlines() if line.strip())

    def dangling(self) -> tuple[tuple[str, str, str], ...]:
        """(table, row, table that it names) of each reference to a row that is not there."""
        rows = self.connection.execute("PRAGMA foreign_key_check")
        return tuple((str(table), str(row), str(parent)) for table, row, parent, _ in rows)

    def count(self, table: str) -> int:
        return int(self.connection.execute(f'SELECT COUNT(*) FROM "{table}"').fetchone()[0])

    def query(self, statement: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """The rows of a SELECT."""
        return iter(self.connection.execute(statement, values))

    # --- documents ---------------------------------------------------------------------------------------------------

    def revisions(self) -> Iterator[StoredRevision]:
        """All, withdrawn or not, current or not, by document and age."""
        for row in self.connection.execute(_REVISIONS).fetchall():
            chunks = self.connection.execute(_CHUNKS, (row[0],)).fetchall()
            yield StoredRevision(*row, tuple(StoredChunk(*chunk) for chunk in chunks))  # type: ignore[call-arg]

    def mentions(self, document: str, chunk: StoredChunk) -> Iterator[StoredMention]:
        """The mentions of a chunk, with the ids that they should have."""
        place = ChunkPlace(document, chunk.name, chunk.text, chunk.occurrence)
        entities = self.connection.execute(_ENTITIES, (chunk.id,)).fetchall()
        relations = self.connection.execute(_RELATIONS, (chunk.id,)).fetchall()
        made = place.entities(EntityRow(*row[3:]) for row in entities)
        for row, entity in zip(entities, made, strict=True):
            yield StoredMention("entity_mentions", row[0], row[1], row[2], entity.id)
        rows = (RelationRow(row[3], row[4], row[5], strings_of(row[6]), row[7]) for row in relations)
        for row, relation in zip(relations, place.relations(rows), strict=True):
            yield StoredMention("relation_mentions", row[0], row[1], row[2], relation.id)

    def passage_texts(self) -> Iterator[str]:
        """The embedded texts of all passages, withdrawn or not."""
        rows = self.connection.execute("SELECT title, text FROM chunks")
        return (f"{title}\n{text}".strip() for title, text in rows)

    # --- kept files --------------------------------------------------------------------------------------------------

    def originals(self) -> Iterator[tuple[str, Path]]:
        """The kept files that revisions name: hash, and where the file should be."""
        return ((name, self._folder / original_entry(name)) for name in originals_of(self.connection))

    def orphans(self) -> Iterator[Path]:
        """Files among the kept ones that no revision came from."""
        wanted = {path for _, path in self.originals()}
        found = (path for path in sorted((self._folder / "originals").rglob("*")) if path.is_file())
        return (path for path in found if path not in wanted)

    # --- vectors -----------------------------------------------------------------------------------------------------

    def vectors(self, size: int) -> Iterator[list[tuple[str, str, int, bytes]]]:
        """(text hash, model, dimension, bytes) of all, `size` at a time."""
        cursor = self.connection.execute("SELECT hash, model, dimension, vector FROM vectors")
        while rows := cursor.fetchmany(size):
            yield rows

    def vectors_of(self, hashes: Sequence[str], model: tuple[str, int]) -> dict[str, NDArray[np.float32]]:
        """The vectors of these texts by an embedder of this identity and dimension; none of a wrong size."""
        rows = self.connection.execute(_VECTORS, (*model, json.dumps(list(hashes)), 4 * model[1]))
        return {str(hash_): np.frombuffer(blob, dtype="<f4") for hash_, blob in rows}

    def indexed(self, collection: str) -> dict[str, tuple[str, str]]:
        """Row id -> (key, text hash) of what a collection was last given."""
        rows = self.connection.execute("SELECT id, key, text_hash FROM indexed WHERE collection = ?", (collection,))
        return {str(row[0]): (str(row[1]), str(row[2])) for row in rows}


_VECTORS = """SELECT hash, vector FROM vectors WHERE model = ? AND dimension = ?
    AND hash IN (SELECT value FROM json_each(?)) AND LENGTH(vector) = ?"""
_REVISIONS = """SELECT r.id, d.name, r.hash, r.title, r.text, r.metadata, r.original
    FROM revisions r JOIN documents d ON d.id = r.document ORDER BY d.name, r.id"""
_CHUNKS = 'SELECT id, name, position, occurrence, text, start, "end" FROM chunks WHERE revision = ? ORDER BY position'
_ENTITIES = """SELECT key, id, row, name, type, description, qualifier FROM entity_mentions
    WHERE chunk = ? ORDER BY row"""
_RELATIONS = """SELECT key, id, row, source, target, description, keywords, strength FROM relation_mentions
    WHERE chunk = ? ORDER BY row"""
