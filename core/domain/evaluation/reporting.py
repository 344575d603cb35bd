"""An experiment as a report in Markdown; words from a file stand in it as they are, and are no Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.domain.codec import plain
from core.domain.evaluation.experiment import Experiment, Row, by_kind, differences, halves, misses, rows, stages, table
from core.domain.evaluation.pairing import difference_said
from core.domain.evaluation.scoring import DEPTHS, Summary
from core.domain.modes import Parameters
from core.domain.report import escaped

_HEAD = ("mode", *(f"recall@{depth}" for depth in DEPTHS), "all found", "sources", "tokens", "cut", "ms")


def exported_report(found: Experiment) -> str:
    """What was asked, the tables, the differences, and every miss with where it was lost."""
    plan, all_rows = found.plan, rows(found)
    lines = [f"# {escaped(plan.source)}: {len(all_rows)} questions", "", *_asked_with(found)]
    for name, group in by_kind(all_rows).items():
        lines += ["", f"## {name.capitalize() or 'All'}: {len(group)} questions", "", *_means(table(group, plan.modes))]
    for name, group in halves(all_rows).items():
        lines += ["", f"## {name.capitalize()} questions", "", *_means(table(group, plan.modes))]
    told = [f"- {escaped(difference_said(one))}" for one in differences(all_rows, plan.modes)]
    lines += ["", "## Differences", "", *told] if told else []
    lines += _lost(all_rows, plan.modes)
    return "\n".join([*lines, ""])


def _asked_with(found: Experiment) -> Iterable[str]:
    usual = plain(Parameters())
    numbers = [f"{name} {value}" for name, value in plain(found.plan.parameters).items() if value != usual[name]]
    yield f"- asked at {found.at}, merge rule {found.plan.policy}"
    yield f"- engine: {escaped(', '.join(f'{name} {value}' for name, value in found.engine.items()) or 'not known')}"
    yield f"- numbers: {escaped(', '.join(numbers) or 'as they come')}"
    yield from (f"- not asked, row {one.row}: {escaped(one.reason)}" for one in found.plan.skipped)
    yield from (f"- not read, row {one.row}: {escaped(one.reason)}" for one in found.plan.unread)


def _means(summaries: Sequence[Summary]) -> Iterable[str]:
    yield _row(_HEAD)
    yield _row(["---"] * len(_HEAD))
    for one in summaries:
        shares = (*(one.recalls or (None,) * len(DEPTHS)), one.whole, one.coverage)
        told = ["" if share is None else f"{share:.3f}" for share in shares]
        yield _row([one.mode, *told, f"{one.tokens:,.0f}", f"{one.cut:.1f}", f"{one.time_ms:.1f}"])


def _lost(found: Sequence[Row], modes: Sequence[str]) -> list[str]:
    counts = stages(found, modes)
    if not counts:
        return []
    lines = ["", "## Where support was lost", "", _row(["stage", *modes]), _row(["---"] * (1 + len(modes)))]
    lines += [_row([stage, *map(str, by_mode.values())]) for stage, by_mode in counts.items()]
    for miss in misses(found):
        lines += ["", f"**{miss.mode}**: {escaped(miss.question.text)}", ""]
        lines += [f"- {escaped(loss.support)}: {loss.stage}. {escaped(loss.said)}" for loss in miss.losses]
    return lines


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
