"""The relations of a node that is split: how many follow by themselves, and which part each unclear end means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.domain.split_values import WAITS, End
from core.domain.splitting import SplitPlan
from pages.parts import split_state, split_table, words_split
from pages.parts.split_state import Held, Table
from pages.parts.split_table import Choices
from pages.parts.text import one_line

NAME = "split-ends"


def draw(held: Held) -> None:
    """The section; nothing is asked where all of them follow."""
    st.subheader(words_split.ENDS, anchor=False)
    unclear = held.plan.unclear
    st.caption(_said(len(held.plan.ends) - len(unclear), len(unclear)))
    if not unclear:
        return
    made = Table(unclear, tuple(held.plan.chosen.get(end.key, WAITS) for end in unclear))
    table = split_state.table(held, NAME, made)
    choices = Choices(NAME, table, _columns(table.items), _turn, _at)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        split_table.mover(held, choices)
    split_table.grid(held, choices, {words_split.COLUMN_TEXT: st.column_config.TextColumn(width=400)})


def _said(follow: int, unclear: int) -> str:
    if not follow and not unclear:
        return words_split.ENDS_NONE
    parts = []
    if follow:
        parts.append(words_split.ENDS_FOLLOW_ONE if follow == 1 else words_split.ENDS_FOLLOW.format(count=follow))
    if unclear:
        many = words_split.ENDS_UNCLEAR.format(count=unclear)
        parts.append(words_split.ENDS_UNCLEAR_ONE if unclear == 1 else many)
    return " ".join(parts)


def _turn(plan: SplitPlan, ends: Sequence[End], part: int) -> SplitPlan:
    return plan.turned([end.key for end in ends], part)


def _at(plan: SplitPlan, end: End) -> int:
    return plan.chosen.get(end.key, WAITS)


def _columns(ends: Sequence[End]) -> dict[str, list[Any]]:
    return {
        words_split.COLUMN_RELATION: [_relation(end) for end in ends],
        words_split.COLUMN_TEXT: [one_line(end.text or end.at.text, 400) for end in ends],
        words_split.COLUMN_DOCUMENT: [one_line(end.at.title or end.at.document, 80) for end in ends],
        words_split.COLUMN_PASSAGE: [end.at.position + 1 for end in ends],
    }


def _relation(end: End) -> str:
    first, second = (end.name, end.other) if end.side == "source" else (end.other, end.name)
    return f"{one_line(first, 40)} → {one_line(second, 40)} ({one_line(end.label, 40)})"
