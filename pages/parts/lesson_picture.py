"""The lesson's picture: a graph of a few nodes with its passages, drawn large; what a run took is lit.

Places are fixed by name, so that nothing moves from step to step. A click on a node or edge comes back as its key.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from core.domain.evidence import EvidenceChunk
from core.domain.names import name_key
from core.domain.records import Entity, Relation
from core.services.graph_edges import label_of
from core.services.lesson_outcome import Outcome, counts
from core.services.lesson_scene import Scene
from pages.parts import present
from pages.parts import words_lesson as own
from pages.parts.text import one_line

_ASSETS = Path(__file__).resolve().parents[2] / "assets"
_component = st.components.v2.component(
    "lightprism_lesson_picture",
    html='<div class="lp-lesson"></div>',
    css=(_ASSETS / "lesson_parts.css").read_text(encoding="utf-8"),
    js="\n".join((_ASSETS / name).read_text(encoding="utf-8") for name in ("dom.js", "lesson_picture.js")),
)

Point = tuple[float, float]
_PLACES: Mapping[str, tuple[Point, ...]] = {
    "billing": ((0.13, 0.24),),
    "cancellation": ((0.47, 0.24),),
    "account deletion": ((0.83, 0.24),),
    "export": ((0.13, 0.76),),
    "data retention": ((0.47, 0.76),),
    "daily backup": ((0.86, 0.76), (0.86, 0.45)),
}
"""Shares of the picture's width and height; a second node of a name takes the second place."""
_SPARE: tuple[Point, ...] = ((0.30, 0.50), (0.66, 0.50), (0.30, 0.94), (0.66, 0.94), (0.30, 0.06), (0.66, 0.06))

Mark = dict[str, str]
"""Key of a node, edge or passage -> seed, kept, far, dim or plain."""


def picture(outcome: Outcome, marks: Mark, *, on_pick: Callable[[str, str], None] | None, shown: bool) -> None:
    """Draw the outcome's graph; `shown` adds the three counts. `on_pick` gets `entity` or `relation` and its key."""
    data = _data(outcome.scene, marks) | {"counts": _counts(outcome) if shown and outcome.trace else []}
    data |= {"strings": dict(own.PICTURE), "present": present.on(), "picks": on_pick is not None}
    rev = hashlib.sha256(json.dumps(data).encode("utf-8", "replace")).hexdigest()[:16]

    def picked() -> None:
        value = st.session_state["lesson-picture"].pick
        if on_pick and isinstance(value, dict) and value.get("kind") in ("entity", "relation"):
            on_pick(str(value["kind"]), str(value.get("key", "")))

    _component(key="lesson-picture", data=data | {"rev": rev}, on_pick_change=picked)


def lit(outcome: Outcome) -> Mark:
    """What the outcome's run took, or what its step speaks of; the rest is dimmed."""
    return _of_run(outcome) if outcome.trace else _of_focus(outcome)


def plain(seeds: Sequence[str]) -> Mark:
    """Nothing lit but the starts."""
    return dict.fromkeys(seeds, "seed")


def _of_run(outcome: Outcome) -> Mark:
    trace = outcome.trace
    assert trace is not None
    marks: Mark = dict.fromkeys(_keys(outcome.scene), "dim")
    for kept in trace.relations:
        marks |= {end: "far" for end in (kept.relation.source, kept.relation.target) if marks.get(end) == "dim"}
        marks[kept.relation.key] = "seed" if kept.via == "seed" else "kept"
    marks |= {kept.entity.key: "seed" if kept.via == "seed" else "kept" for kept in trace.entities}
    marks |= {kept.chunk.id: "kept" for kept in trace.chunks}
    return marks


def _of_focus(outcome: Outcome) -> Mark:
    if not outcome.focus:
        return {}
    scene, focus = outcome.scene, outcome.focus
    marks: Mark = dict.fromkeys(_keys(scene), "dim") | dict.fromkeys(focus, "kept")
    speaking = [item for item in (*scene.entities, *scene.relations) if item.key in focus]
    edges = [item for item in speaking if isinstance(item, Relation)]
    return marks | {chunk: "kept" for item in edges or speaking for chunk in item.chunks}


def _keys(scene: Scene) -> list[str]:
    return [*(e.key for e in scene.entities), *(r.key for r in scene.relations), *scene.evidence.chunks]


def _counts(outcome: Outcome) -> list[dict[str, Any]]:
    assert outcome.trace is not None
    numbers = zip(own.COUNTS.items(), counts(outcome.trace), strict=True)
    return [{"id": name, "n": n, "label": one if n == 1 else many} for (name, (one, many)), n in numbers]


def _data(scene: Scene, marks: Mark) -> dict[str, Any]:
    places = _placed(scene.entities)
    return {
        "nodes": [_node(entity, places[entity.key], marks) for entity in scene.entities],
        "edges": [_edge(relation, marks) for relation in scene.relations],
        "chunks": [
            {"id": chunk.id, "label": one_line(_short(chunk), 40), "title": one_line(chunk.title or chunk.document, 80),
             "text": one_line(chunk.text, 240), "mark": marks.get(chunk.id, "plain")}
            for chunk in scene.chunks
        ],
    }  # fmt: skip


def _short(chunk: EvidenceChunk) -> str:
    """What tells a passage from its neighbours in little room: `short` of its metadata, else its title."""
    return str(chunk.metadata.get("short") or chunk.title or chunk.document)


def _node(entity: Entity, place: Point, marks: Mark) -> dict[str, Any]:
    notes = [own.PICTURE[flag] for flag in ("stub", "collision") if flag in entity.flags]
    return {
        "id": entity.key,
        "label": one_line(entity.name, 30),
        "second": one_line(entity.qualifier, 24) or "; ".join(notes),
        "flag": "collision" in entity.flags,
        "stub": entity.stub,
        "texts": len(entity.texts),
        "title": one_line(entity.description, 240),
        "x": place[0],
        "y": place[1],
        "mark": marks.get(entity.key, "plain"),
    }


def _edge(relation: Relation, marks: Mark) -> dict[str, Any]:
    return {
        "id": relation.key,
        "from": relation.source,
        "to": relation.target,
        "directed": relation.directed,
        "word": one_line(label_of(relation) or ", ".join(relation.keywords[:1]), 24),
        "texts": len(relation.texts),
        "title": one_line(relation.description, 240),
        "mark": marks.get(relation.key, "plain"),
    }


def _placed(entities: Sequence[Entity]) -> dict[str, Point]:
    """The place of each node: its name's, else the next that is free, else on a line below."""
    free, used, found = list(_SPARE), {}, {}
    for entity in entities:
        name = name_key(entity.name)
        own_places = _PLACES.get(name, ())
        nth = used.get(name, 0)
        used[name] = nth + 1
        if nth < len(own_places):
            found[entity.key] = own_places[nth]
        else:
            found[entity.key] = free.pop(0) if free else (0.06 + 0.11 * (len(found) % 9), 0.5)
    return found
