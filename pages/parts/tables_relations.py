"""The Curate page's tab Relations: all edges as a table, to search, narrow, choose and decide on."""

from __future__ import annotations

from typing import Any

from core.services.table_rows import RelationItem
from pages.parts import tables_view
from pages.parts.tables_bar import called
from pages.parts.tables_component import Row
from pages.parts.tables_rulings import RELATION_ACTS
from pages.parts.tables_view import Sheet
from pages.parts.text import one_line

_COLUMNS = (
    ("source", "source", False, True),
    ("predicate", "predicate", False, False),
    ("target", "target", False, False),
    ("number", "passages", True, False),
    ("documents", "documents", True, False),
    ("", "notes", False, False),
)


def draw(explorer: Any) -> None:
    """Draw the table."""
    tables_view.draw(
        explorer,
        Sheet(
            name="relations",
            field="edge",
            table=explorer.tables.relations,
            columns=_COLUMNS,
            row=row,
            acts=RELATION_ACTS,
            leave={},
        ),
    )


def row(item: RelationItem) -> Row:
    """A relation as a row."""
    cells = (
        one_line(item.source.label, 120),
        one_line(item.predicate, 80),
        one_line(item.target.label, 120),
        item.number,
        len(item.documents),
        ", ".join(called("flag", flag) for flag in item.flags),
    )
    return Row(item.key, one_line(item.label, 200), cells)
