"""A question set run through several modes: what was asked, what each question gave, and the tables over it.

An experiment is frozen: it holds what it was asked with, so that it can be read long after, and gone on with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.domain.evaluation.costs import IndexingCosts, Spent
from core.domain.evaluation.losses import STAGES, Loss, Stage
from core.domain.evaluation.pairing import Difference, difference
from core.domain.evaluation.questions import KINDS, Question, UnreadRow
from core.domain.evaluation.scoring import Measured, Summary, mean_recall, summarised
from core.domain.modes import MODES, Parameters
from core.domain.records import Keywords

BASE = "naive"
"""What the others are compared with, if it was run."""
DEPTH = 5
"""Differences and wins are told of recall at this depth."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A question that was not asked: its support is not in this workspace."""

    row: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be asked. `source` names the question set; `questions` are those whose support is here.

    `name` is a person's, may be empty. With `answers` the chat model writes one in every mode. Each question is asked
    `repeats` times, each time afresh and with another seed, if a model reads or answers it. `after`: on the graph as of
    this decision (None: the last one). `chat` is the model that reads the questions and answers them, if another than
    the workspace's; embedder and chunking are the workspace's. `notes` say what was changed of what was wanted.
    """

    source: str
    questions: tuple[Question, ...]
    modes: tuple[str, ...] = tuple(MODES)
    parameters: Parameters = field(default_factory=Parameters)
    policy: str = "careful"
    skipped: tuple[Skipped, ...] = ()
    unread: tuple[UnreadRow, ...] = ()
    name: str = ""
    answers: bool = False
    repeats: int = 1
    after: int | None = None
    chat: str = ""
    notes: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Its name, or else that of its questions."""
        return self.name or self.source


