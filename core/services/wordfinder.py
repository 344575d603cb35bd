"""Passages by their words, for who may see what: the workspace's own index where everything may be seen, else one of
the visible passages alone, in memory. So nobody's scores tell of passages that they may not see.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from threading import Lock

from core.domain.graph import Viewer, may_see
from core.domain.query import any_of_them, loose
from core.domain.records import Chunk
from core.domain.superseding import chunks_in_force
from core.domain.trace import Hit
from core.store.store import Store
from core.store.words import EVERYTHING, MemoryWords, Only, WordHit, WordsFound

KEPT = 3
"""Indexes of viewers that are held in memory."""


class WordFinder:
    """Full text search over the passages that count now. `visible` gives those that a viewer may see."""

    def __init__(self, store: Store, visible: Callable[[Viewer], Iterable[Chunk]] | None = None) -> None:
        self._store, self._seen = store, visible or self._all
        self._memory: OrderedDict[Viewer, tuple[int, MemoryWords, dict[str, str]]] = OrderedDict()
        self._lock = Lock()

    def search(self, expression: str, viewer: Viewer = None, only: Only = EVERYTHING) -> WordsFound:
        """What an expression of `domain.query` finds; nothing for an empty one."""
        if not expression:
            return WordsFound()
        found = self._store.words.search(expression, only) if viewer is None else None
        if found is not None:
            return found
        memory, documents = self._visible(viewer)
        hits = [WordHit(chunk, documents[chunk], score) for chunk, score in memory.search(expression)]
        wanted = [hit for hit in hits if not only.documents or hit.document in only.documents]
        return WordsFound(tuple(wanted[: only.limit]), Counter(hit.document for hit in hits))

    def nearest(self, question: str, viewer: Viewer, limit: int) -> tuple[Hit, ...]:
        """The passages that share most with a question word by word: BM25 over its words, by (-score, chunk id)."""
        found = self.search(any_of_them(loose(question)), viewer, Only(limit))
        return tuple(Hit("chunk", hit.chunk, hit.score, rank) for rank, hit in enumerate(found.hits, 1))

    def _visible(self, viewer: Viewer) -> tuple[MemoryWords, dict[str, str]]:
        with self._lock:
            version = self._store.queue.version
            known = self._memory.get(viewer)
            if known is None or known[0] != version:
                known = version, *self._indexed(viewer)
            self._memory[viewer] = known
            self._memory.move_to_end(viewer)
            while len(self._memory) > KEPT:
                self._memory.popitem(last=False)
            return known[1], known[2]

    def _indexed(self, viewer: Viewer) -> tuple[MemoryWords, dict[str, str]]:
        chunks = tuple(self._all(viewer) if viewer is None else self._seen(viewer))
        words = MemoryWords((chunk.id, chunk.title, chunk.text) for chunk in chunks)
        return words, {chunk.id: chunk.document for chunk in chunks}

    def _all(self, viewer: Viewer) -> Iterable[Chunk]:
        if viewer is None:
            return self._store.documents.chunks()
        held = frozenset(viewer)
        return chunks_in_force([chunk for chunk in self._store.documents.chunks(replaced=True) if may_see(chunk, held)])
