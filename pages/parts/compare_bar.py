"""What is asked: the question, examples where there are any, the merge rule, limits and ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from core.domain.modes import Parameters
from pages.parts import compare_state, parameters, words
from pages.parts import words_compare as own
from pages.parts.compare_intro import examples
from pages.parts.compare_state import LONGEST, Ask
from pages.parts.merge_rule import merge_rule
from pages.parts.text import safe_markdown

_QUESTION, _RULE, _PARAMETER = "compare-question", "compare-rule", "compare-{}"
_LONG = "lightprism.compare.long"
_FEW_HITS, _FEW_PASSAGES = 8, 5


def question(ask: Ask) -> None:
    """The field and the button; Enter in the field does the same."""

    def put() -> None:
        st.session_state[_LONG] = len(st.session_state[_QUESTION].strip()) > LONGEST
        st.session_state[_QUESTION] = st.session_state[_QUESTION].strip()[:LONGEST]
        compare_state.write(_with_question(st.session_state[_QUESTION]))

    if st.session_state.get(_QUESTION) != ask.question:  # the address asks something else
        st.session_state[_QUESTION] = ask.question
    field, button = st.columns([6, 1], vertical_alignment="bottom")
    with field:
        st.text_input(
            own.QUESTION,
            key=_QUESTION,
            placeholder=own.QUESTION_PLACEHOLDER,
            icon=":material/search:",
            label_visibility="collapsed",
            on_change=put,
        )
    with button:
        st.button(own.ASK, type="primary", width="stretch", on_click=put, key="compare-ask")
    if st.session_state.get(_LONG) and len(ask.question) == LONGEST:
        st.caption(f":material/content_cut: {own.TOO_LONG.format(n=LONGEST)}")
    if refused := compare_state.refused():
        what = ", ".join(safe_markdown(one, 80) for one in refused)
        st.caption(f":material/link_off: {own.NOT_TAKEN.format(what=what)}")


def options(ask: Ask, documents: Sequence[Any]) -> None:
    """Merge rule, limits, and examples: open while nothing is asked, folded away afterwards."""
    found = examples(documents)
    if found and not ask.question:
        st.caption(own.EXAMPLES_LABEL)
        with st.container(horizontal=True, gap="small"):
            _example_buttons(found)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(words.MERGE_RULE, help=words.MERGE_RULE_HELP, width="content")
        _merge_rule(ask)
        with st.popover(own.PARAMETERS if ask.usual else own.PARAMETERS_CHANGED, icon=":material/tune:"):
            parameters.numbers(lambda: compare_state.read().parameters, _use, _PARAMETER)
        if found and ask.question:
            with st.popover(own.EXAMPLES_LABEL, icon=":material/lightbulb:"):
                _example_buttons(found)


def _example_buttons(found: Sequence[str]) -> None:
    for number, text in enumerate(found):
        st.button(text, key=f"compare-example-{number}", on_click=_put_question, args=(text,))


def _put_question(text: str) -> None:
    st.session_state[_QUESTION] = text
    compare_state.write(_with_question(text))


def _with_question(text: str) -> Ask:
    """Keywords, and what was asked about, belong to their question; starts that were pinned stay."""
    now = compare_state.read()
    if text == now.question:
        return replace(now, run="")
    return replace(now, question=text, low=None, high=None, why="", run="")


def _merge_rule(ask: Ask) -> None:
    """Under which rule the graph was merged that is searched."""

    def put(rule: str) -> None:
        compare_state.write(replace(compare_state.read(), rule=rule))

    merge_rule(ask.rule, put, key=_RULE, label_visibility="collapsed")


def small(ask: Ask) -> None:
    """Propose limits that show the difference between the modes."""
    smaller = replace(ask.parameters, top_k=_FEW_HITS, chunk_top_k=_FEW_PASSAGES)
    if ask.parameters != smaller:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(f":material/info: {own.SMALL}", width="content")
            st.button(own.SMALL_BUTTON, key="compare-small", on_click=_use, args=(smaller,))


def _use(numbers: Parameters) -> None:
    compare_state.write(replace(compare_state.read(), parameters=numbers))
