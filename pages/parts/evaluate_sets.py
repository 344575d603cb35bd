"""A question set that is made in the app, as a table: changed and saved, renamed, erased, written to a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.domain.evaluation import KINDS, Question
from core.domain.evaluation.questions import read_support, support_text
from core.errors import LightPrismError
from core.services.question_sets import LONGEST_NAME, Kept
from pages.parts import banners, session
from pages.parts import words_evaluate as told
from pages.parts import words_questions as own
from pages.parts.text import safe_markdown

_ROUND, _SAID = "lightprism.evaluate.round", "lightprism.evaluate.said"
_HIGH, _ROW = 420, 35
_FIELDS = ("question", "support", "answer", "kind")


def draw(explorer: Any, name: str) -> None:
    """The table of a set with what can be done to it; folded where it has questions."""
    kept: Sequence[Kept] = explorer.question_sets.questions(name)
    _told_once()
    label = own.EDIT_COUNT.format(count=len(kept)) if kept else own.EDIT
    with st.expander(label, icon=":material/edit_note:", expanded=not kept, key=f"evaluate-set-table-{name}"):
        if not kept:
            st.caption(own.EMPTY_SET)
        st.caption(own.EDIT_HINT)
        if explorer.writable:
            _edited(explorer, name, kept)
        else:
            st.dataframe(_frame(kept), hide_index=True, column_config=_columns(kept))
        with st.container(horizontal=True, gap="small", vertical_alignment="center", key="evaluate-set-acts"):
            _files(explorer, name)
            if explorer.writable:
                _rename(explorer, name)
                _delete(explorer, name, len(kept))
            ask = session.linked()
            st.page_link("pages/ask.py", label=own.ASK, icon=":material/forum:", query_params=ask, width="content")


def _edited(explorer: Any, name: str, kept: Sequence[Kept]) -> None:
    frame = _frame(kept)
    key = f"evaluate-set-edit-{name}-{st.session_state.get(_ROUND, 0)}"
    now = st.data_editor(
        frame,
        key=key,
        hide_index=True,
        num_rows="dynamic",
        disabled=["open"],
        column_config=_columns(kept),
        height=min(_HIGH, 2 * _ROW + _ROW * max(1, len(kept)) + 2),
        width="stretch",
    )
    rows = [{field: row.get(field) for field in _FIELDS} for row in now.to_dict("records")]
    if [_texts(row) for row in rows] == [_texts(row) for row in frame.to_dict("records")]:
        return
    found, wrong = questions_of(rows)
    for reason in wrong[:5]:
        st.error(safe_markdown(reason, 300), icon=":material/error:")
    with st.container(horizontal=True, gap="small"):
        save = st.button(own.SAVE_TABLE, type="primary", disabled=bool(wrong), key="evaluate-set-save")
        drop = st.button(own.UNDO_TABLE, key="evaluate-set-drop")
    if save:
        explorer.question_sets.save(name, found)
        st.session_state[_SAID] = own.SAVED
    if save or drop:
        _anew()
        st.rerun()


def questions_of(rows: Sequence[Mapping[str, Any]]) -> tuple[tuple[Question, ...], tuple[str, ...]]:
    """The questions that rows of the table say, and what is wrong with others; empty rows are none."""
    found: dict[str, Question] = {}
    wrong = []
    for number, row in enumerate(rows, 1):
        texts = dict(zip(_FIELDS, _texts(row), strict=True))
        if not any(texts.values()):
            continue
        made = _question(number, texts)
        if isinstance(made, Question) and made.text in found:
            made = own.TWICE.format(row=found[made.text].row)
        if isinstance(made, str):
            wrong.append(own.ROW_BAD.format(row=number, reason=made))
        else:
            found[made.text] = made
    return tuple(found.values()), tuple(wrong)


def _question(number: int, texts: Mapping[str, str]) -> Question | str:
    text, support = " ".join(texts["question"].split()), read_support(texts["support"])
    if not text:
        return own.NO_QUESTION
    if isinstance(support, str):
        return support
    if texts["kind"] == KINDS[-1] and support:
        return own.UNANSWERABLE_SUPPORT
    return Question(number, text, support, texts["answer"], texts["kind"])


def _texts(row: Mapping[str, Any]) -> list[str]:
    values = (row.get(field) for field in _FIELDS)
    return [value.strip() if isinstance(value, str) else "" for value in values]


def _frame(kept: Sequence[Kept]) -> pd.DataFrame:
    rows = [
        (one.question.text, support_text(one.question.support), one.question.answer, one.question.kind, one.reason)
        for one in kept
    ]
    return pd.DataFrame(rows, columns=[*_FIELDS, "open"]).astype(str)


def _columns(kept: Sequence[Kept]) -> dict[str, Any]:
    text = st.column_config.TextColumn
    return {
        "question": text(own.COLUMNS["question"], width="large"),
        "support": text(own.COLUMNS["support"], width="medium"),
        "answer": text(own.COLUMNS["answer"], width="medium"),
        "kind": st.column_config.SelectboxColumn(own.COLUMNS["kind"], options=["", *KINDS], width="small"),
        "open": text(own.COLUMNS["open"], width="medium") if any(one.reason for one in kept) else None,
    }


def _anew() -> None:
    """Let the table be drawn from what is stored."""
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1


def _told_once() -> None:
    if said := st.session_state.pop(_SAID, ""):
        st.toast(said, icon=":material/check:")


# --- a set as a whole -------------------------------------------------------------------------------------------------


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
            show(" ".join(wanted.split()))

    with st.popover(own.RENAME, icon=":material/edit:"):
        st.text_input(own.NAME, name, max_chars=LONGEST_NAME, key=field)
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
        wanted = " ".join(str(st.session_state[field]).split())
        if tried(lambda: explorer.question_sets.take(wanted, questions)):
            count = len(questions)
            said = told.QUESTION_ONE if count == 1 else told.QUESTIONS.format(count=count)
            st.session_state[_SAID] = own.TAKEN.format(questions=said, name=safe_markdown(wanted, LONGEST_NAME))
            show(wanted)

    with st.popover(own.TAKE, icon=":material/bookmark_add:"):
        st.caption(own.TAKE_HINT)
        st.text_input(own.NAME, name[:LONGEST_NAME], max_chars=LONGEST_NAME, key=field)
        st.button(own.TAKE_DONE, type="primary", key="evaluate-take", on_click=take)


def new(explorer: Any) -> None:
    """An empty set."""

    def make() -> None:
        wanted = " ".join(str(st.session_state["evaluate-new-name"]).split())
        if tried(lambda: explorer.question_sets.take(wanted, ())):
            st.session_state["evaluate-new-name"] = ""
            show(wanted)

    with st.popover(own.NEW, icon=":material/add:"):
        st.text_input(own.NAME, max_chars=LONGEST_NAME, key="evaluate-new-name")
        st.button(own.NEW_MAKE, type="primary", key="evaluate-new", on_click=make)


def show(name: str) -> None:
    """Choose a set of one's own from now on; empty: whatever comes first."""
    if name:
        st.query_params[SET] = name
    else:
        st.query_params.pop(SET, None)
    st.session_state.pop(CHOICE, None)
    _anew()


SET = "set"
"""In the address: the set of one's own that is chosen."""
CHOICE = "evaluate-set"
_WRONG = "lightprism.evaluate.wrong"


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
