"""Why an item is in a mode's context, or why it is not, in one sentence for each mode.

Owns the reading of a trace; `explain_kept` and `explain_absent` make the sentences. Pure: ranks beyond a trace's own
come through `Places`, so that a search over all rows is made only where a sentence needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import networkx as nx

from core.domain.modes import MODES, Mode, Parameters, Query, Search
from core.domain.packing import entity_label
from core.domain.records import Chunk, Entity, Relation
from core.domain.trace import Hit, KeptChunk, KeptEntity, KeptRelation, Kind, Step, Trace

Kept = KeptEntity | KeptRelation | KeptChunk


@dataclass(frozen=True, slots=True)
class Item:
    """What is asked about: a node, an edge or a chunk with the name to show."""

    kind: Kind
    key: str
    label: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row stands in one vector search over all rows: `rank` from 1 of `of`, by (-score, key)."""

    rank: int
    of: int
    score: float


Places = Callable[[Search, str], Place | None]
"""The place of a key in a search; None for a row without a vector, or where nothing can be searched any more."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """An item in one mode. `rank` and `score` are those of the context; None where it is not kept or not measured."""

    mode: str
    kept: bool
    rank: int | None
    score: float | None
    said: str


@dataclass(frozen=True)
class Case:
    """One mode's run with all that a sentence on it may need."""

    trace: Trace
    parameters: Parameters
    graph: nx.MultiDiGraph
    chunks: Mapping[str, Chunk]
    place: Places
    find: Callable[[str], Relation | None]

    @property
    def start(self) -> str:
        """What to call that which the mode started from."""
        return "pinned start" if self.seeded else "hit"

    @property
    def mode(self) -> Mode:
        return MODES[self.trace.mode]

    @property
    def seeded(self) -> bool:
        """Whether a person named the hits."""
        return any(step.name.endswith(" seeds") for step in self.trace.steps)

    def hits(self, kind: Kind) -> tuple[str, ...]:
        """The keys that the mode started from, in their order."""
        names = (f"{kind} search", f"{kind} seeds")
        return tuple(key for step in self.trace.steps if step.name in names for key in step.keys)

    def searches(self, kind: Kind) -> list[tuple[Search, Step]]:
        """The mode's searches for this kind with what each of them found."""
        steps = [step for step in self.trace.steps if step.name == f"{kind} search"]
        return list(zip(self.mode.searches_for(kind), steps, strict=False))

    def hit(self, kind: Kind, key: str) -> tuple[Search, Hit] | None:
        """The search that found the key, one that took it first, and what it said; near misses included."""
        found = [(search, step, hit) for search, step in self.searches(kind) for hit in step.hits if hit.key == key]
        found.sort(key=lambda one: key not in one[1].keys)
        return (found[0][0], found[0][2]) if found else None

    def kept(self, kind: Kind) -> Mapping[str, Kept]:
        """What was kept of one kind, by key, in context order."""
        if kind == "entity":
            return {kept.entity.key: kept for kept in self.trace.entities}
        if kind == "relation":
            return {kept.relation.key: kept for kept in self.trace.relations}
        return {kept.chunk.id: kept for kept in self.trace.chunks}

    def cut(self, kind: Kind, key: str) -> str:
        """The reason for which it was cut; empty if it was not."""
        return next((cut.reason for cut in self.trace.cuts if (cut.kind, cut.id) == (kind, key)), "")

    def searched(self, kind: Kind) -> tuple[Search, ...]:
        """The searches by which the mode finds this kind: none where seeds stand in their place."""
        return () if self.seeded and kind != "chunk" else self.mode.searches_for(kind)

    def standing(self, kind: Kind, key: str) -> tuple[Search, Place] | None:
        """Its place in the mode's own searches for this kind, the best of them."""
        found = [(search, place) for search in self.searched(kind) if (place := self.place(search, key))]
        return min(found, key=lambda one: one[1].rank) if found else None

    def query(self, query: Query) -> str:
        """The text that was searched with."""
        words = {"low": self.trace.keywords.low, "high": self.trace.keywords.high}.get(query, ())
        return ", ".join(words) or self.trace.question

    # --- names ---------------------------------------------------------------------------------------------------

    def entity_name(self, key: str) -> str:
        return entity_label(self.graph.nodes[key]["entity"]) if key in self.graph else key

    def relation_name(self, relation: Relation) -> str:
        return relation_label(self.graph, relation)

    def relation(self, key: str) -> Relation | None:
        """An edge by key: from the trace, else from the graph."""
        kept = self.kept("relation").get(key)
        if isinstance(kept, KeptRelation):
            return kept.relation
        return self.find(key)


def pinned(trace: Trace, kind: Kind) -> frozenset[str]:
    """The keys of this kind that a person gave as starts, as the trace tells it."""
    return frozenset(key for step in trace.steps if step.name == f"{kind} seeds" for key in step.keys)


def entity_item(entity: Entity) -> Item:
    return Item("entity", entity.key, entity_label(entity))


def chunk_item(chunk: Chunk) -> Item:
    """A passage by its title and its number in the document."""
    return Item("chunk", chunk.id, f"{chunk.title or chunk.document}, passage {chunk.position + 1}")


def relation_item(graph: nx.MultiDiGraph, relation: Relation) -> Item:
    return Item("relation", relation.key, relation_label(graph, relation))


def relation_label(graph: nx.MultiDiGraph, relation: Relation) -> str:
    """`A – keeps → B`, without the arrow's head where the merge rule loses direction."""
    source, target = (entity_label(graph.nodes[key]["entity"]) for key in (relation.source, relation.target))
    word = relation_word(relation)
    head = "→" if relation.directed else "–"
    return f"{source} – {word} {head} {target}" if word else f"{source} {head} {target}"


def relation_word(relation: Relation) -> str:
    """What to write on an edge: its predicate, else its first keyword, else nothing."""
    return relation.predicate or next(iter(relation.keywords), "")


def cosine(score: float) -> str:
    """As it is written in a sentence."""
    return f"{score:.3f}"
