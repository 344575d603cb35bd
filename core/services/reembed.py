"""All texts embedded anew with another embedder, beside the vectors and collections that serve meanwhile.

New vectors are kept as they come and new collections fill in a folder of their own, so that work that was stopped goes
on where it was. One transaction then lets the new ones serve.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.domain.trace import Kind
from core.domain.wording import COLLECTIONS, TextRow
from core.ports import Embedder, IndexRow, VectorIndex
from core.services.embeddings import Embeddings, fill_with
from core.services.ingest import Stages
from core.services.project import BATCH, Version, Views
from core.services.watch import Watch
from core.store.store import Store
from core.store.vectors import Watermark

Rows = Mapping[Kind, Sequence[TextRow]]


@dataclass(frozen=True, slots=True)
class EmbeddingState:
    """Whose vectors serve, and whose were chosen; `texts` is how many are embedded. Empty where there are none yet."""

    serving: str
    chosen: str
    texts: int

    @property
    def differs(self) -> bool:
        """Whether all has to be embedded anew before the chosen one can serve."""
        return bool(self.serving) and self.serving != self.chosen


class Reembedding:
    """`embedder` is the new one, `index` where its collections are."""

    def __init__(self, store: Store, views: Views, embedder: Embedder, index: VectorIndex) -> None:
        self._store, self._views, self._embedder, self._index = store, views, embedder, index

    def run(self, stages: Stages, serve: Callable[[], None]) -> None:
        """Embed and fill; then `serve` is called inside the transaction that switches over.

        Raises ModelError, VectorIndexError, Cancelled; what was done stays, and is not done again.
        """
        while True:
            version, view = self._views.versioned()
            rows: Rows = {kind: view.space(kind).rows for kind in COLLECTIONS}
            every = [row for kind in COLLECTIONS for row in rows[kind]]
            fill_with(self._store, self._embedder, every, stages.stage("embedding"))
            watch = stages.stage("collections")
            watch.begin(len(every))
            for kind in COLLECTIONS:
                self._fill(kind, rows[kind], watch)
            if self._switched(version, rows, serve):
                return

    def _fill(self, kind: Kind, rows: Sequence[TextRow], watch: Watch) -> None:
        name, there = COLLECTIONS[kind], self._index.hashes(COLLECTIONS[kind])
        changed = [row for row in rows if there.get(row.id) != row.hash]
        known = {row.id for row in rows}
        self._index.delete(name, [id_ for id_ in there if id_ not in known])
        watch.advance(len(rows) - len(changed))
        for start in range(0, len(changed), BATCH):
            watch.check()
            batch = changed[start : start + BATCH]
            self._index.upsert(name, self._index_rows(batch))
            watch.advance(len(batch))

    def _index_rows(self, batch: Sequence[TextRow]) -> list[IndexRow]:
        model, dimension = self._embedder.identity, self._embedder.dimension
        vectors = self._store.vectors.get([row.hash for row in batch], model, dimension)
        return [IndexRow(row.id, row.key, row.hash, vectors[row.hash].vector) for row in batch]

    def _switched(self, version: Version, rows: Rows, serve: Callable[[], None]) -> bool:
        """Let the new ones serve, unless something changed meanwhile: then there is more to embed."""
        mark = Watermark(*version, self._embedder.identity, self._embedder.dimension, self._index.generation)
        with self._store.database.write():
            if self._store.version() != version:
                return False
            Embeddings.adopt(self._store, self._embedder)
            self._store.vectors.forget_index()
            for kind, name in COLLECTIONS.items():
                self._store.vectors.record(name, [(row.id, row.key, row.hash) for row in rows[kind]], (), mark)
            serve()
        return True
