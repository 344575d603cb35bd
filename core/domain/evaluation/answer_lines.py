"""Answers and repeats in words and cells, the same for a terminal and a report; texts of a file come as they are.

A share with a spread is told as its mean; lines of their own tell the lowest and highest mean of a repeat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.domain.evaluation.answering import AnswerSummary, Spread
from core.domain.evaluation.experiment import Row
from core.domain.evaluation.scoring import DEPTHS, Summary

ANSWER_HEAD = (
    *("mode", "answers", "failed", "contain it", "support", "right", "not found right", "not found wrong"),
    *("tokens in", "tokens out", "s"),
)


def answer_cells(found: AnswerSummary) -> tuple[str, ...]:
    """The cells of ANSWER_HEAD behind the mode."""
    shares = (found.contains, found.support, found.right, found.told, found.missed)
    told = ("–" if share is None else f"{share.mean:.3f}" for share in shares)
    cost = (f"{found.tokens_in:,.0f}", f"{found.tokens_out:,.0f}", f"{found.seconds:.1f}")
    return (f"{found.count:,}", f"{found.failed:,}", *told, *cost)


def repeated(summaries: Sequence[Summary]) -> bool:
    """Whether anything was asked more than once."""
    return any(one.repeats > 1 for one in summaries)


def spreads(summaries: Sequence[Summary]) -> Iterator[str]:
    """A line a mode: the lowest and highest mean of a repeat, of recall at the middle depth and of the answers."""
    middle = len(DEPTHS) // 2
    for one in summaries:
        answers = one.answers
        parts = [(f"recall@{DEPTHS[middle]}", one.spread[middle] if one.spread else None)]
        if answers:
            parts += [("contain it", answers.contains), ("support", answers.support), ("right", answers.right)]
        told = "; ".join(f"{name} {_range(spread)}" for name, spread in parts if spread)
        if told:
            yield f"{one.mode}, lowest and highest of {one.repeats} repeats: {told}"


def failures(found: Sequence[Row]) -> Iterator[str]:
    """A line for each call that gave no answer, and for each question whose keywords failed."""
    for question, asked in found:
        if asked.reading.failed:
            calls = f"{asked.reading.failed:,} of {asked.reading.calls:,} calls"
            yield f"row {question.row}, keywords: {calls} failed; the question itself was searched with"
        for one in asked.measured:
            for n, answer in enumerate(one.answers, 1):
                if answer.failed:
                    repeat = f", repeat {n}" if len(one.answers) > 1 else ""
                    yield f"row {question.row}, {one.mode}{repeat}: {answer.failed}"


def _range(found: Spread) -> str:
    return f"{found.low:.3f} to {found.high:.3f}"
