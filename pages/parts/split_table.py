"""A table whose rows are ticked or given to a part: by its column Part, or many at once by the bar above it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from core.domain.split_values import WAITS, Part
from core.domain.splitting import SplitPlan
from pages.parts import split_state, words_split
from pages.parts.split_state import Held, Table

_HIGH, _ROW = 520, 48


@dataclass(frozen=True, slots=True)
class Choices:
    """One table: its name, items with the part that each is in, what its columns say, and what a move makes of a plan.

    `move` takes the plan, items and a part's number; `at` says in which part an item is.
    """

    name: str
    table: Table
    columns: Mapping[str, Sequence[Any]]
    move: Callable[[SplitPlan, Sequence[Any], int], SplitPlan]
    at: Callable[[SplitPlan, Any], int]


def key_of(held: Held, name: str) -> str:
    """The key of a table under the present order."""
    return f"{name}-{held.nonce}"


def ticked(held: Held, name: str, table: Table) -> tuple[Any, ...]:
    """The items that are ticked now."""
    cells = split_state.edited(key_of(held, name))
    return tuple(item for n, item in enumerate(table.items) if cells.get(n, {}).get(words_split.COLUMN_TICK))


def grid(held: Held, choices: Choices, config: Mapping[str, Any]) -> None:
    """The table itself. A part that is chosen in a cell is taken at once, and nothing moves under the keyboard."""
    labels, table, key = held.labels(), choices.table, key_of(held, choices.name)
    numbers = {label: n for n, label in enumerate(labels[:-1])} | {labels[-1]: WAITS}
    names = {n: label for label, n in numbers.items()}

    def changed() -> None:
        now, cells = split_state.now(held), split_state.edited(key)
        plan = now.plan
        for number, item in enumerate(table.items):
            # A cell that is set back to what it was is not among the edited ones any more.
            label = cells.get(number, {}).get(words_split.COLUMN_PART)
            part = numbers.get(label, WAITS) if label else table.parts[number]
            if choices.at(plan, item) != part:
                plan = choices.move(plan, [item], part)
        split_state.edit(now, plan)

    frame = pd.DataFrame(
        {
            words_split.COLUMN_TICK: [False] * len(table.items),
            words_split.COLUMN_PART: [names.get(part, labels[-1]) for part in table.parts],
            **choices.columns,
        }
    )
    own = {
        words_split.COLUMN_TICK: st.column_config.CheckboxColumn(width=44, pinned=True),
        words_split.COLUMN_PART: st.column_config.SelectboxColumn(
            options=labels, required=True, width=120, pinned=True
        ),
    }
    st.data_editor(
        frame,
        key=key,
        hide_index=True,
        disabled=list(choices.columns),
        column_config={**own, **config},
        row_height=_ROW,
        height=min(_HIGH, 40 + _ROW * len(table.items)),
        on_change=changed,
    )


def mover(held: Held, choices: Choices) -> int:
    """What moves rows, side by side in the row around it; the number of the part that is chosen, or WAITS."""
    labels, name = held.labels(), choices.name
    target_key = f"{name}-to-{held.nonce}"

    def move(all_shown: bool) -> None:
        items = choices.table.items if all_shown else ticked(held, name, choices.table)
        now = split_state.now(held)
        plan, number = _target(now, now.labels(), str(st.session_state.get(target_key) or ""))
        if items:
            split_state.change(now, choices.move(plan, items, number), target=number)

    st.selectbox(
        words_split.MOVE_TO,
        labels,
        index=held.target if 0 <= held.target < len(labels) else len(labels) - 1,
        key=target_key,
        accept_new_options=True,
        help=words_split.MOVE_TO_HELP,
        width=200,
    )
    some = len(ticked(held, name, choices.table))
    st.button(
        words_split.MOVE_TICKED.format(count=some),
        key=f"{name}-move-ticked",
        icon=":material/drive_file_move:",
        disabled=not some,
        help=words_split.MOVE_TICKED_HELP,
        on_click=move,
        args=(False,),
        shortcut="Alt+M" if name == "split-rows" else None,
    )
    st.button(
        words_split.MOVE_SHOWN.format(count=len(choices.table.items)),
        key=f"{name}-move-shown",
        icon=":material/move_group:",
        disabled=not choices.table.items,
        on_click=move,
        args=(True,),
        shortcut="Alt+A" if name == "split-rows" else None,
    )
    chosen = st.session_state.get(target_key)
    return labels.index(chosen) if chosen in labels[:-1] else WAITS


def _target(held: Held, labels: Sequence[str], label: str) -> tuple[SplitPlan, int]:
    """The plan and the number of the part meant, which is made if it was typed."""
    if label in labels:
        number = list(labels).index(label)
        return held.plan, number if number < len(held.plan.parts) else WAITS
    fresh = split_state.fresh_name(labels, label)
    if not fresh:
        return held.plan, WAITS
    plan = held.plan.with_part(Part(str(held.plan.node["name"])).named(str(held.plan.node["name"]), fresh))
    return plan, len(plan.parts) - 1
