"""Fills the lesson's sentences with what the core gave: numbers with their nouns, names with no Markdown in them."""

from __future__ import annotations

from collections.abc import Mapping

from core.services.lesson_outcome import Value
from pages.parts.text import safe_markdown


class Number(int):
    """`{n:edge|edges}` is the number with its noun, `{n:=one|many}` the word alone, `{n}` the number with commas."""

    def __format__(self, spec: str) -> str:
        one, bar, many = spec.removeprefix("=").partition("|")
        if not bar:
            return int.__format__(self, spec or ",")
        word = one if self == 1 else many
        return word if spec.startswith("=") else f"{int.__format__(self, ',')} {word}"


class Said(str):
    """`{text:: |}` is `: ` and the text, or nothing where the text is empty."""

    def __format__(self, spec: str) -> str:
        before, bar, _ = spec.partition("|")
        return f"{before}{self!s}" if bar and self else str(self)


def filled(template: str, values: Mapping[str, Value]) -> str:
    """The sentence as Markdown that shows exactly these values."""
    return template.format_map({name: shown(value) for name, value in values.items()})


def shown(value: Value) -> Number | Said:
    return Number(value) if isinstance(value, int) else Said(safe_markdown(value))
