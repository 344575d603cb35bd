"""The Curate page's tab Entities: all nodes as a table, to search, narrow, choose and decide on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.services.table_rows import EntityItem
from pages.parts import session, tables_view
from pages.parts.tables_bar import called
from pages.parts.tables_component import Row
from pages.parts.tables_rulings import ENTITY_ACTS
from pages.parts.tables_view import Sheet
from pages.parts.text import one_line, titled
from pages.parts.words import UNTYPED

_COLUMNS = (
    ("name", "name", False, True),
    ("qualifier", "qualifier", False, False),
    ("type", "type", False, False),
    ("number", "number", True, False),
    ("mentions", "mentions", True, False),
    ("documents", "documents", True, False),
    ("", "notes", False, False),
)


def draw(explorer: Any) -> None:
    """Draw the table."""
    tables_view.draw(
        explorer,
        Sheet(
            name="entities",
            field="node",
            table=explorer.tables.entities,
            columns=_COLUMNS,
            row=row,
            acts=ENTITY_ACTS,
            leave={
                "merge": lambda keys: _screen(explorer, "merge", keys),
                "split": lambda keys: _screen(explorer, "split", keys),
            },
        ),
    )


def row(item: EntityItem) -> Row:
    """An entity as a row."""
    cells = (
        one_line(item.node.name, 120),
        one_line(item.node.qualifier, 60),
        one_line(item.type or UNTYPED, 40),
        item.number,
        item.mentions,
        len(item.documents),
        ", ".join(called("flag", flag) for flag in item.flags),
    )
    return Row(item.key, one_line(titled(item.node.name, item.node.qualifier), 160), cells)


def _screen(explorer: Any, name: str, keys: Sequence[str]) -> None:
    """The screen of a decision that has its own."""
    st.switch_page("pages/curate.py", query_params={**session.linked(), name: list(keys)})
