"""`evaluate QUESTIONS`: the modes over a question set, as tables for a person, as JSON, or as CSV."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

from core.bootstrap import Explorer
from core.cli.evaluating_text import beside_text, experiment_text, list_text
from core.cli.result import Result, WrongUse
from core.domain.evaluation import (
    Experiment,
    QuestionSet,
    changes,
    exported,
    exported_csv,
    exported_report,
    read_experiment,
    read_questions,
    settings_changed,
)
from core.domain.modes import MODES, Parameters
from core.errors import UnknownName
from core.services.evaluate import Asking
from core.services.task import Handle


def evaluate(explorer: Explorer, options: argparse.Namespace) -> Result:
    """Run a set through the modes; go on with one that was stopped by `--resume ID`; or show what is kept."""
    if options.list:
        kept = explorer.evaluate.list()
        return Result(list_text(kept), [_listed(one) for one in kept])
    other = _known(explorer, options.beside) if options.beside else None
    found = _known(explorer, options.open) if options.open else _run(explorer, options)
    data = exported(found)
    if other is not None:
        data["beside"] = _beside(other, found)
    if options.csv:
        return Result(exported_csv(found).rstrip("\n"), data)
    if options.report:
        return Result(exported_report(found).rstrip("\n"), data)
    lines: list[str] = [*experiment_text(found, options.misses), *(beside_text(other, found) if other else ())]
    return Result("\n".join(lines), data)


def _run(explorer: Explorer, options: argparse.Namespace) -> Experiment:
    desk = explorer.evaluate
    if options.resume:
        desk.resume(options.resume)
        view = desk.wait()
        if view.result is None:
            assert view.error is not None
            raise view.error
        return view.result
    parameters = Parameters(**{field.name: getattr(options, field.name) for field in fields(Parameters)})
    modes = tuple(options.modes.split(",")) if options.modes else tuple(MODES)
    asking = Asking(options.name, options.answers, options.repeats, options.after, options.chat)
    plan = desk.plan(_questions(explorer, options.questions), modes, parameters, options.policy, asking)
    return desk.run(plan, Handle(_tell, lambda: False))


def _questions(explorer: Explorer, given: str) -> QuestionSet:
    """A file, or a set of that name."""
    if not given:
        raise WrongUse("There is no question set.", "Name a file, JSON Lines or CSV, or --resume ID.")
    path = Path(given).expanduser()
    if not path.is_file() and given in explorer.question_sets.names():
        return explorer.question_sets.open(given)
    return read_questions(_content(path), path.name)


def _known(explorer: Explorer, given: str) -> Experiment:
    """A kept experiment by its id, or an exported one."""
    path = Path(given).expanduser()
    if path.is_file():
        return read_experiment(_content(path), path.name)
    try:
        return explorer.evaluate.open(given)
    except UnknownName:
        raise WrongUse(
            f"There is no file and no experiment '{given}'.", "Name a file of `evaluate --json`, or an id of --list."
        ) from None


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise WrongUse(f"'{path}' can't be read: {error.strerror}.", "Check the path.") from None


def _tell(done: int, total: int, note: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {total} questions", end="\n" if done == total else "", file=sys.stderr, flush=True)


# --- for a program ----------------------------------------------------------------------------------------------------


def _listed(one: Experiment) -> dict[str, object]:
    asked = {"asked": len(one.results), "questions": len(one.plan.questions)}
    return {
        "id": one.id,
        "at": one.at,
        "title": one.plan.title,
        "source": one.plan.source,
        "current": one.current,
    } | asked


def _beside(before: Experiment, after: Experiment) -> dict[str, object]:
    told: Iterable[dict[str, object]] = (
        {
            "mode": one.mode,
            "before": one.before.recalls,
            "after": one.after.recalls,
            "mean": one.difference.mean,
            "low": one.difference.low,
            "high": one.difference.high,
            "clear": one.difference.clear,
            "questions": one.difference.count,
        }
        for one in changes(before, after)
    )
    return {
        "id": before.id,
        "differs": [
            dict(zip(("what", "before", "after"), row, strict=True)) for row in settings_changed(before, after)
        ],
        "changes": list(told),
    }
