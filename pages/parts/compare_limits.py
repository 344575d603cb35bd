"""What sets the limits of a stored comparison apart from the usual ones, in short. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from core.domain.modes import Parameters
from core.domain.runs import RunRow
from pages.parts import words_compare as words
from pages.parts import words_explain as own
from pages.parts.text import one_line, safe_markdown

_MOST = 3
_USUAL = Parameters()


def limits(row: RunRow) -> str:
    """`Entities 990, Hits 8`, as Markdown; empty where all is as usual."""
    return changed(row.numbers)


def changed(numbers: Mapping[str, Any], most: int = _MOST) -> str:
    """The same of given numbers; at most so many are told."""
    found = [
        f"{_label(field.name)} {_value(numbers[field.name])}"
        for field in fields(Parameters)
        if numbers.get(field.name, getattr(_USUAL, field.name)) != getattr(_USUAL, field.name)
    ]
    more = f" {words.AND_MORE.format(count=len(found) - most)}" if len(found) > most else ""
    return ", ".join(found[:most]) + more


def _label(name: str) -> str:
    return own.SLIDERS[name][0] if name in own.SLIDERS else words.PARAMETER[name][0]


def _value(value: object) -> str:
    if isinstance(value, bool):
        return words.SWITCHED[value]
    if isinstance(value, int | float):
        return f"{value:,}"
    return safe_markdown(words.CHOICES.get(str(value)) or one_line(str(value), 20))
