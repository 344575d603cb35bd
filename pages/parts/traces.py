"""A box that looks for a phrase in every byte of the workspace's folder. The phrase is kept nowhere."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.parts import banners
from pages.parts import words_erase as words


def box(explorer: Any, key: str) -> None:
    """Field, button, and where it stands. `key` parts two boxes of one page."""
    with st.form(f"{key}-traces", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        phrase = st.text_input(words.LOOK, help=words.LOOK_HELP, max_chars=500, autocomplete="off")
        asked = st.form_submit_button(words.LOOK_DO, icon=":material/search:")
    if not asked or not phrase.strip():
        return
    with banners.problems_shown(), st.spinner(words.LOOKING):
        _found(explorer.remains(phrase))


def _found(remains: Any) -> None:
    if not remains:
        st.success(words.NO_TRACE, icon=":material/verified:")
        return
    head = words.FOUND_ONE if len(remains) == 1 else words.FOUND.format(n=len(remains))
    lines = [words.PLACE.format(place=each.place.replace("`", "'"), count=each.count) for each in remains]
    st.warning("\n- ".join([head + "\n", *lines]), icon=":material/search:")
