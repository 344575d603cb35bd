"""What sets the limits of a stored comparison apart from the usual ones, in short. Pure."""

from __future__ import annotations

from dataclasses import fields

from core.domain.modes import Parameters
from core.domain.runs import RunRow
from pages.parts import words_compare as words
from pages.parts import words_explain as own
from pages.parts.text import one_line, safe_markdown

_MOST = 3
_USUAL = Parameters()


def limits(row: RunRow) -> str:
    """`Entities 990, Hits 8`, as Markdown; empty where all is as usual."""
    changed = [
        f"{_label(field.name)} {_value(row.numbers[field.name])}"
        for field in fields(Parameters)
        if row.numbers.get(field.name, getattr(_USUAL, field.name)) != getattr(_USUAL, field.name)
    ]
    more = f" {words.AND_MORE.format(count=len(changed) - _MOST)}" if len(changed) > _MOST else ""
    return ", ".join(changed[:_MOST]) + more


def _label(name: str) -> str:
    return own.SLIDERS[name][0] if name in own.SLIDERS else words.PARAMETER[name][0]


def _value(value: object) -> str:
    if isinstance(value, bool):
        return words.SWITCHED[value]
    if isinstance(value, int | float):
        return f"{value:,}"
    return safe_markdown(words.CHOICES.get(str(value)) or one_line(str(value), 20))
