"""The Graph page: the most connected part or the surroundings of one entity, and the card of what is clicked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from core.services.browse import Desk
from core.services.graph_view import GraphQuery, GraphView, Growth
from pages.parts import banners, graph_bar, graph_state, session, words
from pages.parts.cards import Acts, entity_card, nothing_open, pair_card
from pages.parts.graph_component import Clicks, Selection, graph, palette
from pages.parts.graph_state import GraphState
from pages.parts.graph_tables import tables


def page() -> None:
    """Draw the page, or say what is missing for it."""
    with banners.problems_shown():
        explorer = session.explorer()
        if explorer is None:
            banners.empty(words.NO_WORKSPACE, words.NO_WORKSPACE_HINT, "home", words.GO_HOME)
        else:
            _workbench(explorer)


@st.fragment
def _workbench(explorer: Any) -> None:
    """Everything on the page: a click reruns only this."""
    with banners.problems_shown():
        state = graph_state.read(explorer.name)
        with st.spinner(words.OPENING):
            desk: Desk = explorer.browse.desk(state.query.policy)
        if not desk.overview.entities:
            banners.empty(words.GRAPH_EMPTY, words.GRAPH_EMPTY_HINT, "documents", words.GO_DOCUMENTS)
            return
        state = _possible(desk, state)
        view = desk.graph(state.query)
        state, view = _with_selection(desk, state, view)
        _bar(desk, state, view)
        _picture_and_card(explorer, desk, state, view)


def _possible(desk: Desk, state: GraphState) -> GraphState:
    """Leave out what the address or the other merge rule names and this graph has not."""
    query, selected = state.query, state.selected
    if query.focus and not desk.has_entity(query.focus):
        query = replace(query, focus=None)
    if selected and not (desk.has_entity(selected.id) if selected.kind == "node" else desk.has_relation(selected.id)):
        st.toast(words.GONE, icon=":material/info:")
        selected = None
    if (query, selected) == (state.query, state.selected):
        return state
    return graph_state.write(replace(state, query=query, selected=selected))


def _with_selection(desk: Desk, state: GraphState, view: GraphView) -> tuple[GraphState, GraphView]:
    """An opened entity that the picture has not joins it, or becomes its middle where it hangs on nothing shown."""
    missing = [key for key in _ends(desk, state.selected) if all(node.key != key for node in view.nodes)]
    if not missing:
        return state, view
    query = state.query
    if desk.touches(missing[0], {node.key for node in view.nodes}):
        query = replace(query, grown=(*query.grown, *(Growth(key, around=False) for key in missing)))
    else:
        query = replace(query, focus=missing[0], hops=1, grown=())
    state = graph_state.ask(state, query)
    return state, desk.graph(query)


def _ends(desk: Desk, selected: Selection | None) -> tuple[str, ...]:
    """The entities that must be in the picture for what is opened."""
    if selected is None:
        return ()
    if selected.kind == "node":
        return (selected.id,)
    relation = desk.relation(selected.id).relation
    return relation.source, relation.target


def _bar(desk: Desk, state: GraphState, view: GraphView) -> None:
    def ask(query: GraphQuery) -> None:
        graph_state.ask(state, query)

    def go_to(key: str) -> None:
        graph_state.select(state, Selection("node", key))

    find, rule, narrow = st.columns([5, 3, 2], vertical_alignment="bottom")
    below, way = st.container(), st.container()  # always there, so that the picture keeps its place in the page
    with find:
        graph_bar.finder(desk, go_to)
    with rule:
        graph_bar.merge_rule(state.query, ask)
    with narrow:
        graph_bar.filters(state.query, desk.overview, ask)
    with below:
        graph_bar.others_found(desk, go_to)
    with way:
        graph_bar.extent(view, ask)


def _picture_and_card(explorer: Any, desk: Desk, state: GraphState, view: GraphView) -> None:
    acts = _acts(state)
    left, right = st.columns([8, 5])
    with left:
        if view.nodes:
            colours = palette([facet.value for facet in desk.overview.types])
            graph(view, colours, state.selected, key="graph", clicks=Clicks(acts.open, acts.grow))
            tables(view, acts.open)
            _save(explorer, view)
        else:
            banners.empty(words.GRAPH_NO_FIT, words.GRAPH_NO_FIT_HINT)
    with right, st.container(height=680, border=True, key="card"), banners.problems_shown():
        if state.selected is None:
            nothing_open(view, acts)
        elif state.selected.kind == "node":
            entity_card(desk, state.selected.id, acts)
        else:
            pair_card(desk, state.selected.id, acts)


def _save(explorer: Any, view: GraphView) -> None:
    """The graph in view as one HTML file, made when it is asked for."""

    def page() -> bytes:
        (made,) = explorer.transfer.export("html", view.query.policy, [node.key for node in view.nodes])
        return bytes(made.content)

    st.download_button(
        words.SAVE_HTML,
        page,
        file_name="graph.html",
        mime="text/html",
        icon=":material/download:",
        help=words.SAVE_HTML_HELP,
        on_click="ignore",
    )


def _acts(state: GraphState) -> Acts:
    def open_(selected: Selection | None) -> None:
        graph_state.select(state, selected)

    def surround(key: str) -> None:
        graph_state.write(
            replace(state, query=replace(state.query, focus=key, hops=1, grown=()), selected=Selection("node", key))
        )

    def grow(key: str) -> None:
        grown = tuple(dict.fromkeys((*state.query.grown, Growth(key, around=True))))
        graph_state.write(replace(state, query=replace(state.query, grown=grown), selected=Selection("node", key)))

    return Acts(open_, surround, grow)


page()
