"""What is asked: the question, the mode with a line that says when it suits, examples, the merge rule tucked away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from core.errors import LightPrismError
from pages.parts import ask_state, words
from pages.parts import words_ask as own
from pages.parts import words_compare as compare
from pages.parts.ask_state import DEFAULT_MODE, LONGEST, Ask
from pages.parts.compare_intro import examples
from pages.parts.figures import duration
from pages.parts.merge_rule import merge_rule
from pages.parts.text import safe_markdown

_QUESTION, _MODE, _RULE = "ask-question", "ask-mode", "ask-rule"
_SHOWN, _SAID = "lightprism.ask.shown", "lightprism.ask.said"
_WAIT = "lightprism.ask.wait"

Asking = Callable[[str], None]
"""What asks a question that was typed."""


def bar(ask: Ask, question: str, documents: Sequence[Any], asking: Asking) -> None:
    """The field, filled with the question in view; below it mode and examples."""
    _fill(ask, question)
    with st.form("ask-form", border=False):
        field, button = st.columns([6, 1], vertical_alignment="bottom")
        with field:
            st.text_input(
                own.QUESTION,
                key=_QUESTION,
                placeholder=own.QUESTION_PLACEHOLDER,
                icon=":material/search:",
                label_visibility="collapsed",
            )
        with button:
            st.form_submit_button(own.ASK, type="primary", width="stretch", on_click=_typed, args=(asking,))
    if said := st.session_state.pop(_SAID, ""):
        st.caption(f":material/info: {said}")
    _mode(ask, question)
    _examples(documents, asking, folded=bool(question))


def refused_line() -> None:
    """What the address asked and was not taken."""
    if refused := ask_state.refused():
        what = ", ".join(safe_markdown(one, 80) for one in refused)
        st.caption(f":material/link_off: {own.NOT_TAKEN.format(what=what)}")


def _fill(ask: Ask, question: str) -> None:
    """Another question in view fills the field; what is being typed to the one in view stays."""
    shown = (ask.run, question)
    if st.session_state.get(_SHOWN) != shown:
        st.session_state[_SHOWN] = shown
        st.session_state[_QUESTION] = question
    st.session_state.setdefault(_QUESTION, question)


def _typed(asking: Asking) -> None:
    text = st.session_state[_QUESTION].strip()
    if not text:
        st.session_state[_SAID] = own.EMPTY_QUESTION
        return
    if len(text) > LONGEST:
        st.session_state[_SAID] = own.TOO_LONG.format(n=LONGEST)
    asking(text[:LONGEST])


def _mode(ask: Ask, question: str) -> None:
    def put() -> None:
        chosen = st.session_state[_MODE]
        ask_state.write(replace(ask_state.read(), mode="" if chosen == DEFAULT_MODE else chosen))

    st.session_state[_MODE] = ask.mode or DEFAULT_MODE
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="ask-modes"):
        st.segmented_control(
            own.MODE,
            list(compare.MODES),
            required=True,
            format_func=lambda mode: f"**{compare.MODES[mode][0]}** {compare.MODES[mode][1]}",
            key=_MODE,
            on_change=put,
            label_visibility="collapsed",
            wrap=True,
        )
        with st.popover(own.MORE, icon=":material/tune:"):
            _rule(ask)
        if question:
            st.button(own.NEW, icon=":material/add:", key="ask-new", type="tertiary", on_click=ask_state.forget)
    st.caption(own.SUITS[ask.mode or DEFAULT_MODE])


def _rule(ask: Ask) -> None:
    def put(rule: str) -> None:
        ask_state.write(replace(ask_state.read(), rule=rule))

    merge_rule(ask.rule, put, key=_RULE, help=words.MERGE_RULE_HELP)


def _examples(documents: Sequence[Any], asking: Asking, folded: bool) -> None:
    found = examples(documents)
    if not found or folded:
        return
    st.caption(own.EXAMPLES_LABEL)
    with st.container(horizontal=True, gap="small"):
        for number, text in enumerate(found):
            st.button(text, key=f"ask-example-{number}", on_click=asking, args=(text,))


def wait_line(explorer: Any) -> None:
    """How long an answer takes here, as far as it was measured; looked up once for an engine."""
    if not explorer.answers.available:
        return
    known = (explorer.name, explorer.engine)
    held = st.session_state.get(_WAIT)
    if held is None or held[0] != known or held[1] is None:
        held = known, _wait_s(explorer)
        st.session_state[_WAIT] = held
    if held[1] is None:
        st.caption(f":material/timer: {own.BEFORE_UNKNOWN}")
    else:
        st.caption(f":material/timer: {own.BEFORE_WAIT.format(time=duration(held[1]))}")


def _wait_s(explorer: Any) -> float | None:
    try:
        wait: float | None = explorer.inquiries.fitted().wait_s
    except LightPrismError:
        return None
    return wait
