"""`build_graph`: evidence, decisions, a merge rule and a viewer in; a graph out. A pure function, and the only one.

Nodes and edges are frozen records under the attributes `entity` and `relation`; nodes are inserted in key order, edges
in (source, target, key) order, and every list inside is in document order, so that equal input gives an equal graph
whatever the order in which the evidence came.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import networkx as nx

from core.domain.collisions import in_conflict
from core.domain.decisions import NOTHING_RULED, Place, Resolution
from core.domain.names import clean_name, predicate_of, relation_key
from core.domain.placing import Placed, Placing
from core.domain.policy import Policy
from core.domain.profiles import CountTokens, Said, commonest, profile, rough_tokens, vote
from core.domain.records import Chunk, Entity, EntityMention, Evidence, Relation, RelationMention

UNKNOWN_TYPE = "unknown"
Viewer = tuple[str, ...] | None
"""Audience labels that the asker holds; None sees everything, () what everyone may see."""


def build_graph(
    evidence: Evidence,
    resolution: Resolution = NOTHING_RULED,
    *,
    policy: Policy,
    viewer: Viewer = None,
    count_tokens: CountTokens = rough_tokens,
) -> nx.MultiDiGraph:
    """Compute the view. `graph.graph` holds `self_loops`: relation mentions whose ends became one node."""
    seen = visible(evidence, viewer)
    builder = _Builder(
        seen, Placing(seen, resolution if policy.follows_decisions else NOTHING_RULED, policy), count_tokens
    )
    return builder.build()


def visible(evidence: Evidence, viewer: Viewer) -> Evidence:
    """The part of the evidence that a viewer may see: chunks without an audience, or with a label in common."""
    if viewer is None:
        return evidence
    held = frozenset(viewer)
    chunks = {key: chunk for key, chunk in evidence.chunks.items() if may_see(chunk, held)}
    return Evidence(
        chunks,
        tuple(m for m in evidence.entities if m.chunk in chunks),
        tuple(m for m in evidence.relations if m.chunk in chunks),
    )


def may_see(chunk: Chunk, held: frozenset[str]) -> bool:
    """Whether one label of the chunk's audience is held; a chunk without an audience is for everyone.

    An audience that is neither a label nor a list of labels is for nobody: what can't be read must not open a door.
    """
    audience = chunk.metadata.get("audience")
    if audience is None or audience in ("", [], ()):
        return True
    labels = audience if isinstance(audience, list | tuple) else [audience]
    return any(str(label) in held for label in labels)


@dataclass(slots=True)
class _Node:
    """What a node gathers while the mentions are read in document order."""

    places: list[tuple[EntityMention, Place]] = field(default_factory=list)
    chunks: set[str] = field(default_factory=set)
    forms: list[str] = field(default_factory=list)
    qualifiers: list[str] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)


@dataclass(slots=True)
class _Edge:
    source: str
    target: str
    predicate: str
    mentions: list[RelationMention] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)


class _Builder:
    """One computation: gather mentions by key, then freeze each gathering into a record."""

    def __init__(self, evidence: Evidence, placing: Placing, count: CountTokens) -> None:
        self._evidence, self._placing, self._policy, self._count = evidence, placing, placing.policy, count
        self._order = {chunk: n for n, chunk in enumerate(evidence.chunks)}
        self._nodes: dict[str, _Node] = {}
        self._edges: dict[str, _Edge] = {}
        self._loops: list[str] = []

    def build(self) -> nx.MultiDiGraph:
        for mention, placed in self._placing.entities():
            self._gather_entity(mention, placed)
        for relation in self._evidence.relations:
            self._gather_relation(relation)
        graph = nx.MultiDiGraph(self_loops=tuple(self._loops))
        names = self._add_nodes(graph)
        self._add_edges(graph, names)
        return graph

    def _gather_entity(self, mention: EntityMention, placed: Placed) -> None:
        node = self._nodes.setdefault(placed.key, _Node())
        node.places.append((mention, placed.place))
        node.chunks.add(mention.chunk)
        node.forms.append(clean_name(mention.name) if self._policy.normalises else mention.name.strip())
        node.qualifiers.append(placed.qualifier)
        node.flags.update(placed.flags)

    def _gather_relation(self, mention: RelationMention) -> None:
        ends = self._placing.ends(mention)
        if ends is None:
            return
        source, target = ends
        if source.key == target.key:
            self._loops.append(mention.id)
            return
        for end, name in ((source, mention.source), (target, mention.target)):
            self._touch(end, name, mention.chunk)
        edge = self._edge_of(source.key, target.key, mention)
        edge.mentions.append(mention)
        edge.flags.update(
            f"{side}: {flag}" for side, end in zip(("source", "target"), ends, strict=True) for flag in end.flags
        )

    def _touch(self, end: Placed, name: str, chunk: str) -> None:
        """An endpoint is a node too; described or not, the relation's chunk counts among its chunks."""
        node = self._nodes.setdefault(end.key, _Node())
        node.chunks.add(chunk)
        if not node.places:
            node.forms.append(end.place.name or (clean_name(name) if self._policy.normalises else name.strip()))
            node.qualifiers.append(end.qualifier)
        node.flags.update(end.flags)

    def _edge_of(self, source: str, target: str, mention: RelationMention) -> _Edge:
        predicate = predicate_of(mention.keywords) if self._policy.keeps_direction else ""
        if not self._policy.keeps_direction:
            source, target = sorted((source, target))
        return self._edges.setdefault(relation_key(source, target, predicate), _Edge(source, target, predicate))

    def _add_nodes(self, graph: nx.MultiDiGraph) -> Mapping[str, str]:
        names = {}
        for key in sorted(self._nodes):
            entity = self._entity(key, self._nodes[key])
            names[key] = entity.name
            graph.add_node(key, entity=entity)
        return names

    def _add_edges(self, graph: nx.MultiDiGraph, names: Mapping[str, str]) -> None:
        for key, edge in sorted(self._edges.items(), key=lambda item: (item[1].source, item[1].target, item[0])):
            graph.add_edge(edge.source, edge.target, key=key, relation=self._relation(key, edge, names))

    def _entity(self, key: str, node: _Node) -> Entity:
        said = [Said(m.description, m.id, self._document(m.chunk)) for m, _ in node.places]
        text = profile(said, self._policy.profile_tokens, self._count)
        types = vote(t for m, p in node.places if (t := p.type or _type(m)))
        ruled = max(((p.typed, p.type) for _, p in node.places), default=(0, ""))[1]
        chunks = self._in_order(node.chunks)
        stub = not node.places
        flags = node.flags | ({"stub"} if stub else set())
        if self._policy.normalises and in_conflict([t.text for t in (*text.texts, *text.cut)]):
            flags.add("collision")
        return Entity(
            key=key,
            name=self._name(node),
            qualifier=commonest(q for q in node.qualifiers if q),
            type=ruled or (types[0][0] if types else UNKNOWN_TYPE),
            types=types,
            description=text.description,
            texts=text.texts,
            cut=text.cut,
            mentions=tuple(m.id for m, _ in node.places),
            chunks=chunks,
            documents=self._documents(chunks),
            stub=stub,
            flags=tuple(sorted(flags)),
        )

    def _name(self, node: _Node) -> str:
        ruled = max(((p.named, p.name) for _, p in node.places), default=(0, ""))[1]
        return ruled or commonest(node.forms)

    def _relation(self, key: str, edge: _Edge, names: Mapping[str, str]) -> Relation:
        said = [Said(m.description, m.id, self._document(m.chunk)) for m in edge.mentions]
        text = profile(said, self._policy.profile_tokens, self._count)
        chunks = self._in_order({m.chunk for m in edge.mentions})
        return Relation(
            key=key,
            source=edge.source,
            target=edge.target,
            source_name=names[edge.source],
            target_name=names[edge.target],
            predicate=edge.predicate,
            keywords=tuple(dict.fromkeys(word for m in edge.mentions for word in m.keywords)),
            description=text.description,
            texts=text.texts,
            cut=text.cut,
            mentions=tuple(m.id for m in edge.mentions),
            chunks=chunks,
            documents=self._documents(chunks),
            weight=len(chunks),
            strength=sum(m.strength for m in edge.mentions) / len(edge.mentions),
            directed=self._policy.keeps_direction,
            flags=tuple(sorted(edge.flags)),
        )

    def _document(self, chunk: str) -> str:
        return self._evidence.chunks[chunk].document

    def _in_order(self, chunks: set[str]) -> tuple[str, ...]:
        return tuple(sorted(chunks, key=self._order.__getitem__)) if len(chunks) > 1 else tuple(chunks)

    def _documents(self, chunks: Sequence[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._document(chunk) for chunk in chunks))


def _type(mention: EntityMention) -> str:
    return clean_name(mention.type).lower()
