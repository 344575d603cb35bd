"""What differs between two graphs of the same evidence: nodes and edges that are new, gone or other records.

Graphs that a builder made one after the other share what stayed the same, so identity is looked at before equality.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

import networkx as nx

from core.domain.curation import EntityChange, RelationChange
from core.domain.records import Entity, Relation
from core.domain.wording import entity_text, relation_text

Thing = TypeVar("Thing", Entity, Relation)


@dataclass(frozen=True, slots=True)
class GraphChanges:
    """What differs, by key; `loops` are relation mentions whose ends are one node in the second graph alone."""

    entities: tuple[EntityChange, ...] = ()
    relations: tuple[RelationChange, ...] = ()
    loops: tuple[str, ...] = ()

    def texts(self) -> Iterator[str]:
        """The texts of the second graph that the first did not have under the same key."""
        for entity in self.entities:
            if entity.after is not None:
                text = entity_text(entity.after)
                if entity.before is None or entity_text(entity.before) != text:
                    yield text
        for relation in self.relations:
            if relation.after is not None:
                text = relation_text(relation.after)
                if relation.before is None or relation_text(relation.before) != text:
                    yield text


def graph_changes(before: nx.MultiDiGraph, after: nx.MultiDiGraph) -> GraphChanges:
    """What the second graph has otherwise than the first."""
    if before is after:
        return GraphChanges()
    entities = _differing(dict(before.nodes(data="entity")), dict(after.nodes(data="entity")))
    relations = _differing(*_edges(before, after))
    known = set(before.graph.get("self_loops", ()))
    loops = tuple(loop for loop in after.graph.get("self_loops", ()) if loop not in known)
    return GraphChanges(
        tuple(EntityChange(*each) for each in entities), tuple(RelationChange(*each) for each in relations), loops
    )


def _differing(before: Mapping[str, Thing], after: Mapping[str, Thing]) -> list[tuple[str, Thing | None, Thing | None]]:
    found = []
    for key in before.keys() | after.keys():
        old, new = before.get(key), after.get(key)
        if old is not new and old != new:
            found.append((key, old, new))
    return sorted(found, key=lambda each: each[0])


def _edges(before: nx.MultiDiGraph, after: nx.MultiDiGraph) -> tuple[dict[str, Relation], dict[str, Relation]]:
    """The edges at nodes whose edges are not the same object in both."""
    old, new = dict(before.adjacency()), dict(after.adjacency())
    same = {key for key, inner in new.items() if old.get(key) is inner}
    return _relations(old, same), _relations(new, same)


def _relations(
    around: Mapping[str, Mapping[str, Mapping[str, Mapping[str, Relation]]]], same: set[str]
) -> dict[str, Relation]:
    return {
        key: data["relation"]
        for source, inner in around.items()
        if source not in same
        for edges in inner.values()
        for key, data in edges.items()
    }
