"""The picture of a graph: pyvis builds the network from a whitelist, vis-network draws it, clicks come back.

Adds nodes and edges itself; never `from_nx`, headings, menus or HTML titles, which run what a document says. Texts
are plain and cut. Colours are slots of the theme's palette, so that light and dark are the browser's business.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st
from pyvis.network import Network

from core.domain.layout import SPACING
from core.services.graph_edges import GraphEdge
from core.services.graph_view import GraphNode, GraphView
from pages.parts import present, words
from pages.parts.server import VIS_PATH
from pages.parts.text import one_line, titled

COLOURS = 9
"""As many as the theme's categorical palette has; further types share the grey of `other types`."""
HEIGHT = 600
"""Pixels of the picture, without its legend."""
_BIG = 200
_SMALLEST_SHOWN, _LARGEST_DOT = 5.0, SPACING * 0.45
"""Pixels of a radius on the screen, as long as nodes do not cover each other for it."""
_NAMED_EDGES = 30
"""Up to so many edges all carry their word; above it only those of the selection do."""
_ASSETS = Path(__file__).resolve().parents[2] / "assets"


class Selection(NamedTuple):
    """What is opened: `kind` is node or edge, `id` its key."""

    kind: str
    id: str


@dataclass(frozen=True, slots=True)
class Palette:
    """The colour slot of each type: by its rank in the whole graph, so that filters change no colour."""

    types: tuple[str, ...]

    def slot(self, type_: str) -> int:
        """0 … 8, or -1 for the types without a colour of their own."""
        return self.types.index(type_) if type_ in self.types else -1


def palette(types: Sequence[str]) -> Palette:
    """Slots for types in the order given; `unknown` and the untyped never get one."""
    return Palette(tuple(t for t in types if t not in ("", "unknown"))[:COLOURS])


def network(view: GraphView, colours: Palette) -> Network:
    """The pyvis network of a view."""
    net = Network(directed=False)
    biggest = max((node.degree for node in view.nodes), default=1)
    ranks = sorted(range(len(view.nodes)), key=lambda i: (-view.nodes[i].degree, view.nodes[i].key))
    scale = _fit_scale(view.nodes)
    for rank, number in enumerate(ranks):
        node = view.nodes[number]
        net.add_node(node.key, **_node(node, colours, _size(node, biggest, scale)), rank=rank)
    named = len(view.edges) <= _NAMED_EDGES
    net.edges.extend(_edge(edge, named) for edge in view.edges)
    net.options = _options(len(view.nodes))
    return net


def _size(node: GraphNode, biggest: int, scale: float) -> float:
    """Radius before zoom: area by degree, larger where the picture will be zoomed out, and never too small to hit."""
    drawn = (7 + 19 * math.sqrt(node.degree / max(biggest, 1))) * min(1.8, scale**-0.5)
    return max(drawn, min(_LARGEST_DOT, _SMALLEST_SHOWN / scale))


def _node(node: GraphNode, colours: Palette, size: float) -> dict[str, Any]:
    kind = node.type or words.UNTYPED
    head = f"{titled(node.name, node.qualifier)} · {kind} · {node.degree}"
    return {
        "label": one_line(titled(node.name, node.qualifier), 26),
        "title": one_line(head, 120) + (f"\n{one_line(node.summary, 240)}" if node.summary else ""),
        "shape": "diamond" if _noted(node) else "dot",
        "group": kind,
        "size": round(size, 1),
        "x": node.x,
        "y": node.y,
        "slot": colours.slot(node.type),
        "stub": node.stub,
        "flagged": _noted(node),
    }


def _fit_scale(nodes: Sequence[GraphNode]) -> float:
    """About the zoom at which all of it fits a window, at most 1."""
    wide = max((n.x for n in nodes), default=0.0) - min((n.x for n in nodes), default=0.0)
    high = max((n.y for n in nodes), default=0.0) - min((n.y for n in nodes), default=0.0)
    return min(1.0, 560 / max(wide, 1.0), HEIGHT / max(high, 1.0))


def _noted(node: GraphNode) -> bool:
    return any(flag != "stub" for flag in node.flags)


def _edge(edge: GraphEdge, named: bool) -> dict[str, Any]:
    more = f" +{len(edge.relations) - 1}" if len(edge.relations) > 1 else ""
    arrows = [end for end, there in (("to", edge.forward), ("from", edge.backward)) if there]
    return {
        "id": edge.key,
        "from": edge.source,
        "to": edge.target,
        "word": one_line(edge.label, 30) + more,
        "always": named,
        "title": one_line(edge.label, 80) + more + (f"\n{one_line(edge.summary, 240)}" if edge.summary else ""),
        "arrows": ", ".join(arrows),
        "width": round(1 + 0.8 * math.log2(edge.weight), 1),
    }


