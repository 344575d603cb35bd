"""What each chunk gives to the graph, and which chunks a node or an edge is made of.

Nothing here is a record yet: mentions are only kept, chunk by chunk, under the key that they belong to, so that a chunk
can be taken out again and what that touches is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from core.domain.collisions import Claims, claims
from core.domain.names import predicate_of, relation_key
from core.domain.ordering import ChunkEvidence
from core.domain.placing import Placed, Placing
from core.domain.policy import Policy
from core.domain.records import EntityMention, RelationMention


class Named(NamedTuple):
    """An entity mention, its place, and the quantities that its text claims."""

    mention: EntityMention
    placed: Placed
    claims: Claims


@dataclass(slots=True)
class NodePart:
    """What one chunk says of one node: its mentions, and forms that ends of relations give it.

    Tuples, because there are many parts, and most hold one mention and nothing else.
    """

    named: tuple[Named, ...] = ()
    ends: tuple[tuple[str, Placed], ...] = ()


@dataclass(slots=True)
class EdgePart:
    """What one chunk says of one edge."""

    source: str
    target: str
    predicate: str
    mentions: tuple[RelationMention, ...] = ()
    flags: frozenset[str] = frozenset()


@dataclass(slots=True)
class ChunkPart:
    """What one chunk gives, by key; `loops` are relation mentions whose ends became one node."""

    nodes: dict[str, NodePart] = field(default_factory=dict)
    edges: dict[str, EdgePart] = field(default_factory=dict)
    loops: tuple[str, ...] = ()

    def name(self, mention: EntityMention, placed: Placed) -> None:
        """Add an entity mention to its node."""
        self._node(placed.key).named += (Named(mention, placed, claims(mention.description, mention.name)),)

    def relate(self, mention: RelationMention, ends: tuple[Placed, Placed], policy: Policy) -> None:
        """Add a relation mention to its edge, and its chunk to both ends. Entities of the chunk are named before."""
        source, target = ends
        if source.key == target.key:
            self.loops += (mention.id,)
            return
        self._touch(source, mention.source)
        self._touch(target, mention.target)
        edge = self._edge(source.key, target.key, predicate_of(mention.keywords), policy.keeps_direction)
        edge.mentions += (mention,)
        if source.flags or target.flags:
            sides = (("source", source), ("target", target))
            edge.flags |= {f"{side}: {flag}" for side, end in sides for flag in end.flags}

    def _touch(self, end: Placed, form: str) -> None:
        """An endpoint is a node too; where the chunk describes it already, only flags can be new."""
        node = self._node(end.key)
        if end.flags or not node.named:
            node.ends += ((form, end),)

    def _node(self, key: str) -> NodePart:
        found = self.nodes.get(key)
        if found is None:
            found = self.nodes[key] = NodePart()
        return found

    def _edge(self, source: str, target: str, predicate: str, directed: bool) -> EdgePart:
        if not directed:
            source, target, predicate = min(source, target), max(source, target), ""
        key = relation_key(source, target, predicate)
        found = self.edges.get(key)
        if found is None:
            found = self.edges[key] = EdgePart(source, target, predicate)
        return found


Index = dict[str, list[str]]
"""Key of a node or an edge -> ids of the chunks that give to it, in no order."""


@dataclass(slots=True)
class Touched:
    """Keys of nodes and edges to which a change gave or from which it took something."""

    nodes: set[str] = field(default_factory=set)
    edges: set[str] = field(default_factory=set)


class Gathering:
    """The parts of chunks by chunk id, and which of them give to a node or an edge."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self.parts: dict[str, ChunkPart] = {}
        self.nodes: Index = {}
        self.edges: Index = {}

    def take_out(self, chunks: Iterable[str], touched: Touched) -> None:
        """Forget these chunks."""
        for chunk in chunks:
            part = self.parts.pop(chunk)
            _unlist(self.nodes, part.nodes, chunk)
            _unlist(self.edges, part.edges, chunk)
            touched.nodes.update(part.nodes)
            touched.edges.update(part.edges)

    def put_in(self, chunks: Iterable[ChunkEvidence], placing: Placing, touched: Touched) -> None:
        """Gather from chunks that are not here yet; `placing` knows their mentions."""
        new: dict[str, ChunkPart] = {given.chunk.id: ChunkPart() for given in chunks}
        for mention, placed in placing.entities():
            new[mention.chunk].name(mention, placed)
        for relation in placing.evidence.relations:
            ends = placing.ends(relation)
            if ends is not None:
                new[relation.chunk].relate(relation, ends, self._policy)
        for chunk, part in new.items():
            _list(self.nodes, part.nodes, chunk)
            _list(self.edges, part.edges, chunk)
            touched.nodes.update(part.nodes)
            touched.edges.update(part.edges)
        self.parts |= new


def _list(index: Index, keys: Iterable[str], chunk: str) -> None:
    for key in keys:
        index.setdefault(key, []).append(chunk)


def _unlist(index: Index, keys: Iterable[str], chunk: str) -> None:
    for key in keys:
        index[key].remove(chunk)
        if not index[key]:
            del index[key]
