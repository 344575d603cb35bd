"""The lists that keep nothing quiet: files not read, passages that failed or gave nothing, rejected rows.

Each can be saved as CSV.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from pages.parts import banners
from pages.parts import words_documents as words
from pages.parts.documents_details import part
from pages.parts.documents_progress import retry
from pages.parts.extraction_pick import CHUNK
from pages.parts.session import linked
from pages.parts.text import safe_markdown
from pages.parts.words import PAGES

_SHOWN = 20
_SHEET_LEADERS = ("=", "+", "-", "@", "\t", "\r")


def unread(explorer: Any) -> None:
    """Files, pages and lines not read, each with the reason and what to do."""
    items = explorer.library.unread()
    if not items:
        banners.empty(words.UNREAD_NONE, words.UNREAD_NONE_HINT)
        return
    st.caption(words.UNREAD_HINT)
    rows = [(item.name, str(item.page or ""), item.reason, item.remedy) for item in items]
    _listed(rows, words.UNREAD_COLUMNS, "files-not-read.csv")


def failed(explorer: Any) -> None:
    """Passages without a result, each to be read again by itself, or all together."""
    rows = explorer.library.failures()
    if not rows:
        banners.empty(words.FAILED_NONE, words.FAILED_NONE_HINT)
        return
    st.caption(words.FAILED_HINT)
    ready = explorer.writable and not explorer.job.progress().active
    with st.container(horizontal=True):
        if ready:
            st.button(words.RETRY, icon=":material/refresh:", key="failed-retry", on_click=retry, args=(explorer,))
        _save(pd.DataFrame(rows, columns=list(words.FAILED_COLUMNS)), "passages-failed.csv")
    start = (part(len(rows), _SHOWN, "failed") - 1) * _SHOWN
    for chunk, reason in rows[start : start + _SHOWN]:
        with st.container(border=True):
            _passage(chunk, words.FAILED_OPEN)
            st.markdown(safe_markdown(reason, 400))
            if ready:
                _retry_one(explorer, chunk)


def _retry_one(explorer: Any, chunk: str) -> None:
    st.button(
        words.RETRY_ONE, icon=":material/refresh:", key=f"failed-retry-{chunk}", on_click=retry, args=(explorer, chunk)
    )


def nothing_found(explorer: Any) -> None:
    """Passages that were read and gave no entity."""
    rows = explorer.library.empty()
    if not rows:
        banners.empty(words.NOTHING_NONE, words.NOTHING_NONE_HINT)
        return
    st.caption(words.NOTHING_HINT)
    _save(pd.DataFrame({words.FAILED_COLUMNS[0]: rows}), "passages-without-entities.csv")
    start = (part(len(rows), _SHOWN, "nothing") - 1) * _SHOWN
    for chunk in rows[start : start + _SHOWN]:
        with st.container(border=True):
            _passage(chunk, words.TO_EXTRACTION)


def _passage(chunk: str, label: str) -> None:
    """Its name, with the way to what was read from it."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"**{safe_markdown(chunk, 160)}**")
        st.space("stretch")
        st.page_link(
            "pages/extraction.py", label=label, icon=PAGES["extraction"][1], query_params=linked(**{CHUNK: chunk})
        )


def rejected(explorer: Any) -> None:
    """Rows that were rejected or repaired, as they stood."""
    rows = [
        (found.chunk, words.ROW_KINDS.get(found.issue.kind, found.issue.kind), found.issue.raw, found.issue.reason)
        for found in explorer.library.issues()
    ]
    if not rows:
        banners.empty(words.ROWS_NONE, words.ROWS_NONE_HINT)
        return
    rejected = sum(found.issue.kind == "rejected" for found in explorer.library.issues())
    st.caption(words.ROWS_HINT.format(rejected=rejected, repaired=len(rows) - rejected))
    _listed(rows, words.ROWS_COLUMNS, "rows-rejected-or-repaired.csv")


def _listed(rows: Sequence[Sequence[Any]], columns: Sequence[str], name: str) -> None:
    frame = pd.DataFrame([list(row) for row in rows], columns=list(columns))
    st.dataframe(frame, hide_index=True, key=f"list-{name}")
    _save(frame, name)


def _save(frame: pd.DataFrame, name: str) -> None:
    st.download_button(
        words.SAVE_LIST,
        sheet(frame),
        name,
        "text/csv",
        icon=":material/download:",
        on_click="ignore",
        key=f"save-{name}",
    )


def sheet(frame: pd.DataFrame) -> bytes:
    """The frame as CSV that a spreadsheet reads as UTF-8, in which no text becomes a formula."""
    safe = frame.map(
        lambda value: f"'{value}" if isinstance(value, str) and value.startswith(_SHEET_LEADERS) else value
    )
    return safe.to_csv(index=False).encode("utf-8-sig")
