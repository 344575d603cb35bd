"""What is typed, and what it is narrowed to: documents and types with how many they have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import streamlit as st

from core.services.search import Facet
from pages.parts import search_state, session
from pages.parts import words_search as words
from pages.parts.search_state import LONGEST, PAGE_SIZE, Asked
from pages.parts.text import safe_markdown
from pages.parts.words import MERGE_RULES, PAGES, UNTYPED

_FIELD, _IN, _TYPE, _ALL = "search-text", "search-in", "search-type", "lightprism.search.all"
_FEW, _MANY = 8, 60
_ROOT = Path(__file__).resolve().parents[2]


def field(asked: Asked) -> None:
    """The one field; it searches while one types."""

    def put() -> None:
        text = st.session_state[_FIELD]
        search_state.write(Asked(asked.workspace, text[:LONGEST], rule=asked.rule))

    if st.session_state.get(_FIELD, "").strip() != asked.text.strip():
        st.session_state[_FIELD] = asked.text
    st.text_input(
        words.FIELD,
        key=_FIELD,
        type="search",
        live="250ms",
        placeholder=words.PLACEHOLDER,
        icon=":material/search:",
        label_visibility="collapsed",
        on_change=put,
    )


def ask_this(asked: Asked) -> None:
    """The way to put it as a question."""
    page = "ask" if (_ROOT / "pages" / "ask.py").exists() else "compare"
    st.page_link(
        f"pages/{page}.py",
        label=words.ASK,
        icon=PAGES[page][1],
        help=words.ASK_HELP,
        query_params=session.linked(q=asked.text.strip()),
    )


def clear(asked: Asked) -> None:
    """The way back to all that was found, where it is narrowed."""
    if asked.narrowed:
        st.button(
            words.CLEAR,
            icon=":material/filter_alt_off:",
            type="tertiary",
            key="search-clear",
            on_click=lambda: search_state.write(replace(asked, documents=(), types=(), limit=PAGE_SIZE)),
        )


def documents(asked: Asked, facets: Sequence[Facet]) -> None:
    """The documents with how many passages each has, to choose from; nothing where there is no choice."""
    if len(facets) < 2 and not asked.documents:
        return
    counts = {facet.document: facet.count for facet in facets}
    titles = {facet.document: facet.title for facet in facets}
    twice = {title for title in titles.values() if list(titles.values()).count(title) > 1}
    most = _MANY if st.session_state.get(_ALL) == asked.text else _FEW
    shown = dict.fromkeys((*asked.documents, *list(counts)[:most]))

    def label(document: str) -> str:
        title = titles.get(document, document)
        named = f"{title} ({document})" if title in twice else title
        return f"{safe_markdown(named, 48)} :small[{counts.get(document, 0):,}]"

    def change(chosen: Sequence[str]) -> None:
        search_state.write(replace(asked, documents=tuple(chosen), limit=PAGE_SIZE))

    with st.container(gap="small"):
        _pills(words.IN, _IN, {one: label(one) for one in shown}, asked.documents, change)
        if len(counts) > most:
            left = words.MORE_DOCUMENTS.format(count=min(len(counts), _MANY) - most)
            st.button(
                left,
                icon=":material/expand_more:",
                type="tertiary",
                key="search-in-more",
                on_click=_show_all,
                args=(asked.text,),
            )


def _show_all(text: str) -> None:
    st.session_state[_ALL] = text


def types(asked: Asked, found: Sequence[tuple[str, int]]) -> None:
    """The types with how many names each has, to choose from; nothing where there is no choice."""
    if len(found) < 2 and not asked.types:
        return
    counts = dict(found)
    shown = dict.fromkeys((*asked.types, *list(counts)[:_FEW]))
    labels = {type_: f"{safe_markdown(type_ or UNTYPED, 32)} :small[{counts.get(type_, 0):,}]" for type_ in shown}

    def change(chosen: Sequence[str]) -> None:
        search_state.write(replace(asked, types=tuple(chosen), limit=PAGE_SIZE))

    _pills(words.TYPE, _TYPE, labels, asked.types, change)


def _pills(
    label: str, key: str, labels: Mapping[str, str], chosen: Sequence[str], change: Callable[[Sequence[str]], None]
) -> None:
    st.session_state[key] = [one for one in chosen if one in labels]
    st.pills(
        label,
        list(labels),
        selection_mode="multi",
        format_func=lambda one: labels.get(one, one),
        key=key,
        label_visibility="collapsed",
        on_change=lambda: change(st.session_state[key]),
    )


def rule_line(asked: Asked) -> str:
    return words.RULE.format(rule=MERGE_RULES[asked.rule])
