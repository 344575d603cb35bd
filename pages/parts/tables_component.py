"""The table itself: real rows with boxes, drawn in the browser, usable with mouse, keyboard and screen reader.

Only the rows of one page go to the browser. Clicks come back as plain values, believed only where they name a row that
is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

_ASSETS = Path(__file__).resolve().parents[2] / "assets"

_component = st.components.v2.component(
    "lightprism_rows",
    html='<div class="lp-rows"></div>',
    css=(_ASSETS / "rows.css").read_text(encoding="utf-8"),
    js="\n".join((_ASSETS / name).read_text(encoding="utf-8") for name in ("dom.js", "rows.js")),
)


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its key, what to call it, and a text or a number for each column."""

    key: str
    name: str
    cells: tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Clicks:
    """What clicks do: the keys chosen on this page, the column to sort by, the row to open."""

    chosen: Callable[[Sequence[str]], None]
    sort: Callable[[str], None]
    open: Callable[[str], None]


def rows(shown: Sequence[Row], look: dict[str, Any], clicks: Clicks, key: str) -> None:
    """Draw the rows. `look`: label, columns, sort, chosen, generation, page, workspace, field, strings."""
    keys = {row.key for row in shown}

    def chosen() -> None:
        told = st.session_state[key].chosen
        if isinstance(told, dict) and told.get("page") == look["page"] and isinstance(told.get("keys"), list):
            clicks.chosen([one for one in told["keys"] if one in keys])

    def sort() -> None:
        told = st.session_state[key].sort
        if any(column["id"] == told and column["sorts"] for column in look["columns"]):
            clicks.sort(told)

    def opened() -> None:
        told = st.session_state[key].open
        if told in keys:
            clicks.open(told)

    data = look | {"rows": [{"key": row.key, "name": row.name, "cells": list(row.cells)} for row in shown]}
    _component(key=key, data=data, on_chosen_change=chosen, on_sort_change=sort, on_open_change=opened)
