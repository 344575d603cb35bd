"""A conversation: the questions before this one, what a follow-up was understood as, and the field for the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from core.domain.answers import Turn as Said
from core.domain.runs import StoredRun
from core.domain.verdicts import plain_sentence
from core.errors import LightPrismError
from pages.parts import ask_state
from pages.parts import words_answer as told
from pages.parts import words_ask as own
from pages.parts.ask_run import Turn
from pages.parts.ask_state import LONGEST, Ask
from pages.parts.text import safe_markdown

_SHOWN = 320
_REWRITE, _FOLLOW = "ask-rewrite", "ask-follow"


def earlier_runs(explorer: Any, ask: Ask) -> list[StoredRun | None]:
    """The questions before this one; None for one that is not here any more."""
    found: list[StoredRun | None] = []
    for id_ in ask.turns:
        try:
            found.append(explorer.runs.open(id_))
        except LightPrismError:
            found.append(None)
    return found


def as_turns(runs: Sequence[StoredRun | None]) -> tuple[Said, ...]:
    """What a rewriting is shown of them."""
    kept = [run for run in runs if run is not None]
    return tuple(Said(run.asked, _answer_of(run)) for run in kept)


def _plainly(run: StoredRun) -> str:
    """The answer on one line, without marks of Markdown."""
    answer = next(iter(run.answers.values()), None)
    return " ".join(plain_sentence(answer.said(one)) for one in answer.sentences) if answer else ""


def _answer_of(run: StoredRun) -> str:
    return next((answer.text for answer in run.answers.values()), "")


def earlier(explorer: Any, runs: Sequence[StoredRun | None], ask: Ask) -> None:
    """The conversation so far, each question with the beginning of its answer, or with its quotes."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(own.EARLIER, width="content")
        st.space("stretch")
        st.button(own.NEW, icon=":material/add:", key="ask-new", type="tertiary", on_click=ask_state.forget)
    for number, run in enumerate(runs):
        if run is None:
            st.caption(f":material/link_off: {own.EARLIER_GONE}")
            continue
        with st.container(border=True, key=f"ask-turn-{number}"):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f"**{safe_markdown(run.question, 300)}**", width="stretch")
                back = replace(ask, run=run.id, turns=ask.turns[:number], question="", words="", cite=0)
                st.button(
                    own.EARLIER_OPEN, key=f"ask-open-{number}", type="tertiary", on_click=ask_state.write, args=(back,)
                )
            _said(explorer, run)


def _said(explorer: Any, run: StoredRun) -> None:
    if run.answers or explorer.answers.available:
        st.markdown(safe_markdown(_plainly(run) or own.NO_ANSWER, _SHOWN))
        return
    trace = next(iter(run.traces.values()), None)
    quotes = explorer.inquiries.quotes(run.id, trace) if trace else ()
    for quote in quotes:
        st.markdown(f":material/format_quote: {safe_markdown(quote.text, _SHOWN)} [{quote.citation}]")
    if not quotes:
        st.markdown(told.NO_QUOTES)


def question(turn: Turn, ask: Ask, asking: Callable[[str, str], None]) -> None:
    """The follow-up in view; where it was understood in other words, these, to be changed or taken back."""
    st.markdown(f"#### {safe_markdown(turn.question, 400)}")
    note = turn.standalone.note if turn.standalone else ""
    if note:
        st.caption(f":material/info: {safe_markdown(note)}")
    if turn.asked == turn.question and not ask.words:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="ask-understood"):
        st.markdown(f":material/subdirectory_arrow_right: {own.ASKED_AS}", help=own.ASKED_AS_HELP, width="content")
        st.markdown(f"*{safe_markdown(turn.asked, 400)}*", width="content")
        with st.popover(own.REWRITE_EDIT, icon=":material/edit:"):
            _change(turn, asking)
        if turn.asked != turn.question:
            undo = (turn.question, turn.question)
            st.button(own.REWRITE_UNDO, icon=":material/undo:", key="ask-rewrite-undo", on_click=asking, args=undo)


def _change(turn: Turn, asking: Callable[[str, str], None]) -> None:
    def put() -> None:
        text = st.session_state[_REWRITE].strip()[:LONGEST]
        if text:
            asking(turn.question, text)

    with st.form("ask-rewrite-form", border=False):
        st.text_input(own.REWRITE_FIELD, turn.asked, key=_REWRITE)
        st.form_submit_button(own.REWRITE_ASK, on_click=put)
    if turn.standalone and turn.standalone.raw:
        st.caption(own.REWRITE_RAW)
        st.code(turn.standalone.raw, language=None, wrap_lines=True)


def follow_up(asking: Callable[[str], None], rewrites: bool) -> None:
    """The field below an answer; where no model `rewrites` what is asked, it says so beforehand."""

    def put() -> None:
        text = (st.session_state[_FOLLOW] or "").strip()[:LONGEST]
        if text:
            asking(text)

    if not rewrites:
        st.caption(f":material/info: {own.ASK_WHOLE}")
    st.chat_input(own.FOLLOW_UP if rewrites else own.ASK_ANOTHER, key=_FOLLOW, max_chars=LONGEST, on_submit=put)
