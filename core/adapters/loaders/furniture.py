"""Running headers and footers: lines that repeat, apart from their digits, at the top or bottom of most pages.

Owns what counts as repeating, and takes it off. Refuses to leave a page empty, and to take off bare numbers that don't
count the pages.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping

from core.domain.cleaning import tidy
from core.domain.records import Removed

_DEPTH = 3  # lines from the edge that are looked at
_FEWEST_PAGES = 3
_NUMBER = re.compile(r"\d+")


def without_furniture(pages: Mapping[int, str]) -> tuple[dict[int, str], tuple[Removed, ...]]:
    """The pages' texts by number without running lines, and these lines, in page order. Needs 3 pages or more."""
    running = _running(pages) if len(pages) >= _FEWEST_PAGES else {}
    kept: dict[int, str] = {}
    removed: list[Removed] = []
    for number, text in pages.items():
        lines = text.split("\n")
        gone = [place for place in _edge(lines) if _form(lines[place]) in running]
        rest = tidy("\n".join(line for place, line in enumerate(lines) if place not in gone))
        kept[number] = rest or text
        if rest:
            removed.extend(_removal(number, lines[place], running, len(pages)) for place in gone)
    return kept, tuple(removed)


def _removal(number: int, line: str, running: Mapping[str, int], pages: int) -> Removed:
    return Removed(number, line.strip(), f"header or footer: on {running[_form(line)]} of {pages} pages")


def _running(pages: Mapping[int, str]) -> dict[str, int]:
    """Forms of lines that stand at an edge of more than half of the pages, with the number of these pages."""
    found: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for number, text in pages.items():
        lines = text.split("\n")
        for place in _edge(lines):
            found[_form(lines[place])].setdefault(number, lines[place])
    return {
        form: len(lines)
        for form, lines in found.items()
        if len(lines) >= _FEWEST_PAGES and len(lines) * 2 > len(pages) and _repeats(form, lines)
    }


def _repeats(form: str, lines: Mapping[int, str]) -> bool:
    """True for words; bare numbers must rise with the pages, or they are figures of a table."""
    if any(character.isalpha() for character in form):
        return True
    steps = Counter(int(_NUMBER.findall(line)[0][:9]) - page for page, line in lines.items() if _NUMBER.search(line))
    return bool(steps) and max(steps.values()) * 2 > len(lines)


def _edge(lines: list[str]) -> list[int]:
    filled = [place for place, line in enumerate(lines) if line.strip()]
    return sorted({*filled[:_DEPTH], *filled[-_DEPTH:]})


def _form(line: str) -> str:
    return " ".join(_NUMBER.sub("#", line).casefold().split())
