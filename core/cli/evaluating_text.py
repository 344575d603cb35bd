"""Experiments as text for a person at a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.cli.show import plain, table
from core.domain.evaluation import (
    ANSWER_HEAD,
    ANSWERS,
    DEPTH,
    DEPTHS,
    Change,
    Experiment,
    Row,
    Summary,
    answer_cells,
    answer_differences,
    by_kind,
    changes,
    changes_by_half,
    difference_said,
    differences,
    elsewhere,
    failures,
    halves,
    indexing_said,
    misses,
    repeated,
    rows,
    settings_changed,
    spent_said,
    spreads,
    stages,
)
from core.domain.evaluation import table as means

_HEAD = ("mode", *(f"recall@{depth}" for depth in DEPTHS), "all found", "coverage", "tokens", "cut", "ms")
_LISTED = 20


def list_text(kept: Sequence[Experiment]) -> str:
    """A line an experiment, latest first."""
    head = ("id", "at", "name", "questions", "state")
    lines = (
        (one.id, one.at, one.plan.title, f"{len(one.results)} of {len(one.plan.questions)}", _state(one))
        for one in kept
    )
    return table(head, lines) if kept else "No experiment is kept."


def _state(one: Experiment) -> str:
    return "the workspace has changed since" if not one.current else "" if one.whole else f"--resume {one.id}"


def experiment_text(found: Experiment, how_many: int) -> Iterator[str]:
    """All of one: tables by kind, halves, differences, costs, what was lost, and this many misses."""
    plan, all_rows = found.plan, rows(found)
    named = f"{plan.name} ({plan.source})" if plan.name else plan.source
    yield plain(f"{named}: {len(all_rows)} questions, {plan.policy} ({found.id})")
    yield from _asked_with(found)
    yield from _left_out(found)
    for name, group in by_kind(all_rows).items():
        yield f"\n{name or 'all'}: {len(group)} questions"
        yield from _tables(means(group, plan.modes))
    if not all_rows:
        return
    yield "\nhalves: recall of the even questions (to choose numbers on) and of the odd ones (to report)"
    yield _halves(all_rows, plan.modes)
    told = [difference_said(one) for one in differences(all_rows, plan.modes)]
    told += [difference_said(one, ANSWERS) for one in answer_differences(all_rows, plan.modes)]
    yield from ["", *map(plain, told)] if told else []
    yield from _failed(all_rows, how_many)
    yield from _lost(all_rows, plan.modes, how_many)


def _asked_with(found: Experiment) -> Iterator[str]:
    plan = found.plan
    if plan.after is not None:
        yield f"on the graph as of decision {plan.after}"
    if plan.repeats > 1:
        yield f"each question asked {plan.repeats} times"
    yield from (plain(f"{name}: {value}") for name, value in found.setting.items())
    yield from map(plain, plan.notes)
    yield f"indexing: {indexing_said(found.indexing)}"
    yield f"questions took: {spent_said(found.spent)}"


def _left_out(found: Experiment) -> Iterator[str]:
    plan = found.plan
    out = [f"not asked, row {one.row}: {one.reason}" for one in plan.skipped]
    out += [f"not read, row {one.row}: {one.reason}" for one in plan.unread]
    yield from _first(out, _LISTED, "--json lists them")


def _tables(lines: Sequence[Summary]) -> Iterator[str]:
    yield table(_HEAD, (_cells(line) for line in lines))
    told = [(line.mode, *answer_cells(line.answers)) for line in lines if line.answers]
    if told:
        yield table(ANSWER_HEAD, told)
    if repeated(lines):
        yield from spreads(lines)


def _cells(line: Summary) -> tuple[str, ...]:
    recalls = line.recalls or (None,) * len(DEPTHS)
    shares = (*recalls, line.whole, line.coverage)
    return (
        line.mode,
        *("–" if share is None else f"{share:.3f}" for share in shares),
        f"{line.tokens:,.0f}",
        f"{line.cut:,.1f}",
        f"{line.time_ms:,.1f}",
    )


def _halves(found: Sequence[Row], modes: Sequence[str]) -> str:
    parts = {half: means(group, modes) for half, group in halves(found).items() if group}
    head = ["mode", *(f"{half} @{depth}" for half in parts for depth in DEPTHS)]
    lines = [
        [mode, *(cell for summary in parts.values() for cell in _cells(summary[n])[1 : 1 + len(DEPTHS)])]
        for n, mode in enumerate(modes)
    ]
    return table(head, lines)


def _failed(found: Sequence[Row], how_many: int) -> Iterator[str]:
    told = list(failures(found))
    if told:
        yield f"\nwhere a chat model gave nothing: {len(told)}"
        yield from _first(told, max(how_many, 1), "--misses N")


def _lost(found: Sequence[Row], modes: Sequence[str], how_many: int) -> Iterator[str]:
    counts = stages(found, modes)
    if counts:
        yield "\nwhere support was lost"
        yield table(("stage", *modes), ((stage, *by_mode.values()) for stage, by_mode in counts.items()))
    missed = misses(found)
    for miss in missed[:how_many]:
        yield ""
        yield plain(f"row {miss.question.row}, {miss.mode}: {miss.question.text}")
        for loss in miss.losses:
            yield plain(f"  {loss.support}: {loss.stage}. {loss.said}")
    if how_many and len(missed) > how_many:
        yield f"\n… and {len(missed) - how_many} more (--misses N)"


def _first(lines: Sequence[str], most: int, more: str) -> Iterator[str]:
    yield from map(plain, lines[:most])
    if len(lines) > most:
        yield f"… and {len(lines) - most} more ({more})"


# --- two beside each other --------------------------------------------------------------------------------------------


def beside_text(before: Experiment, after: Experiment) -> Iterator[str]:
    """What differs in how they were asked, then each mode in both, over the questions that both asked."""
    yield ""
    yield plain(f"beside {before.plan.title} of {before.at} ({before.id})")
    if elsewhere(before, after):
        yield "they were run in two workspaces: other chunks, embedders and graphs are at work"
    differs = settings_changed(before, after)
    yield table(("asked with", "there", "here"), differs) if differs else "both were asked with the same"
    told = changes(before, after)
    if not told:
        yield "They share no question with the same support and mode."
        return
    yield f"\n{told[0].difference.count} questions that both asked"
    yield table(_BESIDE, (_both(line.mode, line.before, line.after) for line in told))
    if any(line.before.answers and line.after.answers for line in told):
        yield table(("mode", *_ANSWERED), ((line.mode, *_answered(line.before, line.after)) for line in told))
    yield "\nhalves: recall@5 of the even questions (to choose by) and of the odd ones (to report)"
    yield table(("mode", *_HALVED), _halved(before, after))
    yield ""
    for line in told:
        yield plain(difference_said(replace(line.difference, mode=f"{line.mode} here", base="there")))


_BESIDE = ("mode", *(f"@{depth} {side}" for depth in DEPTHS for side in ("there", "here")), "tokens there", "here")
_HALVED = ("even there", "here", "odd there", "here")
_ANSWERED = ("contain it there", "here", "right there", "here")


def _both(mode: str, before: Summary, after: Summary) -> tuple[str, ...]:
    recalls = zip(_cells(before)[1 : 1 + len(DEPTHS)], _cells(after)[1 : 1 + len(DEPTHS)], strict=True)
    return (mode, *(cell for both in recalls for cell in both), f"{before.tokens:,.0f}", f"{after.tokens:,.0f}")


def _answered(before: Summary, after: Summary) -> Iterator[str]:
    for name in ("contains", "right"):
        for side in (before.answers, after.answers):
            share = None if side is None else getattr(side, name)
            yield "–" if share is None else f"{share.mean:.3f}"


def _halved(before: Experiment, after: Experiment) -> Iterator[tuple[str, ...]]:
    halves_ = changes_by_half(before, after)
    for mode in dict.fromkeys(line.mode for lines in halves_.values() for line in lines):
        by_half = [next((line for line in lines if line.mode == mode), None) for lines in halves_.values()]
        yield (mode, *(cell for line in by_half for cell in _at_5(line)))


def _at_5(line: Change | None) -> tuple[str, str]:
    return ("–", "–") if line is None else (_cells(line.before)[_AT_5], _cells(line.after)[_AT_5])


_AT_5 = 1 + DEPTHS.index(DEPTH)
