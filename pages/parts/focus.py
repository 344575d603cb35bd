"""Puts the cursor into a field that was just opened, so that what is typed next goes there."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_ASSETS = Path(__file__).resolve().parents[2] / "assets"
_component = st.components.v2.component(
    "lightprism_focus", html="<span></span>", js=(_ASSETS / "focus.js").read_text(encoding="utf-8")
)


def put(name: str, key: str) -> None:
    """Into the first field inside the element of that class, once for each key."""
    _component(key=key, data={"name": name}, height=1)
