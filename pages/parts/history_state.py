"""What the History page shows and looks for: in the address, so that a link shows the same."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from pages.parts import words_history as words
from pages.parts.history_steps import Filter

_VIEW, _TEXT = "view", "q"
_FIELDS = {"who": "who", "kind": "kind", "state": "state", "node": "about", "document": "doc"}
_SHOWN, _OPEN, _ASKED = "lightprism.decisions.shown", "lightprism.decisions.open", "lightprism.decisions.asked"
STEPS = 20
"""Steps shown at first, and more at a time."""


def view() -> str:
    """Which part of the page is shown."""
    asked = st.query_params.get(_VIEW, "")
    return asked if asked in words.VIEWS else "list"


def look(name: str) -> None:
    """Show this part."""
    if name == "list":
        st.query_params.pop(_VIEW, None)
    else:
        st.query_params[_VIEW] = name


def wanted() -> Filter:
    """What the address asks for."""
    given = {name: st.query_params.get(field) for name, field in _FIELDS.items()}
    return Filter(st.query_params.get(_TEXT, "")[:300], **given)


def want(asked: Filter) -> None:
    """Put it into the address, and begin at the top."""
    values = {_TEXT: asked.text.strip() or None} | {field: getattr(asked, name) for name, field in _FIELDS.items()}
    for field, value in values.items():
        if value is None:
            st.query_params.pop(field, None)
        elif st.query_params.get(field) != value:
            st.query_params[field] = value
    st.session_state.pop(_SHOWN, None)


def change(name: str, value: str | None) -> None:
    """Look for another value of one filter."""
    want(replace(wanted(), **{name: value or "" if name == "text" else value}))


def shown() -> int:
    """How many steps are shown."""
    return int(st.session_state.get(_SHOWN, STEPS))


def more() -> None:
    st.session_state[_SHOWN] = shown() + STEPS


def opened() -> int | None:
    """The step whose details are open, by the number of its first decision."""
    found = st.session_state.get(_OPEN)
    return found if isinstance(found, int) else None


def open_(step: int) -> None:
    """Open the details of a step, or close them where they are open."""
    st.session_state[_OPEN] = None if opened() == step else step


def asked() -> tuple[str, int] | None:
    """What is to be confirmed: `undo` or `back`, and the step."""
    found = st.session_state.get(_ASKED)
    return found if isinstance(found, tuple) else None


def ask(what: str, step: int) -> None:
    """Ask before doing it; once more takes the question back."""
    st.session_state[_ASKED] = None if asked() == (what, step) else (what, step)


def answered() -> None:
    st.session_state.pop(_ASKED, None)
