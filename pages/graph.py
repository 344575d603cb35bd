"""The Graph page: the most connected part or the surroundings of one entity, and the card of what is clicked.

Beside it, as tabs: what the merge rules make different, what tells things of one name apart, and the vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from core.services.browse import Desk
from core.services.graph_view import GraphQuery, GraphView
from pages.parts import (
    banners,
    decided,
    graph_bar,
    graph_moves,
    graph_state,
    graph_tabs,
    opened,
    present,
    rules_differences,
    rules_keys,
    rules_vocabulary,
    session,
    words,
)
from pages.parts import words_lesson as projected
from pages.parts.cards import entity_card, nothing_open
from pages.parts.graph_component import Clicks, Selection, graph, palette
from pages.parts.graph_state import GraphState
from pages.parts.graph_tables import listed, tables
from pages.parts.relation_cards import pair_card


def page() -> None:
    """Draw the page, or say what is missing for it."""
    with banners.problems_shown():
        explorer = banners.workspace()
        if explorer is not None:
            _workbench(explorer)


@st.fragment
def _workbench(explorer: Any) -> None:
    """Everything on the page: a click reruns only this."""
    with banners.problems_shown():
        state = graph_state.read(explorer.name)
        with st.container(horizontal=True, vertical_alignment="center", gap="large"):
            if not present.on():
                st.title(words.PAGES["graph"][0], anchor=False, width="content")
            tab = graph_tabs.FIRST if session.viewing() else graph_tabs.control()
        if tab != graph_tabs.FIRST:
            present.frame()
            _tab(explorer, tab, state)
            return
        with st.spinner(words.OPENING):
            desk: Desk = explorer.browse.desk(state.query.policy)
        if not desk.overview.entities:
            banners.empty(words.GRAPH_EMPTY, words.GRAPH_EMPTY_HINT, "documents", words.GO_DOCUMENTS)
            return
        with st.container():  # always there, so that the picture keeps its place in the page
            if not session.viewing():
                decided.shown(explorer, "graph")
            state = graph_moves.possible(explorer, desk, state)
        view = desk.graph(state.query)
        state, view = graph_moves.with_selection(desk, state, view)
        present.frame(*_steps(state, view))
        with present.folded(projected.FOLDED_GRAPH):
            _bar(desk, state, view, _so_far(explorer))
        _picture_and_card(explorer, desk, state, view)
        if not session.viewing():
            explorer.other_rule.begin(state.query.policy)


def _tab(explorer: Any, tab: str, state: GraphState) -> None:
    """One of the tabs beside the graph."""

    def show(rule: str, selected: Selection) -> None:
        query = replace(state.query, policy=rule, grown=(), focus=selected.id if selected.kind == "node" else None)
        graph_state.write(replace(state, query=query, selected=selected))
        graph_tabs.go(graph_tabs.FIRST)

    if not explorer.library.contents().entities:
        banners.empty(words.GRAPH_EMPTY, words.GRAPH_EMPTY_HINT, "documents", words.GO_DOCUMENTS)
    elif tab == "differences":
        rules_differences.draw(explorer, show)
    elif tab == "keys":
        rules_keys.draw(explorer)
    else:
        rules_vocabulary.draw(explorer)


def _steps(state: GraphState, view: GraphView) -> tuple[Callable[[], None], Callable[[], None]]:
    """To the entity before and after the opened one, by degree, in projector mode."""
    order = [node.key for node in sorted(view.nodes, key=lambda node: (-node.degree, node.key))]
    opened_ = state.selected.id if state.selected and state.selected.id in order else None

    def to(far: int) -> None:
        at = 0 if opened_ is None else (order.index(opened_) + far) % len(order)
        graph_state.select(state, Selection("node", order[at]))

    return (lambda: to(-1)), (lambda: to(1))


def _so_far(explorer: Any) -> str:
    """How much has been read, while that is not all."""
    if not explorer.library.unread_note():
        return ""
    chunks = explorer.library.contents().chunks
    return words.READ_SO_FAR.format(read=chunks.read, chunks=chunks.chunks)


def _bar(desk: Desk, state: GraphState, view: GraphView, so_far: str) -> None:
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
        graph_bar.extent(view, ask, so_far)


def _picture_and_card(explorer: Any, desk: Desk, state: GraphState, view: GraphView) -> None:
    acts = graph_moves.acts(desk, state, view)
    left, right = st.columns([8, 5])
    with left:
        with st.container():  # always there, as above
            listed(desk, view, acts.open)
        if view.nodes:
            colours = palette([facet.value for facet in desk.overview.types])
            graph(view, colours, state.selected, key="graph", clicks=Clicks(acts.open, acts.grow))
            if not present.on():
                tables(view, acts.open)
                _below(explorer, view)
        else:
            banners.empty(words.GRAPH_NO_FIT, words.GRAPH_NO_FIT_HINT)
    with right, st.container(height=540 if present.on() else 680, border=True, key="card"), banners.problems_shown():
        if state.selected is None:
            nothing_open(view, acts)
        elif state.selected.kind == "node":
            entity_card(explorer, desk, state.selected.id, acts)
            opened.entity(explorer, desk, state)
        else:
            pair_card(explorer, desk, state.selected.id, acts)


def _below(explorer: Any, view: GraphView) -> None:
    with st.container(horizontal=True):
        _save(explorer, view)
        present.button()


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


page()
