"""Over which passages a ruling is made: what the names and texts that it gives rest on (`Decision.of`).

Those of the nodes and edges that it names, as the everyday graph has them. Within one step a node holds also what was
sent there by the rulings before; that may name more passages than need be, which keeps a name from more viewers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import networkx as nx

from core.domain.conflicts import outcome
from core.domain.decisions import Body, Edge, Ruling, read_node, read_relation
from core.domain.decisions.reading import predicate_key, text, type_key
from core.domain.identity import passage_id
from core.domain.names import NodeRef
from core.domain.naming_nodes import named_mentions, named_nodes
from core.domain.records import Entity, Evidence, Relation

NAMING = frozenset({"split", "merge", "rename", "qualify", "retype", "assert", "relabel", "endpoint", "describe"})
"""Kinds that give a name or a text."""


class Resting:
    """Of the rulings of one step, asked for in their order, over the everyday graph and its evidence."""

    def __init__(self, graph: nx.MultiDiGraph, evidence: Evidence) -> None:
        self._graph, self._evidence = graph, evidence
        self._came: dict[tuple[str, str], set[str]] = defaultdict(set)

    def of(self, ruling: Ruling) -> tuple[str, ...]:
        """The ids of the passages, sorted; none where it gives no name or text."""
        if ruling.kind not in NAMING or not isinstance(ruling.body, Mapping):
            return ()
        chunks = set(self._chunks(ruling.kind, ruling.body))
        for what in _gives(ruling.kind, ruling.body):
            self._came[what] |= chunks
        found = (self._evidence.chunks[chunk] for chunk in chunks)
        return tuple(sorted({passage_id(chunk.document, chunk.text) for chunk in found}))

    def _chunks(self, kind: str, body: Body) -> Iterator[str]:
        if kind == "assert":
            yield from self._quoted(text(body.get("document")), text(body.get("quote")))
        elif edge := read_relation(body.get("relation")):
            yield from self._edge(edge)
        elif kind == "relabel":
            yield from self._labelled(predicate_key(body.get("predicate")))
        elif kind == "retype" and "node" not in body:
            yield from self._typed(type_key(body.get("type")))
        else:
            for ref in _refs(kind, body):
                yield from self._node(ref)
        if kind in ("endpoint", "describe"):
            yield from (self._chunk_of[mention] for mention in named_mentions(body) if mention in self._chunk_of)

    def _node(self, ref: NodeRef) -> Iterable[str]:
        found = self._graph.nodes.get(ref.key)
        there: Iterable[str] = found["entity"].chunks if found else ()
        return (*there, *self._came.get(("node", ref.key), ()))

    def _edge(self, edge: Edge) -> Iterable[str]:
        """Of an edge that there is, else of what both ends are made of: one may have come there in this step."""
        between = self._graph.get_edge_data(edge.source.key, edge.target.key, default={})
        found = [each["relation"] for each in between.values() if each["relation"].predicate == edge.predicate]
        if found:
            return [chunk for relation in found for chunk in relation.chunks]
        return [*self._node(edge.source), *self._node(edge.target)]

    def _labelled(self, predicate: str) -> Iterator[str]:
        yield from self._came.get(("predicate", predicate), ())
        for _, _, relation in self._graph.edges(data="relation"):
            if _predicate(relation) == predicate:
                yield from relation.chunks

    def _typed(self, type_: str) -> Iterator[str]:
        yield from self._came.get(("type", type_), ())
        for _, entity in self._graph.nodes(data="entity"):
            if type_ in _types(entity):
                yield from entity.chunks

    def _quoted(self, document: str, quote: str) -> Iterator[str]:
        found = (key for key, chunk in self._evidence.chunks.items() if chunk.document == document)
        yield from [key for key in found if quote in self._evidence.chunks[key].text][:1]

    @cached_property
    def _chunk_of(self) -> Mapping[str, str]:
        evidence = self._evidence
        return {m.id: m.chunk for m in evidence.entities} | {m.id: m.chunk for m in evidence.relations}


def _predicate(relation: Relation) -> str:
    return relation.predicate


def _types(entity: Entity) -> set[str]:
    return {entity.type.lower(), *(kind for kind, _ in entity.types)}


def _refs(kind: str, body: Body) -> set[NodeRef]:
    """The nodes that a ruling names, and those to which it sends mentions."""
    named = {NodeRef.shown(node["name"], node["qualifier"]) for node in named_nodes(body)}
    return named.union(*outcome(kind, body).values())


def _gives(kind: str, body: Body) -> Iterator[tuple[str, str]]:
    """Nodes, types and predicates that hold more from here on."""
    for targets in outcome(kind, body).values():
        yield from (("node", ref.key) for ref in targets)
    yield from (("type", type_key(given)) for given in _said(body, "type", "to") if kind in ("retype", "merge"))
    if kind == "relabel":
        yield "predicate", predicate_key(body.get("to"))
    if kind == "endpoint" and (node := read_node(body.get("node"))):
        yield "node", node.ref.key
    if kind == "assert":
        yield from (("node", NodeRef.shown(n["name"], n["qualifier"]).key) for n in named_nodes(body))


def _said(body: Body, *fields: str) -> Iterator[Any]:
    return (body[field] for field in fields if isinstance(body.get(field), str))
