"""`evaluate QUESTIONS`: the modes over a question set, as tables for a person, as JSON, or as CSV."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path

from core.bootstrap import Explorer
from core.cli.result import Result, WrongUse
from core.cli.show import plain, table
from core.domain.evaluation import (
    DEPTHS,
    Experiment,
    Row,
    Summary,
    by_kind,
    difference_said,
    differences,
    exported,
    exported_csv,
    exported_report,
    halves,
    misses,
    read_questions,
    rows,
    stages,
)
from core.domain.evaluation import table as means
from core.domain.modes import MODES, Parameters
from core.services.task import Handle

_HEAD = ("mode", *(f"recall@{depth}" for depth in DEPTHS), "all found", "coverage", "tokens", "cut", "ms")
_LISTED = 20


def evaluate(explorer: Explorer, options: argparse.Namespace) -> Result:
    """Run a set through the modes; go on with one that was stopped by `--resume ID`."""
    found = _run(explorer, options)
    if options.csv:
        return Result(exported_csv(found).rstrip("\n"), exported(found))
    if options.report:
        return Result(exported_report(found).rstrip("\n"), exported(found))
    return Result("\n".join(_lines(found, options.misses)), exported(found))


def _run(explorer: Explorer, options: argparse.Namespace) -> Experiment:
    desk = explorer.evaluate
    if options.resume:
        desk.resume(options.resume)
        view = desk.wait()
        if view.result is None:
            assert view.error is not None
            raise view.error
        return view.result
    if not options.questions:
        raise WrongUse("There is no question set.", "Name a file, JSON Lines or CSV, or --resume ID.")
    path = Path(options.questions).expanduser()
    try:
        content = path.read_bytes()
    except OSError as error:
        raise WrongUse(f"'{path}' can't be read: {error.strerror}.", "Check the path.") from None
    parameters = Parameters(**{field.name: getattr(options, field.name) for field in fields(Parameters)})
    modes = tuple(options.modes.split(",")) if options.modes else tuple(MODES)
    plan = desk.plan(read_questions(content, path.name), modes, parameters, options.policy)
    return desk.run(plan, Handle(_tell, lambda: False))


def _tell(done: int, total: int, note: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {total} questions", end="\n" if done == total else "", file=sys.stderr, flush=True)


# --- for a person -----------------------------------------------------------------------------------------------------


def _lines(found: Experiment, how_many: int) -> Iterable[str]:
    plan, all_rows = found.plan, rows(found)
    yield plain(f"{plan.source}: {len(all_rows)} questions, {plan.policy} ({found.id})")
    yield from _left_out(found)
    for name, group in by_kind(all_rows).items():
        yield f"\n{name or 'all'}: {len(group)} questions"
        yield table(_HEAD, (_cells(line) for line in means(group, plan.modes)))
    if not all_rows:
        return
    yield "\nhalves: recall of the even questions (to choose numbers on) and of the odd ones (to report)"
    yield _halves(all_rows, plan.modes)
    told = differences(all_rows, plan.modes)
    yield from ["", *(plain(difference_said(one)) for one in told)] if told else []
    yield from _lost(all_rows, plan.modes, how_many)


def _left_out(found: Experiment) -> Iterable[str]:
    plan = found.plan
    out = [f"not asked, row {one.row}: {one.reason}" for one in plan.skipped]
    out += [f"not read, row {one.row}: {one.reason}" for one in plan.unread]
    yield from (plain(line) for line in out[:_LISTED])
    if len(out) > _LISTED:
        yield f"… and {len(out) - _LISTED} more (--json lists them)"


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


def _lost(found: Sequence[Row], modes: Sequence[str], how_many: int) -> Iterable[str]:
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
