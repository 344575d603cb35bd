"""The end of a form of rulings: why, the button, and what is said after it was taken, with the way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.domain.curation import Decided, Ruling
from pages.parts import banners, decided
from pages.parts import words_merge as words
from pages.parts.text import safe_markdown


def why(key: str) -> str:
    """The field for a reason; what stands in it."""
    st.text_input(words.WHY, key=f"{key}-why", placeholder=words.WHY_PLACEHOLDER, width=320)
    return str(st.session_state.get(f"{key}-why", "")).strip()


@dataclass(frozen=True, slots=True)
class Act:
    """A button that decides. `problem` says why it can't be pressed; `then` is told what was recorded."""

    label: str
    key: str
    problem: str = ""
    primary: bool = True
    help: str | None = None
    then: Callable[[Decided], None] = lambda found: None


def take(explorer: Any, rulings: Sequence[Ruling], act: Act) -> None:
    """Record the rulings as one step when the button is pressed; then the page is drawn again."""
    clicked = st.button(
        act.label,
        type="primary" if act.primary else "secondary",
        key=act.key,
        disabled=bool(act.problem) or not explorer.writable,
        help=words.READ_ONLY if not explorer.writable else safe_markdown(act.problem) or act.help,
        shortcut="Ctrl+Enter" if act.primary else None,
    )
    held = f"{act.key}-seen"
    seen = st.session_state.get(held)
    st.session_state[held] = explorer.curate.last()
    if clicked:
        with banners.problems_shown():
            taken = explorer.curate.decide(rulings, seen=seen)
            decided.keep(explorer, taken.seqs, taken.notes)
            act.then(taken)
            st.rerun()
