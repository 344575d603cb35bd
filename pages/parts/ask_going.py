"""A question that is under way: which stage it is at, how long that takes, what was written so far, and Stop."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.services.inquiry import Inquiry, Progress
from pages.parts import words_ask as own
from pages.parts.answer_data import Shown
from pages.parts.answer_view import Act, Spot, answer_view
from pages.parts.figures import duration

EVERY_S = 0.7


def going(explorer: Any, inquiry: Inquiry, revisions: Any) -> None:
    """Drawn anew again and again; when it has ended, the page is."""
    st.fragment(_going, run_every=EVERY_S)(explorer, inquiry, revisions)


def _going(explorer: Any, inquiry: Inquiry, revisions: Any) -> None:
    seen = inquiry.view()
    if not seen.active:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center", key="ask-going"):
        st.markdown(f":material/hourglass_top: {stage(seen, explorer.answers.available)}", width="content")
        st.button(
            own.STOPPING if seen.state == "stopping" else own.STOP,
            icon=":material/stop_circle:",
            key="ask-stop",
            disabled=seen.state == "stopping",
            on_click=inquiry.cancel,
        )
    if seen.trace is not None and explorer.answers.available:
        shown = Shown(seen.trace, text=seen.text, writing=True, revisions=revisions)
        answer_view(shown, _nothing, key="ask-answer", subject=str(id(inquiry)))


def _nothing(act: Act, spot: Spot) -> None:
    """While it is being written no dialog opens: the next look would close it."""


def stage(seen: Progress, writes: bool) -> str:
    """The stage in words, with the seconds that it is likely to take and those that it took so far."""
    if seen.stage == "reading" and not writes:
        return own.QUOTING
    said = [own.STAGES[seen.stage].format(tokens=seen.tokens)]
    if seen.stage == "reading" and seen.wait_s is not None:
        late = seen.stage_s > seen.wait_s
        said.append(own.READING_NOW if late else own.READING_ABOUT.format(time=duration(seen.wait_s)))
    said.append(own.SO_FAR.format(seconds=seen.seconds))
    return " · ".join(said)
