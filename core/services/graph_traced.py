"""The part of a graph that a comparison looked at: its nodes and lines with the role that each has in each mode.

Placed once for all modes, so that choosing others moves nothing. Kept items come before cut ones where there are too
many for one picture.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from core.domain.explain import pinned
from core.domain.layout import community_layout
from core.domain.records import Relation
from core.domain.trace import Kind, Trace
from core.services.graph_edges import GraphEdge, by_pair
from core.services.graph_view import GraphNode, GraphQuery, GraphView, node_at
from core.services.view_index import ViewIndex

MOST = 250
"""Entities in one picture: beyond that its names cover each other."""

Role = Literal["pinned", "seed", "added", "far", "cut"]
"""A start given by hand; a hit; what came with them; an end that is named, not described; what was cut."""
_RANK: Mapping[Role, int] = {"pinned": 0, "seed": 1, "added": 2, "far": 3, "cut": 4}
Roles = Mapping[str, Role]
_RANKED_TOO_LOW = ("threshold ", "top_k ")


@dataclass(frozen=True, slots=True)
class Mark:
    """The best role that something has in the chosen modes, and the modes in which it has not been cut."""

    role: Role
    modes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A part to draw: `nodes` by entity key, `edges` by the key of a line. `left_out` entities found no room."""

    view: GraphView
    nodes: Mapping[str, Mark]
    edges: Mapping[str, Mark]
    left_out: int


class TracedGraph:
    """What several modes looked at in one graph."""

    def __init__(self, index: ViewIndex, traces: Mapping[str, Trace]) -> None:
        self._index = index
        self._relations = {mode: self._edge_roles(trace) for mode, trace in traces.items()}
        self._entities = {mode: self._node_roles(trace, self._relations[mode]) for mode, trace in traces.items()}
        marks = _merged(self._entities, list(traces))
        wanted = sorted(marks, key=lambda key: (_RANK[marks[key].role], -len(marks[key].modes)))  # stable beyond that
        shown = wanted[:MOST]
        self._left_out = len(wanted) - len(shown)
        lines = (self._index.relation(key) for key in _merged(self._relations, list(traces)))
        self._places = community_layout(shown, ((r.source, r.target, 1.0) for r in lines))

    def of(self, modes: Collection[str]) -> Drawn:
        """The part that these modes looked at."""
        chosen = [mode for mode in self._entities if mode in modes]
        nodes = {key: mark for key, mark in _merged(self._entities, chosen).items() if key in self._places}
        relations = _merged(self._relations, chosen)
        edges = tuple(by_pair(self._between(relations, nodes)))
        drawn = GraphView(
            query=GraphQuery(),
            nodes=tuple(self._node(key) for key in nodes),
            edges=edges,
            matching=len(nodes),
            total_nodes=len(self._index.order),
            total_edges=len(self._index.ends),
        )
        return Drawn(drawn, nodes, {edge.key: _line(edge, relations) for edge in edges}, self._left_out)

    def _between(self, keys: Iterable[str], shown: Collection[str]) -> Iterable[Relation]:
        relations = (self._index.relation(key) for key in keys)
        return (r for r in relations if r.source in shown and r.target in shown)

    def _node(self, key: str) -> GraphNode:
        return node_at(self._index, key, self._places[key])

    def _edge_roles(self, trace: Trace) -> Roles:
        """Roles of relations that the index has: the trace may be of an earlier state of the graph."""
        roles = _cut(trace, "relation")
        starts = pinned(trace, "relation")
        roles |= {k.relation.key: _role(k.via, k.relation.key in starts) for k in trace.relations}
        return {key: role for key, role in roles.items() if key in self._index.ends}

    def _node_roles(self, trace: Trace, relations: Roles) -> Roles:
        roles = _cut(trace, "entity")
        kept = (key for key, role in relations.items() if role != "cut")
        roles |= {end: "far" for key in kept for end in self._index.ends[key]}
        starts = pinned(trace, "entity")
        roles |= {k.entity.key: _role(k.via, k.entity.key in starts) for k in trace.entities}
        return {key: role for key, role in roles.items() if key in self._index.degree}


def _role(via: str, by_hand: bool) -> Role:
    if via != "seed":
        return "added"
    return "pinned" if by_hand else "seed"


def _cut(trace: Trace, kind: Kind) -> dict[str, Role]:
    """What was at hand and left out; what a search ranked too low never was."""
    return {cut.id: "cut" for cut in trace.cuts if cut.kind == kind and not cut.reason.startswith(_RANKED_TOO_LOW)}


def _merged(roles: Mapping[str, Roles], modes: Iterable[str]) -> dict[str, Mark]:
    """The best role over the modes; in the order in which they are first met."""
    found: dict[str, Mark] = {}
    for mode in modes:
        for key, role in roles[mode].items():
            held = (mode,) if role != "cut" else ()
            before = found.get(key, Mark(role, ()))
            best = min(before.role, role, key=lambda one: _RANK[one])
            found[key] = Mark(best, before.modes + held)
    return found


def _line(edge: GraphEdge, relations: Mapping[str, Mark]) -> Mark:
    """A line stands for all relations of its pair."""
    marks = [relations[key] for key in edge.relations if key in relations]
    modes = tuple(dict.fromkeys(mode for mark in marks for mode in mark.modes))
    return Mark(min((mark.role for mark in marks), key=lambda role: _RANK[role]), modes)
