"""An experiment as a file: CSV with a line a question, mode and repeat, and JSON values with all there is.

What `exported` gives, `read_experiment` reads back, also in another workspace.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from core.domain.codec import plain
from core.domain.evaluation.answering import Answered
from core.domain.evaluation.experiment import (
    Asked,
    Experiment,
    Row,
    answer_differences,
    by_kind,
    differences,
    halves,
    rows,
    stages,
    table,
)
from core.domain.evaluation.pairing import ANSWERS, RECALL, Difference, difference_said
from core.domain.evaluation.questions import Question
from core.domain.evaluation.scoring import DEPTHS, Measured

FORMAT = "lightprism experiment 1"

_FOUND = ("recall@2", "recall@5", "recall@10", "all_found", "coverage", "tokens", "cut", "time_ms", "lost_at")
_SAID = (
    *("answer_contains", "answer_support", "answer_not_found", "answer_right", "answer_failed"),
    *("answer_tokens_in", "answer_tokens_out", "answer_seconds", "answer"),
)
_READ = ("keyword_calls", "keyword_calls_failed", "keyword_tokens")
_INDEXED = ("indexing_passages_failed", "indexing_calls", "indexing_calls_failed", "indexing_tokens")


def exported_csv(found: Experiment) -> str:
    """A line a question, mode and repeat, with a head line.

    Keyword calls are those of the question, the same in each of its lines; those of indexing, of the whole workspace,
    the same in all.
    """
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n")
    write.writerow(("row", "question", "kind", "mode", *_FOUND, "repeat", *_SAID, *_READ, *_INDEXED))
    indexed = _indexed(found)
    for question, asked in rows(found):
        read = asked.reading
        shared = (read.calls, read.failed, read.tokens_in + read.tokens_out, *indexed)
        for mode in found.plan.modes:
            for line in _lines(question, asked, mode):
                write.writerow((*line, *shared))
    return out.getvalue()


def _lines(question: Question, asked: Asked, mode: str) -> Iterator[tuple[Any, ...]]:
    run = asked.run(mode)
    answers = run[0].answers
    start = (question.row, _unformula(question.text), question.kind, mode)
    for repeat in range(max(len(run), len(answers))):
        one = run[min(repeat, len(run) - 1)]
        said = _said(answers[repeat]) if repeat < len(answers) else ("",) * len(_SAID)
        yield (*start, *_found(one), repeat + 1, *said)


def _found(one: Measured) -> tuple[Any, ...]:
    lost = "; ".join(f"{loss.support}: {loss.stage}" for loss in one.losses)
    shares = one.recalls or ("",) * len(DEPTHS)
    return (*shares, _cell(one.whole), _cell(one.coverage), one.tokens, one.cut, one.time_ms, _unformula(lost))


def _said(one: Answered) -> tuple[Any, ...]:
    told = one.contains, one.support, None if one.failed else one.not_found, one.right
    cost = (one.tokens_in, one.tokens_out, one.seconds)
    return (*map(_cell, told), _unformula(one.failed), *cost, _unformula(one.text))


def _indexed(found: Experiment) -> tuple[Any, ...]:
    costs = found.indexing
    if costs is None:
        return ("",) * len(_INDEXED)
    return costs.failed, costs.calls, costs.calls_failed, costs.tokens_in + costs.tokens_out


def _cell(value: float | None) -> float | str:
    """Nothing where there is nothing to tell, 1 or 0 for yes or no."""
    return "" if value is None else int(value) if isinstance(value, bool) else value


def _unformula(text: str) -> str:
    """A spreadsheet would compute a cell that begins so."""
    return f"'{text}" if text[:1] in tuple("=+-@\t\r") and text else text


def exported(found: Experiment) -> dict[str, Any]:
    """JSON values: what it was asked with, means, differences, losses, costs, every question in every mode."""
    plan, all_rows = found.plan, rows(found)
    done = {question.row for question, _ in all_rows}
    modes = plan.modes
    return {
        "format": FORMAT,
        **{name: value for name, value in plain(plan).items() if name != "questions"},
        "id": found.id,
        "at": found.at,
        "engine": dict(found.engine),
        "version": list(found.version),
        "setting": dict(found.setting),
        "indexing": plain(found.indexing),
        "spent": plain(found.spent),
        "summary": {name or "all": _summary(group, modes) for name, group in by_kind(all_rows).items()},
        "halves": {name: _summary(group, modes) for name, group in halves(all_rows).items() if group},
        "differences": [_difference(one) for one in differences(all_rows, modes)],
        "answer_differences": [_difference(one, ANSWERS) for one in answer_differences(all_rows, modes)],
        "lost": stages(all_rows, modes),
        "questions": [{**plain(question), **plain(asked)} for question, asked in all_rows],
        "waiting": [plain(question) for question in plan.questions if question.row not in done],
    }


def _summary(found: Sequence[Row], modes: Sequence[str]) -> list[Mapping[str, Any]]:
    return [plain(line) for line in table(found, modes)]


def _difference(found: Difference, measure: str = RECALL) -> dict[str, Any]:
    said = difference_said(found, measure)
    return {**asdict(found), "clear": found.clear, "said": said}
