"""`build_graph`: evidence, decisions, a merge rule and a viewer in; a graph out. A pure function.

Nodes and edges are frozen records under the attributes `entity` and `relation`; nodes are inserted in key order, edges
in (source, target, key) order, and every list inside is in document order, so that equal input gives an equal graph
whatever the order in which the evidence came. `GraphBuilder` gives the same graph, and remembers how it was made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import networkx as nx

from core.domain.affected import affected
from core.domain.assembling import assembled
from core.domain.decisions import NOTHING_RULED, Resolution, admitted, with_asserted
from core.domain.gathering import EdgePart, Gathering, NodePart, Touched
from core.domain.ground_of_names import Ground, is_local
from core.domain.ordering import ChunkEvidence, joined, parted
from core.domain.placing import Placing
from core.domain.policy import Policy
from core.domain.profiles import CountTokens, rough_tokens
from core.domain.records import Chunk, Entity, Evidence, Relation
from core.domain.shaping import Shaper
from core.domain.superseding import in_force

Part = TypeVar("Part", NodePart, EdgePart)
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
    parts: Sequence[ChunkEvidence] = in_force(seen_by(viewer, parted(evidence)))
    if policy.follows_decisions:
        resolution = resolution if viewer is None else admitted(resolution, parts)
        parts = with_asserted(parts, resolution)
    return GraphBuilder(resolution, policy=policy, count_tokens=count_tokens).update(parts)


def seen_by(viewer: Viewer, parts: Iterable[ChunkEvidence]) -> tuple[ChunkEvidence, ...]:
    """The chunks that a viewer may see: those without an audience, or with a label in common."""
    if viewer is None:
        return tuple(parts)
    held = frozenset(viewer)
    return tuple(part for part in parts if may_see(part.chunk, held))


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
    return any(isinstance(label, str | int | float) and str(label) in held for label in labels)


class GraphBuilder:
    """Builds the graph again and again from evidence and decisions that change a little, under one merge rule.

    What it gives equals `build_graph` of the same; only the time it takes depends on what it gave before.
    """

    def __init__(
        self,
        resolution: Resolution = NOTHING_RULED,
        *,
        policy: Policy,
        count_tokens: CountTokens = rough_tokens,
    ) -> None:
        self._resolution, self._policy = NOTHING_RULED, policy
        self._given: dict[str, ChunkEvidence] = {}
        self._documents: dict[str, str] = {}
        self._order: dict[str, int] = {}
        self._gathered, self._shaper = Gathering(policy), Shaper(policy, count_tokens, self._documents)
        self._entities: dict[str, Entity] = {}
        self._relations: dict[str, Relation] = {}
        self._graph = nx.MultiDiGraph()
        self._asked = resolution
        self._ground: Ground | None = None

    def update(self, chunks: Iterable[ChunkEvidence], resolution: Resolution | None = None) -> nx.MultiDiGraph:
        """The graph of these chunks, given in document order, under other decisions if there are some.

        A chunk counts as unchanged if it is the same object; what is asserted is in the chunks already.
        """
        self._asked = self._asked if resolution is None else resolution
        touched = self._take({part.chunk.id: part for part in chunks})
        renamed = self._shape_nodes(touched.nodes)
        gone, made = self._shape_edges(touched.edges.union(*map(self._edges_at, renamed)))
        self._graph = assembled(self._graph, self._entities, gone, made)
        loops = (loop for chunk in self._given for loop in self._gathered.parts[chunk].loops)
        self._graph.graph["self_loops"] = tuple(loops)
        return self._graph

    def _take(self, given: dict[str, ChunkEvidence]) -> Touched:
        """Gather from chunks that are new or placed otherwise, and forget those that are not given any more."""
        kept = self._kept(given)
        touched = Touched()
        self._gathered.take_out(self._given.keys() - kept, touched)
        new = [part for key, part in given.items() if key not in kept]
        placing = Placing(joined(new), self._resolution, self._policy, self._ground)
        self._gathered.put_in(new, placing, touched)
        self._documents.update((part.chunk.id, part.chunk.document) for part in new)
        self._given, self._order = given, {key: n for n, key in enumerate(given)}
        return touched

    def _kept(self, given: Mapping[str, ChunkEvidence]) -> set[str]:
        """Ids of the chunks that give what they gave; with the decisions of now from here on."""
        before, after = self._resolution, self._asked if self._policy.follows_decisions else NOTHING_RULED
        self._resolution = after
        kept = {key for key, part in given.items() if self._given.get(key) is part}
        others = before.qualifiers != after.qualifiers
        grounded = self._grounded(given, len(kept), others or before.hidden != after.hidden)
        if others or not grounded:
            return set()
        return kept - affected((given[key] for key in kept), before, after) if before is not after else kept

    def _grounded(self, given: Mapping[str, ChunkEvidence], kept: int, other_mentions: bool) -> bool:
        """Whether chunks that stay the same give the same; where an end goes may depend on all others."""
        if is_local(self._policy.ruled(self._resolution.qualifiers)):
            self._ground = None
            return True
        same = self._ground is not None and kept == len(given) == len(self._given) and not other_mentions
        if not same:
            self._ground = Ground(joined(given.values()), self._resolution, self._policy)
        return same

    def _shape_nodes(self, keys: Iterable[str]) -> set[str]:
        """Make the records of these nodes anew; the keys of those that are shown under another name now."""
        renamed = set()
        for key in keys:
            before = self._entities.pop(key, None)
            parts = self._in_order(self._gathered.nodes.get(key, []))
            if parts:
                made = self._shaper.entity(key, parts)
                # An equal record stays the same object: what was made of it (texts, hashes) can be used again.
                self._entities[key] = before if before == made else made
                if before is not None and before.name != made.name:
                    renamed.add(key)
        return renamed

    def _shape_edges(self, keys: Iterable[str]) -> tuple[list[Relation], list[Relation]]:
        """Make the records of these edges anew; which are gone and which were made, changed ones in both."""
        gone, made = [], []
        for key in keys:
            before = self._relations.pop(key, None)
            parts = self._in_order(self._gathered.edges.get(key, []))
            now = self._shaper.relation(key, parts, self._entities) if parts else None
            if now is not None:
                self._relations[key] = now = before if before == now else now
            if before is not None and before is not now:
                gone.append(before)
            if now is not None and before is not now:
                made.append(now)
        return gone, made

    def _edges_at(self, node: str) -> set[str]:
        """The edges of a node in the last graph."""
        around = (*self._graph.succ[node].values(), *self._graph.pred[node].values())
        return {key for edges in around for key in edges}

    def _in_order(self, parts: list[Part]) -> list[Part]:
        """Parts of a node or an edge in document order, in which they are then left: next time it costs little."""
        if len(parts) > 1:
            parts.sort(key=lambda part: self._order[part.chunk])
        return parts
