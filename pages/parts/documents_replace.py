"""Putting a new revision in the place of a document, from its card: a file, what it changes, a yes."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.services.intake import Incoming
from pages.parts import banners
from pages.parts import words_withdraw as words
from pages.parts.documents_withdraw import consequences, say
from pages.parts.held import held
from pages.parts.text import safe_markdown

_OPEN, _SEEN, _FILE = "documents-replace", "documents-replace-preview", "replace-file"


def button(explorer: Any, row: Any) -> None:
    """Opens the panel below; not for evidence records, which come with their own documents."""
    document = row.document.id
    if explorer.writable and row.document.kind != "records" and st.session_state.get(_OPEN) != document:
        st.button(
            words.REPLACE,
            icon=":material/swap_horiz:",
            key="document-replace",
            help=words.REPLACE_HELP,
            on_click=_open,
            args=(document,),
        )


def panel(explorer: Any, row: Any) -> None:
    """Asks for a file and shows what it changes, with a yes and a no; nothing where it was not asked for."""
    document = row.document.id
    if st.session_state.get(_OPEN) != document:
        return
    with st.container(border=True, key="replace-panel"):
        st.subheader(words.REPLACE_TITLE, anchor=False)
        file = st.file_uploader(words.REPLACE_FILE, type=list(_endings(explorer)), key=f"{_FILE}-{document}")
        found = None
        with banners.problems_shown():
            found = _found(explorer, document, file) if file is not None else None
        if found is not None:
            counts = {"kept": found.kept, "to_read": found.to_read, "gone": found.gone}
            st.markdown(words.REPLACE_COUNTS.format(**counts))
            st.caption(words.REPLACE_HINT)
            consequences(explorer, found.consequences, key="replace")
        with st.container(horizontal=True):
            if found is not None:
                st.button(
                    words.REPLACE_DO,
                    type="primary",
                    icon=":material/swap_horiz:",
                    key="replace-do",
                    on_click=_replace,
                    args=(explorer, found, row.document.title),
                )
            st.button(words.CANCEL, key="replace-cancel", on_click=_open, args=(None,))


def _endings(explorer: Any) -> tuple[str, ...]:
    return tuple(ending.removeprefix(".") for ending in explorer.intake.extensions() if ending != ".jsonl")


def _found(explorer: Any, document: str, file: Any) -> Any:
    """The preview, made once for a file and a state of the workspace."""
    key = explorer.path, explorer.library.version(), document, file.file_id
    return held(_SEEN, key, lambda: explorer.replacing.preview(document, Incoming("", file.name, file.getvalue())))


def _open(document: str | None) -> None:
    st.session_state[_OPEN] = document


def _replace(explorer: Any, found: Any, title: str) -> None:
    with banners.problems_shown():
        explorer.replacing.replace(found)
        if found.to_read:
            explorer.job.start()
        say(words.REPLACED.format(name=safe_markdown(title, 80)))
    _open(None)
    st.session_state.pop(_SEEN, None)
