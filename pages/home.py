"""The Home page: a start where there is nothing yet, else what to do next, what was done lately, and what is there."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.services.history import lately
from core.services.library import Contents
from pages.parts import banners, home_backup, home_findings, home_history, home_lately, session, words_keeping
from pages.parts import words_home as words
from pages.parts.documents_progress import panel
from pages.parts.home_contents import collections, figures, next_step, worth_a_look
from pages.parts.home_start import engine_line, form, welcome
from pages.parts.text import safe_markdown

_LATELY = 10


def page() -> None:
    """Draw the page."""
    with banners.problems_shown():
        if session.chosen() is None:
            welcome()
            return
        if home_history.asked():
            home_history.page(session.explorer())
            return
        left, right = st.columns([3, 2], gap="large")
        with left, banners.problems_shown():
            _workspace()
        with right:
            _others()


def _workspace() -> None:
    explorer: Any = session.explorer()
    st.title(safe_markdown(explorer.name), anchor=False)
    contents = explorer.library.contents()
    lines = lately(explorer.runs, _LATELY)
    if not session.viewing() and not panel(explorer, quiet=True):
        next_step(contents, {line.sort for line in lines})
    if contents.documents:
        home_lately.lately(lines)
        _contents(explorer, contents)


def _contents(explorer: Any, contents: Contents) -> None:
    with st.spinner(words.COUNTING):
        graph = explorer.library.graph()
    figures(contents, graph)
    if session.viewing():
        worth_a_look(contents, graph)
        return
    collections(explorer.library.collections())
    found = home_findings.findings(explorer, graph.entities)
    worth_a_look(contents, graph, found.line, explorer.library.language_note(explorer.embeddings.identity))
    if found.running:
        home_findings.waiting(explorer)


def _others() -> None:
    """The workspaces there are, and a way to make one."""
    st.subheader(words.WORKSPACES, anchor=False)
    current = session.chosen()
    for name in session.names():
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            shown = safe_markdown(name)
            if name == current:
                st.markdown(f"**{shown}**")
                st.badge(words.THIS_ONE, color="green", icon=":material/check:")
            else:
                st.button(shown, key=f"home-open-{name}", type="tertiary", on_click=session.choose, args=(name,))
    with st.expander(words.NEW, icon=":material/add:"), banners.problems_shown():
        form()
        engine_line()
    with st.expander(words_keeping.OPEN, icon=":material/unarchive:", key="home-open-backup"):
        home_backup.form()


page()
