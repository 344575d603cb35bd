"""Citations in an answer: finding their marks in the many ways models write them, and taking out what has no passage.

A mark that stays is written `[n]`, one for each number, and each number once where marks stand side by side. All
other text stays as it is, but for the blanks before a mark that goes. In code nothing is a citation.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

import regex

from core.domain.answers import Mark

_WORD = r"(?:citations?|passages?|sources?|refs?\.?|references?|引用|引文|出处|来源|段落|文段)"
_NUMBER = r"\^?\#?\d{1,3}"
_JOINT = r"\s*(?:[,，、;；&+]|and|和|与|及)\s*"
_RANGE = rf"(?:[-−]{_NUMBER}|{_NUMBER}(?:\s*[-–—~～至]\s*{_NUMBER})?)"
_LIST = rf"{_RANGE}(?:{_JOINT}(?:{_WORD}\s*[:：]?\s*)?{_RANGE})*"
_SQUARE = rf"[\[［【]\s*(?:{_WORD}\s*[:：]?\s*)?(?P<a>{_LIST})\s*(?:段|号|条)?(?:†[^\]］】\n]{{0,40}})?[\]］】]"
_ROUND = rf"[(（]\s*(?:see\s+|见)?{_WORD}\s*[:：]?\s*(?P<b>{_LIST})\s*(?:段|号|条)?[)）]"
_LINKED = r"(?:\((?!\d+\))[^()\s]{0,300}\))*"
_MARK = regex.compile(rf"{_SQUARE}{_LINKED}|{_ROUND}", regex.IGNORECASE)
_CODE = regex.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]+`", regex.DOTALL)
_PIECE = regex.compile(r"(?P<sign>[-−])?\^?\#?(\d{1,3})(?:\s*[-–—~～至]\s*\^?\#?(\d{1,3}))?")
_BLANKS = " \t"

MAX_OFFSET = 1 << 60


@dataclass(frozen=True, slots=True)
class Cited:
    """A text whose marks are all `[n]` with n valid: the marks, and the numbers that were taken out, ascending."""

    text: str
    marks: tuple[Mark, ...]
    removed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A mark as the model wrote it: `text[start:end]`, and its numbers in their order."""

    start: int
    end: int
    numbers: tuple[int, ...]


def find_citations(text: str) -> tuple[Found, ...]:
    """The marks of a text in order: `[1]`, `[1, 2]`, `[1-3]`, `【1】`, `(citation 1)`, `[来源 1]`, `[1](link)`."""
    code = code_spans(text)
    return tuple(
        Found(found.start(), found.end(), numbers)
        for found in _MARK.finditer(text)
        if not inside(found.start(), code) and (numbers := tuple(_numbers(found["a"] or found["b"])))
    )


def code_spans(text: str) -> tuple[tuple[int, int], ...]:
    """(start, end) of fenced blocks and of words in backticks."""
    return tuple(found.span() for found in _CODE.finditer(text))


def check_citations(text: str, valid: Collection[int]) -> Cited:
    """The text with every mark as `[n]`, numbers that are not valid left out, each once in a row of marks."""
    found = _checked(text, valid)
    while find_citations(found.text) != tuple(Found(mark.start, mark.end, (mark.number,)) for mark in found.marks):
        again = _checked(found.text, valid)  # what was taken out had parted another mark
        found = replace(again, removed=tuple(sorted({*found.removed, *again.removed})))
    return found


def _checked(text: str, valid: Collection[int]) -> Cited:
    made = _Rewritten()
    removed: set[int] = set()
    at = 0
    for found in find_citations(text):
        removed.update(number for number in found.numbers if number not in valid)
        kept = [number for number in found.numbers if number in valid]
        if made.mark(text[at : found.start], kept):
            at = found.end
        else:
            at = _skipped(text, found)
    made.say(text[at:])
    return Cited("".join(made.pieces), tuple(made.marks), tuple(sorted(removed)))


@dataclass(slots=True)
class _Rewritten:
    """The text so far. `blank` stood before a mark that went; `run` are the numbers of the marks at its end."""

    pieces: list[str] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    length: int = 0
    blank: str = ""
    run: set[int] = field(default_factory=set)

    def say(self, text: str) -> None:
        """Add text; the blank comes back where a word would stick to what is before it."""
        if text[:1].isalnum():
            self._add(self.blank)
        self.blank = ""
        self._add(text)

    def mark(self, before: str, numbers: Sequence[int]) -> bool:
        """Add the text before a mark, and those of its numbers that the run has not yet; False where none is left."""
        if before.strip(_BLANKS):
            self.run.clear()
        fresh = [number for number in numbers if number not in self.run]
        if not fresh:
            self._skip(before)
            return False
        self.say(before) if before else self._add(self.blank)
        self.blank = ""
        for number in fresh:
            self.marks.append(Mark(self.length, self.length + len(f"[{number}]"), number))
            self._add(f"[{number}]")
        self.run.update(fresh)
        return True

    def _skip(self, before: str) -> None:
        said = before.rstrip(_BLANKS)
        if said:
            self.say(said)
        self.blank = before[len(said) :] or self.blank

    def _add(self, text: str) -> None:
        self.pieces.append(text)
        self.length += len(text)


def without_marks(text: str) -> str:
    """The text without its citations."""
    return check_citations(text, ()).text


def _skipped(text: str, found: Found) -> int:
    """Where to go on behind a mark that goes: past its blanks, if it began a line."""
    begins = not text[text.rfind("\n", 0, found.start) + 1 : found.start].strip()
    end = found.end
    while begins and end < len(text) and text[end] in _BLANKS:
        end += 1
    return end


def inside(at: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether an offset lies in one of the spans, which are ascending and disjoint."""
    before = bisect_right(spans, (at, MAX_OFFSET)) - 1
    return before >= 0 and at < spans[before][1]


def _numbers(listed: str) -> Iterator[int]:
    """The numbers of a list, ranges spelt out, each once; none at all where a range runs backward."""
    seen: set[int] = set()
    for piece in _PIECE.finditer(listed):
        first = -int(piece[2]) if piece["sign"] else int(piece[2])
        last = first if piece[3] is None else int(piece[3])
        if last < first:
            return
        seen.update(fresh := [n for n in range(first, last + 1) if n not in seen])
        yield from fresh
