"""Puts records together into a networkx graph, using again what the graph before it holds.

A graph of networkx is four dictionaries deep: nodes, their neighbours, edge keys, attributes. Views are never edited,
so a graph may share with the one before it every inner dictionary in which nothing has changed. What comes out is what
adding all nodes in key order and all edges in (source, target, key) order would give; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import networkx as nx

from core.domain.records import Entity, Relation

Edges = dict[str, dict[str, Any]]
"""Edge key -> attributes, of one pair of nodes."""
Inner = dict[str, Edges]
"""Neighbour -> edges, of one node."""


def assembled(
    before: nx.MultiDiGraph, entities: Mapping[str, Entity], gone: Iterable[Relation], made: Iterable[Relation]
) -> nx.MultiDiGraph:
    """A new graph of these entities and of the edges of `before`, less those that are gone, with those that were made.

    An edge whose record has changed is in both lists. `before` stays as it is.
    """
    out, into = _around(before, _pairs(before, gone, made))
    graph = nx.MultiDiGraph()
    for key in sorted(entities):
        known = before._node.get(key)
        graph._node[key] = known if known and known["entity"] is entities[key] else {"entity": entities[key]}
        graph._succ[key] = out[key] if key in out else before._succ.get(key, {})
        graph._pred[key] = into[key] if key in into else before._pred.get(key, {})
    return graph


def _pairs(before: nx.MultiDiGraph, gone: Iterable[Relation], made: Iterable[Relation]) -> dict[tuple[str, str], Edges]:
    """The edges of each pair of nodes at which one is gone or made."""
    pairs: dict[tuple[str, str], Edges] = {}

    def edges(relation: Relation) -> Edges:
        pair = relation.source, relation.target
        if pair not in pairs:
            pairs[pair] = dict(before._succ.get(relation.source, {}).get(relation.target, {}))
        return pairs[pair]

    for relation in gone:
        edges(relation).pop(relation.key)
    for relation in made:
        edges(relation)[relation.key] = {"relation": relation}
    return pairs


def _around(
    before: nx.MultiDiGraph, pairs: Mapping[tuple[str, str], Edges]
) -> tuple[dict[str, Inner], dict[str, Inner]]:
    """Successors and predecessors of the nodes of these pairs, in key order."""
    out: dict[str, Inner] = {}
    into: dict[str, Inner] = {}
    for (source, target), edges in pairs.items():
        ordered = _by_key(edges)
        _put(out, before._succ, (source, target), ordered)
        _put(into, before._pred, (target, source), ordered)
    return {key: _by_key(inner) for key, inner in out.items()}, {key: _by_key(inner) for key, inner in into.items()}


def _put(changed: dict[str, Inner], known: Mapping[str, Inner], pair: tuple[str, str], edges: Edges) -> None:
    at, neighbour = pair
    if at not in changed:
        changed[at] = dict(known.get(at, {}))
    if edges:
        changed[at][neighbour] = edges
    else:
        changed[at].pop(neighbour, None)


def _by_key(inner: dict[str, Any]) -> dict[str, Any]:
    return dict(sorted(inner.items())) if len(inner) > 1 else inner
