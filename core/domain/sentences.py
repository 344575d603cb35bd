"""Text into sentences, English and Chinese, with the place of each: for answers and for passages alike.

Knows abbreviations, decimals, initials, lists, headings, table rows and code. Refuses to change or lose a character:
spans are ascending and disjoint, and hold everything but white space.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

import regex

from core.domain.citations import code_spans, find_citations, inside
from core.domain.records import Span

MAX_SENTENCE = 1000
"""Characters; a longer run without an end is cut at white space."""

MOST_MARKS = 50
"""Citations behind one sentence."""

_CLOSERS = r"""["'”’»）)\]」』》】*_]*"""
_END = regex.compile(rf"[.!?…]+{_CLOSERS}(?=\s|$)|[。！？…]+{_CLOSERS}|[.!?]+[\"”’»)]*(?=[\[【（(])")
_BLOCK = regex.compile(
    r"\s*(?:[-*+•·]\s|\d{1,3}[.)、]\s?(?!\d)|[（(][一二三四五六七八九十\d]{1,3}[)）]|[一二三四五六七八九十]{1,3}、"
    r"|\#{1,6}\s|\||>)"
)
_ABBREVIATION = regex.compile(
    r"(?:\b(?i:e\.g|i\.e|vs|cf|dr|mr|mrs|ms|prof|gen|col|sgt|capt|rev|hon|st|mt|ft|ed|eds|al|etc|inc|ltd|corp|jr|sr|dept)"
    r"|\b\p{Lu}|\b(?:\p{L}\.)+\p{L})\.$"
)
_BEFORE_NUMBER = regex.compile(
    r"\b(?:no|nos|fig|figs|eq|sec|ch|vol|pp?|art|para|approx|ca|max|min|est"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.$",
    regex.IGNORECASE,
)
_DIGIT = regex.compile(r"[^\S\n]*\d")
_MAY_END = regex.compile(r"\b(?:etc|inc|ltd|corp|jr|sr|al)\.$", regex.IGNORECASE)
_OPENS = regex.compile(r"\s*(?:[\"'“‘(（\[*_]*[\p{Lu}\p{Lo}\d]|$|\n)")
_LAST = regex.compile(r"\s*\Z|\n")
_LOWER = regex.compile(r"[^\S\n]+\p{Ll}")
_HEADING = regex.compile(r"\s*\#{1,6}\s")


def sentences(text: str) -> tuple[Span, ...]:
    """The sentences of a text. A citation behind the full stop belongs to the sentence before it."""
    code = code_spans(text)
    marks = [(found.start, found.end) for found in find_citations(text)]
    found: list[Span] = []
    for start, end in _blocks(text, code):
        found += [span for piece in _pieces(text, start, end, code, marks) if (span := _stripped(text, *piece))]
    return tuple(found)


def _blocks(text: str, code: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Paragraphs, list items, headings, table rows, fenced code: what a sentence does not reach beyond."""
    fences = [span for span in code if text.startswith(("```", "~~~"), span[0])]
    opening = {start for start, _ in fences}
    start, alone = 0, False
    for line in regex.finditer(r"[^\n]*(?:\n|$)", text):
        at = line.start()
        if at not in opening and inside(at, fences):
            alone = True
            continue
        fenced = at in opening or (inside(line.end() - 1, fences) and line.end() > at)
        if at > start and (alone or fenced or not line[0].strip() or _BLOCK.match(line[0])):
            yield start, at
            start = at
        alone = fenced or _HEADING.match(line[0]) is not None or line[0].rstrip().endswith((":", "："))
    if start < len(text):
        yield start, len(text)


def _pieces(
    text: str, start: int, end: int, code: Sequence[tuple[int, int]], marks: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """A block cut behind the ends of its sentences."""
    opening = _BLOCK.match(text, start, end)
    at = opening.end() if opening else start
    while stop := _END.search(text, at, end):
        at = stop.end()
        if _cut_here(text, start, stop.start(), at, code):
            at = _behind_marks(text, at, end, marks)
            yield from _short(text, start, at)
            start = at
    if start < end:
        yield from _short(text, start, end)


def _cut_here(text: str, start: int, stop: int, end: int, code: Sequence[tuple[int, int]]) -> bool:
    if inside(stop, code):
        return False
    if text[stop] != ".":
        return text[stop] != "…" or not _LOWER.match(text, end)
    said = text[max(start, stop - 20) : stop + 1]
    if _MAY_END.search(said):
        return _OPENS.match(text, end) is not None
    if _ABBREVIATION.search(said):
        return _LAST.match(text, end) is not None
    if _BEFORE_NUMBER.search(said):
        return not _DIGIT.match(text, end)
    return not _LOWER.match(text, end)


def _behind_marks(text: str, at: int, end: int, marks: Sequence[tuple[int, int]]) -> int:
    """The offset behind the citations that follow, unless the next sentence begins with them ("[1] says …")."""
    behind = at
    first = bisect_left(marks, (at, 0))
    for start, stop in marks[first : first + MOST_MARKS]:
        if stop > end or text[behind:start].strip(" \t"):
            break
        behind = stop
    if behind == at or _LOWER.match(text, behind):
        return at
    closing = regex.compile(r"[.。]").match(text, behind, end)
    return closing.end() if closing else behind


def _short(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > MAX_SENTENCE:
        cut = text.rfind(" ", start + 1, start + MAX_SENTENCE) + 1 or start + MAX_SENTENCE
        yield start, cut
        start = cut
    yield start, end


def _stripped(text: str, start: int, end: int) -> Span | None:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    found = Span(start + left, start + len(piece.rstrip()))
    return found if found.start < found.end else None
