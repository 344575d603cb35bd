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
from core.domain.ground import Ground
from core.domain.modes import EdgeWeight, Parameters
from core.domain.records import Entity, Relation
from core.domain.terrain import RelationFinder as RelationFinder

SEED = "seed"
ENDPOINT = "endpoint"
PATH = "path"

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
class Path:
    """A chain of edges before any budget: node keys, the edge shown of each step, and its score in [0, 1]."""

    nodes: tuple[str, ...]
    relations: tuple[Relation, ...]
    score: float


@dataclass(frozen=True, slots=True)
class Starts:
    """The hits that a walk starts from: entities, relations, and chunk ids with their strengths."""

    entities: tuple[Candidate[Entity], ...] = ()
    relations: tuple[Candidate[Relation], ...] = ()
    chunks: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Level:
    """What one level of retrieval holds, each list in context order.

    `starts` is for hits only, `walked` for what was grown: the chunks that a walk reached, with their shares of it.
    """

    entities: tuple[Candidate[Entity], ...] = ()
    relations: tuple[Candidate[Relation], ...] = ()
    starts: Starts = Starts()
    walked: tuple[tuple[str, float], ...] = ()
    paths: tuple[Path, ...] = ()


def edges_level(ground: Ground, hits: Level, parameters: Parameters) -> Level:
    """The hit entities and every edge they have; the far ends behind them if the parameters ask for their profiles."""
    entities = hits.entities
    if parameters.ranking == "degree":
        degree = ground.terrain.degree
        entities = tuple(sorted(entities, key=lambda c: (-degree[c.item.key], c.item.key)))
    edges = edges_around(ground, entities, parameters.edge_weight)
    return Level(entities + (ends_of(ground.graph, edges) if parameters.far_ends else ()), edges)


def endpoints_level(ground: Ground, hits: Level, parameters: Parameters) -> Level:
    """The hit relations and the two ends of each."""
    relations = hits.relations
    if parameters.ranking == "degree":
        rank = edge_rank(ground.terrain.degree, parameters.edge_weight)
        relations = tuple(sorted(relations, key=lambda c: rank(c.item)))
    return Level(ends_of(ground.graph, relations, brings=parameters.global_endpoint_chunks), relations)


def edges_around(
    ground: Ground, entities: Sequence[Candidate[Entity]], weight: EdgeWeight
) -> tuple[Candidate[Relation], ...]:
    """All edges of the given entities, each once, under the first entity that has it.

    Ordered by (sum of the two ends' degrees, weight), both descending, then key.
    """
    found: dict[str, tuple[Relation, str]] = {}
    for entity in entities:
        for relation in _incident(ground.graph, entity.item.key):
            found.setdefault(relation.key, (relation, entity.item.key))
    rank = edge_rank(ground.terrain.degree, weight)
    ordered = sorted(found.values(), key=lambda pair: rank(pair[0]))
    return tuple(Candidate(relation, f"edge of {owner}") for relation, owner in ordered)


def _incident(graph: nx.MultiDiGraph, key: str) -> Iterable[Relation]:
    for beside in (graph.succ[key], graph.pred[key]):
        for parallel in beside.values():
            for data in parallel.values():
                yield data["relation"]


def edge_rank(degree: Mapping[str, int], weight: EdgeWeight) -> Callable[[Relation], tuple[float, float, str]]:
    """A sort key for relations: (sum of end degrees, weight) descending, then key."""

    def rank(relation: Relation) -> tuple[float, float, str]:
        second = relation.strength if weight == "strength" else relation.weight
        return -(degree[relation.source] + degree[relation.target]), -second, relation.key

    return rank


def ends_of(
    graph: nx.MultiDiGraph, relations: Sequence[Candidate[Relation]], brings: bool = False
) -> tuple[Candidate[Entity], ...]:
    """The endpoints in first-seen order, source before target; `brings` as in Candidate."""
    keys = dict.fromkeys(key for c in relations for key in (c.item.source, c.item.target))
    return tuple(Candidate(graph.nodes[key]["entity"], ENDPOINT, brings=brings) for key in keys)


def merged(levels: Sequence[Level]) -> Level:
    """The levels in turn, each item once."""
    return Level(
        in_turn([level.entities for level in levels]),
        in_turn([level.relations for level in levels]),
        walked=tuple(round_robin([level.walked for level in levels], key=lambda chunk: chunk[0])),
        paths=tuple(path for level in levels for path in level.paths),
    )


def in_turn(lists: Sequence[Sequence[Candidate[Item]]]) -> tuple[Candidate[Item], ...]:
    """One of each list in turn. Where lists differ on an item, a seed stays a seed with its best score, and what brings
    chunks brings them.
    """
    best: dict[str, Candidate[Item]] = {}
    for candidate in (c for candidates in lists for c in candidates):
        known = best.setdefault(candidate.item.key, candidate)
        if _stands(candidate) > _stands(known):
            best[candidate.item.key] = candidate
    return tuple(best[c.item.key] for c in round_robin(lists, key=lambda c: c.item.key))


def _stands(candidate: Candidate[Item]) -> tuple[bool, bool, float]:
    return candidate.via == SEED, candidate.brings, -2.0 if candidate.score is None else candidate.score
