"""The tabs of the Graph page: which is open, kept in the address (`?tab=`) and over page changes."""

from __future__ import annotations

import streamlit as st

from pages.parts import present
from pages.parts import words_rules as words

_KEY = "lightprism.graph.tab"
_FIELD = "tab"
FIRST = "graph"
_PROJECTED = (FIRST, "differences")
"""What is shown on a projector: the others are for work, in tables of small type."""


def chosen() -> str:
    """The tab that the address names, else the one that was open last."""
    named = st.query_params.get(_FIELD)
    if named in words.TABS:
        st.session_state[_KEY] = named
    return str(st.session_state.get(_KEY, FIRST))


def go(tab: str) -> None:
    """Open a tab."""
    st.session_state[_KEY] = tab
    if tab == FIRST:
        st.query_params.pop(_FIELD, None)
    else:
        st.query_params[_FIELD] = tab


def control() -> str:
    """The row of tabs; the one that is open. Keeps the address right."""
    tabs = _PROJECTED if present.on() else tuple(words.TABS)
    tab = chosen() if chosen() in tabs else FIRST
    go(tab)
    st.session_state["graph-tab"] = tab
    st.segmented_control(
        words.TABS_LABEL,
        tabs,
        required=True,
        format_func=words.TABS.__getitem__,
        key="graph-tab",
        on_change=lambda: go(st.session_state["graph-tab"]),
        label_visibility="collapsed",
    )
    return tab
