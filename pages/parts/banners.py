"""What a page says instead of its content: nothing here yet, something went wrong, read only."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import streamlit as st

from core.errors import LightPrismError
from pages.parts import session, words
from pages.parts.text import safe_markdown


@contextmanager
def problems_shown() -> Iterator[None]:
    """Show an error of ours as one message with its remedy, and let the rest of the page go on."""
    try:
        yield
    except LightPrismError as error:
        problem(error)


def problem(error: LightPrismError) -> None:
    """One error: what went wrong, then what to do."""
    remedy = f"  \n{safe_markdown(error.remedy)}" if error.remedy else ""
    st.error(f"**{safe_markdown(error.message)}**{remedy}", icon=":material/error:")


def workspace() -> Any:
    """The workspace that is open; None where there is none, after saying where to make one."""
    explorer = session.explorer()
    if explorer is None:
        empty(words.NO_WORKSPACE, words.NO_WORKSPACE_HINT, "home", words.GO_HOME)
    return explorer


def empty(title: str, hint: str, page: str | None = None, label: str | None = None) -> None:
    """An empty state that tells what to do, with a link to the page where it is done."""
    with st.container(border=True, horizontal_alignment="center", key=f"empty-{page or 'here'}"):
        st.subheader(title, anchor=False, text_alignment="center")
        st.markdown(hint, text_alignment="center")
        if page and label:
            st.page_link(f"pages/{page}.py", label=label, icon=words.PAGES[page][1], query_params=session.linked())
