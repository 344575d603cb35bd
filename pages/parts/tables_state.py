"""What a browser session has asked of a table and chosen in it. Plain values; draws nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

import streamlit as st

from core.services.tables import TableQuery

PAGE_SIZE = 50
MOST_CHOSEN = 500
"""Rows that can be chosen at once."""
_KEY = "lightprism.tables"


@dataclass(frozen=True, slots=True)
class TableState:
    """One table. `generation` counts the times that the choice was changed from here rather than by its boxes.

    `act` is the decision that is being prepared, `seen` the last decision when that was begun, and `lost` counts rows
    that were chosen and have gone since.
    """

    workspace: str
    name: str
    query: TableQuery = field(default_factory=TableQuery)
    start: int = 0
    chosen: tuple[str, ...] = ()
    generation: int = 0
    act: str = ""
    seen: int = 0
    lost: int = 0


def read(workspace: str, name: str) -> TableState:
    """The state of this session; another workspace starts anew."""
    held = st.session_state.get(f"{_KEY}.{name}")
    known = isinstance(held, TableState) and held.workspace == workspace
    return held if known else TableState(workspace, name)


def write(state: TableState) -> TableState:
    """Keep it."""
    st.session_state[f"{_KEY}.{state.name}"] = state
    return state


def ask(state: TableState, query: TableQuery) -> TableState:
    """Another query shows its first page; the choice stays."""
    return write(replace(state, query=query, start=0))


def with_values(query: TableQuery, facet: str, values: Iterable[str]) -> TableQuery:
    """The query with these values chosen of a facet."""
    others = {name: chosen for name, chosen in query.values if name != facet}
    chosen = tuple(values)
    return replace(query, values=tuple(sorted((others | ({facet: chosen} if chosen else {})).items())))


def sorted_by(query: TableQuery, column: str) -> TableQuery:
    """By that column; once more turns it around. Numbers begin with the largest."""
    if query.sort == column:
        return replace(query, down=not query.down)
    return replace(query, sort=column, down=column in ("number", "mentions", "documents"))


def chose(state: TableState, page: Collection[str], keys: Collection[str]) -> TableState:
    """What the boxes of a page say: of its rows, these are chosen."""
    others = [key for key in state.chosen if key not in page]
    chosen = (*others, *(key for key in page if key in keys))
    return write(
        replace(state, chosen=chosen[:MOST_CHOSEN], generation=state.generation + (len(chosen) > MOST_CHOSEN), lost=0)
    )


def choose(state: TableState, keys: Iterable[str], lost: int = 0) -> TableState:
    """Choose these rows and no others; `lost` others have gone."""
    chosen = tuple(dict.fromkeys(keys))[:MOST_CHOSEN]
    act, generation = state.act if chosen else "", state.generation + 1
    return write(replace(state, chosen=chosen, generation=generation, act=act, lost=lost))
