"""Opening a backup: a workspace of its own is made from the file."""

from __future__ import annotations

from pathlib import Path
from typing import IO, Any

import streamlit as st

from core import bootstrap
from core.errors import InputError
from pages.parts import banners, session
from pages.parts import words_keeping as words


def form() -> None:
    """The file or its path, a name, and the button."""
    st.caption(words.OPEN_HINT)
    with st.form("home-backup", border=False):
        file = st.file_uploader(words.FILE, type=["zip"], key="home-backup-file", help=words.FILE_HELP)
        path = st.text_input(words.PATH, key="home-backup-path")
        name = st.text_input(words.NAME, placeholder=words.NAME_PLACEHOLDER, max_chars=80, key="home-backup-name")
        asked = st.form_submit_button(words.OPEN_DO, icon=":material/unarchive:")
    if not asked:
        return
    with banners.problems_shown():
        with st.spinner(words.OPENING):
            info = bootstrap.restore_workspace(_given(file, path.strip()), session.settings(), name.strip())
        session.choose(info.name)
        if not info.missing:
            st.rerun()
        st.warning(words.LACKS_ONE if len(info.missing) == 1 else words.LACKS.format(count=len(info.missing)))
        st.code("\n".join(info.missing), language=None)
        st.button(words.LACKS_GO, key="home-backup-go")


def _given(file: Any, path: str) -> Path | IO[bytes]:
    if file is not None:
        found: IO[bytes] = file
        return found
    if not path:
        raise InputError(words.NO_FILE, words.NO_FILE_REMEDY)
    if not (there := Path(path).expanduser()).is_file():
        raise InputError(words.NOT_THERE, words.NOT_THERE_REMEDY)
    return there
