"""Which original a click asked for. The frame opens it after the page is drawn, whatever page or dialog was clicked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from core.domain.records import Span

_ASKED, _FRESH = "lightprism.original", "lightprism.original.fresh"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A passage by its id, and the pieces of its text to be marked stronger."""

    chunk: str
    words: tuple[Span, ...] = ()


def ask(chunk: str, words: Sequence[Span] = ()) -> None:
    """Open the original of this passage: for `on_click`, or from a callback. Any other one asked for is forgotten."""
    st.session_state[_ASKED] = Wanted(chunk, tuple(words))
    st.session_state[_FRESH] = True


def hurry() -> None:
    """Let the frame run, where a click ran only a part of the page or a dialog; else nothing."""
    if st.session_state.pop(_FRESH, False):
        st.rerun()


def taken() -> Wanted | None:
    """What was asked for; it is forgotten with that."""
    st.session_state.pop(_FRESH, None)
    found = st.session_state.pop(_ASKED, None)
    return found if isinstance(found, Wanted) else None