@dataclass(frozen=True, slots=True)
class Again:
    """A later repeat of a question: what a model read from it this time, and what each mode then found.

    Answers stand with the first repeat's measures, also those to these contexts.
    """

    keywords: Keywords
    measured: tuple[Measured, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What one question gave, by mode in the plan's order; `row` is the question's.

    `repeats` is how often it was asked so far. `again` holds what was found at the later ones, where a model read the
    question each time; without one each repeat finds the same. `reading` is what the model took for its keywords.
    """

    row: int
    keywords: Keywords
    measured: tuple[Measured, ...]
    again: tuple[Again, ...] = ()
    repeats: int = 1
    reading: Spent = field(default_factory=Spent)

    def run(self, mode: str) -> tuple[Measured, ...]:
        """What a mode found, repeat by repeat."""
        return tuple(_of_mode(measured, mode) for measured in (self.measured, *(one.measured for one in self.again)))


@dataclass(frozen=True, slots=True)
class Experiment:
    """`results` follow the plan's questions, as many as were asked. `current`: the workspace has not changed since.

    `setting` says in words what it was run with (workspace, chunking, prompts, chat model, …), `indexing` what it took
    to read the workspace until then; None in experiments of earlier versions. `foreign`: read from a file.
    `rests` is the fingerprint of the evidence that it is run over; empty where it is not known.
    """

    id: str
    at: str
    plan: Plan
    results: tuple[Asked, ...]
    engine: Mapping[str, str] = field(default_factory=dict)
    version: tuple[int, int] = (0, 0)
    current: bool = True
    setting: Mapping[str, str] = field(default_factory=dict)
    indexing: IndexingCosts | None = None
    foreign: bool = False
    rests: str = ""

    @property
    def whole(self) -> bool:
        """Whether every question was asked as often as it should be."""
        done = [asked for asked in self.results if asked.repeats >= self.plan.repeats]
        return len(done) == len(self.plan.questions)

    @property
    def spent(self) -> Spent:
        """What its questions took of the chat model: their keywords and their answers."""
        answers = [one for asked in self.results for found in asked.measured for one in found.answers if one.asked]
        total = sum((asked.reading for asked in self.results), Spent())
        return total + Spent(
            calls=len(answers),
            failed=sum(bool(one.failed) for one in answers),
            tokens_in=sum(one.tokens_in for one in answers),
            tokens_out=sum(one.tokens_out for one in answers),
            seconds=sum(one.seconds for one in answers),
        )


@dataclass(frozen=True, slots=True)
class Miss:
    """One question in one mode that did not get all its support, or got it behind what is counted."""

    question: Question
    mode: str
    keywords: Keywords
    losses: tuple[Loss, ...]


Row = tuple[Question, Asked]


def rows(experiment: Experiment) -> tuple[Row, ...]:
    """Each question that was asked with what it gave."""
    by_row = {asked.row: asked for asked in experiment.results}
    return tuple((one, by_row[one.row]) for one in experiment.plan.questions if one.row in by_row)


def by_kind(found: Iterable[Row]) -> Mapping[str, tuple[Row, ...]]:
    """All under the empty name; then, where there are several kinds, each that there is (`other`: of none)."""
    everything = tuple(found)
    kinds = {kind: tuple(row for row in everything if row[0].kind == kind) for kind in (*KINDS, "")}
    some = {kind or "other": group for kind, group in kinds.items() if group}
    return {"": everything} | (some if len(some) > 1 else {})


def halves(found: Iterable[Row]) -> Mapping[str, tuple[Row, ...]]:
    """Even questions (the second, the fourth, …), on which numbers may be chosen, and odd ones to report on."""
    everything = tuple(found)
    return {"even": everything[1::2], "odd": everything[::2]}


def table(found: Sequence[Row], modes: Iterable[str]) -> tuple[Summary, ...]:
    """A line a mode; none where nothing was asked."""
    return tuple(_summary(found, mode) for mode in modes) if found else ()


def _summary(found: Sequence[Row], mode: str) -> Summary:
    runs = [asked.run(mode) for _, asked in found]
    return summarised(mode, [run[0] for run in runs], [run[1:] for run in runs])


def differences(found: Sequence[Row], modes: Sequence[str], base: str = BASE, depth: int = DEPTH) -> list[Difference]:
    """Each mode against the base, over the questions with support; none without the base or without such questions."""
    wanted = [asked for question, asked in found if question.support]
    if base not in modes or not wanted:
        return []
    values = {mode: [mean_recall(asked.run(mode), depth) for asked in wanted] for mode in modes}
    return [difference(mode, base, values[mode], values[base]) for mode in modes if mode != base]


def answer_differences(found: Sequence[Row], modes: Sequence[str], base: str = BASE) -> list[Difference]:
    """Each mode against the base in how often answers contain the expected one, a question's repeats counting alike.

    Over the questions that both have an answer to, and an expectation; none without the base or such questions.
    """
    shares = {
        mode: {asked.row: share for _, asked in found if (share := _held(asked, mode)) is not None} for mode in modes
    }
    told = []
    for mode in modes if base in modes else ():
        both = [row for row in shares[mode] if row in shares[base]]
        if mode != base and both:
            told.append(difference(mode, base, [shares[mode][n] for n in both], [shares[base][n] for n in both]))
    return told


def _held(asked: Asked, mode: str) -> float | None:
    """The share of a question's answers that contain the expected one; None where there is none to tell of."""
    held = [one.contains for one in asked.run(mode)[0].answers if one.contains is not None]
    return sum(held) / len(held) if held else None


def recall_of(found: Measured, depth: int = DEPTH) -> float:
    """Recall at one of DEPTHS; 0 where nothing was to be found."""
    return mean_recall((found,), depth)


def misses(found: Iterable[Row]) -> tuple[Miss, ...]:
    """Every question in every mode with a loss the first time it was asked, in the order of the set."""
    return tuple(
        Miss(question, one.mode, asked.keywords, one.losses)
        for question, asked in found
        for one in asked.measured
        if one.losses
    )


def stages(found: Iterable[Row], modes: Sequence[str]) -> Mapping[Stage, Mapping[str, int]]:
    """How many supports each mode lost at each stage that any of them lost one at."""
    counts: dict[Stage, dict[str, int]] = {stage: dict.fromkeys(modes, 0) for stage in STAGES}
    for miss in misses(found):
        for loss in miss.losses:
            counts[loss.stage][miss.mode] += 1
    return {stage: by_mode for stage, by_mode in counts.items() if any(by_mode.values())}


def _of_mode(measured: Iterable[Measured], mode: str) -> Measured:
    return next(one for one in measured if one.mode == mode)
