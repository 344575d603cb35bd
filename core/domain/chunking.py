"""Text to chunks: windows of at most `size` units that share at most `overlap` units with the one before.

A unit is a token, a word piece or a code point. Owns the recipe and the laws: no grapheme is split, all text but white
space is covered, every chunk brings something new. Refuses to count tokens: their offsets are given.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import regex

from core.domain.graphemes import inner_places
from core.domain.records import Page, Span
from core.errors import InputError

Unit = Literal["tokens", "characters", "word pieces"]

# Where a chunk likes to end, best first: before a paragraph's gap, a line's end, after a sentence, before white space.
_ENDINGS = tuple(
    regex.compile(pattern)
    for pattern in (
        r"(?<=\S)(?=\n[^\S\n]*\n)",
        r"(?<=\S)(?=\n)",
        r"[.!?…][\"'”’»)\]]*(?=\s)|[。！？；…][”’」』）》]*",
        r"(?<=\S)(?=\s)",
    )
)
_ENDING_PERCENT = 15
_WORD_SEARCH = 12


def _check(size: int, overlap: int) -> None:
    if not size > overlap >= 0:
        raise InputError(
            f"Chunks of {size} with an overlap of {overlap} can't be made.",
            "The size must be larger than the overlap, and the overlap not below 0.",
        )


@dataclass(frozen=True, slots=True)
class Chunking:
    """The recipe: how large chunks are, in which unit. Raises InputError unless size > overlap >= 0."""

    unit: Unit = "tokens"
    size: int = 1200
    overlap: int = 100

    def __post_init__(self) -> None:
        if self.unit not in get_args(Unit):
            known = ", ".join(get_args(Unit))
            raise InputError(f"Chunks can't be counted in {self.unit!r}.", f"Take one of: {known}.")
        _check(self.size, self.overlap)


TOKENS = Chunking("tokens", 1200, 100)
"""LightRAG's default."""
CHARACTERS = Chunking("characters", 1200, 150)
"""The lesson's."""
WORD_PIECES = Chunking("word pieces", 240, 40)
"""What MiniLM reads: 256 word pieces, less two special ones and the document's title."""


def chunk(text: str, spans: Sequence[tuple[int, int]] | None, size: int, overlap: int) -> tuple[Span, ...]:
    """Cut `text` into chunks, in order, each without white space at its ends.

    `spans` are the units as ascending (start, end) offsets in code points, from a Tokenizer; None counts code points.
    Units between two offsets belong to the one before. A chunk ends early, by at most 15 % of `size`, where a
    paragraph, line, sentence or word ends there. It has more than `size` units only where it can't be cut: within a
    longer grapheme.
    Raises InputError unless size > overlap >= 0.
    """
    _check(size, overlap)
    if not text.strip():
        return ()
    inner = inner_places(text)
    cuts = _Cuts.of(text, spans, inner)
    inside = frozenset(inner)
    chunks: list[Span] = []
    for start, end in _windows(text, cuts, size, overlap):
        span = _trimmed(text, cuts.places[start], cuts.places[end], inside)
        if span and (not chunks or span.end > chunks[-1].end):
            if chunks and span.start == chunks[-1].start:
                chunks.pop()
            chunks.append(span)
    return tuple(chunks)


def page_at(pages: Sequence[Page], offset: int) -> int | None:
    """The number of the page that holds a code point offset; None where the document has no pages."""
    index = bisect_right([page.start for page in pages], offset) - 1
    return pages[max(index, 0)].number if pages else None


@dataclass(frozen=True, slots=True)
class _Cuts:
    """Where a chunk may begin or end: code point offsets, and how many units lie before each; both ascending."""

    places: list[int]
    units: list[int]

    @staticmethod
    def of(text: str, spans: Sequence[tuple[int, int]] | None, inner: Sequence[int]) -> _Cuts:
        """All borders of units that are borders of graphemes, from the first to the last that isn't white space."""
        if spans is None:
            starts = np.arange(len(text) + 1)
        else:
            starts = np.array([0, *(start for start, _ in spans[1:]), len(text)], dtype=np.int64)
        # Several units may share a place (tokens of one character): all of them come before the cut.
        allowed = np.append(starts[:-1] != starts[1:], True)
        allowed &= ~np.isin(starts, np.asarray(inner, dtype=np.int64))
        units = np.flatnonzero(allowed)
        places = starts[units]
        first = int(np.searchsorted(places, len(text) - len(text.lstrip()), side="right")) - 1
        last = int(np.searchsorted(places, len(text.rstrip()), side="left"))
        return _Cuts(places[max(first, 0) : last + 1].tolist(), units[max(first, 0) : last + 1].tolist())


def _windows(text: str, cuts: _Cuts, size: int, overlap: int) -> Iterator[tuple[int, int]]:
    """Pairs of indices into `cuts`; both rise strictly."""
    start, end, last = 0, 0, len(cuts.places) - 1
    while end < last:
        end = _end(text, cuts, start, end + 1, size)
        yield start, end
        start = _next_start(text, cuts, (start, end), size, overlap)


def _end(text: str, cuts: _Cuts, start: int, floor: int, size: int) -> int:
    """The cut that ends the window from `start`, not before `floor`."""
    limit = cuts.units[start] + size
    furthest = max(bisect_right(cuts.units, limit) - 1, floor)
    if furthest == len(cuts.places) - 1:
        return furthest
    earliest = max(bisect_left(cuts.units, limit - size * _ENDING_PERCENT // 100), floor)
    for ending in _ENDINGS:
        for match in reversed(list(ending.finditer(text, cuts.places[earliest - 1], cuts.places[furthest] + 1))):
            cut = bisect_left(cuts.places, match.end())
            if earliest <= cut <= furthest and not text[match.end() : cuts.places[cut]].strip():
                return cut
    return furthest


def _next_start(text: str, cuts: _Cuts, window: tuple[int, int], size: int, overlap: int) -> int:
    """The cut at most `overlap` units before the window's end from where one more grapheme fits; at a word if near."""
    start, end = window
    if end == len(cuts.places) - 1:
        return end
    earliest = max(cuts.units[end] - overlap, cuts.units[end + 1] - size)
    begin = min(end, max(start + 1, bisect_left(cuts.units, earliest)))
    for cut in range(begin, min(begin + _WORD_SEARCH, end)):
        place = cuts.places[cut]
        if not (text[place - 1].isalnum() and text[place].isalnum()):
            return cut
    return begin


def _trimmed(text: str, start: int, end: int, inside: frozenset[int]) -> Span | None:
    """The span without white space at its ends, as whole graphemes; None if nothing is left."""
    piece = text[start:end]
    if not piece.strip():
        return None
    begin = start + len(piece) - len(piece.lstrip())
    stop = start + len(piece.rstrip())
    while begin in inside:
        begin -= 1
    while stop in inside:
        stop += 1
    return Span(begin, stop)