def _options(count: int) -> dict[str, Any]:
    big = count > _BIG
    return {
        "autoResize": True,
        "physics": {"enabled": False},
        "layout": {"improvedLayout": False, "randomSeed": 7},
        "nodes": {"scaling": {"label": {"drawThreshold": 10, "maxVisible": 17}}},
        "edges": {
            "smooth": False,
            "arrows": {"to": {"scaleFactor": 0.5}, "from": {"scaleFactor": 0.5}},
            "selectionWidth": 1,
            "hoverWidth": 0.5,
            "arrowStrikethrough": False,
        },
        "interaction": {
            "hover": True,
            "tooltipDelay": 180,
            "keyboard": {"enabled": True, "bindToWindow": False},
            "hideEdgesOnDrag": big,
            "hideEdgesOnZoom": big,
            "selectConnectedEdges": False,
        },
    }


def _legend(view: GraphView, colours: Palette) -> Iterator[dict[str, Any]]:
    """Types by count as shown, those without a colour together, then the marks that occur."""
    counts: dict[str, int] = {}
    for node in view.nodes:
        counts[node.type] = counts.get(node.type, 0) + 1
    coloured = sorted((t for t in counts if colours.slot(t) >= 0), key=lambda t: (-counts[t], t))
    for type_ in coloured:
        yield {"kind": "type", "label": one_line(type_, 40), "slot": colours.slot(type_), "count": counts[type_]}
    rest = {t: n for t, n in counts.items() if colours.slot(t) < 0}
    if rest:
        only = next(iter(rest)) if len(rest) == 1 else words.GRAPH_STRINGS["other"]
        yield {"kind": "type", "label": only or words.UNTYPED, "slot": -1, "count": sum(rest.values())}
    if any(node.stub for node in view.nodes):
        yield {"kind": "stub", "label": words.GRAPH_STRINGS["stub"], "slot": -1, "count": 0}
    if any(_noted(node) for node in view.nodes):
        yield {"kind": "flag", "label": words.GRAPH_STRINGS["flag"], "slot": -1, "count": 0}


def _scene(view: GraphView) -> str:
    """What the picture is of; growing it is the same scene, in which nothing moves and the zoom stays."""
    query = view.query
    parts = astuple(replace(query, grown=()))
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


@lru_cache(maxsize=64)
def _data(view: GraphView, types: tuple[str, ...]) -> dict[str, Any]:
    colours = Palette(types)
    nodes, edges, *_, options = network(view, colours).get_network_data()
    strings = dict(words.GRAPH_STRINGS)
    strings["label"] = strings["label"].format(nodes=len(nodes), edges=len(edges))
    data = {
        "nodes": nodes,
        "edges": edges,
        "options": json.loads(options),
        "legend": list(_legend(view, colours)),
        "strings": strings,
    }
    return data | {"rev": hashlib.sha256(json.dumps(data).encode()).hexdigest()[:16], "scene": _scene(view)}


_component = st.components.v2.component(
    "lightprism_graph",
    html="""
    <div class="lp-graph">
      <div class="lp-net"></div>
      <div class="lp-foot"><ul class="lp-legend"></ul><div class="lp-tools"></div></div>
    </div>
    """,
    css=(_ASSETS / "graph.css").read_text(encoding="utf-8"),
    js=(_ASSETS / "graph.js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True, slots=True)
class Clicks:
    """What clicks do: `pick` gets what was clicked (None for the ground), `grow` the key of a node double-clicked."""

    pick: Callable[[Selection | None], None]
    grow: Callable[[str], None]


Dress = Callable[[dict[str, Any]], dict[str, Any]]


def graph(
    view: GraphView,
    colours: Palette,
    selected: Selection | None,
    clicks: Clicks,
    key: str,
    dress: Dress = lambda data: data,
) -> None:
    """Draw a view with what is opened in it lit; `dress` may give rows other marks before they are sent."""
    data = dress(_data(view, colours.types))
    chosen = {"kind": selected.kind, "id": selected.id} if selected else None
    _component(
        key=key,
        data={"height": HEIGHT} | data | {"selected": chosen, "script": VIS_PATH, "present": present.on()},
        on_pick_change=lambda: clicks.pick(_picked(st.session_state[key].pick)),
        on_grow_change=lambda: clicks.grow(str(st.session_state[key].grow)),
    )


def _picked(value: Any) -> Selection | None:
    """What the browser said was clicked, as far as it has the right shape."""
    if not isinstance(value, dict) or value.get("kind") not in ("node", "edge"):
        return None
    return Selection(str(value["kind"]), str(value.get("id", "")))
