"""The exact request for an answer, over the page: its tokens by part, the instructions, the context."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.domain.trace import Trace
from pages.parts import banners
from pages.parts import words_answer as own


def prompt(explorer: Any, trace: Trace, title: str = own.PROMPT_TITLE) -> None:
    """Open it over the page."""
    st.dialog(title, width="large")(_draw)(explorer, trace)


def parts_line(explorer: Any, trace: Trace) -> str:
    """Tokens by part and in all, as one line."""
    made = explorer.answers.prompt(trace)
    counted = [f"{own.PROMPT_PARTS.get(name, name)} {tokens:,}" for name, tokens in made.parts]
    return " · ".join([*counted, f"**{own.PROMPT_SUM} {made.tokens:,}**"])


def _draw(explorer: Any, trace: Trace) -> None:
    with banners.problems_shown():
        made = explorer.answers.prompt(trace)
        st.markdown(f"{own.PROMPT_TOKENS}: {parts_line(explorer, trace)}", help=own.PROMPT_ABOUT)
        st.markdown(f"**{own.PROMPT_SYSTEM}**")
        st.code(made.system, language=None, wrap_lines=True)
        st.markdown(f"**{own.PROMPT_USER}**")
        st.code(made.user, language=None, wrap_lines=True, height=480)
