"""What a click does to the choice on the Graph page, and how the choice is fitted to a graph that may not have it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from core.domain.names import ref_of
from core.services.browse import Desk
from core.services.graph_view import MAX_NODES, GraphQuery, GraphView, Growth
from pages.parts import graph_became, graph_state, words
from pages.parts.cards import Acts
from pages.parts.graph_component import Selection
from pages.parts.graph_state import GraphState
from pages.parts.text import safe_markdown, titled


def possible(explorer: Any, desk: Desk, state: GraphState) -> GraphState:
    """Go on to what became of a node that rulings moved; leave out what else this graph has not."""
    query, selected = _as_keys(desk, state)
    if selected and not (desk.has_entity(selected.id) if selected.kind == "node" else desk.has_relation(selected.id)):
        now = graph_became.told(explorer, desk, selected.id) if selected.kind == "node" else None
        if now is None:
            _gone(selected.id)
        if query.focus == selected.id:
            query = replace(query, focus=now)
        selected = Selection("node", now) if now else None
    if query.focus and not desk.has_entity(query.focus):
        now = graph_became.told(explorer, desk, query.focus)
        if now is None:
            _gone(query.focus)
        query = replace(query, focus=now)
    if (query, selected) == (state.query, state.selected):
        return state
    return graph_state.write(replace(state, query=query, selected=selected))


def _as_keys(desk: Desk, state: GraphState) -> tuple[GraphQuery, Selection | None]:
    """What is looked at, by keys: a link may have been typed with a name as it is shown."""
    query, selected = state.query, state.selected
    if query.focus:
        query = replace(query, focus=desk.resolved(query.focus))
    if selected and selected.kind == "node":
        selected = Selection("node", desk.resolved(selected.id))
    return query, selected


def _gone(key: str) -> None:
    ref = ref_of(key)
    name = key if ref.key != key else titled(ref.name, ref.qualifier)
    st.warning(words.GONE.format(name=safe_markdown(name, 80)), icon=":material/link_off:")


def with_selection(desk: Desk, state: GraphState, view: GraphView) -> tuple[GraphState, GraphView]:
    """An opened entity that the picture has not joins it, or becomes its middle where it hangs on nothing shown."""
    missing = _missing(desk, state.selected, view)
    if not missing:
        return state, view
    shown = {node.key for node in view.nodes}
    missing.sort(key=lambda key: not desk.touches(key, shown))
    grown = dict.fromkeys((*state.query.grown, *(Growth(key, around=False) for key in missing)))
    query = replace(state.query, grown=tuple(grown))
    if not desk.touches(missing[0], shown) or _missing(desk, state.selected, desk.graph(query)):
        query = replace(state.query, focus=missing[0], hops=1, grown=())
    state = graph_state.ask(state, query)
    return state, desk.graph(query)


def _missing(desk: Desk, selected: Selection | None, view: GraphView) -> list[str]:
    """The entities that what is opened needs and the picture has not."""
    shown = {node.key for node in view.nodes}
    return [key for key in _ends(desk, selected) if key not in shown]


def _ends(desk: Desk, selected: Selection | None) -> tuple[str, ...]:
    """The entities that must be in the picture for what is opened."""
    if selected is None:
        return ()
    if selected.kind == "node":
        return (selected.id,)
    relation = desk.relation(selected.id).relation
    return relation.source, relation.target


def acts(desk: Desk, state: GraphState, view: GraphView) -> Acts:
    """What the clicks and the buttons of a card do from this state."""

    def open_(selected: Selection | None) -> None:
        graph_state.select(state, selected)

    def surround(key: str) -> None:
        graph_state.write(
            replace(state, query=replace(state.query, focus=key, hops=1, grown=()), selected=Selection("node", key))
        )

    def grow(key: str) -> None:
        grown = tuple(dict.fromkeys((*state.query.grown, Growth(key, around=True))))
        query = replace(state.query, grown=grown)
        if len(desk.graph(query).nodes) == len(view.nodes):
            full = len(view.nodes) >= MAX_NODES
            st.toast(words.GROW_FULL.format(most=MAX_NODES) if full else words.GROW_NOTHING, icon=":material/info:")
        graph_state.write(replace(state, query=query, selected=Selection("node", key)))

    return Acts(open_, surround, grow)
