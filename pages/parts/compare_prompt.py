"""What a mode gives the model, word for word, with its tokens by part."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from core.domain.packing import pack
from core.domain.trace import Trace
from pages.parts import banners, words_compare
from pages.parts import words_explain as own


def prompt(explorer: Any, trace: Trace) -> None:
    """Open it over the page."""
    name = words_compare.MODES[trace.mode][1]
    st.dialog(own.PROMPT_OF.format(mode=name), width="large")(_draw)(explorer, trace)


def _draw(explorer: Any, trace: Trace) -> None:
    with banners.problems_shown():
        use = trace.tokens
        if not use.total:
            st.caption(own.PROMPT_NOTHING)
            return
        parts = (("entities", use.entities), ("relations", use.relations), ("paths", use.paths), ("chunks", use.chunks))
        _counts(tuple(part for part in parts if part[1]))
        st.code(pack(trace), language=None, wrap_lines=True, height=520)


def _counts(parts: tuple[tuple[str, int], ...]) -> None:
    """A row a part, and their sum."""
    rows = [(own.PROMPT_PARTS.get(name, name), tokens) for name, tokens in parts]
    rows.append((own.PROMPT_TOTAL, sum(tokens for _, tokens in parts)))
    table = pd.DataFrame(rows, columns=[own.PROMPT_PART, own.PROMPT_TOKENS])
    st.dataframe(table, hide_index=True, width="content", key="compare-prompt-counts")
    st.caption(own.PROMPT_ABOUT)
