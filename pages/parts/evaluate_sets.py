"""A question set that is made in the app, as a table: changed and saved.

While there are changes the table is that of when they began; what changes in the set meanwhile, as in another tab, is
laid together with them when they are saved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.domain.evaluation import KINDS, Question
from core.domain.evaluation.questions import read_support, support_text
from core.errors import LightPrismError
from core.services.question_sets import ChangedMeanwhile, Kept
from pages.parts import banners, evaluate_set_acts, session
from pages.parts import words_questions as own
from pages.parts.evaluate_set_acts import ROUND, SAID, anew
from pages.parts.text import safe_markdown

_BASE, _PROBLEM = "lightprism.evaluate.base", "lightprism.evaluate.unsaved"
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
            evaluate_set_acts.draw(explorer, name, len(kept))
            ask = session.linked()
            st.page_link("pages/ask.py", label=own.ASK, icon=":material/forum:", query_params=ask, width="content")


def _edited(explorer: Any, name: str, kept: Sequence[Kept]) -> None:
    key = f"evaluate-set-edit-{name}-{st.session_state.get(ROUND, 0)}"
    base = _base(f"{explorer.name} {key}", kept, changed=any((st.session_state.get(key) or {}).values()))
    frame = _frame(base)
    now = st.data_editor(
        frame,
        key=key,
        hide_index=True,
        num_rows="dynamic",
        disabled=["open"],
        column_config=_columns(base),
        height=min(_HIGH, 2 * _ROW + _ROW * max(1, len(base)) + 2),
        width="stretch",
    )
    rows = [{field: row.get(field) for field in _FIELDS} for row in now.to_dict("records")]
    if [_texts(row) for row in rows] == [_texts(row) for row in frame.to_dict("records")]:
        st.session_state.pop(_PROBLEM, None)
        return
    found, wrong = questions_of(rows)
    for reason in wrong[:5]:
        st.error(safe_markdown(reason, 300), icon=":material/error:")
    if base != kept:
        st.info(own.CHANGED_MEANWHILE, icon=":material/sync_problem:")
    _saving(explorer, name, tuple(one.question for one in base), found, bool(wrong))


def _base(key: str, kept: Sequence[Kept], changed: bool) -> tuple[Kept, ...]:
    """What the table is drawn from: what is stored, or, while there are changes, what was when they began."""
    held: tuple[str, tuple[Kept, ...]] = st.session_state.get(_BASE, ("", ()))
    if not changed or held[0] != key:
        held = st.session_state[_BASE] = (key, tuple(kept))
    return held[1]


def _saving(explorer: Any, name: str, base: Sequence[Question], found: Sequence[Question], wrong: bool) -> None:
    """The buttons below changes, and why they could not be saved."""
    error = st.session_state.get(_PROBLEM)
    if error is not None:
        banners.problem(error)
    over = isinstance(error, ChangedMeanwhile)
    with st.container(horizontal=True, gap="small"):
        label = own.SAVE_OVER if over else own.SAVE_TABLE
        save = st.button(label, type="primary", disabled=wrong, key="evaluate-set-save")
        drop = st.button(own.UNDO_TABLE, key="evaluate-set-drop")
    if not (save or drop):
        return
    st.session_state.pop(_PROBLEM, None)
    try:
        if save:
            explorer.question_sets.save(name, found, base, over)
            st.session_state[SAID] = own.SAVED
        anew()
    except LightPrismError as problem:
        st.session_state[_PROBLEM] = problem
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
        "question": text(own.COLUMNS["question"], width=230),
        "support": text(own.COLUMNS["support"], width=200),
        "answer": text(own.COLUMNS["answer"], width=150),
        "kind": st.column_config.SelectboxColumn(own.COLUMNS["kind"], options=["", *KINDS], width=125),
        "open": text(own.COLUMNS["open"], width="medium") if any(one.reason for one in kept) else None,
    }


def _told_once() -> None:
    if said := st.session_state.pop(SAID, ""):
        st.toast(said, icon=":material/check:")
