"""Two changes of one question set laid together, question by question. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.domain.evaluation.questions import Question


def merged(
    base: Sequence[Question], mine: Sequence[Question], theirs: Sequence[Question]
) -> tuple[tuple[Question, ...], tuple[str, ...]]:
    """What comes of `mine` and `theirs`, both made of `base`, and the questions that both changed, each otherwise.

    A question is known by its text; rows count anew, in the order of `mine`, then what is new in `theirs`. Where both
    changed one, mine stands in what is given.
    """
    was, ours, others = (_by_text(each) for each in (base, mine, theirs))
    found: list[Question] = []
    both: list[str] = []
    for text in dict.fromkeys((*ours, *others)):
        before, own, other = was.get(text), ours.get(text), others.get(text)
        kept = other if own == before else own
        if own not in (before, other) and other != before:
            both.append(text)
        if kept is not None:
            found.append(kept)
    return tuple(replace(one, row=row) for row, one in enumerate(found, 1)), tuple(both)


def _by_text(questions: Sequence[Question]) -> dict[str, Question]:
    """Without their rows: a question that only moved is the same."""
    return {one.text: replace(one, row=0) for one in questions}
