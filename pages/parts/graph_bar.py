"""The row above the graph: find an entity, merge rule, filters, steps, and what the picture shows of the whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from core.services.browse import Desk, Found, Overview
from core.services.graph_view import MAX_NODES, GraphQuery, GraphView
from pages.parts import words
from pages.parts.merge_rule import merge_rule as control
from pages.parts.text import one_line, safe_markdown, titled

_FIND = "graph-find"
Ask = Callable[[GraphQuery], None]


def finder(desk: Desk, go_to: Callable[[str], None]) -> None:
    """The search box. Enter opens the best fit; the others stand below."""

    def search() -> None:
        hits = desk.find(st.session_state[_FIND], 1)
        if hits:
            go_to(hits[0].key)

    st.text_input(
        words.FIND,
        key=_FIND,
        placeholder=words.FIND_PLACEHOLDER,
        icon=":material/search:",
        label_visibility="collapsed",
        on_change=search,
        persist_state="page",
    )


def others_found(desk: Desk, go_to: Callable[[str], None]) -> None:
    """What else fits the search, or that nothing does."""

    def pick() -> None:
        if st.session_state["graph-found"]:
            go_to(st.session_state["graph-found"])

    text = st.session_state.get(_FIND, "")
    if not text.strip():
        return
    hits = desk.find(text, 9)
    if not hits:
        st.caption(words.FOUND_NONE)
    elif len(hits) > 1:
        named = {hit.key: _hit(hit) for hit in hits[1:]}
        st.pills(
            words.FOUND_OTHERS,
            list(named),
            format_func=named.__getitem__,
            key="graph-found",
            on_change=pick,
            label_visibility="collapsed",
        )


def _hit(hit: Found) -> str:
    return f"{safe_markdown(titled(hit.name, hit.qualifier), 48)} :small[{hit.degree:,}]"


def merge_rule(query: GraphQuery, ask: Ask) -> None:
    """The switch between merge rules. What is in the middle of the picture may not exist under the other."""

    def put(rule: str) -> None:
        ask(replace(query, policy=rule, grown=()))

    control(query.policy, put, key="graph-rule", help=words.MERGE_RULE_HELP)


def filters(query: GraphQuery, overview: Overview, ask: Ask) -> None:
    """A popover with types, documents, least degree and how many entities to show."""
    count = bool(query.types) + bool(query.documents) + (query.min_degree > 0) + bool(query.flag)
    label = words.FILTERS_ON.format(count=count) if count else words.FILTERS
    with st.popover(label, icon=":material/tune:", width="stretch"):
        _filter_widgets(query, overview, ask)


def _filter_widgets(query: GraphQuery, overview: Overview, ask: Ask) -> None:
    types = {facet.value: f"{one_line(facet.label, 40) or words.UNTYPED} ({facet.count:,})" for facet in overview.types}
    documents = {facet.value: f"{one_line(facet.label, 60)} ({facet.count:,})" for facet in overview.documents}
    state = st.session_state
    state["graph-types"] = [t for t in query.types if t in types]
    state["graph-documents"] = [d for d in query.documents if d in documents]
    state["graph-degree"] = min(query.min_degree, overview.max_degree)
    state["graph-limit"] = query.limit
    state["graph-flag"] = query.flag or None

    def change() -> None:
        ask(
            replace(
                query,
                types=tuple(state["graph-types"]),
                documents=tuple(state["graph-documents"]),
                min_degree=state["graph-degree"],
                limit=state["graph-limit"],
                flag=state["graph-flag"] or "",
                grown=(),
            )
        )

    show = {"placeholder": words.ALL, "on_change": change}
    st.multiselect(words.FILTER_TYPES, list(types), format_func=types.__getitem__, key="graph-types", **show)
    st.multiselect(
        words.FILTER_DOCUMENTS, list(documents), format_func=documents.__getitem__, key="graph-documents", **show
    )
    st.selectbox(
        words.FILTER_NOTE, list(words.NOTE_FILTER), format_func=words.NOTE_FILTER.__getitem__, key="graph-flag", **show
    )
    st.number_input(
        words.FILTER_DEGREE,
        0,
        max(overview.max_degree, 1),
        key="graph-degree",
        help=words.DEGREE_HELP,
        on_change=change,
    )
    st.slider(
        words.FILTER_LIMIT, 10, MAX_NODES, step=10, key="graph-limit", help=words.FILTER_LIMIT_HELP, on_change=change
    )
    st.button(words.FILTER_CLEAR, on_click=lambda: ask(replace(query, types=(), documents=(), min_degree=0, flag="")))


def extent(view: GraphView, ask: Ask, so_far: str = "") -> None:
    """How much of the whole is in the picture, how far it goes from its middle, and the way back to the whole."""
    query = view.query
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        if query.focus or query.grown:
            _way_back(query, ask)
        if query.focus:
            _steps(query, ask)
        st.caption(f"{showing(view)} {so_far}".rstrip())


def _way_back(query: GraphQuery, ask: Ask) -> None:
    st.button(
        words.WHOLE,
        icon=":material/arrow_back:",
        help=words.WHOLE_HELP,
        key="graph-whole",
        on_click=lambda: ask(replace(query, focus=None, grown=())),
    )


def _steps(query: GraphQuery, ask: Ask) -> None:
    def change() -> None:
        ask(replace(query, hops=st.session_state["graph-hops"], grown=()))

    st.session_state["graph-hops"] = query.hops
    st.segmented_control(
        words.STEPS_LABEL,
        list(words.STEPS),
        required=True,
        format_func=words.STEPS.__getitem__,
        key="graph-hops",
        on_change=change,
        label_visibility="collapsed",
    )


def showing(view: GraphView) -> str:
    """The sentence that says how much of the whole is in the picture."""
    query = view.query
    numbers = {
        "shown": len(view.nodes),
        "total": view.total_nodes,
        "matching": view.matching,
        "edges": view.shown_relations,
        "all_edges": view.total_edges,
    }
    if query.focus:
        name = next((n for n in view.nodes if n.key == query.focus), None)
        label = safe_markdown(titled(name.name, name.qualifier), 60) if name else ""
        template = words.SHOWING_GROWN if query.grown else words.SHOWING_FOCUS
        said = template.format(**numbers, steps=words.STEPS.get(query.hops, query.hops), name=label)
        cut = len(view.nodes) < view.matching
        return f"{said} {words.SHOWING_CUT.format(limit=query.limit)}" if cut else said
    if len(view.nodes) == view.total_nodes:
        return words.SHOWING_ALL.format(**numbers)
    if view.matching < view.total_nodes:
        return words.SHOWING_FITTING.format(**numbers)
    return words.SHOWING_CORE.format(**numbers)
