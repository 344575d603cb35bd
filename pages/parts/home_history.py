"""All that was asked and opened: to be searched, starred, noted, and deleted. What is looked for is in the address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import streamlit as st

from core.domain.runs import RunRow
from core.services.history import Line, Sort, history
from pages.parts import banners
from pages.parts import words_home as words
from pages.parts.home_lines import about, link
from pages.parts.text import safe_markdown

_VIEW, _TEXT, _STARRED, _SORTS = _FIELDS = "view", "q", "starred", "sort"
_FIND, _PILLS, _TOGGLE = "history-find", "history-sorts", "history-starred"
_OPEN, _SHOWN = "lightprism.history.open", "lightprism.history.shown"
_PAGE = 20
_LONGEST_NOTE = 2000


def asked() -> bool:
    """Whether the address asks for the history."""
    return st.query_params.get(_VIEW) == "history"


def open_history() -> None:
    """Show it in the place of Home's overview."""
    st.query_params[_VIEW] = "history"


def _close() -> None:
    for name in _FIELDS:
        st.query_params.pop(name, None)


def page(explorer: Any) -> None:
    """Draw the history."""
    st.button(words.HISTORY_BACK, icon=":material/arrow_back:", type="tertiary", key="history-back", on_click=_close)
    st.title(words.HISTORY, anchor=False)
    st.caption(words.HISTORY_HINT if explorer.runs.keeps else words.HISTORY_READ_ONLY)
    _lines(explorer)


@st.fragment
def _lines(explorer: Any) -> None:
    """The filters and the lines: typing reruns only this."""
    with banners.problems_shown():
        text, starred, sorts = _filters()
        found = history(explorer.runs, text, starred, sorts)
        if not found:
            banners.empty(words.HISTORY_NONE, words.HISTORY_NONE_HINT)
            return
        most = st.session_state.get(_SHOWN, _PAGE)
        for line in found[:most]:
            _line(explorer, line)
        if len(found) > most:
            label = words.HISTORY_MORE.format(count=min(_PAGE, len(found) - most))
            st.button(label, icon=":material/expand_more:", key="history-more", on_click=_more, args=(most,))


def _more(shown: int) -> None:
    st.session_state[_SHOWN] = shown + _PAGE


def _filters() -> tuple[str, bool, tuple[Sort, ...]]:
    """Draw them as the address has them, and put into it what is changed."""
    given = st.query_params
    text, starred = given.get(_TEXT, ""), given.get(_STARRED) == "1"
    sorts = tuple(sort for sort in get_args(Sort) if sort in given.get_all(_SORTS))

    def put() -> None:
        _set(_TEXT, [st.session_state[_FIND]] if st.session_state[_FIND].strip() else [])
        _set(_STARRED, ["1"] if st.session_state[_TOGGLE] else [])
        _set(_SORTS, list(st.session_state[_PILLS]))
        st.session_state.pop(_SHOWN, None)

    if st.session_state.get(_FIND, "").strip() != text.strip():
        st.session_state[_FIND] = text
    st.session_state[_TOGGLE], st.session_state[_PILLS] = starred, list(sorts)
    st.text_input(
        words.HISTORY_FIND,
        key=_FIND,
        type="search",
        live="250ms",
        placeholder=words.HISTORY_FIND,
        icon=":material/search:",
        label_visibility="collapsed",
        on_change=put,
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        labels = {sort: words.SORTS[sort][0] for sort in get_args(Sort)}
        options = {"label_visibility": "collapsed", "key": _PILLS, "on_change": put}
        st.pills(words.SORTS_LABEL, list(labels), selection_mode="multi", format_func=labels.__getitem__, **options)
        st.toggle(words.STARRED_ONLY, key=_TOGGLE, on_change=put)
    return text, starred, sorts


def _set(name: str, values: Sequence[str]) -> None:
    if st.query_params.get_all(name) != list(values):
        st.query_params.pop(name, None)
        if values:
            st.query_params[name] = list(values) if len(values) > 1 else values[0]


# --- one line --------------------------------------------------------------------------------------------------------


def _line(explorer: Any, line: Line) -> None:
    with st.container(border=True, gap="small", key=f"history-{line.recent.kind}-{line.recent.key}"):
        told, acts = st.columns([5, 3], vertical_alignment="center")
        with told, st.container(gap=None, key=f"line-{line.recent.kind}-{line.recent.key}"):
            link(line)
            st.caption(about(line))
        if line.run is not None and explorer.runs.keeps:
            with acts, st.container(horizontal=True, horizontal_alignment="right", gap="small"):
                _acts(explorer, line.run)
        if line.run is not None:
            _told(explorer, line.run)


def _acts(explorer: Any, run: RunRow) -> None:
    """Star, note, delete."""
    label = words.UNSTAR if run.starred else words.STAR
    st.button(label, type="tertiary", key=f"star-{run.id}", on_click=explorer.runs.star, args=(run.id, not run.starred))
    for name, icon, act in (("note", "edit_note", words.NOTE), ("delete", "delete", words.DELETE)):
        st.button(
            act, icon=f":material/{icon}:", type="tertiary", key=f"{name}-{run.id}", on_click=_open, args=(name, run.id)
        )


def _open(what: str, run: str) -> None:
    st.session_state[_OPEN] = None if st.session_state.get(_OPEN) == (what, run) else (what, run)


def _shut() -> None:
    st.session_state.pop(_OPEN, None)


def _told(explorer: Any, run: RunRow) -> None:
    """What the question was understood as, its note, and what is being done with it."""
    if run.asked.strip() != run.question.strip():
        st.caption(words.UNDERSTOOD.format(asked=safe_markdown(run.asked, 240)))
    opened = st.session_state.get(_OPEN)
    if opened == ("note", run.id):
        _note(explorer, run)
    elif run.note:
        st.markdown(f":material/edit_note: {safe_markdown(run.note, 600)}")
    if opened == ("delete", run.id):
        _delete(explorer, run)


def _note(explorer: Any, run: RunRow) -> None:
    key = f"note-text-{run.id}"

    def save() -> None:
        explorer.runs.note(run.id, st.session_state[key].strip())
        _shut()

    st.text_area(words.NOTE, run.note, max_chars=_LONGEST_NOTE, key=key, placeholder=words.NOTE_PLACEHOLDER)
    with st.container(horizontal=True):
        st.button(words.NOTE_SAVE, type="primary", key="note-save", on_click=save)
        st.button(words.NOTE_CANCEL, key="note-cancel", on_click=_shut)


def _delete(explorer: Any, run: RunRow) -> None:
    def erase() -> None:
        explorer.runs.delete(run.id)
        _shut()

    st.warning(words.DELETE_SURE, icon=":material/delete:")
    with st.container(horizontal=True):
        st.button(words.DELETE_YES, type="primary", key="delete-yes", on_click=erase)
        st.button(words.DELETE_NO, key="delete-no", on_click=_shut)
