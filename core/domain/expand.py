"""What a hit brings with it from the graph: the edges around entities, the ends of relations.

Every function walks only the neighbourhood of what it is given, never the graph, and returns candidates in the order
in which a budget should keep them. `merged` joins the levels of hybrid retrieval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import networkx as nx

from core.domain.fusion import round_robin
from core.domain.modes import EdgeWeight, Expansion, Parameters
from core.domain.records import Entity, Relation

SEED = "seed"
ENDPOINT = "endpoint"

Item = TypeVar("Item", Entity, Relation)


@dataclass(frozen=True, slots=True)
class Candidate(Generic[Item]):
    """An entity or relation that may be kept: why it is here (`via`), and its cosine where a search found it.

    `brings` says whether its chunks may be kept with it.
    """

    item: Item
    via: str
    score: float | None = None
    brings: bool = True


@dataclass(frozen=True, slots=True)
class Level:
    """The entities and relations of one level of retrieval, each in context order."""

    entities: tuple[Candidate[Entity], ...] = ()
    relations: tuple[Candidate[Relation], ...] = ()


def edges_level(graph: nx.MultiDiGraph, hits: Level, parameters: Parameters) -> Level:
    """The hit entities and every edge they have; the far ends behind them if the parameters ask for their profiles."""
    entities = hits.entities
    if parameters.ranking == "degree":
        entities = tuple(sorted(entities, key=lambda c: (-graph.degree[c.item.key], c.item.key)))
    edges = edges_around(graph, entities, parameters.edge_weight)
    return Level(entities + (ends_of(graph, edges) if parameters.far_ends else ()), edges)


def endpoints_level(graph: nx.MultiDiGraph, hits: Level, parameters: Parameters) -> Level:
    """The hit relations and the two ends of each."""
    relations = hits.relations
    if parameters.ranking == "degree":
        rank = edge_rank(graph, parameters.edge_weight)
        relations = tuple(sorted(relations, key=lambda c: rank(c.item)))
    return Level(ends_of(graph, relations, brings=parameters.global_endpoint_chunks), relations)


EXPANSIONS: Mapping[Expansion, Callable[[nx.MultiDiGraph, Level, Parameters], Level]] = {
    "edges": edges_level,
    "endpoints": endpoints_level,
}


def edges_around(
    graph: nx.MultiDiGraph, entities: Sequence[Candidate[Entity]], weight: EdgeWeight
) -> tuple[Candidate[Relation], ...]:
    """All edges of the given entities, each once, under the first entity that has it.

    Ordered by (sum of the two ends' degrees, weight), both descending, then key.
    """
    found: dict[str, tuple[Relation, str]] = {}
    for entity in entities:
        for relation in _incident(graph, entity.item.key):
            found.setdefault(relation.key, (relation, entity.item.key))
    rank = edge_rank(graph, weight)
    ordered = sorted(found.values(), key=lambda pair: rank(pair[0]))
    return tuple(Candidate(relation, f"edge of {owner}") for relation, owner in ordered)


def _incident(graph: nx.MultiDiGraph, key: str) -> Iterable[Relation]:
    for beside in (graph.succ[key], graph.pred[key]):
        for parallel in beside.values():
            for data in parallel.values():
                yield data["relation"]


def edge_rank(graph: nx.MultiDiGraph, weight: EdgeWeight) -> Callable[[Relation], tuple[float, float, str]]:
    """A sort key for relations: (sum of end degrees, weight) descending, then key."""
    degrees: dict[str, int] = {}

    def degree(key: str) -> int:
        if key not in degrees:
            degrees[key] = graph.degree[key]
        return degrees[key]

    def rank(relation: Relation) -> tuple[float, float, str]:
        second = relation.strength if weight == "strength" else relation.weight
        return -(degree(relation.source) + degree(relation.target)), -second, relation.key

    return rank


def ends_of(
    graph: nx.MultiDiGraph, relations: Sequence[Candidate[Relation]], brings: bool = False
) -> tuple[Candidate[Entity], ...]:
    """The endpoints in first-seen order, source before target; `brings` as in Candidate."""
    keys = dict.fromkeys(key for c in relations for key in (c.item.source, c.item.target))
    return tuple(Candidate(graph.nodes[key]["entity"], ENDPOINT, brings=brings) for key in keys)


def merged(levels: Sequence[Level]) -> Level:
    """The levels in turn, each item once."""
    return Level(_in_turn([level.entities for level in levels]), _in_turn([level.relations for level in levels]))


def _in_turn(lists: Sequence[Sequence[Candidate[Item]]]) -> tuple[Candidate[Item], ...]:
    """Where lists differ on an item, a seed stays a seed with its score, and what brings chunks brings them."""
    best: dict[str, Candidate[Item]] = {}
    for candidate in (c for candidates in lists for c in candidates):
        known = best.setdefault(candidate.item.key, candidate)
        if (candidate.via == SEED, candidate.brings) > (known.via == SEED, known.brings):
            best[candidate.item.key] = candidate
    return tuple(best[c.item.key] for c in round_robin(lists, key=lambda c: c.item.key))


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
