"""Where a text stands on a page: what was read from the page, found again among the characters that the page draws.

White space, hyphens and every other sign but letters and digits are passed over on both sides, so that words broken at
a line's end, ligatures and cleaned bullets do not matter. Pure: the characters and their order come from elsewhere.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from core.domain.records import Span

Coverage = Literal["whole", "part", "none"]
"""How much of what was looked for stands on the page."""

FEWEST_LETTERS = 6
"""A line with fewer letters is not looked for by itself: it would be found anywhere."""


@dataclass(frozen=True, slots=True)
class PageMarks:
    """What to mark on a page: pieces of `read`, the text that was read from it. `words` lie in the passage."""

    read: str = ""
    passage: Span | None = None
    words: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """A page as a PNG of `width` by `height` pixels; `number` counts from 1, `pages` is how many the file has.

    `coverage` tells how much of the passage was found and marked.
    """

    png: bytes
    width: int
    height: int
    number: int
    pages: int
    coverage: Coverage = "none"


@dataclass(frozen=True, slots=True)
class Located:
    """Ranges of the page's characters, in the order of the text."""

    ranges: tuple[Span, ...]
    coverage: Coverage


class PageText:
    """A page's characters, one of the text for one that is drawn, laid beside what was read from the page."""

    def __init__(self, drawn: str, read: str) -> None:
        self._drawn, self._page = drawn, _Letters(drawn)
        self._read = _Letters(read)
        self._shift = self._page.text.find(self._read.text) if self._read.text else -1

    def find(self, span: Span) -> Located:
        """Where `read[span]` stands: as a whole, else line by line."""
        low, high = self._read.range(span)
        if low == high:
            return Located((), "none")
        at = low + self._shift if self._shift >= 0 else self._nearest(self._read.text[low:high], low)
        if at >= 0:
            return Located((self._span(at, high - low, span),), "whole")
        return self._by_lines(span)

    def _by_lines(self, span: Span) -> Located:
        found: list[Span] = []
        lines = wanted = 0
        for line in _lines(self._read.source, span):
            low, high = self._read.range(line)
            if high - low < FEWEST_LETTERS:
                continue
            wanted += 1
            at = self._nearest(self._read.text[low:high], low)
            if at >= 0:
                lines += 1
                found.append(self._span(at, high - low, line))
        coverage: Coverage = "none" if not lines else "whole" if lines == wanted else "part"
        return Located(tuple(found), coverage)

    def _nearest(self, letters: str, expected: int) -> int:
        """Of all places of these letters the one nearest to where they stood in what was read; -1 if there is none."""
        places = list(_places(self._page.text, letters))
        return min(places, key=lambda at: abs(at - expected), default=-1)

    def _span(self, at: int, count: int, asked: Span) -> Span:
        """From the first to the last of these letters, with the signs around them that were asked for too."""
        start, end = self._page.places[at], self._page.places[at + count - 1] + 1
        before, after = self._read.signs(asked)
        while before and start > 0 and _sign(self._drawn[start - 1]):
            start, before = start - 1, before - 1
        while after and end < len(self._drawn) and _sign(self._drawn[end]):
            end, after = end + 1, after - 1
        return Span(start, end)


class _Letters:
    """The letters and digits of a text, folded, each with its place in the text."""

    def __init__(self, text: str) -> None:
        self.source = text
        letters, places = [], []
        for place, char in enumerate(text):
            for letter in _folded(char):
                letters.append(letter)
                places.append(place)
        self.text, self.places = "".join(letters), places

    def range(self, span: Span) -> tuple[int, int]:
        return bisect_left(self.places, span.start), bisect_left(self.places, span.end)

    def signs(self, span: Span) -> tuple[int, int]:
        """How many signs that are no white space stand before the first and behind the last letter of a piece."""
        low, high = self.range(span)
        head = self.source[span.start : self.places[low]]
        tail = self.source[self.places[high - 1] + 1 : span.end]
        return sum(map(_sign, head)), sum(map(_sign, tail))


@lru_cache(maxsize=20_000)
def _folded(char: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", char).casefold() if c.isalnum())


def _sign(char: str) -> bool:
    """Something that is seen and neither letter nor digit."""
    return not char.isalnum() and not char.isspace() and unicodedata.category(char)[0] in "PS"


def _places(text: str, wanted: str) -> Iterator[int]:
    at = text.find(wanted)
    while at >= 0:
        yield at
        at = text.find(wanted, at + 1)


def _lines(text: str, span: Span) -> Iterator[Span]:
    start = span.start
    for line in text[span.start : span.end].splitlines(keepends=True):
        yield Span(start, start + len(line))
        start += len(line)
