"""The shape of `graph --json`."""

from __future__ import annotations

from typing import Any

import networkx as nx

from core.domain.records import Entity, Relation


def graph_json(graph: nx.MultiDiGraph) -> dict[str, Any]:
    """Nodes in key order, edges in (source, target, key) order."""
    return {
        "entities": [_entity(entity) for _, entity in graph.nodes(data="entity")],
        "relations": [_relation(relation) for *_, relation in graph.edges(data="relation")],
    }


def _entity(entity: Entity) -> dict[str, Any]:
    return {
        "key": entity.key,
        "name": entity.name,
        "type": entity.type,
        "qualifier": entity.qualifier,
        "description": entity.description,
        "chunks": list(entity.chunks),
        "documents": list(entity.documents),
        "stub": entity.stub,
        "flags": list(entity.flags),
    }


def _relation(relation: Relation) -> dict[str, Any]:
    return {
        "source": relation.source,
        "target": relation.target,
        "predicate": relation.predicate,
        "keywords": list(relation.keywords),
        "description": relation.description,
        "weight": relation.weight,
        "chunks": list(relation.chunks),
        "directed": relation.directed,
        "flags": list(relation.flags),
    }
