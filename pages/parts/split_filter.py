"""What narrows the table of mentions: words, documents, qualifiers, metadata, parts; and a filter made a rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.domain.split_rules import Facets, RowFilter, facets
from core.domain.split_values import WAITS
from pages.parts import split_state, words_split
from pages.parts.split_state import Held
from pages.parts.text import one_line

_FIELDS = 6
"""Metadata fields that are offered, the ones with the fewest values first."""


def bar(held: Held) -> None:
    """The field for words and the popover with facets."""
    key = "split-words"

    def put() -> None:
        _narrow(held, replace(held.shown, words=st.session_state[key]))

    if st.session_state.get(key, "") != held.shown.words:
        st.session_state[key] = held.shown.words
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.text_input(
            words_split.SEARCH,
            key=key,
            placeholder=words_split.SEARCH_PLACEHOLDER,
            icon=":material/search:",
            label_visibility="collapsed",
            on_change=put,
            width=320,
        )
        _facets(held, facets(held.plan.rows))
        if held.shown or held.parts_shown:
            st.button(
                words_split.FILTER_CLEAR,
                icon=":material/filter_alt_off:",
                type="tertiary",
                key="split-filter-clear",
                on_click=_narrow,
                args=(held, RowFilter(), ()),
            )


def _narrow(held: Held, shown: RowFilter, parts: tuple[int, ...] | None = None) -> None:
    held = split_state.now(held)
    split_state.change(held, held.plan, shown=shown, parts_shown=held.parts_shown if parts is None else parts)


def _facets(held: Held, found: Facets) -> None:
    shown = held.shown
    count = bool(shown.documents) + bool(shown.qualifiers) + len(shown.metadata) + bool(held.parts_shown)
    label = words_split.FILTER_ON.format(count=count) if count else words_split.FILTER
    with st.popover(label, icon=":material/filter_alt:", key="split-filter"):
        _parts(held)
        if len(found.documents) > 1:
            titles = {row.at.document: row.at.title or row.at.document for row in held.plan.rows}
            documents = _choice(
                words_split.FILTER_DOCUMENTS, "document", held, found.documents, shown.documents, titles
            )
            if documents != shown.documents:
                _again(held, replace(shown, documents=documents))
        if found.qualifiers:
            given = _choice(words_split.FILTER_QUALIFIERS, "qualifier", held, found.qualifiers, shown.qualifiers, {})
            if given != shown.qualifiers:
                _again(held, replace(shown, qualifiers=given))
        for field, values in sorted(found.metadata, key=lambda item: (len(item[1]), item[0]))[:_FIELDS]:
            before = dict(shown.metadata).get(field, ())
            chosen = _choice(one_line(field, 40), f"metadata-{field}", held, values, before, {})
            if chosen != before:
                rest = {**dict(shown.metadata), field: chosen}
                _again(held, replace(shown, metadata=tuple((f, v) for f, v in sorted(rest.items()) if v)))


def _again(held: Held, shown: RowFilter) -> None:
    _narrow(held, shown)
    st.rerun()


def _parts(held: Held) -> None:
    labels = held.labels()
    numbers = [*range(len(held.plan.parts)), WAITS]
    key = f"split-filter-part-{held.nonce}"
    chosen = st.multiselect(
        words_split.FILTER_PART,
        numbers,
        default=[n for n in held.parts_shown if n in numbers],
        format_func=lambda n: labels[n],
        key=key,
    )
    if tuple(chosen) != held.parts_shown:
        _narrow(held, held.shown, tuple(chosen))
        st.rerun()


def _choice(
    label: str,
    name: str,
    held: Held,
    values: Sequence[tuple[str, int]],
    chosen: Sequence[str],
    titles: dict[str, str],
) -> tuple[str, ...]:
    counts = dict(values)
    return tuple(
        st.multiselect(
            label,
            list(counts),
            default=[value for value in chosen if value in counts],
            format_func=lambda value: f"{one_line(titles.get(value, value), 60)} ({counts[value]:,})",
            key=f"split-filter-{name}-{held.nonce}",
        )
    )


def make_rule(held: Held, number: int) -> None:
    """The button that makes the filter a rule of the chosen part."""
    rule = held.shown.rule
    if not held.shown:
        return

    def make() -> None:
        now = split_state.now(held)
        part = now.plan.parts[number]
        rules = (*part.rules, *([] if rule in part.rules else [rule]))
        split_state.change(now, now.plan.with_changed(number, replace(part, rules=rules)))

    by_words = bool(held.shown.words.strip())
    st.button(
        words_split.MAKE_RULE,
        icon=":material/rule:",
        key="split-make-rule",
        help=words_split.MAKE_RULE_WORDS if by_words else words_split.MAKE_RULE_HELP,
        disabled=by_words or not rule or number == WAITS,
        on_click=make,
    )
