"""Around a comparison: what the modes are, how far reading has come, and the keywords of the question."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.domain.records import Keywords
from core.services.library import Contents
from pages.parts import words_compare as own
from pages.parts.text import safe_markdown

_COLOURS = {"naive": "gray", "local": "blue", "global": "violet", "hybrid": "green", "mix": "orange"}


def intro() -> None:
    """The five modes, each with a sentence."""
    st.subheader(own.MODES_TITLE, anchor=False)
    for mode, (letter, name, what, about) in own.MODES.items():
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.badge(letter, color=_COLOURS[mode])
            st.markdown(f"**{name}** {about} :small[{own.SEARCHES_WITH.format(what=what)}.]")


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


def keywords(found: Keywords) -> None:
    """Both lists as they were found, and who made them."""
    with st.container(border=True, key="compare-keywords"):
        with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
            _list(own.LOW, own.LOW_HELP, found.low, "blue")
            _list(own.HIGH, own.HIGH_HELP, found.high, "violet")
        st.caption(own.ORIGINS[found.origin])


def _list(label: str, about: str, found: Sequence[str], color: str) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center", width="content"):
        st.markdown(f"**{label}**", help=about, width="content")
        for word in found:
            st.badge(safe_markdown(word, 60), color=color)  # type: ignore[arg-type]
        if not found:
            st.caption(own.NO_KEYWORDS, width="content")
