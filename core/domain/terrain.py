"""What retrieval asks of a graph again and again, made once and kept beside it: degrees, and links to walk along.

Holds the graph's keys but never the graph, so that it lives no longer than that; a graph that changes needs a new one.
Nodes are numbered: entities in key order, then chunks in id order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

import networkx as nx

from core.domain.chains import Steps
from core.domain.modes import EdgeWeight
from core.domain.names import name_key
from core.domain.records import Entity, Relation
from core.domain.walk import Links, links

Pairs = Sequence[tuple[str, str]]
"""Entity keys two by two."""

NAMED, NEAR = 1.0, 1.0
"""What a link weighs between an entity and a chunk that names it, and between two names that are nearly the same."""


class Terrain:
    """Tables of one graph and its chunks; `entity_costs` and `relation_costs` keep what lines were found to take."""

    def __init__(self, graph: nx.MultiDiGraph, chunks: Iterable[str]) -> None:
        self.degree = _degrees(graph)
        self.entity: Mapping[str, Entity] = dict(graph.nodes(data="entity"))
        self.relation: Mapping[str, Relation] = {r.key: r for *_, r in graph.edges(data="relation")}
        self.entities = tuple(sorted(self.entity))
        self.chunks = tuple(sorted(chunks))
        self.entity_costs: dict[str, int] = {}
        self.relation_costs: dict[str, int] = {}
        self._links: dict[tuple[EdgeWeight, bool], Links] = {}
        self._steps: dict[EdgeWeight, Steps] = {}

    @cached_property
    def entity_number(self) -> Mapping[str, int]:
        return {key: n for n, key in enumerate(self.entities)}

    @cached_property
    def chunk_number(self) -> Mapping[str, int]:
        return {key: n for n, key in enumerate(self.chunks, len(self.entities))}

    def named(self, name: str) -> tuple[str, ...]:
        """The entities that have this name, whatever their qualifiers, by key."""
        return self._by_name.get(name_key(name), ())

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for key in self.entities:
            known = name_key(self.entity[key].name)
            found[known] = (*found.get(known, ()), key)
        return found

    @property
    def size(self) -> int:
        return len(self.entities) + len(self.chunks)

    def links(self, weight: EdgeWeight, near: Callable[[], Pairs] | None) -> Links:
        """Edges by their weight, an entity and each chunk that names it, and the `near` names, asked for once."""
        if (weight, bool(near)) not in self._links:
            entity, chunk = self.entity_number, self.chunk_number
            ends, weights = self._edge_links(weight)
            named = [(n, chunk[id_]) for key, n in entity.items() for id_ in self.entity[key].chunks if id_ in chunk]
            alike = [(entity[one], entity[other]) for one, other in (near() if near else ())]
            every = [*weights, *[NAMED] * len(named), *[NEAR] * len(alike)]
            self._links[weight, bool(near)] = links(self.size, [*ends, *named, *alike], every)
        return self._links[weight, bool(near)]

    def steps(self, weight: EdgeWeight) -> Steps:
        """The edges alone, as steps from entity to entity."""
        if weight not in self._steps:
            self._steps[weight] = Steps(links(len(self.entities), *self._edge_links(weight)))
        return self._steps[weight]

    def _edge_links(self, weight: EdgeWeight) -> tuple[list[tuple[int, int]], list[float]]:
        number = self.entity_number
        edges = self.relation.values()
        weights = [edge.strength if weight == "strength" else float(edge.weight) for edge in edges]
        return [(number[edge.source], number[edge.target]) for edge in edges], weights


def _degrees(graph: nx.MultiDiGraph) -> Mapping[str, int]:
    """How many edge ends lie at each node, as networkx counts them, in one pass over the edges."""
    found = dict.fromkeys(graph, 0)
    for source, targets in graph.adjacency():
        for target, parallel in targets.items():
            found[source] += len(parallel)
            found[target] += len(parallel)
    return found


class RelationFinder:
    """Finds edges of one graph by key without a walk over all; learns their places once, and again on a miss.

    It holds no graph itself, so that it may be kept beside a graph for as long as that one lives.
    """

    def __init__(self) -> None:
        self._places: dict[str, tuple[str, str]] = {}

    def find(self, graph: nx.MultiDiGraph, key: str) -> Relation | None:
        if not self._knows(graph, key):
            self._places = {edge: (source, target) for source, target, edge in graph.edges(keys=True)}
        if not self._knows(graph, key):
            return None
        relation: Relation = graph.edges[(*self._places[key], key)]["relation"]
        return relation

    def _knows(self, graph: nx.MultiDiGraph, key: str) -> bool:
        return key in self._places and graph.has_edge(*self._places[key], key=key)
