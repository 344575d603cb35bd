"""From evidence and decisions to what is searched: views, kept while nothing changes, and the three collections.

The everyday view (careful, no viewer) is searched through the vector index once the collections show this very
version; every other view, and this one meanwhile, is searched exactly.
"""

from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import RLock

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from core.domain.decisions import fold
from core.domain.graph import Viewer, build_graph, visible
from core.domain.policy import CAREFUL, Qualifiers, policy_named
from core.domain.profiles import CountTokens
from core.domain.records import Evidence
from core.domain.trace import Hit, Kind
from core.domain.wording import COLLECTIONS, rows
from core.errors import VectorIndexError
from core.ports import IndexRow, VectorIndex
from core.services.embeddings import Embeddings
from core.services.space import Space
from core.services.watch import NOT_WATCHED, Watch
from core.store.store import Store
from core.store.vectors import Watermark

VIEWS_KEPT = 4
OVERSAMPLING = 2
"""How many times the rows asked for are taken from the approximate index before they are scored exactly."""

_BEING_CHANGED = -1
"""In a watermark: no version of the evidence is shown."""

Version = tuple[int, int]


class StoredView:
    """A view over the store (services.views.View). `proposes` is the vector index where it shows this version."""

    def __init__(
        self, graph: nx.MultiDiGraph, evidence: Evidence, policy: str, viewer: Viewer, embeddings: Embeddings
    ) -> None:
        self.graph, self.evidence, self.policy, self.viewer = graph, evidence, policy, viewer
        self.proposes: Callable[[Kind], VectorIndex | None] = lambda _: None
        self._embeddings = embeddings
        self._spaces: dict[Kind, Space] = {}
        self._lock = RLock()

    def space(self, kind: Kind) -> Space:
        with self._lock:
            if kind not in self._spaces:
                self._spaces[kind] = Space(kind, rows(kind, self.graph, self.evidence), self._embeddings)
            return self._spaces[kind]

    def search(self, kind: Kind, vector: NDArray[np.float32], limit: int) -> Sequence[Hit]:
        try:
            index = self.proposes(kind)
            if index is not None:
                proposed = index.query(COLLECTIONS[kind], vector, limit * OVERSAMPLING)
                return self.space(kind).among([id_ for id_, _ in proposed], vector, limit)
        except VectorIndexError:
            pass  # exact search gives the same answer, only slower
        return self.space(kind).search(vector, limit)

    def scores(self, kind: Kind, keys: Sequence[str], vector: NDArray[np.float32]) -> Mapping[str, float]:
        return self.space(kind).scores(keys, vector)


class Views:
    """Opens views; the same object as long as neither evidence nor decisions have changed."""

    def __init__(self, store: Store, embeddings: Embeddings, count_tokens: CountTokens, qualifiers: Qualifiers) -> None:
        self._store, self._embeddings, self._count, self._qualifiers = store, embeddings, count_tokens, qualifiers
        self._kept: OrderedDict[tuple[str, Viewer], StoredView] = OrderedDict()
        self._evidence: tuple[int, Evidence] | None = None
        self._version: Version = (-1, -1)
        self._lock = RLock()
        self.index_for: Callable[[Version], Callable[[Kind], VectorIndex | None]] = lambda _: lambda _: None

    def __call__(self, policy: str = CAREFUL.name, viewer: Viewer = None) -> StoredView:
        """Raises UnknownName for a merge rule that does not exist."""
        return self.versioned(policy, viewer)[1]

    def versioned(self, policy: str = CAREFUL.name, viewer: Viewer = None) -> tuple[Version, StoredView]:
        """The view together with the version that it shows."""
        with self._lock:
            version = self._store.version()
            if version != self._version:
                self._kept.clear()
                self._version = version
            key = (policy, viewer)
            if key not in self._kept:
                self._kept[key] = self._computed(version, policy, viewer)
                while len(self._kept) > VIEWS_KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            return version, self._kept[key]

    def _computed(self, version: Version, policy: str, viewer: Viewer) -> StoredView:
        rule = policy_named(policy, self._qualifiers)
        if self._evidence is None or self._evidence[0] != version[0]:
            self._evidence = (version[0], self._store.mentions.evidence())
        evidence = self._evidence[1]
        resolution = fold(self._store.ledger.decisions())
        with _without_collector():
            graph = build_graph(evidence, resolution, policy=rule, viewer=viewer, count_tokens=self._count)
        view = StoredView(graph, visible(evidence, viewer), policy, viewer, self._embeddings)
        if policy == CAREFUL.name and viewer is None:
            view.proposes = self.index_for(version)
        return view


