"""`withdraw`, `restore`, `replace` and `purge`: documents out of sight, back, new or gone, shown before it is done.

`look_for_purged` looks for what should be gone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.bootstrap import Explorer
from core.cli.deciding import preview_result
from core.cli.report import TerminalStages
from core.cli.result import Result
from core.cli.show import plain
from core.domain.records import ReadOptions
from core.errors import InputError
from core.services.intake import Incoming
from core.services.purge import PurgePlan
from core.services.withdraw import Consequences

_EARLIER = "kept question that will show no text (it is of the earlier version)"
_FORMER = "The former text is kept: `replace` with the old file brings it back, and no model is asked for that."


def withdraw(explorer: Explorer, options: argparse.Namespace) -> Result:
    """Take documents out of sight, once a person agrees."""
    may_write(explorer, options)
    return _done(explorer, options, explorer.withdrawals.preview(options.documents), explorer.withdrawals.withdraw)


def restore(explorer: Explorer, options: argparse.Namespace) -> Result:
    """Give withdrawn documents back."""
    may_write(explorer, options)
    found = explorer.withdrawals.preview_restore(options.documents)
    return _done(explorer, options, found, explorer.withdrawals.restore)


def replace(explorer: Explorer, options: argparse.Namespace) -> Result:
    """Let a file take the place of a document, then read what is new in it."""
    may_write(explorer, options)
    path = Path(options.file).expanduser()
    try:
        file = Incoming("", path.name, path.read_bytes())
    except OSError as error:
        raise InputError(f"'{path}' can't be read ({error.strerror or error}).", "Check the path.") from error
    how = ReadOptions(encoding=options.encoding)
    found = explorer.replacing.preview(options.document, file, how)
    counts = {"kept": found.kept, "to_read": found.to_read, "gone": found.gone}
    data = consequences_data(found.consequences) | counts
    said = f"unchanged passages: {found.kept}, to be read: {found.to_read}, no longer there: {found.gone}"
    lines = [*consequences_text(found.consequences, kept=_EARLIER), said]
    if not agreed(options, lines):
        return declined(options, lines, data)
    explorer.replacing.replace(found)
    explorer.job.wait()
    outcome = explorer.ingest.run(TerminalStages())
    lines += [f"{outcome.read} chunks read, {outcome.failed} failed.", _FORMER]
    return Result("\n".join(lines), data | {"done": True, "read": outcome.read}, ok=not outcome.failed)


def purge(explorer: Explorer, options: argparse.Namespace) -> Result:
    """Erase documents for good, once a person agrees to what goes."""
    may_write(explorer, options)
    if explorer.purging.unfinished and not options.dry_run:
        explorer.purging.finish()
        settled(explorer)
        print("lightprism: an earlier purge that had broken off is finished.", file=sys.stderr)
        if not options.documents:
            return Result("", {"documents": [], "done": True})
    plan = explorer.purging.preview(options.documents)
    lines, data = [plain(line) for line in _purge_lines(plan)], asdict(plan)
    if not agreed(options, lines):
        return declined(options, lines, data)
    explorer.purging.purge(plan.documents)
    told, fine = settled(explorer)
    return Result("\n".join([*lines, *told]), data | {"done": True}, ok=fine)


def _purge_lines(plan: PurgePlan) -> Iterator[str]:
    yield from (f"Erase “{name}” for good" for name in plan.documents)
    yield ", ".join(f"{label.replace('_', ' ')} {count}" for label, count in asdict(plan.inventory).items())
    yield f"words that nothing else here has: {plan.words}"
    yield from (f"kept question: {question}" for question in plan.runs)
    yield from (f"question of a set: {question}" for question in plan.questions)
    yield from (f"decision that loses such words: {said}" for said in plan.decisions)
    yield from (f"backup that may still hold it: {path}" for path in plan.backups)


def look_for_purged(explorer: Explorer) -> Result:
    """Look for a phrase, given on standard input, in every byte of the workspace's folder."""
    found = explorer.remains(sys.stdin.read())
    lines = [plain(f"found in {remain.place}: {remain.count}") for remain in found]
    if explorer.purging.unfinished:
        lines.append("A purge broke off: `purge` without a name finishes it.")
    data = {"found": [asdict(remain) for remain in found], "unfinished": explorer.purging.unfinished}
    backups = [str(one.path) for one in explorer.backups.known() if one.there]
    told = [plain(f"Not looked at, made earlier: {path}") for path in backups]
    return Result("\n".join([*(lines or ["No trace of it."]), *told]), data | {"backups": backups}, ok=not lines)


