"""What is in a workspace, what to do next, and what deserves a look."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import streamlit as st

from core.services.history import Sort
from core.services.library import Contents, GraphCounts
from pages.parts import session
from pages.parts import words_home as words
from pages.parts.text import safe_markdown

_GRAPH_SEEN = "lightprism.graph"
_FIGURE = 112
"""Pixels: four of them stand in a row."""

_STEPS = {
    "documents": (words.NEXT_ADD, words.NEXT_ADD_HINT, words.NEXT_ADD_BUTTON, ":material/add:"),
    "graph": (words.NEXT_GRAPH, words.NEXT_GRAPH_HINT, words.NEXT_GRAPH_BUTTON, ":material/hub:"),
    "ask": (words.NEXT_ASK, words.NEXT_ASK_HINT, words.NEXT_ASK_BUTTON, ":material/forum:"),
    "compare": (words.NEXT_COMPARE, words.NEXT_COMPARE_HINT, words.NEXT_COMPARE_BUTTON, ":material/compare_arrows:"),
}


def next_step(contents: Contents, done: Collection[Sort]) -> None:
    """One button: add documents, look at the graph, ask, compare: the first that has not been done; else none."""
    page = _next(contents, done)
    if not page:
        return
    title, hint, label, icon = _STEPS[page]
    with st.container(border=True, key="home-next"):
        st.markdown(f"**{title}** {hint}")
        if st.button(label, type="primary", icon=icon, key="home-next-button"):
            st.switch_page(f"pages/{page}.py", query_params=session.linked())


def _next(contents: Contents, done: Collection[Sort]) -> str:
    if not contents.documents:
        return "documents"
    if not done and _GRAPH_SEEN not in st.session_state:
        return "graph"
    return next((page for page in ("ask", "compare") if page not in done), "")


def figures(contents: Contents, graph: GraphCounts) -> None:
    """Four numbers."""
    chunks = contents.chunks
    whole = chunks.read == chunks.chunks
    read = f"{chunks.read:,}" if whole else words.OF.format(read=chunks.read, chunks=chunks.chunks)
    with st.container(horizontal=True, gap="small", key="home-figures"):
        for label, value, about in (
            (words.DOCUMENTS, f"{contents.documents:,}", None),
            (words.PASSAGES, read, words.PASSAGES_HELP),
            (words.ENTITIES, f"{graph.entities:,}", words.ENTITIES_HELP),
            (words.RELATIONS, f"{graph.relations:,}", words.RELATIONS_HELP),
        ):
            st.metric(label, value, width=_FIGURE if whole else "content", help=about)


def worth_a_look(contents: Contents, graph: GraphCounts, findings: str = "", note: str = "") -> None:
    """What a careful person would open: each line leads to where it can be seen. `findings` leads to Diagnose.

    A viewer is told of the graph alone; the lists of documents are not for them.
    """
    st.subheader(words.LOOK, anchor=False)
    lines = [(findings, ":material/troubleshoot:", "diagnose", {})] if findings else []
    lines += _lines(contents, graph)
    if note:
        st.caption(f":material/translate: {safe_markdown(note)}")
    elif not lines:
        st.caption(words.LOOK_NONE)
    with st.container(gap="small", key="home-worth"):
        for label, icon, page, address in lines:
            st.page_link(f"pages/{page}.py", label=label, icon=icon, query_params=session.linked(**address))


def _lines(contents: Contents, graph: GraphCounts) -> Iterator[tuple[str, str, str, dict[str, str]]]:
    for count, template, icon, page, shown in (
        (contents.chunks.failed, words.FAILED, ":material/error:", "documents", "failed"),
        (contents.chunks.empty, words.NOTHING_FOUND, ":material/search_off:", "documents", "nothing"),
        (contents.unread, words.UNREAD, ":material/block:", "documents", "unread"),
        (contents.rejected, words.REJECTED, ":material/rule:", "documents", "rows"),
        (graph.flagged, words.FLAGGED, ":material/info:", "graph", "note"),
        (graph.stubs, words.STUBS, ":material/help:", "graph", "stub"),
    ):
        if count and (page == "graph" or not session.viewing()):
            field = "flag" if page == "graph" else "view"
            yield template.format(count=count), icon, page, {field: shown}


def collections(states: Any) -> None:
    """Whether what is searched shows what was read."""
    if all(state.current for state in states):
        rows = ", ".join(words.COLLECTIONS[state.name].format(rows=state.rows) for state in states)
        st.caption(
            f":material/check_circle: {safe_markdown(words.SEARCH_READY.format(rows=rows))}", help=words.SEARCH_HELP
        )
    else:
        st.caption(f":material/pending: {words.SEARCH_BEHIND}", help=words.SEARCH_HELP)