@contextmanager
def _without_collector() -> Iterator[None]:
    """Keep Python's cycle collector still: it would walk all the new records again and again, a third of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@dataclass(frozen=True, slots=True)
class CollectionState:
    """How a collection stands: rows that it holds, and whether it shows the present version."""

    name: str
    rows: int
    current: bool


class Collections:
    """Keeps the three collections in step with the everyday view; only what changed is embedded and written."""

    def __init__(self, store: Store, views: Views, embeddings: Embeddings, index: Callable[[], VectorIndex]) -> None:
        self._store, self._views, self._embeddings, self._index = store, views, embeddings, index
        self._lock = RLock()

    def update(self, watch: Watch = NOT_WATCHED, kinds: Sequence[Kind] = tuple(COLLECTIONS)) -> None:
        """Bring collections up to the present version. Raises ModelError, VectorIndexError, Cancelled."""
        with self._lock:
            index = self._ready()
            version, view = self._views.versioned()
            for kind in kinds:
                self._bring_up(index, kind, version, view, watch)

    def rebuild(self, watch: Watch = NOT_WATCHED) -> None:
        """Throw the collections away and fill them again from stored vectors."""
        with self._lock:
            # In this order: a crash in between leaves an index of another generation, which is known to be empty.
            self._index().reset()
            self._store.vectors.forget_index()
            self.update(watch)

    def states(self) -> tuple[CollectionState, ...]:
        """The three collections in the order entities, relations, chunks."""
        version, marks = self._store.version(), self._store.vectors.watermarks()
        return tuple(
            CollectionState(name, len(self._store.vectors.indexed(name)), _shows(marks.get(name), version))
            for name in COLLECTIONS.values()
        )

    def proposer(self, version: Version) -> Callable[[Kind], VectorIndex | None]:
        """For `Views.index_for`: the index, where a collection shows this version."""

        def proposes(kind: Kind) -> VectorIndex | None:
            mark = self._store.vectors.watermarks().get(COLLECTIONS[kind])
            if not _shows(mark, version) or mark is None:
                return None
            index = self._index()
            return index if index.generation == mark.generation else None

        return proposes

    def _ready(self) -> VectorIndex:
        """The index; where it isn't the one that was filled, nothing counts as indexed."""
        index = self._index()
        marks = self._store.vectors.watermarks().values()
        if any(mark.generation != index.generation for mark in marks):
            self._store.vectors.forget_index()
        return index

    def _bring_up(self, index: VectorIndex, kind: Kind, version: Version, view: StoredView, watch: Watch) -> None:
        name, wanted = COLLECTIONS[kind], view.space(kind).rows
        self._embeddings.fill(wanted, watch)
        indexed = self._store.vectors.indexed(name)
        changed = [row for row in wanted if indexed.get(row.id) != row.hash]
        gone = sorted(indexed.keys() - {row.id for row in wanted})
        vectors = self._embeddings.stored([row.hash for row in changed])
        model, dimension = self._embeddings.model
        mark = Watermark(*version, model, dimension, index.generation)
        if changed or gone:
            # Said before it is done: after a crash in between, and for searches meanwhile, these rows count as wrong.
            begun = [(row.id, row.key, "") for row in changed]
            self._store.vectors.record(name, begun, (), replace(mark, evidence=_BEING_CHANGED))
        index.upsert(name, [IndexRow(row.id, row.key, row.hash, vectors[row.hash].vector) for row in changed])
        index.delete(name, gone)
        self._store.vectors.record(name, [(row.id, row.key, row.hash) for row in changed], gone, mark)


def _shows(mark: Watermark | None, version: Version) -> bool:
    return mark is not None and (mark.evidence, mark.decision) == version
