"""An experiment as a file: CSV with a line a question and mode, and JSON values with all there is."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from core.domain.codec import plain
from core.domain.evaluation.experiment import Experiment, Row, by_kind, differences, halves, rows, stages, table
from core.domain.evaluation.pairing import Difference, difference_said
from core.domain.evaluation.scoring import DEPTHS


def exported_csv(found: Experiment) -> str:
    """A line a question and mode, with a head line."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n")
    columns = ("recall@2", "recall@5", "recall@10", "all_found", "coverage", "tokens", "cut", "time_ms", "lost_at")
    write.writerow(("row", "question", "kind", "mode", *columns))
    for question, asked in rows(found):
        for one in asked.measured:
            shares = one.recalls or ("",) * len(DEPTHS)
            whole = "" if one.whole is None else int(one.whole)
            coverage = "" if one.coverage is None else one.coverage
            lost = "; ".join(f"{loss.support}: {loss.stage}" for loss in one.losses)
            start = (question.row, _unformula(question.text), question.kind, one.mode)
            write.writerow((*start, *shares, whole, coverage, one.tokens, one.cut, one.time_ms, _unformula(lost)))
    return out.getvalue()


def _unformula(text: str) -> str:
    """A spreadsheet would compute a cell that begins so."""
    return f"'{text}" if text[:1] in tuple("=+-@\t\r") and text else text


def exported(found: Experiment) -> dict[str, Any]:
    """JSON values: means, differences, losses, and every question in every mode."""
    plan, all_rows = found.plan, rows(found)
    return {
        "id": found.id,
        "at": found.at,
        "source": plan.source,
        "policy": plan.policy,
        "modes": list(plan.modes),
        "parameters": plain(plan.parameters),
        "engine": dict(found.engine),
        "summary": {name or "all": _summary(group, plan.modes) for name, group in by_kind(all_rows).items()},
        "halves": {name: _summary(group, plan.modes) for name, group in halves(all_rows).items() if group},
        "differences": [_difference(one) for one in differences(all_rows, plan.modes)],
        "lost": stages(all_rows, plan.modes),
        "skipped": plain(plan.skipped),
        "unread": plain(plan.unread),
        "questions": [{**plain(question), **plain(asked)} for question, asked in all_rows],
    }


def _summary(found: Sequence[Row], modes: Sequence[str]) -> list[Mapping[str, Any]]:
    return [plain(line) for line in table(found, modes)]


def _difference(found: Difference) -> dict[str, Any]:
    return {**asdict(found), "clear": found.clear, "said": difference_said(found)}
