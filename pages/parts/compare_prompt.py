"""What a mode gives the model, word for word, with its tokens by part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.domain.trace import Trace
from pages.parts import banners, words_compare
from pages.parts import words_explain as own


def prompt(explorer: Any, trace: Trace) -> None:
    """Open it over the page."""
    name = words_compare.MODES[trace.mode][1]
    st.dialog(own.PROMPT_OF.format(mode=name), width="large")(_draw)(explorer, trace)


def _draw(explorer: Any, trace: Trace) -> None:
    with banners.problems_shown():
        if not trace.tokens.total:
            st.caption(own.PROMPT_NOTHING)
        asked = explorer.answers.prompt(trace)
        _counts(asked.parts)
        st.markdown(f"**{own.PROMPT_SYSTEM}**")
        st.code(asked.system, language=None, wrap_lines=True)
        st.markdown(f"**{own.PROMPT_USER}**")
        st.code(asked.user, language=None, wrap_lines=True, height=420)


def _counts(parts: Sequence[tuple[str, int]]) -> None:
    """A column a part, and their sum."""
    names = [own.PROMPT_PARTS.get(name, name) for name, _ in parts]
    tokens = [tokens for _, tokens in parts]
    table = pd.DataFrame([[*tokens, sum(tokens)]], columns=[*names, own.PROMPT_TOTAL])
    st.dataframe(table, hide_index=True, key="compare-prompt-counts")
    st.caption(own.PROMPT_ABOUT)
