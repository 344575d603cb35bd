"""What was changed and not saved yet, what it means for what is read already, and the way to save or discard it."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.errors import InputError
from pages.parts import banners
from pages.parts import words_settings as words
from pages.parts.settings_draft import Settled, changes, discard, draft, saved
from pages.parts.text import safe_markdown

_SAVED = "lightprism.settings.saved"


def changes_card(explorer: Any) -> None:
    """Draw the card."""
    listed = list(changes(saved(explorer), draft(explorer)))
    with st.container(border=True, key="settings-changes"):
        st.subheader(words.CHANGES, anchor=False)
        if st.session_state.pop(_SAVED, False):
            st.caption(f":material/check_circle: {words.SAVED}")
        if not listed:
            st.caption(words.NO_CHANGES)
            return
        for name, before, after in listed:
            label = words.FIELDS[name]
            st.markdown(
                words.CHANGED.format(label=label, before=safe_markdown(before, 200), after=safe_markdown(after, 200))
            )
        _decide(explorer)


def _decide(explorer: Any) -> None:
    settled = _settled(explorer)
    busy = explorer.job.progress().active
    if busy:
        st.caption(f":material/hourglass_top: {words.BUSY}")
    with st.container(horizontal=True):
        st.button(
            words.SAVE,
            type="primary",
            icon=":material/save:",
            key="settings-save",
            disabled=settled is None or busy or not explorer.writable or not hasattr(explorer, "configure"),
            on_click=_save,
            args=(explorer,),
        )
        st.button(words.DISCARD, key="settings-discard", on_click=discard, args=(explorer,))


def _settled(explorer: Any) -> Settled | None:
    try:
        return draft(explorer).settled()
    except InputError as error:
        banners.problem(error)
        return None


def _save(explorer: Any) -> None:
    """Save the draft as it is when it is clicked, not as it was drawn."""
    settled = draft(explorer).settled()
    explorer.configure(settled.engine, settled.chunking, settled.recipe)
    discard(explorer)
    st.session_state[_SAVED] = True
