"""Projector mode, `?present=1`: no sidebar, type of at least 24 pixels, keys that step, and a way out.

Any page may call `frame`; what a step forward or back is, the page says. Keys in a field go to the field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.parts import words_lesson as own

FIELD = "present"
_WAS = "lightprism.present"
_ASSETS = Path(__file__).resolve().parents[2] / "assets"
_component = st.components.v2.component(
    "lightprism_present", html="<span></span>", js=(_ASSETS / "present.js").read_text(encoding="utf-8")
)


def on() -> bool:
    """Whether the address asks for it."""
    return st.query_params.get(FIELD) == "1"


def start() -> None:
    st.query_params[FIELD] = "1"


def leave() -> None:
    st.query_params.pop(FIELD, None)


def folded(label: str) -> DeltaGenerator:
    """Where a page puts its controls: folded away in projector mode, so that what they lead to comes first."""
    if on():
        return st.expander(label, icon=":material/tune:", key="present-folded")
    return st.container()


def frame(
    back: Callable[[], None] | None = None, forward: Callable[[], None] | None = None, *, place: str = ""
) -> None:
    """Dress the page, show the way out, and listen to the keys; outside projector mode nothing happens.

    Another `place` than before is shown from its top.
    """
    was, st.session_state[_WAS] = st.session_state.get(_WAS), on()
    if was is not None and was != on():
        st.rerun()  # the whole app: a fragment does not take its style back
    if not on():
        return
    st.html(_ASSETS / "present.css")
    st.button(own.LEAVE, icon=":material/close:", key="present-leave", help=own.LEAVE_HELP, on_click=leave)
    _keys({"back": back, "next": forward, "out": leave}, place)


def _keys(acts: Mapping[str, Callable[[], None] | None], place: str) -> None:
    """Arrow left and Page Up go back, arrow right and Page Down forward, Escape out."""

    def pressed() -> None:
        act = acts.get(str(st.session_state["present-keys"].key))
        if act:
            act()

    heard = [name for name, act in acts.items() if act]
    _component(key="present-keys", data={"heard": heard, "place": place}, on_key_change=pressed, height=1)


def button() -> None:
    """The way in."""
    if not on():
        st.button(own.PROJECT, icon=":material/present_to_all:", key="present", help=own.PROJECT_HELP, on_click=start)
