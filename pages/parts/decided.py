"""What was just decided, said where it was done, with its undo; kept in this session until something else is done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from pages.parts import banners, session
from pages.parts import words_tables as words
from pages.parts.text import safe_markdown

_KEY = "lightprism.decided"
_SAID = {"undone": words.UNDONE, "redone": words.REDONE, "back": words.WENT_BACK, "took": words.TOOK}


def keep(explorer: Any, seqs: Sequence[int], notes: Sequence[str] = (), how: str = "done") -> None:
    """Say at the next drawing what was decided. `how`: done, undone, redone, back or took."""
    st.session_state[_KEY] = (explorer.path.name, how, tuple(seqs), tuple(notes))


def shown(explorer: Any, key: str, *, link: bool = True) -> None:
    """What was kept for this workspace, with the way back; `link`: and one to the history."""
    held = st.session_state.get(_KEY)
    if not held or held[0] != explorer.path.name:
        return
    _, how, seqs, notes = held
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"decided-{key}"):
        if seqs:
            st.markdown(f":green-badge[:material/check: {_said(how, len(seqs))}]", width="content")
            _way(explorer, seqs, "redone" if how == "undone" else "undone", key)
        else:
            st.markdown(f":gray-badge[{words.DECIDED_NONE}]", width="content")
        if link:
            st.page_link("pages/history.py", label=words.TO_HISTORY, query_params=session.linked())
    for note in notes:
        st.warning(safe_markdown(note), icon=":material/info:")


def _said(how: str, count: int) -> str:
    if how in _SAID:
        return _SAID[how]
    return words.DECIDED_ONE if count == 1 else words.DECIDED.format(count=count)


def _way(explorer: Any, seqs: Sequence[int], to: str, key: str) -> None:
    """The button that takes it back, or does it again."""
    label, icon = (words.UNDO, ":material/undo:") if to == "undone" else (words.REDO, ":material/redo:")

    def go() -> None:
        with banners.problems_shown():
            (explorer.curate.undo if to == "undone" else explorer.curate.redo)(seqs)
            keep(explorer, seqs, how=to)

    st.button(label, icon=icon, type="tertiary", key=f"decided-{key}-{to}", on_click=go)
