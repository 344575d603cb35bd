"""The Extraction page: one passage beside what was read from it, and a second reading beside the first."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.parts import banners, words
from pages.parts import words_extraction as own
from pages.parts.extraction_again import again
from pages.parts.extraction_pick import pick
from pages.parts.extraction_result import result

_REFRESH_S = 2.0


def page() -> None:
    """Draw the page, or say what is missing for it."""
    st.title(own.TITLE, anchor=False)
    with banners.problems_shown():
        explorer = banners.workspace()
        if explorer is None:
            return
        documents = [row for row in explorer.library.documents() if row.chunks]
        if not documents:
            banners.empty(own.NO_DOCUMENTS, own.NO_DOCUMENTS_HINT, "documents", words.GO_DOCUMENTS)
            return
        st.caption(own.INTRO)
        chunk = pick(explorer, documents)
        if chunk is not None:
            _passage(explorer, chunk)


def _passage(explorer: Any, chunk: str) -> None:
    reading = explorer.readings.of(chunk)
    waits = reading.state == "pending" and explorer.job.progress().active
    st.fragment(_result, run_every=_REFRESH_S if waits else None)(explorer, chunk, reading.state)
    st.divider()
    again(explorer, reading)


def _result(explorer: Any, chunk: str, was: str) -> None:
    """Drawn anew now and then while the passage is waiting for its turn."""
    with banners.problems_shown():
        reading = explorer.readings.of(chunk)
        if reading.state != was:
            st.rerun()
        result(explorer, reading)


page()
