"""Work that goes on beside the page: how far it is, drawn anew while it goes on, with a button to stop it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from pages.parts import words_keeping as words

_EVERY_S = 0.5


def watched(task: Any, key: str, text: Callable[[Any], str], idle: Callable[[Any], None]) -> None:
    """Draw the bar of `task` while it runs, with `text` of its view; else let `idle` draw its view."""
    active = task.view().active
    st.fragment(_watched, run_every=_EVERY_S if active else None)(task, key, text, idle, active)


def _watched(task: Any, key: str, text: Callable[[Any], str], idle: Callable[[Any], None], was: bool) -> None:
    view = task.view()
    if view.active != was:
        st.rerun()
    if not view.active:
        idle(view)
        return
    stopping = view.state == "stopping"
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-going"):
        share = min(1.0, view.done / view.total) if view.total else 0.0
        st.progress(share, text=words.STOPPING if stopping else text(view))
        st.button(words.STOP, icon=":material/stop_circle:", key=f"{key}-stop", disabled=stopping, on_click=task.cancel)
