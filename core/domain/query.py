"""What a person types into the search box, as phrases; what a question asks for, as single words; where they stand.

A piece between blanks is a phrase of its words (`e-mail`, 数据保留, 99.9); so is what stands between quotation marks.
`reten*` finds what begins so. Nothing else has a meaning: an expression for the index is made of words alone, so that
no input is syntax. Which passages are found is the index's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import regex

from core.domain.fulltext import Word, unspaced, words
from core.domain.records import Span

MOST_PHRASES, MOST_WORDS = 64, 256
"""What goes beyond is not looked for, and that is said."""

SNIPPET = 240
"""Characters of a passage that are shown around what was found."""

QUOTES = '"“”„«»「」『』'
"""What keeps words together."""

_PIECES = regex.compile(rf"[{QUOTES}]([^{QUOTES}]*)(?:[{QUOTES}](\*?)|$)|[^\s{QUOTES}]+")
_quoted = regex.compile(f"[{QUOTES}]").search
_SENTENCE = 6
"""Pairs of characters that are more than a name."""

_NEAR_BLANK = 24


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that follow each other; with `prefix` the last one is a beginning."""

    forms: tuple[str, ...]
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """Phrases, each once, in the order typed; `cut` counts those beyond what is looked for."""

    phrases: tuple[Phrase, ...] = ()
    cut: int = 0

    @property
    def all_of_them(self) -> str:
        """For the index: every phrase. Empty where there is none."""
        return " AND ".join(map(_expression, self.phrases))


def read_query(text: str) -> Query:
    """The phrases of what was typed."""
    found: dict[Phrase, None] = {}
    for piece in _PIECES.finditer(text):
        quoted = piece[1] is not None
        phrase = _phrase(piece[1] if quoted else piece[0], star=bool(quoted and piece[2]))
        if phrase is not None:
            found[phrase] = None
    return Query(tuple(found)[:MOST_PHRASES], max(0, len(found) - MOST_PHRASES))


def loose(text: str) -> Query:
    """Single words instead: each word, or pair of characters of an unspaced script, is a phrase of its own."""
    found: dict[Phrase, None] = {}
    end = -1
    for word in words(text):
        # The last character of a run is in its last pair, unless it is the only one.
        if not word.tail or word.end != end:
            found[Phrase((word.form,), prefix=word.tail)] = None
        end = word.end
    return Query(tuple(found)[:MOST_WORDS], max(0, len(found) - MOST_WORDS))


def readings(text: str) -> Iterator[tuple[str, Query, bool]]:
    """Expressions for the index, the strictest first, each with what to mark, and whether it wants every phrase.

    Whatever is found holds at least one phrase whole. Only a sentence in a script without spaces, which is one phrase,
    is looked for pair by pair in the end.
    """
    query = read_query(text)
    yield query.all_of_them, query, True
    if len(query.phrases) > 1:
        yield any_of_them(query), query, False
    if any(len(phrase.forms) >= _SENTENCE and not _spaced(phrase) for phrase in query.phrases) and not _quoted(text):
        yield any_of_them(loose(text)), loose(text), False


def _spaced(phrase: Phrase) -> bool:
    return not all(unspaced(form) for form in phrase.forms)


def any_of_them(query: Query) -> str:
    """For the index: at least one phrase. Empty where there is none."""
    return " OR ".join(map(_expression, query.phrases))


def find_words(text: str, phrases: Iterable[Phrase]) -> tuple[Span, ...]:
    """Where the phrases stand in a text, ascending; those that meet or overlap are one span."""
    there = tuple(words(text))
    starts: dict[str, list[int]] = {}
    for place, word in enumerate(there):
        starts.setdefault(word.form, []).append(place)
    found = {span for phrase in phrases for span in _places(there, starts, phrase)}
    merged: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return tuple(Span(start, end) for start, end in merged)


def snippet(text: str, marks: Sequence[Span], width: int = SNIPPET) -> Span:
    """The part of a text, `width` characters at most, that shows the most marks; of equal ones the first.

    It begins and ends at a blank where one is near.
    """
    if len(text) <= width:
        return Span(0, len(text))
    first = max(marks, key=lambda mark: (_marks_within(marks, mark.start, width), -mark.start), default=Span(0, 0))
    start = max(0, min(first.start - width // 6, len(text) - width))
    end = start + width
    if start > 0:
        blank = next((at for at in range(start, min(start + _NEAR_BLANK, first.start)) if text[at].isspace()), None)
        start = start if blank is None else blank + 1
    if end < len(text):
        end = next((at for at in range(end, end - _NEAR_BLANK, -1) if text[at].isspace()), end)
    return Span(start, end)


def _marks_within(marks: Sequence[Span], start: int, width: int) -> int:
    return sum(start <= mark.start and mark.end <= start + width - width // 6 for mark in marks)


def _phrase(text: str, star: bool) -> Phrase | None:
    found = list(words(text))
    if not found:
        return None
    prefix = star or text.rstrip().endswith("*")
    last = found[-1]
    if last.tail:
        # In a passage the run may go on, so its last character does not stand alone there.
        longer = len(found) > 1 and found[-2].end == last.end
        found, prefix = (found[:-1], False) if longer else (found, True)
    return Phrase(tuple(word.form for word in found), prefix)


def _expression(phrase: Phrase) -> str:
    """In the language of FTS5; a form holds letters, digits, points and commas, and never a quotation mark."""
    return f'"{" ".join(phrase.forms)}"{" *" if phrase.prefix else ""}'


def _places(there: Sequence[Word], starts: dict[str, list[int]], phrase: Phrase) -> Iterator[tuple[int, int]]:
    *before, last = phrase.forms
    heads = starts.get(phrase.forms[0], []) if before or not phrase.prefix else range(len(there))
    for head in heads:
        end = head + len(before)
        if end >= len(there) or any(there[head + n].form != form for n, form in enumerate(before)):
            continue
        word = there[end]
        if word.form == last or (phrase.prefix and word.form.startswith(last)):
            yield there[head].start, word.middle if word.middle and len(last) == 1 else word.end
