"""The lists that keep nothing quiet: files not read, failed passages, rejected rows; each can be saved as CSV."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from pages.parts import banners
from pages.parts import words_documents as words
from pages.parts.documents_progress import retry
from pages.parts.words import PAGES

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
    """Passages without a result."""
    rows = explorer.library.failures()
    if not rows:
        banners.empty(words.FAILED_NONE, words.FAILED_NONE_HINT)
        return
    st.caption(words.FAILED_HINT)
    st.page_link("pages/extraction.py", label=words.FAILED_OPEN, icon=PAGES["extraction"][1])
    if explorer.writable and not explorer.job.progress().active:
        st.button(words.RETRY, icon=":material/refresh:", key="failed-retry", on_click=retry, args=(explorer,))
    _listed(rows, words.FAILED_COLUMNS, "passages-failed.csv")


def rejected(explorer: Any) -> None:
    """Rows that were rejected or repaired, as they stood."""
    rows = [
        (found.chunk, words.ROW_KINDS.get(found.issue.kind, found.issue.kind), found.issue.raw, found.issue.reason)
        for found in explorer.library.issues()
    ]
    if not rows:
        banners.empty(words.ROWS_NONE, words.ROWS_NONE_HINT)
        return
    st.caption(words.ROWS_HINT)
    _listed(rows, words.ROWS_COLUMNS, "rows-rejected-or-repaired.csv")


def _listed(rows: Sequence[Sequence[Any]], columns: Sequence[str], name: str) -> None:
    frame = pd.DataFrame([list(row) for row in rows], columns=list(columns))
    st.dataframe(frame, hide_index=True, key=f"list-{name}")
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
