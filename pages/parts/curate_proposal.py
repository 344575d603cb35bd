"""The proposal of the finding on the screen: in words, with what it would do, taken as it is or changed first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.services.worklist import Item
from pages.parts import banners, curate_state, person, preview
from pages.parts import diagnose_acts as acts
from pages.parts import diagnose_state as state
from pages.parts import ruling as small_ruling
from pages.parts import words_curate as words
from pages.parts.curate_others import others
from pages.parts.curate_state import Queue
from pages.parts.diagnose_proposal import address, said
from pages.parts.text import safe_markdown

_EDITED = "lightprism.curate.edited"


def proposal(explorer: Any, queue: Queue, item: Item, free: bool) -> None:
    """Draw it; the preview where it was asked for."""
    text = said(item.finding)
    if not text:
        st.caption(words.NONE_PROPOSED)
        if free:
            others(explorer, item.finding)
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="queue-proposal"):
        st.markdown(f"{words.PROPOSED} **{safe_markdown(text, 300)}**", width="content")
        where = address(item.finding)
        if free and "finding" in where:
            st.button(
                words.CHANGE_FIRST, icon=":material/edit:", key="queue-change", on_click=_ask_editor, args=(item.id,)
            )
        elif free:
            st.page_link(
                "pages/curate.py",
                label=words.CHANGE_FIRST,
                icon=":material/edit:",
                help=words.CHANGE_HELP,
                query_params=where,
                width="content",
            )
    ruling = acts.proposed(item.finding)
    if st.session_state.pop(_EDITED, "") == item.id and ruling is not None:
        _editor(explorer, ruling.kind, ruling.body)
    if state.asked() == f"take {item.id}":
        _taking(explorer, queue, item)


def _ask_editor(id_: str) -> None:
    st.session_state[_EDITED] = id_


@st.dialog(words.CHANGE_FIRST, width="large")
def _editor(explorer: Any, kind: str, body: Mapping[str, Any]) -> None:
    """The small editor of rulings that need no screen of their own."""
    with banners.problems_shown():
        small_ruling.draw(explorer, kind, body)


def _taking(explorer: Any, queue: Queue, item: Item) -> None:
    ruling = acts.proposed(item.finding)
    if ruling is None:
        return

    def take() -> None:
        now = curate_state.held(queue)
        made = acts.take(explorer, [item.finding]) if now.current == item.id else None
        if made is not None:
            curate_state.dealt(now, [item.id], made.seqs)

    with st.container(border=True, key="queue-taking"), banners.problems_shown():
        st.markdown(f"**{words.WOULD}**")
        made = explorer.curate.preview([ruling])
        with st.container(horizontal=True, gap="small"):
            off = bool(made.problem)
            st.button(
                words.TAKE_NOW,
                type="primary",
                shortcut=words.KEY_TAKE,
                key=f"queue-take-now-{item.id}",
                disabled=off,
                on_click=take,
            )
            st.button(words.CANCEL, shortcut="Esc", key="queue-take-cancel", on_click=state.ask, args=("",))
        if not explorer.curate.asked:
            person.asked(explorer)
        preview.draw(explorer, made, "queue")
