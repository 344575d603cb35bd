"""Named points of the history: made, listed, compared with now or with each other, and gone back to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.domain.curation import Entry
from core.errors import LightPrismError
from pages.parts import banners, decided, history_acts, history_state, preview
from pages.parts import words_history as words
from pages.parts.history_steps import after, said
from pages.parts.home_lines import moment
from pages.parts.text import one_line, safe_markdown

_NAME, _FROM, _TO = "checkpoint-name", "checkpoint-from", "checkpoint-to"
_REFUSED = "checkpoint-refused"
_NOW, _START = -1, 0
_LISTED = 8


@st.fragment
def draw(explorer: Any) -> None:
    """Draw them: a click reruns only this."""
    with banners.problems_shown():
        st.caption(words.CHECKPOINTS_HINT)
        if explorer.writable:
            _make(explorer)
        decided.shown(explorer, "checkpoints", link=False)
        entries = explorer.curate.history()
        points = [entry for entry in entries if entry.decision.kind == "checkpoint" and entry.state != "undone"]
        if not points:
            st.markdown(f"**{words.CHECKPOINT_NONE}**")
        for point in points:
            _point(explorer, point, entries)
        if points:
            _compare(explorer, points)


def _make(explorer: Any) -> None:
    def make() -> None:
        name = st.session_state[_NAME].strip()
        if not name:
            return
        try:
            _with_now(explorer.curate.checkpoint(name))
            st.session_state[_NAME] = ""
        except LightPrismError as error:  # what a callback draws would stand in place of the page's title
            st.session_state[_REFUSED] = error.message

    with st.form("checkpoint-form", border=False):  # Enter in the field makes it
        field, act = st.columns([3, 1], vertical_alignment="bottom")
        with field:
            st.text_input(words.CHECKPOINT_NAME, placeholder=words.CHECKPOINT_PLACEHOLDER, max_chars=120, key=_NAME)
        with act:
            st.form_submit_button(words.CHECKPOINT_SAVE, icon=":material/flag:", key="checkpoint-make", on_click=make)
    if refused := st.session_state.pop(_REFUSED, ""):
        st.error(safe_markdown(refused), icon=":material/error:")


def name_of(entry: Entry) -> str:
    """What a checkpoint is called."""
    return str(entry.decision.body.get("name", ""))


def _point(explorer: Any, point: Entry, entries: tuple[Entry, ...]) -> None:
    seq, since = point.decision.seq, after(entries, point.decision.seq)
    told = words.CHECKPOINT_SINCE_NONE if not since else words.CHECKPOINT_SINCE
    told = (words.CHECKPOINT_SINCE_ONE if since == 1 else told).format(count=since)
    with st.container(border=True, key=f"checkpoint-{seq}"):
        left, right = st.columns([5, 3], vertical_alignment="center")
        with left, st.container(gap=None):
            st.markdown(f":material/flag: **{safe_markdown(name_of(point), 120)}**")
            who = safe_markdown(point.decision.who, 60) or words.YOU
            st.caption(f"#{seq} · {who} · {moment(point.decision.at)} · {told}")
        with right, st.container(horizontal=True, horizontal_alignment="right", gap="small"):
            st.button(
                words.COMPARE,
                icon=":material/compare:",
                key=f"checkpoint-compare-{seq}",
                on_click=_with_now,
                args=(seq,),
            )
            if explorer.writable and since:
                history_acts.back(seq, seq)
        if history_state.asked() == ("back", seq):
            history_acts.back_to(explorer, seq, f"“{safe_markdown(name_of(point), 60)}”")


def _with_now(seq: int) -> None:
    st.session_state[_FROM], st.session_state[_TO] = seq, _NOW


def _compare(explorer: Any, points: list[Entry]) -> None:
    """What differs in the graph between two points, over the documents there are now."""
    names: Mapping[int, str] = {
        _NOW: words.NOW,
        **{point.decision.seq: f"{name_of(point)} (#{point.decision.seq})" for point in points},
        _START: words.START,
    }
    st.subheader(words.COMPARE, anchor=False)
    places = st.columns(2)
    for place, key, label, first in (
        (places[0], _FROM, words.COMPARE_FROM, list(names)[1]),
        (places[1], _TO, words.COMPARE_TO, _NOW),
    ):
        if st.session_state.get(key) not in names:
            st.session_state[key] = first
        with place:
            st.selectbox(label, list(names), format_func=lambda seq: one_line(names[seq], 80), key=key)
    chosen = [_seq(explorer, st.session_state[key]) for key in (_FROM, _TO)]
    with st.spinner(words.WORKING):
        found = explorer.curate.compare(*chosen)
    if found.nothing:
        st.info(words.SAME, icon=":material/equal:")
        return
    st.markdown("\n".join(f"- {safe_markdown(said(sentence), 200)}" for sentence in found.sentences[:_LISTED]))
    preview.draw(explorer, found, key="checkpoint-preview")


def _seq(explorer: Any, chosen: int) -> int:
    return int(explorer.curate.last()) if chosen == _NOW else chosen
