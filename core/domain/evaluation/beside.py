"""Two experiments beside each other, over the questions that both asked with the same support."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from core.domain.evaluation.experiment import DEPTH, Asked, Experiment, halves, rows
from core.domain.evaluation.pairing import Difference, difference
from core.domain.evaluation.questions import Question
from core.domain.evaluation.scoring import Summary, mean_recall, summarised
from core.domain.modes import Parameters

Pair = tuple[Question, Asked, Asked]


@dataclass(frozen=True, slots=True)
class Change:
    """One mode in both: its means earlier and now, and the paired difference (now - earlier) of recall."""

    mode: str
    before: Summary
    after: Summary
    difference: Difference


@dataclass(frozen=True, slots=True)
class Moved:
    """A question on which a mode finds more or less than before."""

    question: Question
    mode: str
    before: float
    after: float


def pairs(before: Experiment, after: Experiment) -> tuple[Pair, ...]:
    """The questions that both asked, with support, in the later one's order."""
    known = {(one.text, frozenset(one.support)): asked for one, asked in rows(before)}
    found = ((one, known.get((one.text, frozenset(one.support))), asked) for one, asked in rows(after) if one.support)
    return tuple((one, earlier, asked) for one, earlier, asked in found if earlier is not None)


def changes(before: Experiment, after: Experiment, depth: int = DEPTH) -> tuple[Change, ...]:
    """Each mode that both ran, in the later one's order; none where they share no question."""
    return _changes(before, after, pairs(before, after), depth)


def changes_by_half(before: Experiment, after: Experiment, depth: int = DEPTH) -> Mapping[str, tuple[Change, ...]]:
    """The same over the later one's even questions, to choose by, and over its odd ones, to report on."""
    shared = pairs(before, after)
    groups = {half: {question.row for question, _ in group} for half, group in halves(rows(after)).items()}
    return {
        half: _changes(before, after, [pair for pair in shared if pair[0].row in numbers], depth)
        for half, numbers in groups.items()
    }


def _changes(before: Experiment, after: Experiment, shared: Sequence[Pair], depth: int) -> tuple[Change, ...]:
    both = [mode for mode in after.plan.modes if mode in before.plan.modes]
    return tuple(_change(mode, shared, depth) for mode in both) if shared else ()


def moved(before: Experiment, after: Experiment, depth: int = DEPTH) -> tuple[Moved, ...]:
    """Every question and mode whose recall is another, in the later one's order."""
    both = [mode for mode in after.plan.modes if mode in before.plan.modes]
    found = (
        Moved(question, mode, mean_recall(earlier.run(mode), depth), mean_recall(later.run(mode), depth))
        for question, earlier, later in pairs(before, after)
        for mode in both
    )
    return tuple(one for one in found if one.before != one.after)


def elsewhere(before: Experiment, after: Experiment) -> bool:
    """Whether they were run in two workspaces, as far as one can tell."""
    names = [one.setting.get("workspace", "") for one in (before, after)]
    return names[0] != names[1] if all(names) else before.foreign != after.foreign


def settings_changed(before: Experiment, after: Experiment) -> tuple[tuple[str, str, str], ...]:
    """What they were asked with that differs: name, earlier, now.

    Of one workspace also the states of its `documents` and `decisions`, by number.
    """
    one, other = before.plan, after.plan
    said = [(name, _text(getattr(one, name)), _text(getattr(other, name))) for name in _OF_PLAN]
    said += [
        (field.name, str(getattr(one.parameters, field.name)), str(getattr(other.parameters, field.name)))
        for field in fields(Parameters)
    ]
    for earlier, later in ((before.engine, after.engine), (before.setting, after.setting)):
        said += [(name, earlier.get(name, ""), later.get(name, "")) for name in dict.fromkeys([*earlier, *later])]
    if not elsewhere(before, after):  # numbers of two workspaces have nothing to do with each other
        said += [
            (name, str(was), str(now))
            for name, was, now in zip(("documents", "decisions"), before.version, after.version, strict=True)
        ]
    return tuple(row for row in said if row[1] != row[2])


_OF_PLAN = ("policy", "after", "answers", "repeats")


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _change(mode: str, shared: Sequence[Pair], depth: int) -> Change:
    earlier, later = [one.run(mode) for _, one, _ in shared], [one.run(mode) for _, _, one in shared]
    values = [[mean_recall(run, depth) for run in runs] for runs in (later, earlier)]
    before, after = (summarised(mode, [run[0] for run in runs], [run[1:] for run in runs]) for runs in (earlier, later))
    return Change(mode, before, after, difference(mode, mode, *values))
