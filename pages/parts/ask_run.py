"""A question that has ended, as it is stored: what was asked, the answer, what it rests on, and what to do next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.domain.answers import Answer, Quote, Standalone
from core.domain.modes import Parameters
from core.domain.runs import StoredRun
from core.domain.trace import Trace
from core.errors import LightPrismError
from core.services.inquiry import Inquiry, Progress
from pages.parts import ask_state, banners, session, stars
from pages.parts import words_answer as told
from pages.parts import words_ask as own
from pages.parts.answer_data import Shown
from pages.parts.answer_given import given
from pages.parts.answer_passage import open_passage
from pages.parts.answer_prompt import prompt
from pages.parts.answer_view import Act, Spot, answer_view
from pages.parts.ask_meta import meta
from pages.parts.text import one_line, safe_markdown

_PROMPT, _PASSAGE = "lightprism.ask.prompt", "lightprism.ask.passage"


@dataclass(frozen=True, slots=True)
class Turn:
    """One question that has ended. `run` is None where nothing is kept; `retry` begins again what failed.

    `cite` is the number of the passage that is open beside it, 0 for the first.
    """

    question: str
    asked: str
    trace: Trace | None
    parameters: Parameters
    answer: Answer | None = None
    quotes: tuple[Quote, ...] | None = None
    run: StoredRun | None = None
    standalone: Standalone | None = None
    state: str = "done"
    error: LightPrismError | None = None
    retry: Callable[[], None] | None = None
    cite: int = 0


def stored(explorer: Any, run: StoredRun, inquiry: Inquiry | None) -> Turn:
    """A stored run, with what is remembered of how it ended."""

    def retry() -> None:
        explorer.inquiries.answer(run, mode)

    mode, trace = next(iter(run.traces.items()))
    seen = inquiry.view() if inquiry else None
    answer, quotes = run.answers.get(mode), None
    if answer is None and not explorer.answers.available:
        with st.spinner(own.QUOTING):
            quotes = explorer.inquiries.quotes(run.id, trace)
    return Turn(
        run.question,
        run.asked,
        trace,
        run.own.get(mode, run.parameters),
        answer,
        quotes,
        run,
        seen.standalone if seen else None,
        seen.state if seen else "done",
        seen.error if seen else None,
        retry,
    )


def unstored(explorer: Any, seen: Progress) -> Turn:
    """A question that was not stored: it failed before it found anything, or nothing is kept here."""

    def retry() -> None:
        explorer.inquiries.ask(seen.asked)

    asked = seen.standalone.text if seen.standalone else seen.asked.question
    return Turn(
        seen.asked.question,
        asked,
        seen.trace,
        seen.parameters or Parameters(),
        seen.answer,
        seen.quotes,
        standalone=seen.standalone,
        state=seen.state,
        error=seen.error,
        retry=retry,
    )


def ended(explorer: Any, turn: Turn, revisions: Mapping[str, str], read: int, follow_up: Callable[[], None]) -> None:
    """Draw it; `read` passages of the workspace have been read, `follow_up` draws the field for the next question."""
    wanted, spot = st.session_state.pop(_PROMPT, False), st.session_state.pop(_PASSAGE, None)
    if turn.run is not None:
        meta(explorer, turn.run)
    elif turn.trace is not None:
        st.caption(f":material/lock: {own.NOT_KEPT}")
    _trouble(turn)
    if turn.trace is None:
        return
    _answer(explorer, turn, turn.trace, revisions, read)
    _buttons(turn.trace)
    if turn.run is not None:
        follow_up()
    given(explorer, turn.trace, "ask-given")
    if spot:
        open_passage(explorer, turn.trace, turn.parameters, *spot)
    elif wanted:
        prompt(explorer, turn.trace)


def _trouble(turn: Turn) -> None:
    """What went wrong, with its remedy, and a way to try again."""
    whole = turn.answer is not None and not turn.answer.incomplete
    if whole or turn.retry is None or (turn.quotes is not None and turn.error is None):
        return
    if turn.error is not None and turn.state != "stopped":
        banners.problem(turn.error)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="ask-trouble"):
        if turn.state == "stopped":
            said = own.STOPPED if turn.trace else own.STOPPED_EARLY
            st.caption(f":material/stop_circle: {said}", width="content")
        elif turn.error is None and turn.answer is None:
            st.caption(f":material/info: {own.NO_ANSWER}", width="content")
        label = own.WRITE_AGAIN if turn.answer else own.WRITE_NOW if turn.state == "done" else own.RETRY
        st.button(label, icon=":material/refresh:", key="ask-retry", on_click=turn.retry)


def _answer(explorer: Any, turn: Turn, trace: Trace, revisions: Mapping[str, str], read: int) -> None:
    if not (trace.entities or trace.relations or trace.chunks):
        banners.empty(own.NOTHING, own.NOTHING_HINT if read else own.NOTHING_READ)
    elif turn.answer is None and turn.quotes is not None:
        _quoted(explorer)

    def act(kind: Act, spot: Spot) -> None:
        if kind == "cite":
            ask_state.look_at(spot.number)
        elif kind == "star":
            stars.star(explorer, turn.asked, spot.chunk, spot.on)
        else:
            st.session_state[_PASSAGE] = kind, spot

    changed = turn.run.changed if turn.run else {}
    quotes = None if turn.answer else turn.quotes
    starred = stars.starred(explorer, turn.asked)
    shown = Shown(trace, turn.answer, "", quotes, revisions=revisions, changed=changed, starred=starred)
    if turn.answer or turn.quotes or trace.chunks:
        subject = turn.run.id if turn.run else turn.question
        answer_view(shown, act, key="ask-answer", subject=subject, opened=turn.cite if turn.run else None)
    if turn.answer:
        st.caption(costs(turn.answer), help=told.MEASURE_HELP)
    stars.bar(explorer, turn.asked, "ask")


def _quoted(explorer: Any) -> None:
    """Said plainly: these are quotes, and what to do to get answers."""
    with st.container(border=True, key="ask-quoted"):
        st.markdown(f":material/format_quote: **{told.QUOTED}**")
        st.caption(safe_markdown(explorer.answers.unavailable))
        st.page_link("pages/settings.py", label=own.SETTINGS, icon=":material/settings:", query_params=session.linked())


def costs(answer: Answer) -> str:
    """Who wrote it, how long it took, and how it was measured."""
    said = []
    if answer.model:
        said.append(told.BY_MODEL.format(model=safe_markdown(one_line(answer.model.partition("@")[0], 80))))
    if answer.cached:
        said.append(told.KEPT_BEFORE)
    elif answer.seconds:
        said.append(told.TIMES.format(wait=answer.wait_s, seconds=answer.seconds))
    if answer.tokens_in:
        said.append(told.TOKENS.format(tokens_in=answer.tokens_in, tokens_out=answer.tokens_out))
    return " · ".join([*said, told.HOW_MEASURED])


def _buttons(trace: Trace) -> None:
    with st.container(horizontal=True, gap="small"):
        compare = session.linked(q=trace.question, rule=trace.policy)
        if st.button(own.OPEN_COMPARE, icon=":material/compare_arrows:", help=own.OPEN_COMPARE_HELP, key="ask-compare"):
            st.switch_page("pages/compare.py", query_params=compare)
        st.button(told.PROMPT, icon=":material/receipt_long:", key="ask-prompt", on_click=_ask_prompt)


def _ask_prompt() -> None:
    st.session_state[_PROMPT] = True
