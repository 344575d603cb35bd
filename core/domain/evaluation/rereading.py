"""An experiment read back from the JSON that was exported of it, to be laid beside another.

The file may come from anywhere: whatever is not as an export would have it is refused, with the place that is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import regex

from core.domain.evaluation.answering import Answered
from core.domain.evaluation.costs import IndexingCosts
from core.domain.evaluation.experiment import Asked, Experiment, Plan
from core.domain.evaluation.exporting import FORMAT
from core.domain.evaluation.questions import MOST, Question, unfit
from core.domain.evaluation.scoring import DEPTHS, Measured
from core.domain.modes import MODES
from core.domain.policy import POLICIES
from core.domain.strict import Unfit, json_values, strictly
from core.errors import InputError

MOST_BYTES = 64 * 1024 * 1024
MOST_REPEATS = 20

_ID = regex.compile(r"[\w.:+-]{1,80}", regex.ASCII)
_REMEDY = "Take a file that was exported as JSON from an experiment of this version."


@dataclass(frozen=True, slots=True)
class _Head:
    """What stands beside the questions."""

    format: str
    id: str
    at: str
    engine: Mapping[str, str] = field(default_factory=dict)
    version: tuple[int, int] = (0, 0)
    setting: Mapping[str, str] = field(default_factory=dict)
    indexing: IndexingCosts | None = None


def read_experiment(content: bytes, name: str = "the file") -> Experiment:
    """The experiment of an export; it is `foreign`, and not current. Raises InputError, naming what is wrong."""
    if len(content) > MOST_BYTES:
        raise InputError(
            f"'{name}' is larger than {MOST_BYTES // 1024**2} MB.", "Run fewer questions, and export again."
        )
    try:
        found = _experiment(json_values(content.decode("utf-8-sig")))
        for place, wanted in _faults(found):
            raise Unfit(place, wanted)
    except UnicodeDecodeError:
        raise InputError(f"'{name}' is not text in UTF-8.", _REMEDY) from None
    except Unfit as fault:
        raise InputError(f"'{name}' can't be read as an experiment: {fault}.", _REMEDY) from None
    except InputError as fault:  # of the numbers it was asked with
        raise InputError(f"'{name}' can't be read as an experiment: {fault.message}", _REMEDY) from None
    return found


def _experiment(data: Any) -> Experiment:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Unfit("format", f"'{FORMAT}'")
    head = strictly(_Head, data)
    asked, waiting = data.get("questions"), data.get("waiting", [])
    if not isinstance(asked, list) or not isinstance(waiting, list) or not 0 < len(asked) + len(waiting) <= MOST:
        raise Unfit("questions", f"a list of 1 to {MOST:,}")
    questions = strictly(_Questions, {"questions": [*asked, *waiting]}).questions
    plan = replace(strictly(Plan, {**data, "questions": []}), questions=questions)
    return Experiment(
        id=head.id,
        at=head.at,
        plan=plan,
        results=strictly(_Results, {"questions": asked}).questions,
        engine=head.engine,
        version=head.version,
        current=False,
        setting=head.setting,
        indexing=head.indexing,
        foreign=True,
    )


@dataclass(frozen=True, slots=True)
class _Questions:
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class _Results:
    questions: tuple[Asked, ...]


# --- whether it fits together -----------------------------------------------------------------------------------------

Fault = tuple[str, str]
"""A place, and what should stand there."""


def _faults(found: Experiment) -> Iterator[Fault]:
    if not _ID.fullmatch(found.id):
        yield "id", "an experiment's id"
    yield from _of_plan(found.plan)
    for n, (question, asked) in enumerate(zip(found.plan.questions, found.results, strict=False)):
        yield from _of_asked(found.plan, question, asked, f"questions[{n}]")


def _of_plan(plan: Plan) -> Iterator[Fault]:
    numbers = [one.row for one in plan.questions]
    if not plan.modes or len(set(plan.modes)) != len(plan.modes) or not set(plan.modes) <= MODES.keys():
        yield "modes", f"a list of different ones of {', '.join(MODES)}"
    if plan.policy not in POLICIES:
        yield "policy", f"one of {', '.join(POLICIES)}"
    if not 1 <= plan.repeats <= MOST_REPEATS:
        yield "repeats", f"from 1 to {MOST_REPEATS}"
    if len(set(numbers)) != len(numbers):
        yield "questions", "a list of different rows"
    for n, question in enumerate(plan.questions):
        if not question.text.strip() or unfit(question.kind, question.support):
            yield f"questions[{n}]", "a question that a set may hold"


def _of_asked(plan: Plan, question: Question, asked: Asked, place: str) -> Iterator[Fault]:
    if not 1 <= asked.repeats <= plan.repeats or len(asked.again) not in (0, asked.repeats - 1):
        yield f"{place}.repeats", "as many as were asked"
    for measured in (asked.measured, *(one.measured for one in asked.again)):
        if tuple(one.mode for one in measured) != plan.modes:
            yield f"{place}.measured", "one for each mode"
        for one in measured:
            yield from _of_measured(question, one, f"{place}.measured.{one.mode}")
            if len(one.answers) not in (0, asked.repeats):
                yield f"{place}.measured.{one.mode}.answers", "one for each repeat"


def _of_measured(question: Question, one: Measured, place: str) -> Iterator[Fault]:
    there = bool(question.support)
    if (one.recalls is not None) != there or len(one.ranks) != len(question.support):
        yield f"{place}.ranks", "as many as there is support"
    if one.recalls is not None and (len(one.recalls) != len(DEPTHS) or not _shares(one.recalls)):
        yield f"{place}.recalls", f"{len(DEPTHS)} shares from 0 to 1"
    if any(rank is not None and rank < 1 for rank in one.ranks):
        yield f"{place}.ranks", "counted from 1"
    if not _shares([one.coverage]) or one.tokens < 0 or one.time_ms < 0 or min(one.cuts.values(), default=0) < 0:
        yield place, "made of shares and counts"
    if not all(_sound(answer) for answer in one.answers):
        yield f"{place}.answers", "made of shares and counts"


def _sound(one: Answered) -> bool:
    return _shares([one.support]) and min(one.tokens_in, one.tokens_out, one.seconds) >= 0


def _shares(values: Iterable[float | None]) -> bool:
    return all(value is None or 0 <= value <= 1 for value in values)
