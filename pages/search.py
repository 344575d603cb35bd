"""The Search page: words, numbers and names, found as they are written, and opened where they stand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from core.domain.query import read_query
from core.services.graph_view import GraphQuery
from core.services.search import Found
from pages.parts import banners, search_bar, search_results, search_state, words
from pages.parts import words_search as own
from pages.parts.search_state import PAGE_SIZE, Asked
from pages.parts.text import safe_markdown, titled

_EXAMPLES = 6


def page() -> None:
    """Draw the page, or say what is missing for it."""
    st.title(own.TITLE, anchor=False)
    with banners.problems_shown():
        explorer = banners.workspace()
        if explorer is None:
            return
        if not explorer.library.contents().chunks.chunks:
            banners.empty(own.NO_DOCUMENTS, own.NO_DOCUMENTS_HINT, "documents", words.GO_DOCUMENTS)
        else:
            _search(explorer)


@st.fragment
def _search(explorer: Any) -> None:
    """Everything below the title: typing reruns only this."""
    with banners.problems_shown():
        asked = search_state.read(explorer.path.name)
        search_bar.field(asked)
        text = asked.text.strip()
        if not text:
            st.caption(own.HELP)
            _start(explorer, asked)
        elif not read_query(text).phrases:
            st.info(own.NO_WORD, icon=":material/info:")
        else:
            with st.spinner(own.SEARCHING):  # shown after half a second: at the first search, which opens the graph
                found: Found = explorer.search.search(
                    text, asked.rule, limit=asked.limit, documents=asked.documents, types=asked.types
                )
            _found(explorer, asked, found)


def _found(explorer: Any, asked: Asked, found: Found) -> None:
    everywhere = sum(facet.count for facet in found.facets)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{_counted(found, asked, everywhere)}**", width="content")
        search_bar.clear(asked)
        st.space("stretch")
        search_bar.ask_this(asked)
    if not everywhere and not found.types:
        _nothing(explorer, asked)
        return
    for note in found.notes:
        st.caption(safe_markdown(note))
    if found.types:
        st.subheader(own.NAMES, anchor=False, help=search_bar.rule_line(asked))
        search_bar.types(asked, found.types)
        search_results.names(found, asked)
    if everywhere:
        _passages(explorer, asked, found, everywhere)


def _passages(explorer: Any, asked: Asked, found: Found, everywhere: int) -> None:
    st.subheader(own.PASSAGES, anchor=False)
    search_bar.documents(asked, found.facets)
    if not found.passages:
        banners.empty(own.NOTHING_FILTERED, own.NOTHING_FILTERED_HINT.format(count=everywhere))
        return
    if found.match == "any":
        st.caption(f":material/info: {own.ANY}")
    search_results.passages(found, asked)
    _more(asked, len(found.passages), found.passage_count)


def _more(asked: Asked, shown: int, count: int) -> None:
    if shown < count:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.button(
                own.MORE.format(count=min(PAGE_SIZE, count - shown)),
                icon=":material/expand_more:",
                key="search-more",
                on_click=lambda: search_state.write(replace(asked, limit=asked.limit + PAGE_SIZE)),
            )
            st.caption(own.OF.format(shown=shown, count=count))


def _counted(found: Found, asked: Asked, everywhere: int) -> str:
    """How much was found, in words."""
    count, documents = found.passage_count, len(found.facets)
    if asked.documents and everywhere:
        template = own.FILTERED_ONE if count == 1 else own.FILTERED
    elif count == 1:
        template = own.COUNT_PASSAGE
    else:
        template = own.COUNT_ONE_DOCUMENT if documents == 1 else own.COUNT_PASSAGES
    passages = template.format(count=count, documents=documents, total=everywhere)
    names = own.COUNT_NAME if found.entity_count == 1 else own.COUNT_NAMES.format(count=found.entity_count)
    if not everywhere and not found.entity_count:
        return own.NOTHING
    return ", ".join([*([names] if found.entity_count else []), *([passages] if everywhere else [])])


def _nothing(explorer: Any, asked: Asked) -> None:
    """Say so, and offer names that look like it."""
    text = asked.text.strip()
    st.caption(own.HELP)
    st.markdown(own.NOTHING_HINT.format(text=safe_markdown(text, 80)))
    near = explorer.browse.desk(asked.rule).near(text)
    if near:
        _offer(own.NEAR, {one.key: titled(one.name, one.qualifier) for one in near}, asked)


def _start(explorer: Any, asked: Asked) -> None:
    """Before anything is typed: what can be found, and a few names to begin with."""
    st.markdown(f"**{own.START}**  \n{own.START_HINT}")
    with st.spinner(words.OPENING):
        desk = explorer.browse.desk(asked.rule)
    best = desk.listed(GraphQuery(policy=asked.rule))[:_EXAMPLES]
    if best:
        _offer(own.TRY, {one.key: one.name for one in best}, asked)


def _offer(label: str, named: dict[str, str], asked: Asked) -> None:
    """Names that are searched for with a click."""

    def pick() -> None:
        chosen = st.session_state["search-offer"]
        if chosen in named:
            search_state.write(Asked(asked.workspace, named[chosen], rule=asked.rule))

    st.session_state["search-offer"] = None
    labels = {key: safe_markdown(name, 60) for key, name in named.items()}
    st.pills(label, list(labels), format_func=labels.__getitem__, key="search-offer", on_change=pick)


page()
