"""Two small pictures of what a preview changes: the graph before and after, everything that stays in its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import streamlit as st

from core.domain.curation import Preview
from core.domain.layout import Point, community_layout
from core.domain.packing import entity_label
from core.domain.records import Entity, Relation
from core.services.graph_edges import by_pair, shortened
from core.services.graph_view import GraphNode, GraphQuery, GraphView
from pages.parts import words_preview
from pages.parts.graph_component import Clicks, graph, palette

MOST = 40
"""Entities that a small picture holds."""
_HIGH, _AROUND = 280, 6


def pictures(explorer: Any, preview: Preview, key: str) -> None:
    """Before on the left, after on the right; a line instead where too much changes to be drawn."""
    before, after = _side(preview, "before"), _side(preview, "after")
    around = _around(explorer, preview)
    before, after = (before[0], [*before[1], *around]), (after[0], [*after[1], *around])
    count = len({change.key for change in preview.entities})
    if count > MOST:
        st.caption(words_preview.GRAPH_LARGE.format(count=count))
        return
    known = _neighbours(explorer, [*before[1], *after[1]], {*before[0], *after[0]})
    lines = [(r.source, r.target, float(r.weight)) for r in (*before[1], *after[1])]
    ends = {end for source, target, _ in lines for end in (source, target)}
    places = community_layout(
        sorted({*before[0], *after[0], *(ends & known.keys())}), _inside(lines, known, before, after)
    )
    colours = palette([facet.value for facet in explorer.browse.desk().overview.types])
    columns = st.columns(2, gap="medium")
    for column, title, side, name in zip(
        columns,
        (words_preview.GRAPH_BEFORE, words_preview.GRAPH_AFTER),
        (before, after),
        ("before", "after"),
        strict=True,
    ):
        with column:
            st.caption(title)
            view = _view(side[0], side[1], known, places, name)
            graph(view, colours, None, _STILL, key=f"{key}-{name}-{view.matching}", dress=_small)


def _small(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "height": _HIGH}


_STILL = Clicks(lambda selected: None, lambda key: None)
Side = tuple[dict[str, Entity], list[Relation]]


def _side(preview: Preview, which: str) -> Side:
    """The records that change as they are before or after."""
    entities = {c.key: found for c in preview.entities if (found := getattr(c, which)) is not None}
    relations = [found for c in preview.relations if (found := getattr(c, which)) is not None]
    return entities, relations


def _around(explorer: Any, preview: Preview) -> list[Relation]:
    """Relations of what changes that stay as they are: so that one sees where in the graph it is."""
    desk, changing = explorer.browse.desk(), {change.key for change in preview.relations}
    stays = [change.key for change in preview.entities if change.before and change.after][:_AROUND]
    found = {relation.key: relation for key in stays for relation in desk.around(key, _AROUND)}
    return [relation for key, relation in found.items() if key not in changing]


def _neighbours(explorer: Any, relations: Iterable[Relation], changed: set[str]) -> dict[str, Entity]:
    """What the changing relations lead to and stays as it is; the first few."""
    desk = explorer.browse.desk()
    ends = dict.fromkeys(end for r in relations for end in (r.source, r.target) if end not in changed)
    return {end: desk.record(end) for end in list(ends)[: MOST - min(MOST, len(changed))] if desk.has_entity(end)}


def _inside(
    lines: Sequence[tuple[str, str, float]], known: Mapping[str, Entity], before: Side, after: Side
) -> list[tuple[str, str, float]]:
    drawn = {*known, *before[0], *after[0]}
    return [line for line in lines if line[0] in drawn and line[1] in drawn and line[0] != line[1]]


def _view(
    changed: Mapping[str, Entity],
    relations: Sequence[Relation],
    known: Mapping[str, Entity],
    places: Mapping[str, Point],
    name: str,
) -> GraphView:
    """One side as a picture."""
    drawn = {**known, **changed}
    edges = tuple(by_pair(r for r in relations if r.source in drawn and r.target in drawn))
    degree = {key: sum(key in (edge.source, edge.target) for edge in edges) for key in drawn}
    nodes = tuple(
        GraphNode(
            key=key,
            name=entity.name,
            qualifier=entity.qualifier,
            type=entity.type,
            degree=degree[key],
            stub=entity.stub,
            flags=entity.flags,
            summary=shortened(f"{entity_label(entity)}\n{entity.description}"),
            x=places[key][0],
            y=places[key][1],
        )
        for key, entity in sorted(drawn.items())
        if key in places
    )
    return GraphView(GraphQuery(focus=name), nodes, edges, len(nodes), len(nodes), len(edges))
