"""The table of documents: one line each with counts; the chosen line opens the document below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pandas as pd
import streamlit as st

from pages.parts import documents_panel, words_withdraw
from pages.parts import words_documents as words
from pages.parts.audiences_document import column
from pages.parts.text import one_line

_KEY, _ROUND, _CHOSEN = "documents-table", "documents-table-round", "documents-table-chosen"
_LONGEST, _BESIDE_A_DOCUMENT = 420, 326
DOC = "doc"
"""The name in the address of the document that is open."""


def table(rows: Sequence[Any], said: Mapping[str, Any] = MappingProxyType({}), *, several: bool = False) -> None:
    """Draw the table. Choosing a line puts the document into the address. `said`: of whom it is known for whom.

    Where several may be chosen, `chosen` has them.
    """
    key = f"{_KEY}-{st.session_state.get(_ROUND, 0)}"

    def picked() -> None:
        lines = [line for line in st.session_state[key]["selection"]["rows"] if line < len(rows)]
        st.session_state[_CHOSEN] = found = tuple(rows[line].document.id for line in lines)
        if len(found) == 1:
            st.query_params[DOC] = found[0]
        else:
            st.query_params.pop(DOC, None)
        documents_panel.leave()

    st.dataframe(
        frame(rows, said),
        key=key,
        hide_index=True,
        on_select=picked,
        selection_mode="multi-row" if several else "single-row",
        height=min(_BESIDE_A_DOCUMENT if DOC in st.query_params else _LONGEST, 36 * (len(rows) + 1) + 2),
        column_config=_columns(said),
    )
    st.caption(words_withdraw.CHOOSE_HINT if several and len(rows) > 1 else words.PICK_HINT)


def chosen() -> tuple[str, ...]:
    """The documents that are ticked in the table."""
    found: tuple[str, ...] = st.session_state.get(_CHOSEN, ())
    return found


def forget() -> None:
    """Untick all: the next table is another one, because ticks stay with line numbers whatever the lines say."""
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
    st.session_state.pop(_CHOSEN, None)


def _columns(said: Mapping[str, Any]) -> dict[str, Any]:
    shown = {name: st.column_config.Column(label, help=about) for name, (label, about) in words.COLUMNS.items()}
    label, about = words.COLUMNS["audience"]
    labels = sorted({label for row in said.values() for label in row.labels})
    shown["audience"] = st.column_config.MultiselectColumn(label, help=about, options=labels, color="auto")
    return shown


def frame(rows: Sequence[Any], said: Mapping[str, Any] = MappingProxyType({})) -> pd.DataFrame:
    """The rows as text and numbers, in the order given."""
    found = pd.DataFrame(
        {
            "title": [one_line(row.document.title, 120) for row in rows],
            "read": [read_of(row) for row in rows],
            "entities": [row.entities for row in rows],
            "relations": [row.relations for row in rows],
            "rejected": [row.rejected for row in rows],
            "added": [when(row.added_at) for row in rows],
            "id": [one_line(row.document.id, 200) for row in rows],
        }
    )
    if said:
        found.insert(1, "audience", column(said, [row.document.id for row in rows]))
    return found


def read_of(row: Any) -> str:
    """`97 of 120, 3 failed`."""
    template = words.READ_FAILED if row.failed else words.READ_OF
    return template.format(read=row.read, chunks=row.chunks, failed=row.failed)


def when(at: str) -> str:
    """A moment for the eye: date and minutes (UTC)."""
    return at[:16].replace("T", " ")
