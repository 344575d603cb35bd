"""What is measured of an answer that the chat model wrote in one mode, and the means over many and over repeats.

A call that failed gave no answer: it is counted, shown, and left out of every share, so that a server's trouble is
never taken for a wrong answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from core.domain.answers import Answer
from core.domain.evaluation.containing import contains


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer to one question in one mode.

    `contains`: the expected answer stands in it; None where none is expected. `support`: the share in [0, 1] of its
    measured statements that a citation of theirs backs; None where none could be measured. `not_found`: it says that
    the documents don't hold the answer; `right`: it says so where the question is unanswerable, or does not where it
    is answerable. `tokens_in` and `tokens_out` are as the server counts them, `seconds` those of the call. `failed`
    says why there is no answer; the rest is then None, False, 0 or empty. `incomplete`: it broke off. Where nothing was
    retrieved, no model is `asked`.
    """

    contains: bool | None
    support: float | None
    not_found: bool
    right: bool | None
    tokens_in: int
    tokens_out: int
    seconds: float
    text: str
    failed: str = ""
    incomplete: bool = False
    asked: bool = True


@dataclass(frozen=True, slots=True)
class Spread:
    """A mean over repeats, and the lowest and highest mean of one repeat; all alike where there was one."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class AnswerSummary:
    """Means over the answers of one mode. `count` were given, `failed` calls gave none, `incomplete` broke off.

    Shares in [0, 1], None where there is nothing to tell of: `contains` of answers with an expectation, `support` mean
    over answers with a measured statement, `right` of all, `told` the share of answers to unanswerable questions that
    say so (right), `missed` the share of answers to answerable ones that say the documents don't (wrong). Tokens are
    means, `seconds` is the median.
    """

    count: int
    failed: int
    incomplete: int
    contains: Spread | None
    support: Spread | None
    right: Spread | None
    told: Spread | None
    missed: Spread | None
    tokens_in: float
    tokens_out: float
    seconds: float


def failed_answer(why: str, seconds: float = 0.0) -> Answered:
    """The place of an answer that was not given."""
    return Answered(None, None, False, None, 0, 0, seconds, "", failed=why)


def judged(answer: Answer, expected: str, answerable: bool, seconds: float) -> Answered:
    """Measure an answer whose sentences were checked. `expected` may hold several forms, parted by `|`."""
    return Answered(
        contains=contains(answer.text, expected) if expected else None,
        support=backed_share(answer),
        not_found=answer.not_found,
        right=answer.not_found != answerable,
        tokens_in=answer.tokens_in,
        tokens_out=answer.tokens_out,
        seconds=seconds,
        text=answer.text,
        incomplete=answer.incomplete,
        asked=bool(answer.model),
    )


def backed_share(answer: Answer) -> float | None:
    """The share of measured statements that are cited and backed by what they cite; None where none was measured."""
    told = [one for one in answer.sentences if one.kind == "statement" and one.support is not None]
    return sum(bool(one.citations) and one.supported for one in told) / len(told) if told else None


def answers_summarised(found: Iterable[tuple[Sequence[Answered], bool]]) -> AnswerSummary | None:
    """The means over questions; each gives its answers, one a repeat, and whether it is answerable. None of none."""
    rows = list(found)
    every = [one for answers, _ in rows for one in answers]
    given = [one for one in every if not one.failed]
    if not every:
        return None
    return AnswerSummary(
        count=len(given),
        failed=len(every) - len(given),
        incomplete=sum(one.incomplete for one in given),
        contains=_spread([[one.contains for one in answers] for answers, _ in rows]),
        support=_spread([[one.support for one in answers] for answers, _ in rows]),
        right=_spread([[one.right for one in answers] for answers, _ in rows]),
        told=_spread([[_said(one) for one in answers] for answers, answerable in rows if not answerable]),
        missed=_spread([[_said(one) for one in answers] for answers, answerable in rows if answerable]),
        tokens_in=fmean(one.tokens_in for one in given) if given else 0.0,
        tokens_out=fmean(one.tokens_out for one in given) if given else 0.0,
        seconds=median(one.seconds for one in given) if given else 0.0,
    )


def _said(one: Answered) -> bool | None:
    return None if one.failed else one.not_found


def spread(repeats: Sequence[Sequence[float | None]]) -> Spread | None:
    """Over the values of each repeat; those that are None count nowhere. None where nothing counts."""
    means = [fmean(some) for values in repeats if (some := [value for value in values if value is not None])]
    every = [value for values in repeats for value in values if value is not None]
    return Spread(fmean(every), min(means), max(means)) if every else None


def _spread(by_question: Sequence[Sequence[float | None]]) -> Spread | None:
    return spread(turned(by_question))


def turned(by_question: Sequence[Sequence[float | None]]) -> list[list[float | None]]:
    """From values by question to values by repeat; a question may have fewer."""
    most = max((len(values) for values in by_question), default=0)
    return [[values[n] for values in by_question if n < len(values)] for n in range(most)]
