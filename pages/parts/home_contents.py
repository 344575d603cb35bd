"""What is in a workspace, what to do next, and what deserves a look."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import streamlit as st

from core.services.library import Contents, GraphCounts
from pages.parts import words_home as words
from pages.parts.text import safe_markdown

_GRAPH_SEEN = "lightprism.graph"
_STEPS = {
    "documents": (words.NEXT_ADD, words.NEXT_ADD_HINT, words.NEXT_ADD_BUTTON, ":material/add:"),
    "graph": (words.NEXT_GRAPH, words.NEXT_GRAPH_HINT, words.NEXT_GRAPH_BUTTON, ":material/hub:"),
    "compare": (words.NEXT_ASK, words.NEXT_ASK_HINT, words.NEXT_ASK_BUTTON, ":material/compare_arrows:"),
}


def next_step(contents: Contents) -> None:
    """One button: add documents, or look at the graph, or, when that was seen, ask a question."""
    page = "documents" if not contents.documents else "compare" if _GRAPH_SEEN in st.session_state else "graph"
    title, hint, label, icon = _STEPS[page]
    with st.container(border=True, key="home-next"):
        st.markdown(f"**{title}** {hint}")
        if st.button(label, type="primary", icon=icon, key="home-next-button"):
            st.switch_page(f"pages/{page}.py")


def figures(contents: Contents, graph: GraphCounts) -> None:
    """Four numbers."""
    chunks = contents.chunks
    with st.container(horizontal=True, key="home-figures"):
        st.metric(words.DOCUMENTS, f"{contents.documents:,}", border=True, width=200)
        read = (
            f"{chunks.read:,}"
            if chunks.read == chunks.chunks
            else words.OF.format(read=chunks.read, chunks=chunks.chunks)
        )
        st.metric(words.PASSAGES, read, border=True, width=200, help=words.PASSAGES_HELP)
        st.metric(words.ENTITIES, f"{graph.entities:,}", border=True, width=200, help=words.ENTITIES_HELP)
        st.metric(words.RELATIONS, f"{graph.relations:,}", border=True, width=200, help=words.RELATIONS_HELP)


def worth_a_look(contents: Contents, graph: GraphCounts, note: str = "") -> None:
    """What a careful person would open: each line leads to where it can be seen."""
    st.subheader(words.LOOK, anchor=False)
    lines = list(_lines(contents, graph))
    if note:
        st.caption(f":material/translate: {safe_markdown(note)}")
    elif not lines:
        st.caption(words.LOOK_NONE)
    with st.container(gap="small"):
        for label, icon, page, address in lines:
            st.page_link(f"pages/{page}.py", label=label, icon=icon, query_params=address)


def _lines(contents: Contents, graph: GraphCounts) -> Iterator[tuple[str, str, str, dict[str, str]]]:
    for count, template, icon, page, shown in (
        (contents.chunks.failed, words.FAILED, ":material/error:", "documents", "failed"),
        (contents.chunks.empty, words.NOTHING_FOUND, ":material/search_off:", "documents", "nothing"),
        (contents.unread, words.UNREAD, ":material/block:", "documents", "unread"),
        (contents.rejected, words.REJECTED, ":material/rule:", "documents", "rows"),
        (graph.flagged, words.FLAGGED, ":material/info:", "graph", "note"),
        (graph.stubs, words.STUBS, ":material/help:", "graph", "stub"),
    ):
        if count:
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
