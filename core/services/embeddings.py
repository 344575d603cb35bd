"""Vectors for texts: from the store where it has them, else from the embedder, which is asked once for a text.

Owns the rule that vectors of two embedders never mix: a workspace belongs to the one that its first vector came from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from core.domain.wording import TextRow
from core.errors import ModelError
from core.ports import Embedder
from core.services.watch import NOT_WATCHED, Watch
from core.store.store import Store
from core.store.vectors import StoredVector

BATCH, BATCH_CHARACTERS = 256, 16_000
"""At most so many texts, and about so many characters, between two looks at whether to stop."""
_IDENTITY, _DIMENSION = "embedder:identity", "embedder:dimension"


class Embeddings:
    """The vectors of one workspace. `embedder` is called only when a text has no vector yet."""

    def __init__(self, store: Store, embedder: Callable[[], Embedder]) -> None:
        self._store, self._embedder = store, embedder
        self._unsaved: dict[tuple[str, str], StoredVector] = {}

    @property
    def model(self) -> tuple[str, int]:
        """(identity, dimension) of the workspace's vectors; asks the embedder where there are none yet."""
        identity, dimension = self._store.database.get(_IDENTITY), self._store.database.get(_DIMENSION)
        if identity and dimension:
            return identity, int(dimension)
        embedder = self._embedder()
        return embedder.identity, embedder.dimension

    @property
    def identity(self) -> str:
        """The embedder that the workspace's vectors come from; empty where there are none yet."""
        return self._store.database.get(_IDENTITY) or ""

    @staticmethod
    def adopt(store: Store, embedder: Embedder) -> None:
        """From now on the workspace's vectors are those of this embedder."""
        with store.database.write():
            store.database.set(_IDENTITY, embedder.identity)
            store.database.set(_DIMENSION, str(embedder.dimension))

    def stored(self, hashes: Sequence[str]) -> dict[str, StoredVector]:
        """The vectors that are here already, by text hash."""
        identity, dimension = self.model
        found = self._store.vectors.get(hashes, identity, dimension)
        return found | {h: self._unsaved[identity, h] for h in hashes if (identity, h) in self._unsaved}

    def missing(self, rows: Sequence[TextRow]) -> tuple[TextRow, ...]:
        """One row for each text that has no vector yet, in the order given."""
        by_hash = {row.hash: row for row in rows}
        identity, dimension = self.model if by_hash else ("", 0)
        there = self._store.vectors.known(list(by_hash), identity, dimension)
        return tuple(row for h, row in by_hash.items() if h not in there and (identity, h) not in self._unsaved)

    def fill(self, rows: Sequence[TextRow], watch: Watch = NOT_WATCHED) -> None:
        """Embed what is missing, a batch a transaction. Raises ModelError; what was done stays."""
        missing = self.missing(rows)
        watch.begin(len(missing))
        for batch in _batches(missing):
            watch.check()
            self._keep(batch, self.embed([row.text for row in batch]))
            watch.advance(len(batch))

    def renew(self, rows: Sequence[TextRow], watch: Watch = NOT_WATCHED) -> None:
        """Embed these texts again, whatever vectors they have. Raises ModelError; what was done stays."""
        identity, dimension = self.model
        by_hash = {row.hash: row for row in rows}
        watch.begin(len(by_hash))
        for batch in _batches(tuple(by_hash.values())):
            watch.check()
            found = self.embed([row.text for row in batch])
            items = [(row.hash, v.vector, v.windowed) for row, v in zip(batch, found, strict=True)]
            self._store.vectors.replace(items, identity, dimension)
            watch.advance(len(batch))

    def embed(self, texts: Sequence[str]) -> list[StoredVector]:
        """Vectors for texts that are not kept (questions), in their order. Raises ModelError."""
        embedder = self.checked()
        found = embedder.embed(texts)
        return [StoredVector(v, w) for v, w in zip(found.vectors, found.windowed, strict=True)]

    def vectors(self, rows: Sequence[TextRow]) -> Mapping[str, NDArray[np.float32]]:
        """Text hash -> unit vector for all rows; embeds what is missing. Raises ModelError."""
        found = self.stored([row.hash for row in rows]) if rows else {}
        missing = [row for row in rows if row.hash not in found]
        if missing:
            self.fill(missing)
            found |= self.stored([row.hash for row in missing])
        return {h: each.vector for h, each in found.items()}

    def checked(self) -> Embedder:
        """The embedder, if it is the one that the workspace's vectors come from. Raises ModelError otherwise."""
        embedder = self._embedder()
        identity = self.identity
        if identity and identity != embedder.identity:
            raise ModelError(
                f"This workspace's vectors come from {identity}, but the embedder is now {embedder.identity}.",
                "Embed all texts anew with it, or go back to that model.",
            )
        return embedder

    def _keep(self, batch: Sequence[TextRow], found: Sequence[StoredVector]) -> None:
        embedder = self._embedder()
        if self._store.database.read_only:
            self._unsaved |= {(embedder.identity, row.hash): v for row, v in zip(batch, found, strict=True)}
            return
        items = [(row.hash, v.vector, v.windowed) for row, v in zip(batch, found, strict=True)]
        with self._store.database.write():
            if not self.identity:
                self.adopt(self._store, embedder)
            self._store.vectors.put(items, embedder.identity, embedder.dimension)


def fill_with(store: Store, embedder: Embedder, rows: Sequence[TextRow], watch: Watch = NOT_WATCHED) -> None:
    """Give every text a vector of this embedder, whoever's vectors serve; a batch a transaction. Raises ModelError."""
    by_hash = {row.hash: row for row in rows}
    there = store.vectors.known(list(by_hash), embedder.identity, embedder.dimension)
    missing = [row for hash_, row in by_hash.items() if hash_ not in there]
    watch.begin(len(missing))
    for batch in _batches(missing):
        watch.check()
        found = embedder.embed([row.text for row in batch])
        items = zip((row.hash for row in batch), found.vectors, found.windowed, strict=True)
        store.vectors.put(items, embedder.identity, embedder.dimension)
        watch.advance(len(batch))


def _batches(rows: Sequence[TextRow]) -> Iterator[Sequence[TextRow]]:
    """Longest texts apart from short ones, so that a batch wastes little padding and takes about the same time."""
    batch: list[TextRow] = []
    characters = 0
    for row in sorted(rows, key=lambda row: (len(row.text), row.hash)):
        if batch and (len(batch) == BATCH or characters + len(row.text) > BATCH_CHARACTERS):
            yield batch
            batch, characters = [], 0
        batch.append(row)
        characters += len(row.text)
    if batch:
        yield batch
