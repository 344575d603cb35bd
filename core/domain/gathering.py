"""What each chunk gives to the graph, and which chunks a node or an edge is made of.

Nothing here is a record yet: mentions are only kept, chunk by chunk, under the key that they belong to, so that a chunk
can be taken out again and what that touches is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from core.domain.names import predicate_of, relation_key
from core.domain.ordering import ChunkEvidence
from core.domain.placing import Placed, Placing
from core.domain.policy import Policy
from core.domain.records import EntityMention, RelationMention


@dataclass(slots=True)
class NodePart:
    """What one chunk says of one node: mentions with their places, and forms that ends of relations give it."""

    named: list[tuple[EntityMention, Placed]] = field(default_factory=list)
    ends: list[tuple[str, Placed]] = field(default_factory=list)


@dataclass(slots=True)
class EdgePart:
    """What one chunk says of one edge."""

    source: str
    target: str
    predicate: str
    mentions: list[RelationMention] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)


@dataclass(slots=True)
class ChunkPart:
    """What one chunk gives, by key; `loops` are relation mentions whose ends became one node."""

    nodes: dict[str, NodePart] = field(default_factory=dict)
    edges: dict[str, EdgePart] = field(default_factory=dict)
    loops: list[str] = field(default_factory=list)

    def name(self, mention: EntityMention, placed: Placed) -> None:
        """Add an entity mention to its node."""
        self._node(placed.key).named.append((mention, placed))

    def relate(self, mention: RelationMention, ends: tuple[Placed, Placed], policy: Policy) -> None:
        """Add a relation mention to its edge, and its chunk to both ends. Entities of the chunk are named before."""
        source, target = ends
        if source.key == target.key:
            self.loops.append(mention.id)
            return
        self._touch(source, mention.source)
        self._touch(target, mention.target)
        edge = self._edge(source.key, target.key, predicate_of(mention.keywords), policy.keeps_direction)
        edge.mentions.append(mention)
        for side, end in (("source", source), ("target", target)):
            edge.flags.update(f"{side}: {flag}" for flag in end.flags)

    def _touch(self, end: Placed, form: str) -> None:
        """An endpoint is a node too; where the chunk describes it already, only flags can be new."""
        node = self._node(end.key)
        if end.flags or not node.named:
            node.ends.append((form, end))

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


@dataclass(slots=True)
class Touched:
    """Keys of nodes and edges to which a change gave or from which it took something."""

    nodes: set[str] = field(default_factory=set)
    edges: set[str] = field(default_factory=set)


class Gathering:
    """The parts of chunks by chunk id, and for each key the ids of the chunks that give to it."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self.parts: dict[str, ChunkPart] = {}
        self.nodes: dict[str, set[str]] = {}
        self.edges: dict[str, set[str]] = {}

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


def _list(index: dict[str, set[str]], keys: Iterable[str], chunk: str) -> None:
    for key in keys:
        index.setdefault(key, set()).add(chunk)


def _unlist(index: dict[str, set[str]], keys: Iterable[str], chunk: str) -> None:
    for key in keys:
        index[key].discard(chunk)
        if not index[key]:
            del index[key]
