"""What decisions would do to the graph: it is computed over the same evidence with them, and nothing is written.

Shares records with the everyday view, so that only what changes has to be looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from threading import Lock

import networkx as nx

from core.domain.curation import Effect, EntityChange, Preview, RelationChange
from core.domain.decisions import Decision
from core.domain.graph_changes import GraphChanges, graph_changes
from core.domain.identity import text_hash
from core.domain.ordering import ChunkEvidence
from core.domain.records import Evidence
from core.services.embeddings import Embeddings
from core.services.project import Version, Views
from core.services.stored_view import StoredView
from core.store.store import Store

Change = Callable[[Sequence[ChunkEvidence]], Sequence[ChunkEvidence]]
"""From the evidence there is to other evidence."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What differs between two graphs, how large they are, and how many texts would be embedded."""

    changes: GraphChanges
    effect: Effect
    texts: int = 0

    @property
    def nothing(self) -> bool:
        """Whether the two graphs are equal."""
        return not (self.changes.entities or self.changes.relations)

    def preview(self, sentences: tuple[str, ...], problem: str = "", idle: tuple[str, ...] = ()) -> Preview:
        """The same for a page."""
        counts, changes = self.effect, self.changes
        return Preview(
            sentences,
            counts.nodes_before,
            counts.nodes_after,
            counts.edges_before,
            counts.edges_after,
            changes.entities,
            changes.relations,
            changes.loops,
            self.texts,
            problem,
            idle,
        )


class Previewer:
    """Weighs decisions; remembers the last that it weighed, because what is previewed is often decided."""

    def __init__(self, store: Store, views: Views, embeddings: Embeddings) -> None:
        self._store, self._views, self._embeddings = store, views, embeddings
        self._last: tuple[Version, tuple[Decision, ...], Weighed] | None = None
        self._lock = Lock()

    def weigh(self, decisions: Sequence[Decision]) -> Weighed:
        """From the graph as it is to that under these decisions instead of those there are."""
        after = tuple(decisions)
        with self._lock:
            version = self._store.version()
            if self._last is not None and self._last[:2] == (version, after):
                return self._last[2]
            found = self._weighed(*self._views.supposed(after))
            self._last = version, after, found
            return found

    def between(self, before: Sequence[Decision], after: Sequence[Decision]) -> Weighed:
        """From one list of decisions to another, over the evidence there is."""
        with self._lock:
            _, *both = self._views.supposed(before, after)
            return self._weighed(*both)

    def over(self, change: Change) -> tuple[Weighed, Evidence]:
        """From the graph as it is to that over other evidence, given in document order; and that evidence."""
        with self._lock:
            before, after = self._views.supposed_over(change)
            return self._weighed(before, after), after.evidence

    def nothing(self) -> Weighed:
        """For what leaves the graph as it is."""
        return Weighed(GraphChanges(), _effect(self._views().graph, GraphChanges()))

    def _weighed(self, before: StoredView, after: StoredView) -> Weighed:
        old, new = before.graph, after.graph  # in this order: the second is made from the first
        changes = graph_changes(old, new)
        return Weighed(changes, _effect(old, changes), self._unembedded(changes))

    def _unembedded(self, changes: GraphChanges) -> int:
        """Texts without a vector; asks no embedder."""
        hashes = list({text_hash(text) for text in changes.texts()})
        if not hashes or not self._embeddings.identity:
            return len(hashes)
        return len(hashes) - len(self._store.vectors.known(hashes, *self._embeddings.model))


def _effect(before: nx.MultiDiGraph, changes: GraphChanges) -> Effect:
    """Sizes before and after; what networkx counts itself takes ten times as long."""
    nodes = before.number_of_nodes()
    edges = sum(map(len, chain.from_iterable(inner.values() for _, inner in before.adjacency())))
    return Effect(nodes, nodes + _more(changes.entities), edges, edges + _more(changes.relations))


def _more(changes: Sequence[EntityChange] | Sequence[RelationChange]) -> int:
    return sum((change.before is None) - (change.after is None) for change in changes)
