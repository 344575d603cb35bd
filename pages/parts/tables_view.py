"""One table with all that belongs to it: filters, rows, choice, decisions. What differs is given as a `Sheet`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from core.services.tables import Found, Table
from pages.parts import banners, decided, session, tables_acts, tables_bar, tables_component, tables_state, words
from pages.parts import words_tables as own
from pages.parts.tables_acts import Chosen
from pages.parts.tables_component import Clicks, Row
from pages.parts.tables_rulings import Act
from pages.parts.tables_state import PAGE_SIZE, TableState


@dataclass(frozen=True, slots=True)
class Sheet:
    """A kind of table: its name, the words for its columns, how a row is drawn, and what can be decided.

    `columns`: (id to sort by, word, whether it is a number, whether it leads to the card). `field`: the Graph page's
    name for a row in its address. `leave`: decisions with a screen of their own, by keys.
    """

    name: str
    field: str
    table: Callable[[], Table[Any]]
    columns: tuple[tuple[str, str, bool, bool], ...]
    row: Callable[[Any], Row]
    acts: Mapping[str, Act]
    leave: Mapping[str, Callable[[tuple[str, ...]], None]]


@st.fragment
def draw(explorer: Any, sheet: Sheet) -> None:
    """Draw the table: a click reruns only this."""
    with banners.problems_shown():
        with st.spinner(words.OPENING):
            table = sheet.table()
        state = _possible(explorer, sheet, table)
        found = table.page(state.query, state.start, PAGE_SIZE)
        if not found.all:
            banners.empty(own.EMPTY[sheet.name], own.EMPTY_HINT, "documents", words.GO_DOCUMENTS)
            return
        tables_bar.filters(state, found)
        if not state.act:
            decided.shown(explorer, sheet.name)
        tables_bar.shown_rows(state, table, found, choice=explorer.writable)
        if state.lost:
            st.warning((own.LOST_ONE if state.lost == 1 else own.LOST).format(count=state.lost), icon=":material/info:")
        if explorer.writable:
            _decisions(explorer, sheet, state, table, found)
        else:
            st.info(own.READ_ONLY, icon=":material/lock:")
        if found.items:
            _rows(explorer, sheet, state, found)
            st.caption(own.KEYS)
        else:
            banners.empty(own.NONE_FIT[sheet.name], own.NONE_FIT_HINT)


def _possible(explorer: Any, sheet: Sheet, table: Table[Any]) -> TableState:
    """The state of this session, without rows that have gone and pages that no longer are."""
    state = tables_state.read(explorer.path.name, sheet.name)
    chosen = tuple(key for key in state.chosen if table.get(key) is not None)
    if chosen != state.chosen:
        state = tables_state.choose(state, chosen, len(state.chosen) - len(chosen))
    total = table.page(state.query, 0, 0).total
    if state.start >= total:
        state = tables_state.write(replace(state, start=max(0, (total - 1) // PAGE_SIZE * PAGE_SIZE)))
    if not state.act:
        state = tables_state.write(replace(state, seen=explorer.curate.last()))
    return state


def _decisions(explorer: Any, sheet: Sheet, state: TableState, table: Table[Any], found: Found[Any]) -> None:
    leave = {name: lambda go=go: go(state.chosen) for name, go in sheet.leave.items()}
    tables_acts.buttons(state, sheet.acts, leave, len(state.chosen))
    act = sheet.acts.get(state.act)
    if act is not None and act.fits(len(state.chosen)):
        rows = tuple(row for key in state.chosen if (row := table.get(key)) is not None)
        values = {name: tuple(facet.value for facet in facets) for name, facets in found.facets.items()}
        tables_acts.form(explorer, state, act, Chosen(rows, tuple(sheet.row(row).name for row in rows), values))


def _rows(explorer: Any, sheet: Sheet, state: TableState, found: Found[Any]) -> None:
    shown = [sheet.row(item) for item in found.items]
    page = [row.key for row in shown]

    def opened(key: str) -> None:
        st.session_state[_OPENED] = key

    clicks = Clicks(
        lambda keys: tables_state.chose(state, page, keys) and None,
        lambda column: tables_state.ask(state, tables_state.sorted_by(state.query, column)) and None,
        opened,
    )
    look = {
        "label": own.LABEL[sheet.name],
        "columns": [
            {
                "id": id_,
                "label": own.COLUMNS[word][0],
                "help": own.COLUMNS[word][1],
                "number": number,
                "link": link,
                "sorts": bool(id_),
            }
            for id_, word, number, link in sheet.columns
        ],
        "sort": {"id": state.query.sort, "down": state.query.down},
        "chosen": [key for key in page if key in state.chosen],
        "generation": state.generation,
        "page": f"{state.start}:{page[0]}",
        "workspace": explorer.path.name,
        "field": sheet.field,
        "strings": dict(own.ROWS),
    }
    tables_component.rows(shown, look, clicks, f"tables-{sheet.name}")
    key = st.session_state.pop(_OPENED, None)
    if key in page:
        open_on_graph(explorer, sheet.field, key)


_OPENED = "lightprism.tables.opened"


def open_on_graph(explorer: Any, field: str, key: str) -> None:
    """Go to the card of this row."""
    st.switch_page("pages/graph.py", query_params=session.linked(**{field: key}))
