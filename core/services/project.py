"""From evidence and decisions to what is searched: views, kept while nothing changes, and the three collections.

The everyday view (careful, no viewer) is searched through the vector index where a collection is large and shows this
very version; every other view, and this one meanwhile, is searched exactly.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import RLock

from core.domain.decisions import NOTHING_RULED, Decision, fold
from core.domain.graph import Viewer
from core.domain.ordering import ChunkEvidence
from core.domain.policy import CAREFUL, policy_named
from core.domain.profiles import CountTokens
from core.domain.trace import Kind
from core.domain.wording import COLLECTIONS, TextRow
from core.ports import IndexRow, VectorIndex
from core.services.collector import without_collector
from core.services.embeddings import Embeddings
from core.services.stored_view import EXACT_ROWS, StoredView, ViewMaker
from core.services.watch import NOT_WATCHED, Watch
from core.store.store import Store
from core.store.vectors import Watermark

VIEWS_KEPT = 5
"""The everyday view, which is always held, and those that were looked at last: both merge rules for two viewers."""

COUNTS_KEPT = 16_384
"""Token counts of texts that are remembered: those of the longest profiles, looked at whenever one grows."""

BATCH = 1000
"""Rows that go into the vector index in one step, with a look at whether to stop before each: a quarter of a second."""

_BEING_CHANGED = -1
"""In a watermark: no version of the evidence is shown."""

Version = tuple[int, int]
_Two = tuple[StoredView, StoredView]


class Views:
    """Opens views; the same object as long as neither evidence nor decisions have changed."""

    def __init__(self, store: Store, embeddings: Embeddings, count_tokens: CountTokens) -> None:
        self._store, self._embeddings = store, embeddings
        self._count = lru_cache(maxsize=COUNTS_KEPT)(count_tokens)
        self._kept: dict[tuple[str, Viewer], StoredView] = {}
        self._makers: OrderedDict[tuple[str, Viewer], ViewMaker] = OrderedDict()
        self._version: Version = (-1, -1)
        self._parts: Sequence[ChunkEvidence] = ()
        self._spoken: frozenset[str] = frozenset()
        self._resolution = NOTHING_RULED
        self._lock = RLock()
        self.exactly = EXACT_ROWS
        self.index_for: Callable[[Version], Callable[[Kind], VectorIndex | None]] = lambda _: lambda _: None

    def __call__(self, policy: str = CAREFUL.name, viewer: Viewer = None) -> StoredView:
        """Raises UnknownName for a merge rule that does not exist."""
        return self.versioned(policy, viewer)[1]

    def versioned(self, policy: str = CAREFUL.name, viewer: Viewer = None) -> tuple[Version, StoredView]:
        """The view together with the version that it shows."""
        with self._lock:
            self._look_again()
            key = (policy, viewer)
            maker = self._maker(key)
            if key not in self._kept:
                view = self._kept[key] = maker.view(self._parts, self._resolution, self._spoken)
                view.version = self._version
                if policy == CAREFUL.name and viewer is None:
                    view.proposes, view.exactly = self.index_for(self._version), self.exactly
            return self._version, self._kept[key]

    def supposed(self, *lists: Iterable[Decision]) -> tuple[StoredView, ...]:
        """The everyday view, then what it would be under each of these lists of decisions instead; none is kept."""
        with self._lock:
            now = self()
            maker = self._maker((CAREFUL.name, None))
            return (now, *(maker.view(self._parts, fold(decisions)) for decisions in lists))

    def supposed_over(self, change: Callable[[Sequence[ChunkEvidence]], Sequence[ChunkEvidence]]) -> _Two:
        """The everyday view, then what it would be over other evidence, given in document order; none is kept."""
        with self._lock:
            now = self()
            return now, self._maker((CAREFUL.name, None)).view(change(self._parts), self._resolution)

    def forget(self) -> None:
        """Make every view anew when it is next asked for: the vectors are other ones now."""
        with self._lock:
            self._kept.clear()
            self._makers.clear()

    def held(self) -> StoredView | None:
        """The everyday view, if it is in memory and shows what is there now."""
        with self._lock:
            shows = self._version == self._store.version()
            return self._kept.get((CAREFUL.name, None)) if shows else None

    def begin_anew(self) -> None:
        """Read all from the store again when a view is next asked for, and compute it from scratch."""
        with self._lock:
            self.forget()
            self._store.mentions.forget()
            self._version, self._parts, self._resolution = (-1, -1), (), NOTHING_RULED

    def _look_again(self) -> None:
        """Read what has changed since the last time: only new chunks, and decisions only if there are new ones."""
        evidence, decision = version = self._store.version()
        if version == self._version:
            return
        if evidence != self._version[0]:
            with without_collector():
                self._parts = self._store.mentions.by_chunk()
            self._spoken = frozenset(o.path for o in self._store.overlays.all() if o.field == "replaces")
        if decision != self._version[1]:
            self._resolution = fold(self._store.ledger.decisions())
        self._kept.clear()
        self._version = version

    def _maker(self, key: tuple[str, Viewer]) -> ViewMaker:
        if key not in self._makers:
            self._makers[key] = ViewMaker(policy_named(key[0]), key[1], self._embeddings, self._count)
            while len(self._makers) > VIEWS_KEPT:
                oldest = next(held for held in self._makers if held != (CAREFUL.name, None))
                del self._makers[oldest]
                self._kept.pop(oldest, None)
        self._makers.move_to_end(key)
        return self._makers[key]


@dataclass(frozen=True, slots=True)
class CollectionState:
    """How a collection stands: rows that it holds, and whether it shows the present version."""

    name: str
    rows: int
    current: bool


@dataclass(frozen=True, slots=True)
class _Filling:
    """An index that is being filled."""

    index: VectorIndex
    watch: Watch


class Collections:
    """Keeps the three collections in step with the everyday view; only what changed is embedded and written."""

    def __init__(self, store: Store, views: Views, embeddings: Embeddings, index: Callable[[], VectorIndex]) -> None:
        self._store, self._views, self._embeddings, self._index = store, views, embeddings, index
        self._given: dict[str, tuple[Watermark, Sequence[TextRow]]] = {}
        self._lock = RLock()

    def update(self, watch: Watch = NOT_WATCHED, kinds: Sequence[Kind] = tuple(COLLECTIONS)) -> None:
        """Bring collections up to the present version. Raises ModelError, VectorIndexError, Cancelled."""
        with self._lock:
            filling = _Filling(self._ready(), watch)
            version, view = self._views.versioned()
            for kind in kinds:
                self._bring_up(filling, kind, version, view)

    def rebuild(self, watch: Watch = NOT_WATCHED) -> None:
        """Throw the collections away and fill them again from stored vectors."""
        with self._lock:
            # In this order: a crash in between leaves an index of another generation, which is known to be empty.
            self._index().reset()
            self._store.vectors.forget_index()
            self.update(watch)

    def empty(self) -> None:
        """Throw the collections away; the next update fills them again. Raises VectorIndexError, ModelError."""
        with self._lock:
            self._index().reset()
            self._store.vectors.forget_index()

    def states(self) -> tuple[CollectionState, ...]:
        """The three collections in the order entities, relations, chunks."""
        version, marks = self._store.version(), self._store.vectors.watermarks()
        return tuple(
            CollectionState(name, self._store.vectors.count_indexed(name), _shows(marks.get(name), version))
            for name in COLLECTIONS.values()
        )

    def proposer(self, version: Version) -> Callable[[Kind], VectorIndex | None]:
        """For `Views.index_for`: the index, where a collection shows this version. Opens it."""

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

    def _bring_up(self, filling: _Filling, kind: Kind, version: Version, view: StoredView) -> None:
        name, rows = COLLECTIONS[kind], view.space(kind).rows
        changed, old = self._changes(name, rows)
        index = filling.index
        self._embeddings.fill(changed, filling.watch)
        mark = Watermark(*version, *self._embeddings.model, index.generation)
        # Said before it is done: after a crash in between, and for searches meanwhile, these rows count as wrong.
        begun = replace(mark, evidence=_BEING_CHANGED)
        if changed or old:
            self._store.vectors.record(name, [(row.id, row.key, "") for row in changed], (), begun)
        # An index of this kind mends itself slowly around a row that moves: out and in again is six times faster.
        index.delete(name, sorted(old))
        for start in range(0, len(changed), BATCH):
            filling.watch.check()
            batch = changed[start : start + BATCH]
            index.upsert(name, self._index_rows(batch))
            self._store.vectors.record(name, [(row.id, row.key, row.hash) for row in batch], (), begun)
        self._store.vectors.record(name, (), sorted(old.difference(row.id for row in changed)), mark)
        self._given[name] = mark, rows

    def _changes(self, name: str, rows: Sequence[TextRow]) -> tuple[list[TextRow], set[str]]:
        """Rows to put into a collection, and ids of rows there that are no longer right."""
        mark, before = self._given.get(name, (None, ()))
        if mark is not None and mark == self._store.vectors.watermarks().get(name):
            # Nothing else was written since: rows that are the same objects need no look.
            same = {id(row) for row in before}.intersection(map(id, rows))
            rows = [row for row in rows if id(row) not in same]
            indexed = {row.id: row.hash for row in before if id(row) not in same}
        else:
            indexed = self._store.vectors.indexed(name)
        wanted = {row.id: row.hash for row in rows}
        old = {row for row, hash_ in indexed.items() if wanted.get(row) != hash_}
        return [row for row in rows if indexed.get(row.id) != row.hash], old

    def _index_rows(self, batch: Sequence[TextRow]) -> list[IndexRow]:
        vectors = self._embeddings.stored([row.hash for row in batch])
        return [IndexRow(row.id, row.key, row.hash, vectors[row.hash].vector) for row in batch]


def _shows(mark: Watermark | None, version: Version) -> bool:
    return mark is not None and (mark.evidence, mark.decision) == version
