"""Above and below a table: what is searched, the facets with their counts, which rows are shown and chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from core.services.tables import Found, Table, TableQuery
from core.services.view_index import Facet
from pages.parts import tables_state
from pages.parts import words_tables as words
from pages.parts.tables_state import MOST_CHOSEN, PAGE_SIZE, TableState
from pages.parts.text import one_line
from pages.parts.words import FLAGS, UNTYPED


def filters(state: TableState, found: Found[Any]) -> None:
    """The field, a choice for each facet that has one, and the range."""
    search, rest = st.columns([1, 4], vertical_alignment="bottom")
    with search:
        _search(state)
    shown = {name: values for name, values in found.facets.items() if len(values) > 1 or _chosen(state, name)}
    with rest:
        places = st.columns(len(shown) + 1, vertical_alignment="bottom")
        for place, (name, values) in zip(places, shown.items(), strict=False):
            with place:
                _facet(state, name, values)
        with places[-1]:
            _range(state, found.top)


def _search(state: TableState) -> None:
    key = f"tables-{state.name}-search"

    def put() -> None:
        tables_state.ask(state, replace(state.query, text=st.session_state[key][:300]))

    if st.session_state.get(key, "").strip() != state.query.text.strip():
        st.session_state[key] = state.query.text
    placeholder = words.SEARCH[state.name]
    st.text_input(
        words.FIND,
        key=key,
        type="search",
        live="250ms",
        placeholder=placeholder,
        icon=":material/search:",
        on_change=put,
    )


def _facet(state: TableState, name: str, values: tuple[Facet, ...]) -> None:
    key = f"tables-{state.name}-facet-{name}"
    counts: Mapping[str, Facet] = {facet.value: facet for facet in values}

    def label(value: str) -> str:
        facet = counts.get(value)
        return f"{one_line(called(name, facet.label if facet else value), 60)} ({facet.count if facet else 0:,})"

    def put() -> None:
        tables_state.ask(state, tables_state.with_values(state.query, name, st.session_state[key]))

    st.session_state[key] = list(_chosen(state, name))
    st.multiselect(
        words.FACETS[name], list(counts), format_func=label, key=key, on_change=put, placeholder=words.FACET_ANY
    )


def called(name: str, value: str) -> str:
    """What a value of a facet is called."""
    if name == "flag":
        end, _, flag = value.rpartition(": ")
        shown = FLAGS[flag][0] if flag in FLAGS else flag
        return f"{shown} ({end})" if end else shown
    return value or words.NO_VALUE.get(name, UNTYPED)


def _chosen(state: TableState, name: str) -> tuple[str, ...]:
    return dict(state.query.values).get(name, ())


def _range(state: TableState, top: int) -> None:
    if top < 1:
        return
    key, query = f"tables-{state.name}-range-{top}", state.query

    def put() -> None:
        least, most = st.session_state[key]
        tables_state.ask(state, replace(query, least=least, most=None if most == top else most))

    least = min(query.least, top)
    st.session_state[key] = (least, max(least, min(top if query.most is None else query.most, top)))
    st.slider(words.RANGE[state.name], 0, top, key=key, help=words.RANGE_HELP[state.name], on_change=put)


def narrowed(query: TableQuery) -> bool:
    """Whether anything is left out."""
    return bool(query.text.strip() or query.values or query.least or query.most is not None)


def shown_rows(state: TableState, table: Table[Any], found: Found[Any], *, choice: bool) -> None:
    """Which rows are shown of how many, how many are chosen (with `choice`), and the pages."""
    first, last = min(state.start + 1, found.total), min(state.start + PAGE_SIZE, found.total)
    told = words.COUNT[state.name].format(first=first, last=last, total=found.total)
    rest = f" {words.COUNT_OF.format(all=found.all)}" if found.total < found.all else ""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"tables-pages-{state.name}"):
        st.markdown(told + rest, width="content")
        if narrowed(state.query):
            _quiet(state, words.CLEAR_FILTERS, "clear", lambda: _clear(state), icon=":material/filter_alt_off:")
        if choice:
            _choice(state, table, found)
        st.space("stretch")
        if found.total > PAGE_SIZE:
            _pages(state, found, last)


def _pages(state: TableState, found: Found[Any], last: int) -> None:
    """Both ways stay together where the line is too narrow."""
    with st.container(horizontal=True, gap="small", width="content"):
        _turn(state, words.PREVIOUS, "chevron_left", state.start - PAGE_SIZE, state.start <= 0)
        _turn(state, words.NEXT, "chevron_right", state.start + PAGE_SIZE, last >= found.total)


def _choice(state: TableState, table: Table[Any], found: Found[Any]) -> None:
    """How many are chosen, and the ways to choose none or all that fit."""
    if state.chosen:
        st.markdown(words.CHOSEN.format(count=len(state.chosen)), width="content", help=words.CHOSEN_HELP)
        _quiet(state, words.CLEAR_CHOICE, "none", lambda: tables_state.choose(state, ()))
    elif found.total:
        st.caption(words.CHOSEN_NONE, width="content")
    wanted = narrowed(state.query) or (state.chosen and found.total > PAGE_SIZE)
    if wanted and found.total and len(state.chosen) < min(found.total, MOST_CHOSEN):
        template = words.CHOOSE_ALL if found.total <= MOST_CHOSEN else words.CHOOSE_MANY
        label = template.format(count=found.total, most=MOST_CHOSEN)
        _quiet(state, label, "all", lambda: tables_state.choose(state, (row.key for row in table.fitting(state.query))))


def _quiet(state: TableState, label: str, name: str, act: Callable[[], object], **look: Any) -> None:
    st.button(label, type="tertiary", key=f"tables-{state.name}-{name}", on_click=act, **look)


def _clear(state: TableState) -> None:
    tables_state.ask(state, TableQuery(sort=state.query.sort, down=state.query.down))


def _turn(state: TableState, label: str, icon: str, start: int, off: bool) -> None:
    st.button(
        label,
        icon=f":material/{icon}:",
        disabled=off,
        key=f"tables-{state.name}-{icon}",
        on_click=lambda: tables_state.write(replace(state, start=max(0, start))),
    )
