"""Answering by quoting: which sentences of the packed passages come nearest to the question. Nothing is written."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from core.domain.answers import Quote
from core.domain.support import Ground, Held, Likeness, nearest, quote_of, scored_windows

COMPARED = 96
"""Sentences that are measured: those that share most words with the question."""

LEAST = 0.2
"""Likeness; what is further from the question than this is not quoted."""

LEAST_WORDS = 4
_WORD = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]|[\p{L}\p{N}]+")


def quotable(question: str, ground: Ground) -> tuple[Held, ...]:
    """The sentences of all passages that could be quoted: headings and single words are not."""
    found = [held for held in ground.held(ground.chunks) if _is_sentence(held, ground)]
    return nearest(question, found, COMPARED)


def choose_quotes(
    question: str, held: Sequence[Held], likeness: Likeness, ground: Ground, most: int
) -> tuple[Quote, ...]:
    """The nearest sentences, best first, ties by passage and place; equal words are quoted once."""
    if not question.strip() or not held:
        return ()
    singles = [item for item in scored_windows(question, held, likeness) if len(item[0]) == 1]
    quotes: dict[str, Quote] = {}
    for item in sorted(singles, key=lambda item: -item[1]):
        if item[1] < LEAST or len(quotes) == most:
            break
        quotes.setdefault(item[0][0].text.casefold(), quote_of(item, ground.chunks))
    return tuple(quotes.values())


def _is_sentence(held: Held, ground: Ground) -> bool:
    written = ground.chunks[held.citation].text[held.span.start : held.span.end]
    return not written.startswith(("#", "|", "```")) and len(_WORD.findall(held.text)) >= LEAST_WORDS
