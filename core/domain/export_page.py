"""A picture of a graph as one HTML file that opens offline and runs nothing that a document said.

Owns the escaping and the Content-Security-Policy. All that documents and models said goes into one block of JSON data,
and our own script shows it as plain text; only that script and the drawing library may run, known by their hashes. Both
are given as text: nothing is read from disk or fetched here.
"""

from __future__ import annotations

import base64
import hashlib
import heapq
import html as markup
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import networkx as nx

from core.domain.exports import clean, part
from core.domain.layout import Point, community_layout
from core.domain.records import Entity, Relation

MAX_NODES = 2000
"""The most entities in one page: a browser redraws that many in about a tenth of a second."""
COLOURS = 9
"""Types that get a colour of their own, the commonest first; the others share one."""

_PLACE = re.compile(r"\{\{(\w+)\}\}")
_UNSAFE = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


@dataclass(frozen=True, slots=True)
class PageParts:
    """Our own page, style and script, and the drawing library (vis-network), as text."""

    page: str
    style: str
    script: str
    library: str


def html(graph: nx.MultiDiGraph, title: str, parts: PageParts, of: int | None = None) -> str:
    """The page. `of` is how many entities there are in all, if `graph` is a part; at most MAX_NODES are drawn."""
    shown = _busiest(graph)
    library, script, style = _inline(parts.library), _inline(parts.script), _inline(parts.style)
    fills = {
        "title": markup.escape(clean(title)),
        "note": _note(len(shown), max(of or 0, len(graph)), shown.number_of_edges()),
        "policy": _policy((library, script), style),
        "style": style,
        "data": _data(shown),
        "library": library,
        "script": script,
    }
    return _PLACE.sub(lambda place: fills[place.group(1)], _newlines(parts.page))


def _busiest(graph: nx.MultiDiGraph) -> nx.MultiDiGraph:
    """At most MAX_NODES entities: from the most connected one along relations to the most connected neighbour."""
    if len(graph) <= MAX_NODES:
        return graph
    taken: set[str] = set()
    seen: set[str] = set()
    for start in sorted(graph, key=lambda key: (-graph.degree(key), key)):
        border = [] if start in seen else [(-graph.degree(start), start)]
        seen.add(start)
        while border and len(taken) < MAX_NODES:
            _, key = heapq.heappop(border)
            taken.add(key)
            for near in set(nx.all_neighbors(graph, key)) - seen:
                seen.add(near)
                heapq.heappush(border, (-graph.degree(near), near))
    return part(graph, taken)


def _note(shown: int, total: int, relations: int) -> str:
    return f"Showing {shown:,} of {total:,} entities and {relations:,} relations between them."


def _newlines(text: str) -> str:
    """As a browser reads it: hashes are taken over this form."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _inline(code: str) -> str:
    """Code that can stand between its tags: what would end or nest them is written with a backslash."""
    code = re.sub(r"<(?=/(?:script|style))", r"<\\", _newlines(code), flags=re.IGNORECASE)
    return code.replace("<!--", r"<\!--")


def _policy(scripts: Iterable[str], style: str) -> str:
    allowed = " ".join(map(_hash, scripts))
    return f"default-src 'none'; script-src {allowed}; style-src {_hash(style)}; base-uri 'none'; form-action 'none'"


def _hash(code: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()}'"


def _data(graph: nx.MultiDiGraph) -> str:
    """JSON that can stand in a script element: no character of it means anything to HTML."""
    keys = sorted(graph)
    numbers = {key: number for number, key in enumerate(keys)}
    pairs = _pairs(graph)
    places = community_layout(keys, ((a, b, float(sum(r.weight for r in rs))) for (a, b), rs in pairs.items()))
    kinds = _kinds(graph)
    data = {
        "kinds": [clean(kind) for kind in kinds],
        "nodes": [
            _node(graph.nodes[key]["entity"], places[key], graph.degree(key)) | {"kind": _kind(graph, key, kinds)}
            for key in keys
        ],
        "edges": [_edge(relations, numbers) for relations in pairs.values()],
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_UNSAFE)


def _pairs(graph: nx.MultiDiGraph) -> dict[tuple[str, str], list[Relation]]:
    """The relations of each pair of entities, which share a line: heaviest first, pairs in order."""
    pairs: dict[tuple[str, str], list[Relation]] = {}
    for source, target, relation in graph.edges(data="relation"):
        pairs.setdefault((min(source, target), max(source, target)), []).append(relation)
    return {pair: sorted(pairs[pair], key=lambda relation: (-relation.weight, relation.key)) for pair in sorted(pairs)}


def _kinds(graph: nx.MultiDiGraph) -> list[str]:
    """The commonest types of described entities."""
    counts = Counter(entity.type for _, entity in graph.nodes(data="entity") if not entity.stub)
    return sorted(counts, key=lambda kind: (-counts[kind], kind))[:COLOURS]


def _kind(graph: nx.MultiDiGraph, key: str, kinds: list[str]) -> int:
    kind = graph.nodes[key]["entity"].type
    return kinds.index(kind) if kind in kinds else COLOURS


def _node(entity: Entity, place: Point, degree: int) -> dict[str, Any]:
    return {
        "name": clean(entity.name),
        "qualifier": clean(entity.qualifier),
        "type": clean(entity.type),
        "description": clean(entity.description),
        "documents": [clean(name) for name in entity.documents],
        "passages": len(entity.chunks),
        "stub": entity.stub,
        "degree": degree,
        "x": place[0],
        "y": place[1],
    }


def _edge(relations: list[Relation], numbers: Mapping[str, int]) -> dict[str, Any]:
    first = relations[0]
    return {
        "from": numbers[first.source],
        "to": numbers[first.target],
        "forward": any(r.directed and r.source == first.source for r in relations),
        "backward": any(r.directed and r.source != first.source for r in relations),
        "relations": [_relation(relation, numbers) for relation in relations],
    }


def _relation(relation: Relation, numbers: Mapping[str, int]) -> dict[str, Any]:
    return {
        "source": numbers[relation.source],
        "target": numbers[relation.target],
        "directed": relation.directed,
        "predicate": clean(relation.predicate),
        "keywords": [clean(word) for word in relation.keywords],
        "description": clean(relation.description),
        "documents": [clean(name) for name in relation.documents],
        "weight": relation.weight,
    }
