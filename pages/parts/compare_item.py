"""One item of a comparison, opened: what it says, why it is in each mode or is not, and the way to its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from core.domain.explain import Item
from core.domain.trace import Trace
from core.services.browse import Desk
from pages.parts import banners, compare_state, graph_state, session, stars, words
from pages.parts import words_compare as own
from pages.parts import words_explain as told
from pages.parts.compare_columns import Opened
from pages.parts.compare_reasons import explained
from pages.parts.compare_run import Run
from pages.parts.compare_state import Ask
from pages.parts.compare_why import names_of, source_name
from pages.parts.documents_table import DOC
from pages.parts.graph_component import Selection
from pages.parts.passages import passages
from pages.parts.text import safe_markdown, titled

_SOURCES_SHOWN = 12


def item(explorer: Any, ask: Ask, found: Run, opened: Opened) -> None:
    """Open the item over the page; while it is open, the address asks why it is there."""

    def close() -> None:
        now = compare_state.read()
        if now.why == opened.key:
            compare_state.write(replace(now, why=""))

    named = found.explainer.item(opened.kind, opened.key)
    if named:
        explorer.runs.opened(opened.kind, opened.key, named.label, ask.rule)
    st.dialog(own.KINDS[opened.kind], width="medium", on_dismiss=close)(_draw)(explorer, ask, found, opened)


def _draw(explorer: Any, ask: Ask, found: Run, opened: Opened) -> None:
    with banners.problems_shown():
        desk: Desk = explorer.browse.desk(ask.rule)
        if opened.kind == "chunk":
            _chunk(explorer, ask, desk, found.traces, opened.key)
        else:
            draw = _entity if opened.kind == "entity" else _relation
            draw(explorer, ask, desk, opened.key)
    with banners.problems_shown():
        st.markdown(f"**{own.WHERE_IN_MODES}**")
        said = found.explainer.item(opened.kind, opened.key) or Item(opened.kind, opened.key, opened.key)
        explained(found, said)


def _entity(explorer: Any, ask: Ask, desk: Desk, key: str) -> None:
    card = desk.entity(key)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        _head(safe_markdown(titled(card.entity.name, card.entity.qualifier)))
        st.badge(safe_markdown(card.entity.type or words.UNTYPED, 40), color="blue")
    _said(card.entity.description)
    with st.container(horizontal=True, gap="small"):
        _pin(ask, Opened("entity", key))
        _to_graph(explorer, ask.rule, Selection("node", key))


def _relation(explorer: Any, ask: Ask, desk: Desk, key: str) -> None:
    card = desk.relation(key)
    relation = card.relation
    arrow = "→" if relation.directed else "–"
    ends = f" {arrow} ".join(map(safe_markdown, card.ends))
    _head(ends)
    if relation.keywords:
        st.caption(f"{words.KEYWORDS}: {', '.join(safe_markdown(word, 60) for word in relation.keywords[:20])}")
    _said(relation.description)
    with st.container(horizontal=True, gap="small"):
        _pin(ask, Opened("relation", key))
        _to_graph(explorer, ask.rule, Selection("edge", key))


def _head(name: str) -> None:
    st.markdown(f"**{name}**", width="content")


def _said(description: str) -> None:
    if description:
        st.text(description)
    else:
        st.caption(own.NO_DESCRIPTION)


def _pin(ask: Ask, opened: Opened) -> None:
    """Make it a start of the search, or take it off."""
    pinned = opened.key in (ask.seeds if opened.kind == "entity" else ask.edges)
    label = told.UNPIN if pinned else told.PIN
    icon = ":material/keep_off:" if pinned else ":material/keep:"

    def toggle() -> None:
        now = compare_state.toggled(compare_state.read(), opened.kind, opened.key)
        compare_state.write(replace(now, why="", run=""))

    if st.button(label, icon=icon, help=told.PIN_HELP, key="compare-pin", on_click=toggle):
        st.rerun()  # closes the dialog


def _to_graph(explorer: Any, rule: str, selection: Selection) -> None:
    if st.button(own.IN_GRAPH, icon=words.PAGES["graph"][1], key="compare-to-graph"):
        state = graph_state.read(explorer.name)
        graph_state.write(replace(state, query=replace(state.query, policy=rule), selected=selection))
        st.switch_page("pages/graph.py", query_params=session.linked(**{selection.kind: selection.id}))


def _chunk(explorer: Any, ask: Ask, desk: Desk, traces: Mapping[str, Trace], key: str) -> None:
    passages([desk.passage(key, _names_in(traces, key))], key="compare-passage")
    names = names_of(traces)
    sources = list(dict.fromkeys(s for t in traces.values() for k in t.chunks if k.chunk.id == key for s in k.via))
    if sources:
        shown = "; ".join(safe_markdown(source_name(source, names), 80) for source in sources[:_SOURCES_SHOWN])
        more = f" {own.AND_MORE.format(count=len(sources) - _SOURCES_SHOWN)}" if len(sources) > _SOURCES_SHOWN else ""
        st.caption(f"**{own.BROUGHT_BY}** {shown}{more}")
    with st.container(horizontal=True, gap="small"):
        stars.button(explorer, ask.question, key, "compare-star")
        if st.button(own.IN_DOCUMENT, icon=words.PAGES["documents"][1], key="compare-to-document"):
            st.switch_page("pages/documents.py", query_params=session.linked(**{DOC: key.rpartition("#")[0]}))


def _names_in(traces: Mapping[str, Trace], chunk: str) -> tuple[str, ...]:
    """The names of the kept entities that were read from this passage."""
    kept = (k.entity for trace in traces.values() for k in trace.entities)
    return tuple(dict.fromkeys(entity.name for entity in kept if chunk in entity.chunks))
