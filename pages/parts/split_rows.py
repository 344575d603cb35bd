"""The mentions of the node as a table: filter, move, and read the passages of what is ticked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.domain.split_values import Row
from core.domain.splitting import SplitPlan
from core.services.cards import MarkedPassage
from pages.parts import split_filter, split_state, split_table, words_split
from pages.parts.passages import passages
from pages.parts.split_state import Held, Table
from pages.parts.split_table import Choices
from pages.parts.text import one_line, safe_markdown

NAME = "split-rows"
_FEW, _MANY = 6, 10


def draw(explorer: Any, held: Held) -> None:
    """The section. Raises UnknownName where a passage is gone."""
    total = len(held.plan.rows)
    st.subheader(words_split.MENTIONS, anchor=False)
    if not total:
        st.caption(words_split.NO_MENTIONS)
        return
    table = _table(held)
    split_filter.bar(held)
    if not table.items:
        st.caption(words_split.NONE_FIT)
        return
    choices = Choices(NAME, table, _columns(table.items), _move, _at)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        number = split_table.mover(held, choices)
        split_filter.make_rule(held, number)
        st.space("stretch")
        st.caption(_counted(len(table.items), total), width="content")
    split_table.grid(held, choices, _config(table.items))
    _passages(explorer, held, table)


def _table(held: Held) -> Table:
    rows = held.rows()
    return split_state.table(held, NAME, Table(rows, tuple(held.plan.part_of(row.id) for row in rows)))


def _counted(shown: int, total: int) -> str:
    if shown < total:
        return words_split.MENTIONS_COUNT.format(shown=shown, total=total)
    return words_split.MENTIONS_ONE if total == 1 else words_split.MENTIONS_ALL.format(total=total)


def _move(plan: SplitPlan, rows: Sequence[Row], part: int) -> SplitPlan:
    return plan.moved([row.id for row in rows], part)


def _at(plan: SplitPlan, row: Row) -> int:
    return plan.part_of(row.id)


def _columns(rows: Sequence[Row]) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {
        words_split.COLUMN_TEXT: [one_line(row.text, 400) or words_split.NO_TEXT for row in rows],
    }
    if any(row.qualifier for row in rows):
        columns[words_split.COLUMN_QUALIFIER] = [one_line(row.qualifier, 40) for row in rows]
    if any(row.numbers for row in rows):
        columns[words_split.COLUMN_NUMBERS] = [one_line(", ".join(row.numbers), 60) for row in rows]
    for field in _fields(rows):
        name = one_line(field, 30)
        columns.setdefault(name, [one_line(_value(row.at.metadata.get(field)), 40) for row in rows])
    columns[words_split.COLUMN_DOCUMENT] = [one_line(row.at.title or row.at.document, 80) for row in rows]
    columns[words_split.COLUMN_PASSAGE] = [row.at.position + 1 for row in rows]
    return columns


def _fields(rows: Sequence[Row]) -> list[str]:
    """The metadata fields with different values of one line, at most three."""
    fields = sorted({field for row in rows for field in row.at.metadata if field != "title"})
    several = [field for field in fields if 1 < len({_value(row.at.metadata.get(field)) for row in rows})]
    return [f for f in several if len({_value(row.at.metadata.get(f)) for row in rows}) <= max(2, len(rows) // 2)][:3]


def _value(value: object) -> str:
    if value is None:
        return ""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _config(rows: Sequence[Row]) -> dict[str, Any]:
    return {
        words_split.COLUMN_TEXT: st.column_config.TextColumn(width=400),
        words_split.COLUMN_DOCUMENT: st.column_config.TextColumn(width=160),
        words_split.COLUMN_PASSAGE: st.column_config.NumberColumn(width=70),
    }


def _passages(explorer: Any, held: Held, table: Table) -> None:
    """The passages of ticked rows; of a few rows, all of them, part beside part."""
    rows: Sequence[Row] = split_table.ticked(held, NAME, table)
    if rows:
        st.markdown(f"**{words_split.READ_TICKED}**")
        _shown(explorer, rows[:_MANY], f"split-read-{held.nonce}")
        if len(rows) > _MANY:
            st.caption(words_split.READ_MORE.format(shown=_MANY, count=len(rows)))
    elif len(table.items) <= _FEW:
        _beside(explorer, held, table.items)
    else:
        st.caption(words_split.READ_HINT)


def _beside(explorer: Any, held: Held, rows: Sequence[Row]) -> None:
    parts = sorted({held.plan.part_of(row.id) for row in rows}, key=lambda n: (n < 0, n))
    labels = held.labels()
    for number, column in zip(parts, st.columns(min(3, len(parts)), gap="medium") * len(parts), strict=False):
        with column:
            st.markdown(f"**{safe_markdown(labels[number], 60)}**")
            here = [row for row in rows if held.plan.part_of(row.id) == number]
            _shown(explorer, here, f"split-read-{number}-{held.nonce}")


def _shown(explorer: Any, rows: Sequence[Row], key: str) -> None:
    desk = explorer.browse.desk()
    names: dict[str, list[str]] = {}
    for row in rows:
        names.setdefault(row.at.id, []).append(row.name)
    found: list[MarkedPassage] = [desk.passage(chunk, tuple(said)) for chunk, said in names.items()]
    passages(found, key=key)
