"""What is looked for among decisions: words, and a choice for each filter that has one, with counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from pages.parts import history_state
from pages.parts import words_history as words
from pages.parts.history_steps import Filter
from pages.parts.text import one_line

_TEXT = "decisions-find"


def filters(wanted: Filter, counts: Mapping[str, Mapping[str, int]], titles: Mapping[str, str]) -> None:
    """Draw them as the address has them. `titles`: documents by id."""
    shown = {name: found for name, found in counts.items() if len(found) > 1 or getattr(wanted, name) is not None}
    places = st.columns([2, *[1] * len(shown)] if shown else 1, vertical_alignment="bottom")
    with places[0]:
        _find(wanted)
    for place, (name, found) in zip(places[1:], shown.items(), strict=True):
        with place:
            _choice(wanted, name, found, _called(name, titles))


def _find(wanted: Filter) -> None:
    if st.session_state.get(_TEXT, "").strip() != wanted.text.strip():
        st.session_state[_TEXT] = wanted.text
    st.text_input(
        words.FIND,
        key=_TEXT,
        type="search",
        live="250ms",
        placeholder=words.FIND,
        icon=":material/search:",
        label_visibility="collapsed",
        on_change=lambda: history_state.change("text", st.session_state[_TEXT]),
    )


def _choice(wanted: Filter, name: str, found: Mapping[str, int], called: Callable[[str], str]) -> None:
    key, chosen = f"decisions-filter-{name}", getattr(wanted, name)
    options = list(dict.fromkeys((*found, *([chosen] if chosen is not None else []))))
    st.session_state[key] = chosen
    st.selectbox(
        words.FILTERS[name],
        options,
        index=None,
        format_func=lambda value: f"{one_line(called(value), 60)} ({found.get(value, 0):,})",
        key=key,
        placeholder=words.ANY,
        on_change=lambda: history_state.change(name, st.session_state[key]),
    )


def _called(name: str, titles: Mapping[str, str]) -> Callable[[str], str]:
    known: Mapping[str, Callable[[str], Any]] = {
        "who": lambda value: value or words.YOU,
        "kind": lambda value: words.KINDS.get(value, (value, ""))[0],
        "state": lambda value: words.STATES[value][0] if value in words.STATES else value,
        "document": lambda value: titles.get(value, value),
    }
    return known.get(name, str)


def count(wanted: Filter, found: int, all_: int) -> None:
    """How many decisions there are, and the way back to all of them."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="decisions-count"):
        template = words.COUNT_OF if found < all_ else words.COUNT_ONE if all_ == 1 else words.COUNT
        st.markdown(f"**{template.format(count=found, all=all_)}**", width="content")
        if wanted.narrows:
            st.button(
                words.CLEAR,
                icon=":material/filter_alt_off:",
                type="tertiary",
                key="decisions-clear",
                on_click=history_state.want,
                args=(Filter(),),
            )
