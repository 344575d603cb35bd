"""Around a comparison: what the modes are, and how far reading has come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.services.library import Contents
from pages.parts import words_compare as own
from pages.parts.text import safe_markdown

COLOURS = {
    "naive": "gray",
    "local": "blue",
    "global": "violet",
    "hybrid": "green",
    "mix": "orange",
    "paths": "red",
}


def intro() -> None:
    """The six modes, each with a sentence."""
    st.subheader(own.MODES_TITLE, anchor=False)
    for mode, (letter, name, what, about) in own.MODES.items():
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.badge(letter, color=COLOURS[mode])  # type: ignore[arg-type]
            st.markdown(f"**{name}** {about} :small[{own.SEARCHES_WITH.format(what=what)}.]")


def examples(documents: Sequence[Any]) -> list[str]:
    """Questions for the samples that the workspace holds."""
    return [
        text
        for prefix, questions in own.EXAMPLES.items()
        if any(row.document.id.startswith(prefix) for row in documents)
        for text in questions
    ]


def readiness(contents: Contents) -> None:
    """What can be found by now, while not all has been read."""
    chunks = contents.chunks
    if not chunks.read:
        st.info(own.NOT_READ, icon=":material/hourglass_empty:")
    elif chunks.pending:
        st.caption(f":material/hourglass_bottom: {own.PARTLY_READ.format(read=chunks.read, chunks=chunks.chunks)}")


def language(note: str) -> None:
    """That searches by meaning will be poor, where they will."""
    if note:
        st.caption(f":material/translate: {safe_markdown(note)}")
