"""`lightprism ingest`: takes in paths, reads what waits, says what it will take and what became of it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.bootstrap import Explorer
from core.cli.report import TerminalStages
from core.cli.result import Result
from core.cli.show import plain
from core.cli.succeeding import alike_text
from core.domain.records import ReadOptions
from core.errors import ModelError
from core.services.estimate import Plan
from core.services.ingest import Outcome
from core.services.intake import Report


def ingest(explorer: Explorer, options: argparse.Namespace) -> Result:
    """Take in paths, then read what waits: everything, or `--limit` chunks."""
    explorer.require_writable()
    how = ReadOptions(csv_rows=options.csv_rows, encoding=options.encoding)
    reports = [explorer.intake.add_folder(Path(path), how) for path in options.paths]
    if options.retry_failed:
        explorer.library.retry_failed()
    _tell_plan(explorer, options.limit)
    outcome = explorer.ingest.run(TerminalStages(), options.limit)
    lines = [*_taken_in(options.paths, reports), *_read(explorer, outcome)]
    return Result("\n".join(lines), _data(explorer, reports, outcome), ok=not outcome.failed)


def _tell_plan(explorer: Explorer, limit: int | None) -> None:
    """Say on stderr what reading will take; a model that can't be had is said by the run itself."""
    try:
        plan = explorer.changes.estimate(explorer.choice, limit)
    except ModelError:
        return
    if plan.calls:
        print(plan_text(plan), file=sys.stderr)


def plan_text(plan: Plan) -> str:
    """`78 chunks: 78 calls, about 210,000 tokens in, about 2.1 hours`."""
    parts = [f"{plan.calls - plan.cached:,} calls", f"about {plan.tokens_in:,} tokens in"]
    parts += [f"{plan.cached:,} answered from kept replies"] if plan.cached else []
    parts += [f"about {_time(plan.seconds)}"] if plan.seconds else []
    return f"{plan.chunks:,} chunks: {', '.join(parts)}"


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{round(seconds)} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.1f} hours"


def _taken_in(paths: Sequence[str], reports: Sequence[Report]) -> Iterator[str]:
    for path, report in zip(paths, reports, strict=True):
        yield f"{path}: {plain(report.sentence)}"
    for unread in (u for report in reports for u in report.unread):
        page = f" page {unread.page}" if unread.page else ""
        yield f"  not read: {unread.name}{page}: {unread.reason} {unread.remedy}".rstrip()
    for report in reports:
        yield from (f"  {line}" for line in alike_text(report.alike, report.drafts))


def _read(explorer: Explorer, outcome: Outcome) -> Iterator[str]:
    empty = f" ({outcome.empty} without any entity)" if outcome.empty else ""
    left = f" {outcome.left} still wait: run it again to go on." if outcome.left else ""
    yield f"{outcome.read} chunks read{empty}, {outcome.failed} failed.{left}"
    for chunk, reason in explorer.library.failures():
        yield f"  failed: {chunk}: {reason}"


def _data(explorer: Explorer, reports: Sequence[Report], outcome: Outcome) -> dict[str, Any]:
    unread = [u for report in reports for u in report.unread]
    return {
        "added": [d for r in reports for d in r.added],
        "replaced": [d for r in reports for d in r.replaced],
        "unchanged": [d for r in reports for d in r.unchanged],
        "unread": [{"name": u.name, "page": u.page, "reason": u.reason, "remedy": u.remedy} for u in unread],
        "alike": [asdict(pair) for report in reports for pair in report.alike],
        "drafts": [name for report in reports for name in report.drafts],
        "read": outcome.read,
        "failed": [{"chunk": chunk, "reason": reason} for chunk, reason in explorer.library.failures()],
        "empty": list(explorer.library.empty()),
        "left": outcome.left,
    }
