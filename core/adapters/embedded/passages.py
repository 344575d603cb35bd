"""Instead of a written answer: the sentences of the packed passages that fit a question best.

Owns the choice only; it changes no word and writes none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.adapters.embedded.text import sentences
from core.ports import Embedder

MIN_LETTERS = 12
"""Shorter sentences are headings and crumbs."""


@dataclass(frozen=True, slots=True)
class BestSentence:
    """`text == passages[passage][start:end]`, offsets in code points; `score` is the cosine in [-1, 1]."""

    passage: int
    start: int
    end: int
    text: str
    score: float


def best_sentences(
    question: str, passages: Sequence[str], embedder: Embedder, limit: int = 5
) -> tuple[BestSentence, ...]:
    """The `limit` nearest sentences, nearest first, equal ones by position; one that comes twice counts where first.

    Raises ModelError where the embedder can't run.
    """
    found: dict[str, tuple[int, int, int]] = {}
    for number, passage in enumerate(passages):
        for start, end in sentences(passage):
            text = passage[start:end]
            if sum(char.isalpha() for char in text) >= (MIN_LETTERS if text.isascii() else MIN_LETTERS // 2):
                found.setdefault(text, (number, start, end))
    if not found:
        return ()
    vectors = embedder.embed([question, *found]).vectors
    scored = [
        BestSentence(*place, text, float(vector @ vectors[0]))
        for (text, place), vector in zip(found.items(), vectors[1:], strict=True)
    ]
    return tuple(sorted(scored, key=lambda one: (-one.score, one.passage, one.start))[:limit])
