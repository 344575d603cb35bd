"""An experiment as a report in Markdown; words from a file stand in it as they are, and are no Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.domain.codec import plain
from core.domain.evaluation.answer_lines import ANSWER_HEAD, answer_cells, failures, repeated, spreads
from core.domain.evaluation.cost_lines import indexing_said, spent_said
from core.domain.evaluation.experiment import (
    Experiment,
    Row,
    answer_differences,
    by_kind,
    differences,
    halves,
    misses,
    rows,
    stages,
    table,
)
from core.domain.evaluation.pairing import ANSWERS, difference_said
from core.domain.evaluation.scoring import DEPTHS, Summary
from core.domain.modes import Parameters
from core.domain.report import escaped

_HEAD = ("mode", *(f"recall@{depth}" for depth in DEPTHS), "all found", "sources", "tokens", "cut", "ms")


def exported_report(found: Experiment) -> str:
    """What was asked, the tables, the differences, and every miss with where it was lost."""
    plan, all_rows = found.plan, rows(found)
    lines = [f"# {escaped(plan.title)}: {len(all_rows)} questions", "", *_asked_with(found)]
    for name, group in by_kind(all_rows).items():
        lines += [
            "",
            f"## {name.capitalize() or 'All'}: {len(group)} questions",
            "",
            *_tables(table(group, plan.modes)),
        ]
    for name, group in halves(all_rows).items():
        lines += ["", f"## {name.capitalize()} questions", "", *_means(table(group, plan.modes))]
    told = [f"- {escaped(difference_said(one))}" for one in differences(all_rows, plan.modes)]
    told += [f"- {escaped(difference_said(one, ANSWERS))}" for one in answer_differences(all_rows, plan.modes)]
    lines += ["", "## Differences", "", *told] if told else []
    lines += _lost(all_rows, plan.modes)
    lines += _failed(all_rows)
    return "\n".join([*lines, ""])


def _asked_with(found: Experiment) -> Iterable[str]:
    usual = plain(Parameters())
    numbers = [f"{name} {value}" for name, value in plain(found.plan.parameters).items() if value != usual[name]]
    plan = found.plan
    after = "" if plan.after is None else f", graph as of decision {plan.after}"
    often = f", each question {plan.repeats} times" if plan.repeats > 1 else ""
    if plan.name or often:
        yield f"- questions: {escaped(plan.source)}{often}"
    yield f"- asked at {escaped(found.at)}, merge rule {plan.policy}{after}"
    yield f"- engine: {escaped(', '.join(f'{name} {value}' for name, value in found.engine.items()) or 'not known')}"
    yield from (f"- {escaped(name)}: {escaped(value)}" for name, value in found.setting.items())
    yield f"- numbers: {escaped(', '.join(numbers) or 'as they come')}"
    yield from (f"- {escaped(note)}" for note in plan.notes)
    yield f"- indexing: {indexing_said(found.indexing)}"
    yield f"- questions took: {spent_said(found.spent)}"
    yield from (f"- not asked, row {one.row}: {escaped(one.reason)}" for one in found.plan.skipped)
    yield from (f"- not read, row {one.row}: {escaped(one.reason)}" for one in found.plan.unread)


def _tables(summaries: Sequence[Summary]) -> Iterable[str]:
    yield from _means(summaries)
    told = [(one.mode, one.answers) for one in summaries]
    if any(answers for _, answers in told):
        yield from ("", _row(ANSWER_HEAD), _row(["---"] * len(ANSWER_HEAD)))
        yield from (_row([mode, *answer_cells(answers)]) for mode, answers in told if answers)
    if repeated(summaries):
        yield from ("", *(f"- {line}" for line in spreads(summaries)))


def _failed(found: Sequence[Row]) -> list[str]:
    lines = [f"- {escaped(line)}" for line in failures(found)]
    return ["", "## Calls that failed", "", *lines] if lines else []


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
