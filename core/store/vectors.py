"""Vectors by (hash of the embedded text, model, dimension), and what the collections hold of them.

Chroma can be thrown away and filled again from here without asking a model.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.store.database import Database


@dataclass(frozen=True, slots=True)
class Watermark:
    """How far a collection is: evidence version, last decision, embedder, and the directory that holds it."""

    evidence: int
    decision: int
    model: str
    dimension: int
    generation: str


@dataclass(frozen=True, slots=True)
class StoredVector:
    """A unit vector (dimension,) float32; `windowed` when the text was longer than the embedder reads."""

    vector: NDArray[np.float32]
    windowed: bool


class Vectors:
    """Reads and writes of the derived part of the store."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def get(self, hashes: Sequence[str], model: str, dimension: int) -> dict[str, StoredVector]:
        """The vectors that are stored, by text hash."""
        rows = self._db.connection.execute(
            "SELECT hash, vector, windowed FROM vectors WHERE model = ? AND dimension = ?"
            " AND hash IN (SELECT value FROM json_each(?))",
            (model, dimension, json.dumps(hashes)),
        )
        return {h: StoredVector(np.frombuffer(blob, dtype="<f4"), bool(w)) for h, blob, w in rows}

    def known(self, hashes: Sequence[str], model: str, dimension: int) -> set[str]:
        """Which of these text hashes have a vector."""
        rows = self._db.connection.execute(
            "SELECT hash FROM vectors WHERE model = ? AND dimension = ? AND hash IN (SELECT value FROM json_each(?))",
            (model, dimension, json.dumps(hashes)),
        )
        return {str(row[0]) for row in rows}

    def put(self, items: Iterable[tuple[str, NDArray[np.float32], bool]], model: str, dimension: int) -> None:
        """Store (text hash, vector, windowed); what is there already stays."""
        with self._db.write() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO vectors VALUES (?, ?, ?, ?, ?)",
                [(h, model, dimension, np.asarray(v, dtype="<f4").tobytes(), int(w)) for h, v, w in items],
            )

    def replace(self, items: Iterable[tuple[str, NDArray[np.float32], bool]], model: str, dimension: int) -> None:
        """Store (text hash, vector, windowed) in the place of what is there."""
        given = list(items)
        with self._db.write() as connection:
            hashes = json.dumps([hash_ for hash_, _, _ in given])
            connection.execute(_FORGET, (model, hashes))
            self.put(given, model, dimension)

    def forget(self, hashes: Sequence[str], model: str) -> None:
        """Erase the vectors of these texts by this embedder."""
        with self._db.write() as connection:
            connection.execute(_FORGET, (model, json.dumps(list(hashes))))

    def indexed(self, collection: str) -> dict[str, str]:
        """Row id -> text hash of what a collection was last given."""
        rows = self._db.connection.execute("SELECT id, text_hash FROM indexed WHERE collection = ?", (collection,))
        return {str(row[0]): str(row[1]) for row in rows}

    def count_indexed(self, collection: str) -> int:
        """How many rows a collection holds."""
        found = self._db.connection.execute("SELECT COUNT(*) FROM indexed WHERE collection = ?", (collection,))
        return int(found.fetchone()[0])

    def record(
        self, collection: str, put: Iterable[tuple[str, str, str]], gone: Iterable[str], mark: Watermark
    ) -> None:
        """Note (id, key, text hash) rows put and ids gone, and how far the collection is now, in one transaction."""
        with self._db.write() as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO indexed VALUES (?, ?, ?, ?)", [(collection, *row) for row in put]
            )
            connection.executemany(
                "DELETE FROM indexed WHERE collection = ? AND id = ?", [(collection, row) for row in gone]
            )
            connection.execute(
                "INSERT OR REPLACE INTO watermarks VALUES (?, ?, ?, ?, ?, ?)",
                (collection, mark.evidence, mark.decision, mark.model, mark.dimension, mark.generation),
            )

    def forget_index(self) -> None:
        """The collections are gone: nothing is indexed."""
        with self._db.write() as connection:
            connection.execute("DELETE FROM indexed")
            connection.execute("DELETE FROM watermarks")

    def watermarks(self) -> Mapping[str, Watermark]:
        """How far each collection is."""
        rows = self._db.connection.execute(
            "SELECT collection, evidence, decision, model, dimension, generation FROM watermarks ORDER BY collection"
        )
        return {str(row[0]): Watermark(*row[1:]) for row in rows}


_FORGET = "DELETE FROM vectors WHERE model = ? AND hash IN (SELECT value FROM json_each(?))"
