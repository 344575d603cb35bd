"""What was ruled on keys and words and holds, each with a button that takes it back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.domain.decisions import Decision, sentence
from pages.parts import banners, decided, rules_draft
from pages.parts import words_rules as words
from pages.parts.text import safe_markdown


def ruled(explorer: Any, decisions: Sequence[Decision], nothing: str) -> None:
    """The rulings, latest first as given; `nothing` stands where there are none."""
    if not decisions:
        st.caption(nothing)
    for decision in decisions:
        with st.container(horizontal=True, gap="small", vertical_alignment="center", key=f"ruled-{decision.seq}"):
            st.markdown(safe_markdown(sentence(decision), 240), width="stretch")
            who = safe_markdown(decision.who or words.RULED_YOU, 40)
            st.caption(words.RULED_BY.format(who=who, when=safe_markdown(decision.at[:16].replace("T", " "))))
            st.button(
                words.UNDO,
                key=f"ruled-undo-{decision.seq}",
                icon=":material/undo:",
                disabled=not explorer.writable,
                on_click=_undo,
                args=(explorer, decision.seq),
            )


def _undo(explorer: Any, seq: int) -> None:
    with banners.problems_shown():
        explorer.curate.undo([seq])
        decided.keep(explorer, [seq], how="undone")
        rules_draft.leave()
