"""What the question was searched with: its keywords, by whom, the raw reply; words and starts given by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.domain.records import Keywords
from pages.parts import compare_state
from pages.parts import words_compare as own
from pages.parts import words_explain as told
from pages.parts.compare_run import Run
from pages.parts.compare_state import Ask
from pages.parts.text import safe_markdown

_LOW, _HIGH = "compare-low", "compare-high"


def keywords(found: Run, ask: Ask) -> None:
    """Both lists as they were found, and who made them; the way to other ones."""
    read = found.keywords
    with st.container(key="compare-keywords", gap="xxsmall"):
        if ask.seeds or ask.edges:
            _pinned(found, ask)
            return
        with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
            _list(own.LOW, own.LOW_HELP, read.low, "blue")
            _list(own.HIGH, own.HIGH_HELP, read.high, "violet")
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            st.caption(own.ORIGINS[read.origin])
            _edit(ask, read)


def _list(label: str, about: str, found: Sequence[str], color: str) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center", width="content"):
        st.markdown(f"**{label}**", help=about, width="content")
        for word in found:
            st.badge(safe_markdown(word, 60), color=color)  # type: ignore[arg-type]
        if not found:
            st.caption(own.NO_KEYWORDS, width="content")


def _edit(ask: Ask, read: Keywords) -> None:
    """Other words for both lists; empty ones let the question stand in."""

    def use() -> None:
        low, high = (compare_state.split(st.session_state[name]) for name in (_LOW, _HIGH))
        compare_state.write(replace(compare_state.read(), low=low, high=high, run=""))

    def back() -> None:
        compare_state.write(replace(compare_state.read(), low=None, high=None, run=""))

    with st.popover(told.EDIT, icon=":material/edit:", help=told.EDIT_HELP, type="tertiary", width="content"):
        given = (read.low, read.high)
        for name, label, words in zip((_LOW, _HIGH), (told.EDIT_LOW, told.EDIT_HIGH), given, strict=True):
            if st.session_state.get(f"{name}-of") != (ask.searched, words):
                st.session_state[f"{name}-of"], st.session_state[name] = (ask.searched, words), ", ".join(words)
            st.text_input(label, key=name)
        with st.container(horizontal=True, gap="small"):
            st.button(told.EDIT_USE, type="primary", key="compare-words-use", on_click=use)
            hand = ask.low is not None or ask.high is not None
            st.button(told.EDIT_BACK, key="compare-words-back", disabled=not hand, on_click=back)
        st.caption(told.RAW)
        if read.raw:
            st.code(read.raw, language=None, wrap_lines=True)
        else:
            st.caption(told.RAW_NONE)


def _pinned(found: Run, ask: Ask) -> None:
    """What the search starts from by hand, each with a way to take it off."""
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(f":material/keep: **{told.PINNED}**", help=told.PINNED_HELP, width="content")
        pins = [("entity", key) for key in ask.seeds] + [("relation", key) for key in ask.edges]
        for number, (kind, key) in enumerate(pins):
            item = found.explainer.item(kind, key)  # type: ignore[arg-type]
            label = safe_markdown(item.label if item else key, 70)
            st.button(label, icon=":material/close:", key=f"compare-pin-{number}", on_click=_unpin, args=(kind, key))


def _unpin(kind: str, key: str) -> None:
    compare_state.write(replace(compare_state.toggled(compare_state.read(), kind, key), run=""))
