"""Who decides: asked once for a home of the app, in its place on the page, and to be changed at any time."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.parts import banners
from pages.parts import words_tables as words
from pages.parts.text import safe_markdown

_OPEN, _FIELD = "lightprism.person.open", "person-name"


def asked(explorer: Any) -> None:
    """Ask for the name where nobody has answered yet; else say how decisions are signed. Never in the way."""
    desk = explorer.curate
    if not explorer.writable:
        return
    if not desk.asked or st.session_state.get(_OPEN):
        _question(desk)
        return
    name = safe_markdown(desk.person, 60)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="person"):
        st.caption(words.PERSON_IS.format(name=name) if name else words.PERSON_NONE, width="content")
        st.button(words.PERSON_CHANGE, type="tertiary", key="person-change", on_click=_open, args=(True,))


def _question(desk: Any) -> None:
    def answer(name: str) -> None:
        with banners.problems_shown():
            desk.name_yourself(name)
        _open(False)

    with st.container(border=True, key="person-question"):
        field, acts = st.columns([3, 2], vertical_alignment="bottom")
        with field:
            st.text_input(words.PERSON, desk.person, max_chars=80, key=_FIELD, help=words.PERSON_WHY)
        with acts, st.container(horizontal=True, gap="small"):
            st.button(words.PERSON_SAVE, key="person-save", on_click=lambda: answer(st.session_state[_FIELD].strip()))
            if desk.asked:
                st.button(words.PERSON_CANCEL, type="tertiary", key="person-cancel", on_click=_open, args=(False,))
            else:
                st.button(words.PERSON_SKIP, type="tertiary", key="person-skip", on_click=lambda: answer(""))


def _open(on: bool) -> None:
    st.session_state[_OPEN] = on
