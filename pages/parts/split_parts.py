"""The parts of a split as cards: name, qualifier, how much is in each, and which later mentions belong there."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.domain.names import NodeRef
from core.domain.split_rules import Rule
from core.domain.split_values import Part
from pages.parts import split_rules_said, split_state, words_split
from pages.parts.split_state import Held
from pages.parts.text import safe_markdown

_A_ROW = 3


def draw(held: Held) -> None:
    """All parts, a field for one more, and whether documents keep to their part."""
    st.subheader(words_split.PARTS, anchor=False)
    numbers = list(range(len(held.plan.parts)))
    wide = min(_A_ROW, max(2, len(numbers)))
    for start in range(0, len(numbers), wide):
        for number, column in zip(numbers[start : start + wide], st.columns(wide), strict=False):
            with column, st.container(border=True, gap="small", key=f"split-part-{number}"):
                _part(held, number)
    _more(held)


def _part(held: Held, number: int) -> None:
    part, nonce = held.plan.parts[number], held.nonce
    name_key, qualifier_key = f"split-name-{number}-{nonce}", f"split-qualifier-{number}-{nonce}"

    def named() -> None:
        now = split_state.now(held)
        fresh = part.named(st.session_state[name_key].strip(), st.session_state[qualifier_key].strip())
        split_state.change(now, now.plan.with_changed(number, fresh))

    with st.container(
        horizontal=True, gap="small", key=f"split-fields-{number}"
    ):  # below each other where it is narrow
        st.text_input(words_split.PART_NAME, part.name, key=name_key, on_change=named, help=words_split.PART_NAME_HELP)
        st.text_input(words_split.PART_QUALIFIER, part.qualifier, key=qualifier_key, on_change=named)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
        st.markdown(f"**{_count(held, number)}**", width="stretch")
        st.button(
            words_split.PART_REMOVE,
            key=f"split-remove-{number}-{nonce}",
            icon=":material/delete:",
            type="tertiary",
            help=words_split.PART_REMOVE_HELP,
            on_click=_remove,
            args=(held, number),
        )
    _rules(held, number, part)


def _remove(held: Held, number: int) -> None:
    now = split_state.now(held)
    split_state.change(now, now.plan.without_part(number), parts_shown=(), target=0)


def _count(held: Held, number: int) -> str:
    mentions = len(held.plan.rows_of(number))
    few, many = words_split.PART_MENTIONS, words_split.PART_MENTIONS_MANY
    if held.plan.again and held.plan.parts[number].ref != NodeRef.shown(**held.plan.node):
        few, many = words_split.PART_NEW_MENTIONS, words_split.PART_NEW_MENTIONS_MANY
    said = few.get(mentions, many.format(count=mentions))
    ends = sum(held.plan.goes(end) == number for end in held.plan.ends)
    if not ends:
        return said
    return f"{said}, {words_split.PART_END if ends == 1 else words_split.PART_ENDS.format(count=ends)}"


def _rules(held: Held, number: int, part: Part) -> None:
    """The rules in words, each with a way to drop it."""
    if not part.rules:
        st.caption(words_split.RULES_NONE, help=words_split.RULES_HELP)
    else:
        st.caption(words_split.RULES, help=words_split.RULES_HELP)
    for at, rule in enumerate(part.rules):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
            st.markdown(f":small[{safe_markdown(split_rules_said.said(rule), 160)}]", width="stretch")
            st.button(
                words_split.RULE_DROP,
                key=f"split-drop-{number}-{at}-{held.nonce}",
                icon=":material/close:",
                type="tertiary",
                help=words_split.RULE_DROP_HELP,
                on_click=_drop,
                args=(held, number, at),
            )
    others = sum(
        any(rule.fits(row.at, row.qualifier) for rule in part.rules)
        for row in held.plan.rows
        if held.plan.part_of(row.id) not in (number, -1)
    )
    if others:
        st.caption(f":material/warning: {words_split.RULE_ALSO.format(count=others)}")


def _drop(held: Held, number: int, at: int) -> None:
    now = split_state.now(held)
    part = now.plan.parts[number]
    kept = tuple(rule for n, rule in enumerate(part.rules) if n != at)
    split_state.change(now, now.plan.with_changed(number, replace(part, rules=kept)))


def _more(held: Held) -> None:
    key = f"split-new-{held.nonce}"

    def add() -> None:
        now = split_state.now(held)
        typed = split_state.fresh_name(now.labels(), st.session_state[key])
        if typed:
            name = str(now.plan.node["name"])
            split_state.change(now, now.plan.with_part(Part(name, typed, (Rule(qualifiers=(typed,)),))))

    def keep() -> None:
        now, on = split_state.now(held), bool(st.session_state[f"split-documents-{held.nonce}"])
        split_state.change(now, replace(now.plan, same_documents=on))

    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        st.text_input(
            words_split.PART_NEW,
            key=key,
            placeholder=words_split.PART_NEW_PLACEHOLDER,
            help=words_split.PART_NEW_HELP,
            on_change=add,
            width=240,
        )
        st.checkbox(
            words_split.SAME_DOCUMENTS,
            held.plan.same_documents,
            key=f"split-documents-{held.nonce}",
            help=words_split.SAME_DOCUMENTS_HELP,
            on_change=keep,
        )
