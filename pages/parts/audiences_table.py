"""The table in which labels of documents are changed. Nothing is set before it is saved, and it says what that does.

What was changed and not saved is kept in the session by document, so that another filter loses nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from pages.parts import words_audiences as words
from pages.parts.held import held
from pages.parts.text import one_line

_PENDING, _BASE, _ROUND = (f"lightprism.audiences.{name}" for name in ("pending", "base", "round"))
_FIND, _ONLY = "audiences-find", "audiences-only"
_LONGEST = 420
_LEAST_TO_FILTER = 8
_WIDTHS = {"labels": 170, "own": 95, "note": 105}
"""Of columns whose words are to be read whole in a narrow window, in pixels."""

Pending = Mapping[str, tuple[str, ...]]


def pending(explorer: Any) -> dict[str, tuple[str, ...]]:
    """What was changed and not saved, by document."""
    workspace, found = st.session_state.get(_PENDING, ("", {}))
    return dict(found) if workspace == explorer.path.name else {}


def forget() -> None:
    """Let the changes go, in the browser's table too: the next one has another key."""
    st.session_state.pop(_PENDING, None)
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1


def table(explorer: Any, rows: Sequence[Any], known: Sequence[str]) -> None:
    """Draw the filters and the rows that fit."""
    shown = _fitting(rows)
    if not shown:
        st.caption(words.NONE_FIT)
        return
    stamp = repr(
        [st.session_state.get(_ROUND, 0), *((row.document, row.labels, row.by, row.unreadable) for row in shown)]
    )
    key = f"audiences-{hashlib.sha256(stamp.encode()).hexdigest()[:16]}"
    base: Pending = held(_BASE, key, lambda: pending(explorer))  # the editor's changes are told against what it showed

    def changed() -> None:
        now = dict(base)
        for at, cells in st.session_state[key]["edited_rows"].items():
            if "labels" in cells:
                now[shown[int(at)].document] = tuple(cells["labels"] or ())
        st.session_state[_PENDING] = explorer.path.name, now

    st.data_editor(
        frame(shown, base),
        key=key,
        hide_index=True,
        disabled=True if not explorer.writable else [name for name in words.COLUMNS if name != "labels"],
        num_rows="fixed",
        height=min(_LONGEST, 36 * (len(shown) + 1) + 2),
        column_config=_columns(known, base),
        on_change=changed,
    )


def frame(rows: Sequence[Any], base: Pending) -> pd.DataFrame:
    """The rows in the order given; columns that would be empty are left out."""
    found = pd.DataFrame(
        {
            "title": [one_line(row.title, 120) for row in rows],
            "labels": [list(base.get(row.document, row.labels)) for row in rows],
            "by": [words.BY[row.by] for row in rows],
            "own": [f"{row.own:,}" if row.own else "" for row in rows],
            "note": [_note(row) for row in rows],
            "id": [one_line(row.document, 200) for row in rows],
        }
    )
    empty = [name for name, any_ in (("own", any(row.own for row in rows)), ("note", any(found["note"]))) if not any_]
    return found.drop(columns=empty)


def _note(row: Any) -> str:
    if row.unreadable:
        return words.NOBODY
    return words.BY_PASSAGE if row.own and not row.labels else ""


def _columns(known: Sequence[str], base: Pending) -> dict[str, Any]:
    shown = {
        name: st.column_config.Column(label, help=about, width=_WIDTHS.get(name))
        for name, (label, about) in words.COLUMNS.items()
    }
    label, about = words.COLUMNS["labels"]
    options = dict.fromkeys((*known, *(one for labels in base.values() for one in labels)))
    shown["labels"] = st.column_config.MultiselectColumn(
        label, help=about, width=_WIDTHS["labels"], options=list(options), accept_new_options=True, color="auto"
    )
    return shown


def _fitting(rows: Sequence[Any]) -> list[Any]:
    """The filters, where there is much to filter; the rows that fit."""
    if len(rows) < _LEAST_TO_FILTER:
        return list(rows)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        text = st.text_input(
            words.FIND, key=_FIND, placeholder=words.FIND, icon=":material/search:", label_visibility="collapsed"
        )
        only = st.segmented_control(
            words.ONLY,
            list(words.ONLY_WAYS),
            default="",
            required=True,
            format_func=words.ONLY_WAYS.__getitem__,
            key=_ONLY,
            label_visibility="collapsed",
        )
    asked = text.strip().casefold()
    return [row for row in rows if _fits(row, only) and asked in f"{row.title}\n{row.document}".casefold()]


def _fits(row: Any, only: str | None) -> bool:
    if only == "labelled":
        return bool(row.labels or row.own)
    if only == "nobody":
        return bool(row.unreadable)
    return only != "person" or row.by == "person"
