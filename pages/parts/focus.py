"""Keys go where they are meant to: into a field that was just opened, and no letter twice by mistake."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_ASSETS = Path(__file__).resolve().parents[2] / "assets"
_component = st.components.v2.component(
    "lightprism_focus", html="<span></span>", js=(_ASSETS / "focus.js").read_text(encoding="utf-8")
)
_once = st.components.v2.component(
    "lightprism_once", html="<span></span>", js=(_ASSETS / "once.js").read_text(encoding="utf-8")
)


def once(keys: str, key: str) -> None:
    """Swallow each of these letters where it is held, or comes twice in a third of a second."""
    _once(key=key, data={"keys": list(keys.lower())}, height=1)


def put(name: str, key: str) -> None:
    """Into the first field inside the element of that class, once for each key."""
    _component(key=key, data={"name": name}, height=1)
