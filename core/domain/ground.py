"""What hits stand on when a mode grows them: the view's graph with its tables, its chunks, how things are measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import networkx as nx

from core.domain.packing import ENTITIES, RELATIONS, Costs, entity_label
from core.domain.passages import Scores
from core.domain.records import Chunk, Entity, Relation
from core.domain.terrain import Pairs, Terrain


class HasGraph(Protocol):
    @property
    def graph(self) -> nx.MultiDiGraph: ...


@dataclass(frozen=True, slots=True)
class Ground:
    """What has the graph, that graph's tables, its chunks by id, how chunks are scored and tokens counted.

    `near` gives entities with nearly the same name.
    """

    view: HasGraph
    tables: Callable[[], Terrain]
    chunks: Mapping[str, Chunk]
    scores: Scores
    costs: Costs
    near: Callable[[], Pairs] = tuple

    @property
    def graph(self) -> nx.MultiDiGraph:
        """Asked for by what needs it alone: it may have to be computed."""
        return self.view.graph

    @property
    def terrain(self) -> Terrain:
        """Asked for by what needs it alone, like the graph."""
        return self.tables()

    def entity(self, key: str) -> Entity:
        return self.terrain.entity[key]

    def entity_cost(self, rank: int, entity: Entity) -> int:
        """As in Costs, counted once for a graph."""
        known = self.terrain.entity_costs
        if entity.key not in known:
            known[entity.key] = self.costs.entity(2, entity)
        return self.costs.head(rank, ENTITIES) + known[entity.key]

    def relation_cost(self, rank: int, relation: Relation) -> int:
        """As in Costs, counted once for a graph."""
        known = self.terrain.relation_costs
        if relation.key not in known:
            known[relation.key] = self.costs.relation(2, relation, self.ends(relation))
        return self.costs.head(rank, RELATIONS) + known[relation.key]

    def between(self, one: str, other: str) -> list[Relation]:
        """All edges of two nodes, either way."""
        ways = (self.graph.succ[one].get(other, {}), self.graph.succ[other].get(one, {}))
        return [data["relation"] for parallel in ways for data in parallel.values()]

    def ends(self, relation: Relation) -> tuple[str, str]:
        """The labels of source and target."""
        return entity_label(self.entity(relation.source)), entity_label(self.entity(relation.target))
