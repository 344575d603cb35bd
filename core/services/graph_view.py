"""Which part of a graph is shown, and the values that a drawing needs of it.

Never more than 500 nodes, chosen without chance: by degree then key, grown along edges so that the picture hangs
together. Knows nothing of how it is drawn; texts are plain and uncut by markup.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.domain.layout import Point, community_layout, place_beside
from core.services.graph_edges import GraphEdge, edges_between, shortened
from core.services.view_index import ViewIndex

MAX_NODES = 500
"""The most that one picture holds; beyond it nobody reads names."""
ANY_NOTE = "note"
"""Asks for entities with any flag but `stub`."""


@dataclass(frozen=True, slots=True)
class Growth:
    """One step by which a picture was grown: this entity was added, or, if `around`, its neighbours were."""

    key: str
    around: bool


@dataclass(frozen=True, slots=True)
class GraphQuery:
    """What to show. Without `focus` the most connected part, with it the neighbourhood up to `hops` steps.

    `grown` is then added in its order, and moves nothing. Empty `types` or `documents` means all; `limit` is at most
    500 and bounds what is shown before it grows. `flag` is one of an entity's flags, or ANY_NOTE, or empty for all.
    """

    policy: str = "careful"
    viewer: tuple[str, ...] | None = None
    focus: str | None = None
    hops: int = 1
    grown: tuple[Growth, ...] = ()
    types: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    min_degree: int = 0
    limit: int = 150
    flag: str = ""


@dataclass(frozen=True, slots=True)
class GraphNode:
    """An entity in the picture. `degree` counts its relations in the whole graph; x, y are pixels."""

    key: str
    name: str
    qualifier: str
    type: str
    degree: int
    stub: bool
    flags: tuple[str, ...]
    summary: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class GraphView:
    """A part of the graph. `matching` counts the entities that the query fits, shown or not, and those it grew by."""

    query: GraphQuery
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    matching: int
    total_nodes: int
    total_edges: int

    @property
    def shown_relations(self) -> int:
        return sum(len(edge.relations) for edge in self.edges)


def show(index: ViewIndex, query: GraphQuery) -> GraphView:
    """The part of the graph that the query asks for, laid out. Raises UnknownName for a focus that isn't there."""
    fits = _Filter(index, query)
    chosen, fitting = _around(index, query, fits) if query.focus else _core(index, query, fits)
    first = _laid_out(index, query, chosen[: _limit(query)])
    places = _grown(index, query, fits, first)
    return GraphView(
        query=query,
        nodes=tuple(node_at(index, key, place) for key, place in places.items()),
        edges=tuple(edges_between(index, places.keys(), frozenset(query.documents))),
        matching=len(fitting.union(places)),
        total_nodes=len(index.order),
        total_edges=len(index.ends),
    )


def fitting(index: ViewIndex, query: GraphQuery) -> tuple[str, ...]:
    """The keys of all entities that fit types, documents, flag and least degree, shown or not, by degree, then key."""
    return tuple(filter(_Filter(index, query), index.order))


class _Filter:
    """Whether an entity fits types, documents, flag and least degree."""

    def __init__(self, index: ViewIndex, query: GraphQuery) -> None:
        self._index, self._query = index, query
        self._documents = [index.in_document.get(document, frozenset()) for document in query.documents]

    def __call__(self, key: str) -> bool:
        query, index = self._query, self._index
        return (
            index.degree[key] >= query.min_degree
            and (not query.types or index.entity(key).type in query.types)
            and (not query.documents or any(key in keys for keys in self._documents))
            and (not query.flag or _flagged(index.entity(key).flags, query.flag))
        )


def _flagged(flags: Sequence[str], wanted: str) -> bool:
    return any(flag != "stub" for flag in flags) if wanted == ANY_NOTE else wanted in flags


def _limit(query: GraphQuery) -> int:
    return max(1, min(query.limit, MAX_NODES))


def _core(index: ViewIndex, query: GraphQuery, fits: _Filter) -> tuple[list[str], set[str]]:
    """What is shown of all that fits: from the highest degree on, the highest neighbour of what is taken."""
    eligible = [key for key in index.order if fits(key)]
    allowed, limit = set(eligible), _limit(query)
    taken: dict[str, None] = {}
    seen: set[str] = set()
    for start in eligible:
        border = [] if start in seen else [(-index.degree[start], start)]
        seen.add(start)
        while border and len(taken) < limit:
            key = heapq.heappop(border)[1]
            taken[key] = None
            fresh = (index.neighbours(key) & allowed) - seen
            seen |= fresh
            for near in fresh:
                heapq.heappush(border, (-index.degree[near], near))
        if len(taken) >= limit:
            break
    return list(taken), allowed


def _around(index: ViewIndex, query: GraphQuery, fits: _Filter) -> tuple[list[str], set[str]]:
    """The focus and what lies up to `hops` steps from it, nearest first, then by degree."""
    focus = query.focus or ""
    index.entity(focus)
    reached, border = [focus], [focus]
    seen = {focus}
    for _ in range(max(1, query.hops)):
        fresh = {near for key in border for near in index.neighbours(key)} - seen
        seen |= fresh
        border = _by_degree(index, filter(fits, fresh))
        reached += border
    return reached, set(reached)


def _laid_out(index: ViewIndex, query: GraphQuery, chosen: list[str]) -> dict[str, Point]:
    """Positions by key, in the order of choice."""
    lines = (
        (edge.source, edge.target, float(edge.weight))
        for edge in edges_between(index, set(chosen), frozenset(query.documents))
    )
    places = community_layout(chosen, lines)
    return {key: places[key] for key in chosen}


def _grown(index: ViewIndex, query: GraphQuery, fits: _Filter, places: dict[str, Point]) -> dict[str, Point]:
    """Add what the picture was grown by, beside what it hangs on, up to the most that one picture holds."""
    for growth in query.grown:
        if growth.key not in index.degree:
            continue
        near = index.neighbours(growth.key)
        wanted = _by_degree(index, filter(fits, near)) if growth.around else []
        new = [key for key in (growth.key, *wanted) if key not in places][: MAX_NODES - len(places)]
        shown = growth.key if growth.key in places else next(iter(_by_degree(index, near & places.keys())), None)
        places = places | dict(place_beside(places, shown, new))
    return places


def _by_degree(index: ViewIndex, keys: Iterable[str]) -> list[str]:
    return sorted(keys, key=lambda key: (-index.degree[key], key))


def node_at(index: ViewIndex, key: str, place: Point) -> GraphNode:
    """An entity as a picture needs it, at this place. Raises UnknownName."""
    entity = index.entity(key)
    return GraphNode(
        key=key,
        name=entity.name,
        qualifier=entity.qualifier,
        type=entity.type,
        degree=index.degree[key],
        stub=entity.stub,
        flags=entity.flags,
        summary=shortened(entity.description),
        x=place[0],
        y=place[1],
    )
