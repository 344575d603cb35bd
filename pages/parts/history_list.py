"""The list of decisions: filters, the latest steps first, more on request, and at its end the point before them all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages.parts import banners, decided, history_acts, history_bar, history_state, history_step
from pages.parts import words_history as words
from pages.parts.history_steps import after, counted, grouped, narrowed


@st.fragment
def draw(explorer: Any) -> None:
    """Draw the list: typing and clicking rerun only this."""
    with banners.problems_shown():
        with st.spinner(words.READING):  # after a decision every other one is looked at again
            entries = explorer.curate.history()
        wanted, titles = history_state.wanted(), _titles(explorer)
        history_bar.filters(wanted, counted(entries), titles)
        found = narrowed(entries, wanted)
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            history_bar.count(wanted, len(found), len(entries))
            st.space("stretch")
            if explorer.writable:
                history_acts.latest(explorer)
        decided.shown(explorer, "history", link=False)
        if not found:
            banners.empty(words.NONE_FIT, words.NONE_FIT_HINT)
            return
        _steps(explorer, found, titles)
        if not wanted.narrows:
            _start(explorer)


def _steps(explorer: Any, found: Any, titles: Mapping[str, str]) -> None:
    steps, most = grouped(found), history_state.shown()
    for step in steps[:most]:
        history_step.draw(explorer, step, titles)
    if len(steps) > most:
        count = min(history_state.STEPS, len(steps) - most)
        st.button(
            words.MORE.format(count=count),
            icon=":material/expand_more:",
            key="decisions-more",
            on_click=history_state.more,
        )


def _start(explorer: Any) -> None:
    """The point before all decisions."""
    with st.container(border=True, key="decision-0"):
        told, acts = st.columns([5, 3], vertical_alignment="center")
        with told:
            st.caption(f"**#0** · {words.START}. {words.START_HINT}")
        with acts, st.container(horizontal=True, horizontal_alignment="right"):
            if explorer.writable and after(explorer.curate.history(), 0):
                history_acts.back(0, 0)
        if history_state.asked() == ("back", 0):
            history_acts.back_to(explorer, 0, "#0")


def _titles(explorer: Any) -> Mapping[str, str]:
    return {row.document.id: row.document.title or row.document.id for row in explorer.library.documents()}
