"""The last ten things that were asked or opened, and what stands there before the first."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.services.history import Line
from pages.parts import session
from pages.parts import words_home as words
from pages.parts.home_history import open_history
from pages.parts.home_lines import about, link
from pages.parts.words import PAGES


def lately(lines: Sequence[Line]) -> None:
    """Draw the list, latest first; or the way to fill it."""
    with st.container(key="home-lately", gap="small"):
        st.subheader(words.LATELY, anchor=False)
        if not lines:
            _nothing()
            return
        for line in lines:
            with st.container(gap=None, key=f"line-{line.recent.kind}-{line.recent.key}"):
                link(line)
                st.caption(about(line))
        st.button(words.HISTORY, icon=":material/history:", type="tertiary", key="home-history", on_click=open_history)


def _nothing() -> None:
    st.markdown(f"{words.LATELY_NONE}  \n:small[{words.LATELY_NONE_HINT}]")
    st.page_link("pages/ask.py", label=words.LATELY_ASK, icon=PAGES["ask"][1], query_params=session.linked())
