"""The proposal of the finding on the screen: in words, with what it would do, taken as it is or changed first."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.services.worklist import Item
from pages.parts import banners, curate_state, preview
from pages.parts import diagnose_acts as acts
from pages.parts import diagnose_state as state
from pages.parts import words_curate as words
from pages.parts.curate_state import Queue
from pages.parts.diagnose_proposal import address, said
from pages.parts.text import safe_markdown


def proposal(explorer: Any, queue: Queue, item: Item, free: bool) -> None:
    """Draw it; the preview where it was asked for."""
    text = said(item.finding)
    if not text:
        st.caption(words.NONE_PROPOSED)
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="queue-proposal"):
        st.markdown(f"{words.PROPOSED} **{safe_markdown(text, 300)}**", width="content")
        where = address(item.finding)
        if free and "finding" not in where:
            st.page_link(
                "pages/curate.py",
                label=words.CHANGE_FIRST,
                icon=":material/edit:",
                help=words.CHANGE_HELP,
                query_params=where,
                width="content",
            )
    if state.asked() == f"take {item.id}":
        _taking(explorer, queue, item)


def _taking(explorer: Any, queue: Queue, item: Item) -> None:
    ruling = acts.proposed(item.finding)
    if ruling is None:
        return

    def take() -> None:
        made = acts.take(explorer, [item.finding])
        if made is not None:
            curate_state.dealt(queue, [item.id], made.seqs)

    with st.container(border=True, key="queue-taking"), banners.problems_shown():
        st.markdown(f"**{words.WOULD}**")
        made = explorer.curate.preview([ruling])
        with st.container(horizontal=True, gap="small"):
            off = bool(made.problem)
            st.button(
                words.TAKE_NOW,
                type="primary",
                shortcut=words.KEY_TAKE,
                key="queue-take-now",
                disabled=off,
                on_click=take,
            )
            st.button(words.CANCEL, shortcut="Esc", key="queue-take-cancel", on_click=state.ask, args=("",))
        preview.draw(explorer, made, "queue")
