"""What is said once of a workspace that came from an older version: that it was carried on, and where its backup is."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.parts import words_keeping as words
from pages.parts.keeping_backup import code

_CLOSED = "lightprism.carried.closed"


def notice(explorer: Any) -> None:
    """The notice, until it is closed; where the workspace can't be written, for this session."""
    found = explorer.carried_on
    if found is None or st.session_state.get(_CLOSED) == explorer.name:
        return
    with st.container(key="carried-on", border=True, gap="small"):
        hint = words.CARRIED_HINT.format(path=code(found.backup).strip("`"))
        st.markdown(f":material/upgrade: **{words.CARRIED}**  \n{hint}")
        st.button(
            words.CARRIED_CLOSE,
            icon=":material/close:",
            key="carried-on-close",
            on_click=_close,
            args=(explorer,),
        )


def _close(explorer: Any) -> None:
    st.session_state[_CLOSED] = explorer.name
    explorer.backups.told()
