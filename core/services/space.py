"""Exact search over one kind of row of one view: cosine by a matrix product, ties by key.

The matrix is loaded when the whole space is searched; a few rows are scored from their own vectors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from core.domain.trace import Hit, Kind
from core.domain.wording import TextRow
from core.services.embeddings import Embeddings

Vector = NDArray[np.float32]


class Space:
    """`rows` in the view's order; missing vectors are embedded when the space is first searched."""

    def __init__(self, kind: Kind, rows: Sequence[TextRow], embeddings: Embeddings) -> None:
        self.kind, self.rows = kind, tuple(rows)
        self._embeddings = embeddings
        self._by_key = {row.key: n for n, row in enumerate(self.rows)}
        self._by_id: dict[str, int] = {}
        self._matrix: Vector | None = None
        self._lock = Lock()

    def search(self, vector: Vector, limit: int) -> tuple[Hit, ...]:
        """The nearest `limit` rows, by (-score, key). Raises ModelError when vectors are missing and can't be made."""
        if not self.rows or limit < 1:
            return ()
        scores = self._all() @ vector
        return self._ranked({n: float(scores[n]) for n in _largest(scores, limit)}, limit)

    def among(self, ids: Sequence[str], vector: Vector, limit: int) -> tuple[Hit, ...]:
        """The nearest `limit` of the rows with these ids, scored exactly; ids that are not here are passed over."""
        if not self._by_id:
            self._by_id = {row.id: n for n, row in enumerate(self.rows)}
        found = [self.rows[self._by_id[id_]].key for id_ in ids if id_ in self._by_id]
        scores = self.scores(found, vector)
        return self._ranked({self._by_key[key]: score for key, score in scores.items()}, limit)

    def scores(self, keys: Sequence[str], vector: Vector) -> dict[str, float]:
        """Cosine by key, for the keys that have a vector."""
        known = [key for key in keys if key in self._by_key]
        if self._matrix is not None:
            found = self._matrix[[self._by_key[key] for key in known]] @ vector if known else np.zeros(0)
            return {key: float(score) for key, score in zip(known, found, strict=True)}
        hashes = {key: self.rows[self._by_key[key]].hash for key in known}
        stored = self._embeddings.stored(list(dict.fromkeys(hashes.values())))
        return {key: float(stored[h].vector @ vector) for key, h in hashes.items() if h in stored}

    def _all(self) -> Vector:
        with self._lock:
            if self._matrix is None:
                vectors = self._embeddings.vectors(self.rows)
                self._matrix = np.stack([vectors[row.hash] for row in self.rows])
            return self._matrix

    def _ranked(self, scores: Mapping[int, float], limit: int) -> tuple[Hit, ...]:
        ordered = sorted(((-score, self.rows[n].key) for n, score in scores.items()))[:limit]
        return tuple(Hit(self.kind, key, -score, rank) for rank, (score, key) in enumerate(ordered, 1))


def _largest(scores: Vector, limit: int) -> NDArray[np.intp]:
    """The places of the `limit` largest scores and of all that equal the least of them."""
    if len(scores) <= limit:
        return np.arange(len(scores))
    least = np.partition(scores, len(scores) - limit)[len(scores) - limit]
    return np.flatnonzero(scores >= least)
