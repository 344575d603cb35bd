"""A view over the store, computed where it is first asked for, and what successive views of one kind share.

`ViewMaker` remembers how the last graph and the last rows were made, so that the next cost what has changed. What it
gives does not depend on that memory.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from threading import RLock

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from core.domain.decisions import Asserting, Resolution, admitted
from core.domain.diagnose.unassigned import waiting
from core.domain.graph import GraphBuilder, Viewer, seen_by
from core.domain.ordering import ChunkEvidence, joined
from core.domain.overlaid import Overlaid
from core.domain.policy import Policy
from core.domain.profiles import CountTokens
from core.domain.records import Evidence
from core.domain.superseding import in_force
from core.domain.trace import Hit, Kind
from core.domain.wording import COLLECTIONS, RowMaker, bundles
from core.errors import ModelError, VectorIndexError
from core.ports import VectorIndex
from core.services.collector import without_collector
from core.services.embeddings import Embeddings
from core.services.space import Space

EXACT_ROWS = 100_000
"""Up to so many rows of a kind all are looked at, in memory: 13 ms, and no index to be opened before (0.7 s)."""

EVERYTHING_KNOWN = Overlaid((), ())
"""Who sees all leaves out nothing of what persons say."""

OVERSAMPLING = 2
"""How many times the rows asked for are taken from the approximate index before they are scored exactly."""


class ViewMaker:
    """Makes the views of one merge rule and one viewer, one after the other."""

    def __init__(self, policy: Policy, viewer: Viewer, embeddings: Embeddings, count_tokens: CountTokens) -> None:
        self.policy, self.viewer = policy, viewer
        self._embeddings, self._count = embeddings, count_tokens
        self._builder: GraphBuilder | None = None
        self._asserting = Asserting()
        self._rows = {kind: RowMaker(kind) for kind in COLLECTIONS}
        self._spaces: dict[Kind, Space] = {}
        self._lock = RLock()

    @property
    def embedder(self) -> str:
        """Whose vectors are searched; empty where there are none yet."""
        return self._embeddings.identity

    def view(self, parts: Sequence[ChunkEvidence], resolution: Resolution, spoken: Collection[str] = ()) -> StoredView:
        """The view of this evidence under these decisions. `spoken`: the paths as `Overlaid` takes them."""
        parts = seen_by(self.viewer, parts)
        overlaid = _overlaid(self.viewer, parts, spoken)
        parts = overlaid.parts(in_force(parts))
        if self.policy.follows_decisions:
            resolution = resolution if self.viewer is None else admitted(resolution, parts)
            with self._lock:
                parts = self._asserting.added(parts, resolution)
        view = StoredView(self, parts, resolution)
        view.overlaid = overlaid
        return view

    def graph(self, parts: Sequence[ChunkEvidence], resolution: Resolution) -> nx.MultiDiGraph:
        """The graph of what the viewer sees; only what other chunks and decisions touch is made anew."""
        with self._lock, without_collector():
            if self._builder is None:
                self._builder = GraphBuilder(policy=self.policy, count_tokens=self._count)
            builder, self._builder = self._builder, None  # left half way, a builder is not to be used again
            graph = builder.update(parts, resolution)
            self._builder = builder
            return graph

    def space(self, kind: Kind, view: StoredView) -> Space:
        """The space of one kind of rows of a view."""
        found = bundles(kind, lambda: view.graph, view.evidence)  # outside the lock, which the graph takes by itself
        with self._lock, without_collector():
            rows = self._rows[kind].rows(found)
            self._spaces[kind] = Space(kind, rows, self._embeddings, self._spaces.get(kind))
            return self._spaces[kind]


def _overlaid(viewer: Viewer, parts: Sequence[ChunkEvidence], spoken: Collection[str]) -> Overlaid:
    if viewer is None or not spoken:
        return EVERYTHING_KNOWN
    return Overlaid(spoken, {part.chunk.document for part in parts})


class StoredView:
    """A view over the store (services.views.View). `proposes` is the vector index where it shows this version.

    It is asked for kinds of more than `exactly` rows. The rule looks at nothing else, so that no answer depends on what
    was asked before.
    """

    def __init__(self, maker: ViewMaker, parts: Sequence[ChunkEvidence], resolution: Resolution) -> None:
        self.policy, self.viewer = maker.policy.name, maker.viewer
        self.evidence: Evidence = joined(parts)
        self.proposes: Callable[[Kind], VectorIndex | None] = lambda _: None
        self.exactly = EXACT_ROWS
        self.version = (-1, -1)
        self.overlaid = EVERYTHING_KNOWN
        self._maker, self._parts, self._resolution = maker, parts, resolution
        self._embedder = maker.embedder
        self._spaces: dict[Kind, Space] = {}
        self._lock = RLock()

    @cached_property
    def graph(self) -> nx.MultiDiGraph:
        """Computed at first use: what only looks at passages does not need it."""
        return self._maker.graph(self._parts, self._resolution)

    def waiting(self) -> frozenset[str]:
        """The ids of entity mentions that a split left without a part."""
        return waiting(self.evidence, self._resolution, self._maker.policy)

    def space(self, kind: Kind) -> Space:
        """The rows of one kind with exact search over them."""
        with self._lock:
            if kind not in self._spaces:
                self._spaces[kind] = self._maker.space(kind, self)
            return self._spaces[kind]

    def search(self, kind: Kind, vector: NDArray[np.float32], limit: int) -> Sequence[Hit]:
        self._check()
        try:
            index = self.proposes(kind) if len(self.space(kind).rows) > self.exactly else None
            if index is not None:
                proposed = index.query(COLLECTIONS[kind], vector, limit * OVERSAMPLING)
                return self.space(kind).among([id_ for id_, _ in proposed], vector, limit)
        except VectorIndexError:
            pass  # exact search gives the same answer, only slower
        return self.space(kind).search(vector, limit)

    def scores(self, kind: Kind, keys: Sequence[str], vector: NDArray[np.float32]) -> Mapping[str, float]:
        self._check()
        return self.space(kind).scores(keys, vector)

    def near(self, kind: Kind, cosine: float) -> Sequence[tuple[str, str]]:
        self._check()
        return self.space(kind).near(cosine)

    def _check(self) -> None:
        """A question that was embedded before all was embedded anew finds nothing of use any more."""
        if self._embedder and self._maker.embedder != self._embedder:
            raise ModelError("All texts were embedded anew meanwhile, with another model.", "Ask again.")
