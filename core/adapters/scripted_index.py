"""A vector index in memory: what the port promises, exactly, and nothing kept.

For tests and for looking at LightPrism without a vector store. It scores every row, so it is no measure of speed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from core.ports import IndexRow


class MemoryIndex:
    """Collections of these names; `generation` counts how often it was emptied."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = tuple(names)
        self.generation = "m-0"
        self._rows: dict[str, dict[str, IndexRow]] = {name: {} for name in self._names}

    def upsert(self, collection: str, rows: Sequence[IndexRow]) -> None:
        self._rows[collection].update({row.id: row for row in rows})

    def delete(self, collection: str, ids: Sequence[str]) -> None:
        for id_ in ids:
            self._rows[collection].pop(id_, None)

    def query(self, collection: str, vector: NDArray[np.float32], limit: int) -> Sequence[tuple[str, float]]:
        """Exact, by (-cosine, id)."""
        scored = [(id_, float(row.vector @ vector)) for id_, row in self._rows[collection].items()]
        return sorted(scored, key=lambda item: (-item[1], item[0]))[: max(limit, 0)]

    def hashes(self, collection: str) -> Mapping[str, str]:
        return {id_: row.text_hash for id_, row in self._rows[collection].items()}

    def vectors(self, collection: str, ids: Sequence[str]) -> Mapping[str, NDArray[np.float32]]:
        rows = self._rows[collection]
        return {id_: rows[id_].vector for id_ in ids if id_ in rows}

    def reset(self) -> None:
        self._rows = {name: {} for name in self._names}
        self.generation = f"m-{int(self.generation[2:]) + 1}"

    def close(self) -> None: ...
