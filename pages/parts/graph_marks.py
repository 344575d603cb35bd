"""Dresses the picture of a graph for a comparison: roles by shape and border, modes by colour and letter.

Changes what is sent to the drawing, not how it is drawn. Pure.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.services.graph_traced import Drawn, Mark
from pages.parts import words_compare
from pages.parts import words_explain as own
from pages.parts.text import one_line

HEIGHT = 460
"""Pixels: the columns stand below it."""
Dress = Callable[[Mapping[str, Any]], dict[str, Any]]


def dressed(drawn: Drawn, modes: Sequence[str], scene: str) -> Dress:
    """What `graph_component.graph` takes as its dress; `scene` names the question, so that its zoom stays."""

    def dress(data: Mapping[str, Any]) -> dict[str, Any]:
        changed = dict(data) | {
            "nodes": [_node(row, drawn.nodes[row["id"]], len(modes) > 1) for row in data["nodes"]],
            "edges": [_edge(row, drawn.edges[row["id"]]) for row in data["edges"]],
            "legend": _legend(drawn, modes),
            "height": HEIGHT,
            "scene": hashlib.sha256(scene.encode("utf-8", "replace")).hexdigest()[:16],
        }
        changed.pop("rev", None)
        return changed | {"rev": hashlib.sha256(json.dumps(changed).encode()).hexdigest()[:16]}

    return dress


def _node(row: Mapping[str, Any], mark: Mark, several: bool) -> dict[str, Any]:
    letters = _letters(mark) if several else ""
    label = f"{one_line(row['label'], 24)} · {letters}" if letters else row["label"]
    role = own.GRAPH_ROLES[mark.role]
    title = f"{row['title']}\n{role}{f' ({_names(mark)})' if mark.modes else ''}"
    return {**row, "label": label, "title": title, "mark": {"role": mark.role, "modes": list(mark.modes)}}


def _edge(row: Mapping[str, Any], mark: Mark) -> dict[str, Any]:
    title = f"{row['title']}\n{own.GRAPH_ROLES[mark.role]}{f' ({_names(mark)})' if mark.modes else ''}"
    wide = row["width"] + (2.5 if mark.role in ("pinned", "seed") else 0.5)
    dashes = [5, 5] if mark.role == "cut" else False
    marked = {"role": mark.role, "modes": list(mark.modes)}
    return {**row, "title": title, "width": wide, "dashes": dashes, "mark": marked}


def _letters(mark: Mark) -> str:
    return "".join(words_compare.MODES[mode][0] for mode in mark.modes)


def _names(mark: Mark) -> str:
    return ", ".join(words_compare.MODES[mode][1] for mode in mark.modes)


def _legend(drawn: Drawn, modes: Sequence[str]) -> list[dict[str, Any]]:
    """The roles that occur with their shapes, then the modes with their letters and colours."""
    counts: dict[str, int] = {}
    for mark in drawn.nodes.values():
        counts[mark.role] = counts.get(mark.role, 0) + 1
    roles = [
        {"kind": "role", "role": role, "label": label, "slot": -1, "count": counts[role]}
        for role, label in own.GRAPH_ROLES.items()
        if role in counts
    ]
    held = {mode: sum(mode in mark.modes for mark in drawn.nodes.values()) for mode in modes}
    named = [
        {"kind": "mode", "mode": mode, "label": words_compare.MODES[mode][1], "letter": words_compare.MODES[mode][0],
         "slot": -1, "count": held[mode]}
        for mode in modes
    ]  # fmt: skip
    return [*roles, *named]
