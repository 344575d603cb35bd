"""The Compare page: one question, searched for in five ways, side by side, with what they share."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.domain.records import Keywords
from core.services.library import Contents
from pages.parts import banners, compare_bar, compare_state, session, words
from pages.parts import words_compare as own
from pages.parts.compare_columns import Opened, columns, download
from pages.parts.compare_intro import intro, keywords, language, readiness
from pages.parts.compare_item import item
from pages.parts.compare_nothing import causes, nearly_all
from pages.parts.compare_run import Run, forget, run
from pages.parts.compare_state import Ask

_OPENED = "lightprism.compare.opened"


def page() -> None:
    """Draw the page, or say what is missing for it."""
    st.title(own.TITLE, anchor=False)
    with banners.problems_shown():
        explorer = session.explorer()
        if explorer is None:
            banners.empty(words.NO_WORKSPACE, words.NO_WORKSPACE_HINT, "home", words.GO_HOME)
            return
        contents = explorer.library.contents()
        if not contents.chunks.chunks:
            banners.empty(own.NO_DOCUMENTS, own.NO_DOCUMENTS_HINT, "documents", words.GO_DOCUMENTS)
            return
        _ask(explorer, contents)


def _ask(explorer: Any, contents: Contents) -> None:
    ask = compare_state.read()
    compare_bar.question(ask)
    compare_bar.options(ask, explorer.library.documents())
    readiness(contents)
    language(explorer.library.language_note(explorer.embeddings.identity))
    if ask.question:
        _result(explorer, contents, ask)
    else:
        intro()


def _result(explorer: Any, contents: Contents, ask: Ask) -> None:
    found = run(explorer, ask)
    if found.version != explorer.library.version():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(f":material/update: {own.CHANGED}")
            st.button(own.AGAIN, icon=":material/refresh:", key="compare-again", on_click=forget)
    keywords(_keywords(found))
    if found.empty:
        banners.empty(own.NOTHING, causes(found.traces, found.parameters, contents.chunks.read))
    elif nearly_all(found.traces, contents.chunks.chunks):
        compare_bar.small(ask)
    columns(found, key="compare", on_open=_open)
    download(found)
    opened = st.session_state.pop(_OPENED, None)
    if opened:
        item(explorer, ask.rule, found.traces, opened)


def _open(opened: Opened) -> None:
    st.session_state[_OPENED] = opened


def _keywords(found: Run) -> Keywords:
    """As the graph modes searched with them: hybrid uses both lists."""
    return found.traces["hybrid"].keywords


page()
