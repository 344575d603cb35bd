"""The switch between merge rules, as Graph, Compare and Ask show it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from pages.parts import words


def merge_rule(chosen: str, put: Callable[[str], None], *, key: str, **look: Any) -> None:
    """Show the rule that holds and tell `put` of another; `look` goes to the control."""
    st.session_state[key] = chosen
    st.segmented_control(
        words.MERGE_RULE,
        list(words.MERGE_RULES),
        required=True,
        format_func=words.MERGE_RULES.__getitem__,
        key=key,
        on_change=lambda: put(st.session_state[key]),
        **look,
    )
