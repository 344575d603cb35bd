"""What each chunk gives to the graph, and which chunks a node or an edge is made of.

Nothing here is a record yet: mentions are only kept, chunk by chunk, under the key that they belong to, so that a chunk
can be taken out again and what that touches is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeVar

from core.domain.collisions import Claims, claims
from core.domain.decisions import Told
from core.domain.names import clean_name, relation_key
from core.domain.ordering import ChunkEvidence
from core.domain.placing import Joined, Placed, Placing
from core.domain.policy import Policy
from core.domain.records import EntityMention, ProfileText, RelationMention


class Named(NamedTuple):
    """What a node keeps of a mention: its text, its document, type and name as they count, place, numbers claimed.

    All that depends on the mention alone is worked out here, once; a record is made again whenever its node grows.
    """

    said: ProfileText
    document: str
    type: str
    form: str
    placed: Placed
    claims: Claims


@dataclass(slots=True, eq=False)
class NodePart:
    """What one chunk says of one node: its mentions, and forms that ends of relations give it.

    Tuples, because there are many parts, and most hold one mention and nothing else.
    """

    chunk: str
    named: tuple[Named, ...] = ()
    ends: tuple[tuple[str, Placed], ...] = ()


@dataclass(slots=True, eq=False)
class EdgePart:
    """What one chunk says of one edge."""

    chunk: str
    source: str
    target: str
    predicate: str
    mentions: tuple[RelationMention, ...] = ()
    flags: frozenset[str] = frozenset()
    told: tuple[int, Told | None] = (0, None)


@dataclass(slots=True)
class ChunkPart:
    """What one chunk gives, by key; `loops` are relation mentions whose ends became one node."""

    chunk: str
    nodes: dict[str, NodePart] = field(default_factory=dict)
    edges: dict[str, EdgePart] = field(default_factory=dict)
    loops: tuple[str, ...] = ()

    def name(self, named: Named) -> None:
        """Add an entity mention to its node."""
        self._node(named.placed.key).named += (named,)

    def relate(self, joined: Joined, policy: Policy) -> None:
        """Add a relation mention to its edge, and its chunk to both ends. Entities of the chunk are named before."""
        mention, source, target = joined.mention, joined.source, joined.target
        if source.key == target.key:
            self.loops += (mention.id,)
            return
        self._touch(source, mention.source)
        self._touch(target, mention.target)
        edge = self._edge(source.key, target.key, joined.predicate, policy.keeps_direction)
        edge.mentions += (mention,)
        if joined.told is not None:
            edge.told = max(edge.told, (joined.at, joined.told), key=lambda told: told[0])
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
            found = self.nodes[key] = NodePart(self.chunk)
        return found

    def _edge(self, source: str, target: str, predicate: str, directed: bool) -> EdgePart:
        if not directed:
            source, target, predicate = min(source, target), max(source, target), ""
        key = relation_key(source, target, predicate)
        found = self.edges.get(key)
        if found is None:
            found = self.edges[key] = EdgePart(self.chunk, source, target, predicate)
        return found


@dataclass(slots=True)
class Touched:
    """Keys of nodes and edges to which a change gave or from which it took something."""

    nodes: set[str] = field(default_factory=set)
    edges: set[str] = field(default_factory=set)


class Gathering:
    """The parts of chunks by chunk id, and all parts of each node and edge, in no order."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self.parts: dict[str, ChunkPart] = {}
        self.nodes: dict[str, list[NodePart]] = {}
        self.edges: dict[str, list[EdgePart]] = {}

    def take_out(self, chunks: Iterable[str], touched: Touched) -> None:
        """Forget these chunks."""
        for chunk in chunks:
            part = self.parts.pop(chunk)
            _unlist(self.nodes, part.nodes)
            _unlist(self.edges, part.edges)
            touched.nodes.update(part.nodes)
            touched.edges.update(part.edges)

    def put_in(self, chunks: Iterable[ChunkEvidence], placing: Placing, touched: Touched) -> None:
        """Gather from chunks that are not here yet; `placing` knows their mentions."""
        new = {given.chunk.id: ChunkPart(given.chunk.id) for given in chunks}
        for mention, placed in placing.entities():
            document = placing.evidence.chunks[mention.chunk].document
            new[mention.chunk].name(_named(mention, placed, document, placing))
        for relation in placing.evidence.relations:
            joined = placing.joined(relation)
            if joined is not None:
                new[relation.chunk].relate(joined, self._policy)
        for part in new.values():
            _list(self.nodes, part.nodes)
            _list(self.edges, part.edges)
            touched.nodes.update(part.nodes)
            touched.edges.update(part.edges)
        self.parts |= new


def shown(name: str, policy: Policy) -> str:
    """A name as a merge rule shows it."""
    return clean_name(name) if policy.normalises else name.strip()


def _named(mention: EntityMention, placed: Placed, document: str, placing: Placing) -> Named:
    said = ProfileText(mention.description, (mention.id,))
    type_ = placed.place.type or placing.counted(type_of(mention.type))
    found = claims(mention.description, mention.name) if placing.policy.normalises else ()
    return Named(said, document, type_, shown(mention.name, placing.policy), placed, found)


@lru_cache(maxsize=4096)
def type_of(text: str) -> str:
    """A type of a mention as it is counted."""
    return clean_name(text).lower()


Part = TypeVar("Part")


def _list(index: dict[str, list[Part]], parts: Mapping[str, Part]) -> None:
    for key, part in parts.items():
        index.setdefault(key, []).append(part)


def _unlist(index: dict[str, list[Part]], parts: Mapping[str, Part]) -> None:
    for key, part in parts.items():
        index[key].remove(part)
        if not index[key]:
            del index[key]
