"""The whole handbook's graph for the lesson: the drawing of the Graph page, with what a run took lit."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from core.domain.trace import Trace
from core.services.graph_view import GraphQuery, GraphView
from core.services.lesson_scene import Scene
from pages.parts import present
from pages.parts import words_lesson as own
from pages.parts.graph_component import Clicks, graph, palette

_QUERY = GraphQuery(policy="classic", limit=300, min_degree=1)
"""What stands alone would only make the rest smaller."""
_HEIGHT, _LOW = 350, 345


def handbook(scene: Scene, trace: Trace | None) -> None:
    """Draw it; without a trace nothing is lit."""
    view = scene.desk.graph(_QUERY)
    colours = palette([facet.value for facet in scene.desk.overview.types])
    clicks = Clicks(lambda _: None, lambda _: None)
    graph(view, colours, None, clicks, "lesson-handbook", lambda data: _dressed(data, view, trace))


def _dressed(data: Mapping[str, Any], view: GraphView, trace: Trace | None) -> dict[str, Any]:
    changed = dict(data) | {"height": _LOW if present.on() else _HEIGHT, "legend": []}
    if trace:
        changed |= _marked(data, view, trace)
    changed.pop("rev", None)
    return changed | {"rev": hashlib.sha256(json.dumps(changed).encode()).hexdigest()[:16]}


def _marked(data: Mapping[str, Any], view: GraphView, trace: Trace) -> dict[str, Any]:
    kept = {one.relation.key for one in trace.relations}
    ends = {end for one in trace.relations for end in (one.relation.source, one.relation.target)}
    roles = dict.fromkeys(ends, "far") | {one.entity.key: "seed" for one in trace.entities}
    lines = {edge.key: bool(kept.intersection(edge.relations)) for edge in view.edges}
    shown = {role: sum(found == role for found in roles.values()) for role in ("seed", "far")}
    legend = [
        {"kind": "role", "role": role, "label": own.ROLES[role], "slot": -1, "count": count}
        for role, count in shown.items()
    ]
    return {
        "nodes": [_node(row, roles.get(row["id"], "rest")) for row in data["nodes"]],
        "edges": [_edge(row, lines[row["id"]]) for row in data["edges"]],
        "legend": legend,
    }


def _node(row: Mapping[str, Any], role: str) -> dict[str, Any]:
    mark = {"role": role, "modes": ["local"] if role != "rest" else []}
    return {**row, "mark": mark, "label": row["label"] if role != "rest" else ""}


def _edge(row: Mapping[str, Any], kept: bool) -> dict[str, Any]:
    mark = {"role": "added" if kept else "rest", "modes": ["local"] if kept else []}
    return {**row, "mark": mark, "word": "", "width": 3 if kept else 1}
