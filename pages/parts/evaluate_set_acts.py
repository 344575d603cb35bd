"""What can be done with a question set as a whole: made, kept from a file, renamed, erased, written to a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.domain.evaluation import Question
from core.errors import LightPrismError
from core.services.question_names import LONGEST_NAME, named
from pages.parts import banners
from pages.parts import words_evaluate as told
from pages.parts import words_questions as own
from pages.parts.text import safe_markdown

SET = "set"
"""In the address: the set of one's own that is chosen."""
CHOICE = "evaluate-set"
ROUND, SAID = "lightprism.evaluate.round", "lightprism.evaluate.said"
_WRONG = "lightprism.evaluate.wrong"


def draw(explorer: Any, name: str, count: int) -> None:
    """Files of a set; its name, and its end, where that may be changed."""
    _files(explorer, name)
    if explorer.writable:
        _rename(explorer, name)
        _delete(explorer, name, count)


def _files(explorer: Any, name: str) -> None:
    for label, content, ending, mime in (
        (own.EXPORT_JSON, lambda: explorer.question_sets.export(name), "jsonl", "application/x-ndjson"),
        (own.EXPORT_CSV, lambda: explorer.question_sets.export_csv(name), "csv", "text/csv"),
    ):
        st.download_button(
            label,
            content,
            f"questions.{ending}",
            mime,
            icon=":material/download:",
            on_click="ignore",
            key=f"evaluate-set-{ending}",
        )


def _rename(explorer: Any, name: str) -> None:
    field = f"evaluate-set-name-{name}"

    def rename() -> None:
        wanted = str(st.session_state[field])
        if tried(lambda: explorer.question_sets.rename(name, wanted)):
            show(named(wanted))

    with st.popover(own.RENAME, icon=":material/edit:"):
        st.text_input(own.NAME, name, key=field)
        st.button(own.RENAME, type="primary", key="evaluate-set-rename", on_click=rename)


def _delete(explorer: Any, name: str, count: int) -> None:
    def delete() -> None:
        if tried(lambda: explorer.question_sets.delete(name)):
            show("")

    with st.popover(own.DELETE, icon=":material/delete:", help=own.DELETE_HELP):
        questions = told.QUESTION_ONE if count == 1 else told.QUESTIONS.format(count=count)
        st.markdown(own.DELETE_SURE.format(name=safe_markdown(name, LONGEST_NAME), questions=questions))
        st.button(own.DELETE_YES, type="primary", key="evaluate-set-delete", on_click=delete)


def keep(explorer: Any, questions: Sequence[Question], name: str) -> None:
    """Questions of a file or a sample kept as a set here; `name` is proposed."""
    if not explorer.writable:
        return
    field = f"evaluate-take-name-{name}"

    def take() -> None:
        given = str(st.session_state[field])
        if tried(lambda: explorer.question_sets.take(given, questions)):
            wanted = named(given)
            count = len(questions)
            said = told.QUESTION_ONE if count == 1 else told.QUESTIONS.format(count=count)
            st.session_state[SAID] = own.TAKEN.format(questions=said, name=safe_markdown(wanted, LONGEST_NAME))
            show(wanted)

    with st.popover(own.TAKE, icon=":material/bookmark_add:"):
        st.caption(own.TAKE_HINT)
        st.text_input(own.NAME, name[:LONGEST_NAME], key=field)
        st.button(own.TAKE_DONE, type="primary", key="evaluate-take", on_click=take)


def new(explorer: Any) -> None:
    """An empty set."""

    def make() -> None:
        wanted = str(st.session_state["evaluate-new-name"])
        if tried(lambda: explorer.question_sets.make(wanted)):
            st.session_state["evaluate-new-name"] = ""
            show(named(wanted))

    with st.popover(own.NEW, icon=":material/add:"):
        st.text_input(own.NAME, key="evaluate-new-name")
        st.button(own.NEW_MAKE, type="primary", key="evaluate-new", on_click=make)


def show(name: str) -> None:
    """Choose a set of one's own from now on; empty: whatever comes first."""
    if name:
        st.query_params[SET] = name
    else:
        st.query_params.pop(SET, None)
    st.session_state.pop(CHOICE, None)
    anew()


def tried(act: Any) -> bool:
    """Whether it was done; what went wrong is told by `trouble`."""
    try:
        act()
    except LightPrismError as error:
        st.session_state[_WRONG] = error
        return False
    return True


def trouble() -> None:
    """What the last act ran into."""
    if (error := st.session_state.pop(_WRONG, None)) is not None:
        banners.problem(error)


def anew() -> None:
    """Let the table be drawn from what is stored."""
    st.session_state[ROUND] = st.session_state.get(ROUND, 0) + 1
