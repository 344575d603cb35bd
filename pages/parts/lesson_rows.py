"""The rows of the lesson's editor: what was typed beside what stood there, and what can't be taken of it.

A name that is taken away, or a cell with too much in it, comes back as it was, and it is said of which row. A new row
without its name waits. Pure: no widget, no session.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.domain.evidence import EvidenceChunk
from pages.parts import words_lesson as own
from pages.parts.text import one_line

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "entities": ("name", "type", "description"),
    "relations": ("source", "target", "keywords", "description"),
}
NEEDED: Mapping[str, tuple[str, ...]] = {"entities": ("name",), "relations": ("source", "target")}
MOST_ROWS, LONGEST = 20, 400

Row = dict[str, str]


def rows_of(chunk: EvidenceChunk) -> dict[str, list[Row]]:
    """A passage's rows as the editor shows them."""
    return {
        "entities": [{name: getattr(row, name) for name in COLUMNS["entities"]} for row in chunk.entities],
        "relations": [
            {"source": row.source, "target": row.target, "keywords": ", ".join(row.keywords)}
            | {"description": row.description}
            for row in chunk.relations
        ],
    }


def mended(kind: str, number: int, before: Sequence[Row], typed: Any) -> tuple[list[Row], list[str]]:
    """The rows of one kind in passage `number` as they can stand, and a sentence for each cell that came back."""
    given = [row for row in typed if isinstance(row, dict)] if isinstance(typed, list) else []
    rows = [{name: str(row.get(name, "")) for name in COLUMNS[kind]} for row in given]
    notes = [own.TOO_MANY.format(number=number, most=MOST_ROWS)] if len(rows) > MOST_ROWS else []
    for at, row in enumerate(rows[:MOST_ROWS]):
        old = _stood(row, before, at if len(rows) == len(before) else None)
        notes += [_back(kind, number, row, old, name) for name in COLUMNS[kind] if _refused(kind, row, old, name)]
    return rows[:MOST_ROWS], notes


def whole(kind: str, rows: Sequence[Row]) -> list[Row]:
    """The rows that have all they need; the others are still being written."""
    return [row for row in rows if all(row[name].strip() for name in NEEDED[kind])]


def waiting(kind: str, number: int, rows: Sequence[Row]) -> list[str]:
    """A sentence where rows wait that have something in them."""
    some = [row for row in rows if any(value.strip() for value in row.values())]
    return [own.WAITS[kind].format(number=number)] if len(whole(kind, some)) < len(some) else []


def _stood(row: Row, before: Sequence[Row], at: int | None) -> Row:
    """The row as it was: at its place, else the one that differs in one cell; empty for a new one."""
    if at is not None:
        return before[at]
    return next((old for old in before if sum(old[name] != row[name] for name in row) <= 1), {})


def _refused(kind: str, row: Row, old: Row, name: str) -> bool:
    missing = name in NEEDED[kind] and not row[name].strip() and bool(old.get(name, "").strip())
    return missing or len(row[name]) > LONGEST


def _back(kind: str, number: int, row: Row, old: Row, name: str) -> str:
    """Put the cell back; say so."""
    long = len(row[name]) > LONGEST
    row[name] = old.get(name, "")
    shown = old or row
    label = one_line(" → ".join(shown[part] for part in NEEDED[kind]), 60)
    words = own.LONG_CELL if long else own.KEPT[kind]
    return words.format(row=label, number=number, column=own.EDITOR[name], most=LONGEST)
