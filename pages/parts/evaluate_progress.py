"""How far a run is, drawn anew while it goes on; what came of it if it did not end well."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.parts import banners, evaluate_state
from pages.parts import words_evaluate as own
from pages.parts.text import safe_markdown

_EVERY_S = 0.5
_SEEN = "lightprism.evaluate.seen"


def draw(explorer: Any) -> None:
    """The bar with its button, or how the last run ended."""
    seen = explorer.evaluate.view()
    if seen.active:
        st.session_state[_SEEN] = True
        st.fragment(_going, run_every=_EVERY_S)(explorer)
    elif seen.state == "failed":
        banners.problem(seen.error)
    elif seen.state == "stopped":
        st.info(own.STOPPED if explorer.evaluate.keeps else own.STOPPED_LOST, icon=":material/stop_circle:")
    elif st.session_state.pop(_SEEN, False) and seen.result is not None:
        evaluate_state.look(seen.result.id)


def _going(explorer: Any) -> None:
    seen = explorer.evaluate.view()
    if not seen.active:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center", key="evaluate-going"):
        st.progress(seen.done / seen.total if seen.total else 0.0, text=_text(seen))
        st.button(
            own.STOP,
            icon=":material/stop:",
            disabled=seen.state == "stopping",
            on_click=explorer.evaluate.cancel,
            key="evaluate-stop",
        )


def _text(seen: Any) -> str:
    if seen.state == "stopping":
        return own.STOPPING
    if not seen.total:
        return own.STARTING
    return own.RUNNING.format(done=seen.done, total=seen.total, question=safe_markdown(seen.note, 120))