def _done(
    explorer: Explorer,
    options: argparse.Namespace,
    found: Consequences,
    act: Callable[[tuple[str, ...]], tuple[str, ...]],
) -> Result:
    data = consequences_data(found)
    lines = consequences_text(found)
    if not agreed(options, lines):
        return declined(options, lines, data)
    act(found.documents)
    told, fine = settled(explorer)
    return Result("\n".join([*lines, *told]), data | {"done": True}, ok=fine)


def may_write(explorer: Explorer, options: argparse.Namespace) -> None:
    """Raises WorkspaceBusy where another program holds the workspace; a dry run only reads."""
    if not options.dry_run:
        explorer.require_writable()


def agreed(options: argparse.Namespace, lines: list[str]) -> bool:
    """Whether to go on: `--yes`, or a yes at the terminal after these lines; never with `--dry-run`."""
    if options.yes or options.dry_run:
        return not options.dry_run
    print("\n".join(lines), file=sys.stderr)
    if not sys.stdin.isatty():
        print("lightprism: nobody is there to ask; --yes goes on without.", file=sys.stderr)
        return False
    print("Go on? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def declined(options: argparse.Namespace, lines: list[str], data: dict[str, Any]) -> Result:
    """Nothing was done; of a dry run, what would be."""
    shown = [*(lines if options.dry_run else ()), "Nothing was changed."]
    return Result("\n".join(shown), data | {"done": False}, ok=options.dry_run)


def settled(explorer: Explorer) -> tuple[list[str], bool]:
    """Let what was done come to its end: passages that came back read, the collections up to date.

    What to say of it, and whether no passage failed. A model that is missing keeps nothing from being done.
    """
    progress, lines = explorer.job.wait(), list[str]()
    if progress.state == "failed":
        print(f"lightprism: done, but not read or embedded: {progress.message} {progress.remedy}", file=sys.stderr)
    elif progress.done or progress.failed:
        lines.append(f"{progress.done} chunks read, {progress.failed} failed.")
    waiting = sum(each.waiting for each in explorer.library.queue())
    if waiting:
        lines.append(f"{waiting} chunks wait to be read: `ingest` reads them.")
    return lines, not progress.failed


def consequences_text(found: Consequences, kept: str = "kept question out of sight") -> list[str]:
    """What it does, a line each; `kept` says what becomes of questions that were kept."""
    return [plain(line) for line in _lines(found, kept)]


def _lines(found: Consequences, kept: str) -> Iterator[str]:
    yield from preview_result(found.change).text.splitlines()
    yield f"passages: {found.passages}"
    for label, sentences in (
        ("will have nothing to act on", found.change.idle),
        ("acts again", found.awake),
        ("to be looked at again", found.review),
    ):
        yield from (f"decision {label}: {said}" for said in sentences)
    yield from (f"replaced then: {name}" for name in found.gone if name not in found.documents)
    yield from (f"back in sight: {name}" for name in found.back if name not in found.documents)
    yield from (f"{kept}: {run.question}" for run in found.runs)
    if found.answers:
        yield f"kept answers that are used no more: {found.answers}"
    if found.experiments:
        yield f"experiments out of sight: {found.experiments}"
    if found.questions:
        yield f"questions of sets that lose support: {found.questions}"


def consequences_data(found: Consequences) -> dict[str, Any]:
    """The same for --json: what a preview of decisions has, and what goes with it."""
    change: dict[str, Any] = preview_result(found.change).data
    return change | {
        "documents": list(found.documents),
        "passages": found.passages,
        "awake": list(found.awake),
        "review": list(found.review),
        "runs": [run.id for run in found.runs],
        "answers": found.answers,
        "experiments": found.experiments,
        "questions": found.questions,
        "gone": list(found.gone),
        "back": list(found.back),
    }
