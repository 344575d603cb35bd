"""A step's prediction: a question, a small field, and how the guess compares with what the core gave."""

from __future__ import annotations

import streamlit as st

from core.services.lesson_outcome import Outcome, Value
from core.services.lesson_tour import Step
from pages.parts import lesson_state
from pages.parts import words_lesson as own
from pages.parts.lesson_text import filled, shown

_MOST = 100_000


def made(step: Step) -> bool:
    """Whether the step has been guessed at, or looked at."""
    return step.id in lesson_state.kept().guesses


def ask(step: Step, outcome: Outcome) -> None:
    """The question with its field."""
    st.subheader(filled(own.STEPS[step.id].ask, outcome.values), anchor=False)
    key = f"lesson-guess-{step.id}"
    with st.form(f"lesson-form-{step.id}", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        if outcome.options:
            st.pills(own.GUESS, outcome.options, key=key, format_func=_option)
        else:
            st.number_input(own.GUESS, 0, _MOST, value=None, step=1, key=key, width=170)
        st.form_submit_button(own.SHOW, type="primary", key="lesson-show", on_click=lambda: _take(step, key))
    if lesson_state.kept().unguessed == step.id:
        st.caption(f":material/touch_app: {own.UNGUESSED}")
    st.button(own.PEEK, type="tertiary", key="lesson-peek", on_click=lambda: _keep(step, None))


def verdict(step: Step, outcome: Outcome) -> None:
    """What was guessed beside what is."""
    guess, answer = lesson_state.kept().guesses[step.id], outcome.answer
    words = {"answer": _said(answer), "guess": "" if guess is None else _said(guess)}
    if guess is None:
        st.info(own.PEEKED.format(**words), icon=":material/visibility:")
    elif guess == answer:
        st.success(own.RIGHT.format(**words), icon=":material/check_circle:")
    elif _close(guess, answer, step.near):
        st.success(own.CLOSE.format(**words), icon=":material/target:")
    else:
        st.warning(own.WRONG.format(**words), icon=":material/lightbulb:")


def again(step: Step) -> None:
    st.button(
        own.AGAIN,
        type="tertiary",
        icon=":material/undo:",
        key="lesson-again",
        on_click=lambda: lesson_state.kept().guesses.pop(step.id, None),
    )


def _take(step: Step, key: str) -> None:
    value = st.session_state.get(key)
    if value is None:
        lesson_state.kept().unguessed = step.id
    else:
        _keep(step, value)


def _keep(step: Step, value: Value | None) -> None:
    kept = lesson_state.kept()
    kept.guesses[step.id], kept.unguessed = value, ""


def _close(guess: Value, answer: Value, near: float) -> bool:
    if isinstance(guess, str) or isinstance(answer, str):
        return False
    return abs(guess - answer) <= near * answer


def _option(value: str) -> str:
    return own.ANSWERS.get(value) or str(shown(value))


def _said(value: Value) -> str:
    return f"**{_option(value) if isinstance(value, str) else shown(value)}**"
