"""Exact search over one kind of row of one view, ties by key.

Dot products in float32 find the candidates; what is ranked and shown is scored row by row in float64, always in
the same way, so that a row's score depends on nothing but itself and the question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from core.domain.trace import Hit, Kind
from core.domain.wording import TextRow
from core.services.embeddings import Embeddings

Vector = NDArray[np.float32]
BATCH = 2000
"""Vectors that are read into memory at a time."""

BLOCK = 500
"""Rows that are compared with all others at a time: some 40 MB of products at 20,000 rows."""


class Space:
    """`rows` in the view's order; missing vectors are embedded when the space is first searched.

    Vectors that the space of an earlier view holds in memory are taken from there.
    """

    def __init__(
        self, kind: Kind, rows: Sequence[TextRow], embeddings: Embeddings, before: Space | None = None
    ) -> None:
        self.kind, self.rows = kind, tuple(rows)
        self._embeddings = embeddings
        self._held: tuple[Sequence[TextRow], Vector] | None = before.held if before else None
        self._matrix: Vector | None = None
        self._lock, self._near_lock = Lock(), Lock()
        self._near: dict[float, tuple[tuple[str, str], ...]] = {}

    @property
    def held(self) -> tuple[Sequence[TextRow], Vector] | None:
        """Rows with their vectors in memory: its own once it was searched, until then those of a space before it."""
        return self._held

    @cached_property
    def _by_key(self) -> dict[str, int]:
        return {row.key: n for n, row in enumerate(self.rows)}

    @cached_property
    def _by_id(self) -> dict[str, int]:
        return {row.id: n for n, row in enumerate(self.rows)}

    def search(self, vector: Vector, limit: int) -> tuple[Hit, ...]:
        """The nearest `limit` rows, by (-score, key). Raises ModelError when vectors are missing and can't be made."""
        if not self.rows or limit < 1:
            return ()
        matrix = self._all()
        # Row by row: a product of the whole is shared among all cores, and waits for what else these have to do.
        near = _nearest(np.vecdot(matrix, vector), limit)
        keys = (self.rows[n].key for n in near.tolist())
        return self._ranked(dict(zip(keys, _cosines(matrix[near], vector), strict=True)), limit)

    def among(self, ids: Sequence[str], vector: Vector, limit: int) -> tuple[Hit, ...]:
        """The nearest `limit` of the rows with these ids, scored exactly; ids that are not here are passed over."""
        found = [self.rows[self._by_id[id_]].key for id_ in ids if id_ in self._by_id]
        return self._ranked(self.scores(found, vector), limit)

    def scores(self, keys: Sequence[str], vector: Vector) -> dict[str, float]:
        """Cosine by key, for the keys that have a vector."""
        known = [key for key in keys if key in self._by_key]
        if self._matrix is not None:
            vectors = self._matrix[[self._by_key[key] for key in known]]
        else:
            hashes = {key: self.rows[self._by_key[key]].hash for key in known}
            stored = self._embeddings.stored(list(dict.fromkeys(hashes.values())))
            known = [key for key in known if hashes[key] in stored]
            vectors = np.array([stored[hashes[key]].vector for key in known])
        return dict(zip(known, _cosines(vectors, vector), strict=True)) if known else {}

    def near(self, cosine: float) -> tuple[tuple[str, str], ...]:
        """Pairs of rows with at least this cosine, each once, in the order of the rows; kept once they are found."""
        with self._near_lock:
            if cosine not in self._near:
                self._near[cosine] = tuple(self._pairs(cosine))
            return self._near[cosine]

    def _pairs(self, cosine: float) -> Iterator[tuple[str, str]]:
        matrix = self._all()
        for start in range(0, len(matrix), BLOCK):
            products = matrix[start : start + BLOCK] @ matrix[start:].T
            ones, others = np.nonzero(np.triu(products >= cosine - _MARGIN, 1))
            found = _cosines(matrix[start + ones], matrix[start + others])
            for one, other, exact in zip(ones.tolist(), others.tolist(), found, strict=True):
                if exact >= cosine:
                    yield self.rows[start + one].key, self.rows[start + other].key

    def _all(self) -> Vector:
        with self._lock:
            if self._matrix is None:
                self._matrix = self._filled()
                self._held = self.rows, self._matrix
            return self._matrix

    def _filled(self) -> Vector:
        """The vectors of all rows: first those in memory, then the others, a batch at a time to spare memory."""
        matrix = np.empty((len(self.rows), self._embeddings.model[1]), np.float32)
        rows, vectors = self._held or ((), matrix)
        places = {row.hash: n for n, row in enumerate(rows)}
        missing = []
        for n, row in enumerate(self.rows):
            if row.hash in places:
                matrix[n] = vectors[places[row.hash]]
            else:
                missing.append(n)
        for start in range(0, len(missing), BATCH):
            batch = missing[start : start + BATCH]
            found = self._embeddings.vectors([self.rows[n] for n in batch])
            for n in batch:
                matrix[n] = found[self.rows[n].hash]
        return matrix

    def _ranked(self, scores: Mapping[str, float], limit: int) -> tuple[Hit, ...]:
        ordered = sorted((-score, key) for key, score in scores.items())[:limit]
        return tuple(Hit(self.kind, key, -score, rank) for rank, (score, key) in enumerate(ordered, 1))


_MARGIN = 1e-5
"""More than float32 rounding can move a cosine of 384 terms."""


def _nearest(scores: Vector, limit: int) -> NDArray[np.intp]:
    """The places of the `limit` largest scores, and of all that rounding may have kept from being among them."""
    if len(scores) <= limit:
        return np.arange(len(scores))
    least = np.partition(scores, len(scores) - limit)[len(scores) - limit]
    return np.flatnonzero(scores >= least - _MARGIN)


def _cosines(vectors: Vector, vector: Vector) -> list[float]:
    """Dot products of unit rows with a unit vector or with a row each, each row's sum taken by itself."""
    products = vectors.astype(np.float64) * vector.astype(np.float64)
    found: list[float] = products.sum(axis=1).tolist()
    return found
