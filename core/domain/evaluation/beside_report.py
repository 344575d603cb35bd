"""Two experiments beside each other as a report in Markdown; words from a file stand in it as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from core.domain.evaluation.beside import Change, changes, elsewhere, moved, pairs, settings_changed
from core.domain.evaluation.experiment import Experiment
from core.domain.evaluation.pairing import difference_said
from core.domain.evaluation.scoring import DEPTHS, Summary
from core.domain.report import escaped

_HEAD = ("mode", *(f"@{depth} {side}" for depth in DEPTHS for side in ("other", "this")), "tokens other", "this")
_SAID = ("mode", "expected answer other", "this", "right to answer other", "this")


def beside_report(before: Experiment, after: Experiment) -> str:
    """How they were asked, each mode in both over the questions that both asked, and every question that moved."""
    lines = [f"# {escaped(after.plan.title)} beside {escaped(before.plan.title)}", ""]
    lines += [f"- {side}: {_named(one)}" for side, one in (("other", before), ("this", after))]
    if elsewhere(before, after):
        lines.append("- They were run in two workspaces: other chunks, embedders and graphs are at work.")
    lines += ["", "## What differs", "", *_differs(before, after)]
    told = changes(before, after)
    lines += ["", f"## {len(pairs(before, after))} questions that both asked", ""]
    lines += [*_modes(told), ""] if told else ["They share no question with the same support and mode.", ""]
    lines += [f"- {escaped(_said(line))}" for line in told]
    lines += _moved(before, after)
    return "\n".join([*lines, ""])


def _named(one: Experiment) -> str:
    return escaped(f"{one.plan.title} of {one.at}, {len(one.plan.questions)} questions ({one.id})")


def _differs(before: Experiment, after: Experiment) -> Iterator[str]:
    rows = settings_changed(before, after)
    if not rows:
        yield "Both were asked with the same."
        return
    yield from _table(
        ("", "other", "this"), ([*map(escaped, (name.replace("_", " "), *values))] for name, *values in rows)
    )


def _modes(told: Iterable[Change]) -> Iterator[str]:
    lines = list(told)
    yield from _table(_HEAD, (_cells(line) for line in lines))
    if any(line.before.answers and line.after.answers for line in lines):
        yield ""
        yield from _table(_SAID, ((line.mode, *_answers(line)) for line in lines))


def _cells(line: Change) -> tuple[str, ...]:
    recalls = (
        _share((one.recalls or (None,) * len(DEPTHS))[at])
        for at in range(len(DEPTHS))
        for one in (line.before, line.after)
    )
    return line.mode, *recalls, f"{line.before.tokens:,.0f}", f"{line.after.tokens:,.0f}"


def _answers(line: Change) -> Iterator[str]:
    for name in ("contains", "right"):
        for one in (line.before, line.after):
            yield _answered(one, name)


def _answered(one: Summary, name: str) -> str:
    found = None if one.answers is None else getattr(one.answers, name)
    return _share(None if found is None else found.mean)


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _said(line: Change) -> str:
    return difference_said(replace(line.difference, mode=f"{line.mode} in this one", base="in the other"))


def _moved(before: Experiment, after: Experiment) -> list[str]:
    rows = moved(before, after)
    cells = ((escaped(one.question.text), one.mode, f"{one.before:.2f}", f"{one.after:.2f}") for one in rows)
    return ["", "## Questions that moved", "", *_table(("question", "mode", "other", "this"), cells)] if rows else []


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    names = list(head)
    yield f"| {' | '.join(names)} |"
    yield f"| {' | '.join(['---'] * len(names))} |"
    yield from (f"| {' | '.join(row)} |" for row in rows)
