"""`supersede` and `check`: documents that give way to others, and folders looked at again."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from core.bootstrap import Explorer
from core.cli.report import TerminalStages
from core.cli.result import Result, WrongUse
from core.cli.show import plain
from core.cli.withdrawing import agreed, consequences_data, consequences_text, declined, may_write, settled
from core.domain.alike import Alike
from core.domain.superseding import Problem
from core.errors import InputError
from core.services.freshness import FolderState
from core.services.incoming import Report
from core.services.succession import Replaced

WHY = {
    "missing": "no such document is here",
    "several": "several documents here are called so",
    "circle": "the two would replace each other",
    "itself": "that is this document itself",
}


def supersede(explorer: Explorer, options: argparse.Namespace) -> Result:
    """Let a document take the place of others, or keep both; without a document, list what is replaced or alike."""
    if not options.documents:
        return _listed(explorer)
    if bool(options.by) == options.keep_both:
        raise WrongUse("Say by which document, or that both are to be kept.", "Give --by DOC or --keep-both.")
    may_write(explorer, options)
    desk, pairs = explorer.succession, _wanted(explorer, options)
    found = [desk.preview(document, named) for document, named in pairs]
    lines = [line for each in found for line in consequences_text(each)]
    data = {"changes": [consequences_data(each) for each in found]}
    if not agreed(options, lines):
        return declined(options, lines, data)
    for document, named in pairs:
        desk.mark(document, named)
    told, fine = settled(explorer)
    return Result("\n".join([*lines, *told]), data | {"done": True}, ok=fine)


def _wanted(explorer: Explorer, options: argparse.Namespace) -> list[tuple[str, list[str]]]:
    """Of each successor, what it is to replace from now on."""
    desk, named = explorer.succession, list(options.documents)
    if options.by:
        return [(options.by, [*desk.replaces(options.by), *named])]
    replaced = {each.document for each in desk.replaced()}
    for name in named:
        if name not in replaced:
            raise InputError(f"'{name}' is not replaced by another document.", "`documents` says which ones are.")
    kept = [(by, desk.replaces(by)) for by in (row.document.id for row in explorer.library.documents())]
    kept += [(each, desk.replaces(each)) for each in sorted(replaced)]
    return [(by, [each for each in found if each not in named]) for by, found in kept if set(found) & set(named)]


def _listed(explorer: Explorer) -> Result:
    desk = explorer.succession
    replaced, problems, alike, drafts = desk.replaced(), desk.problems(), desk.alike(), desk.drafts()
    data = {
        "replaced": [asdict(each) for each in replaced],
        "problems": [asdict(each) for each in problems],
        "alike": [asdict(each) for each in alike],
        "drafts": list(drafts),
    }
    lines = [*replaced_text(replaced, problems), *alike_text(alike, drafts)]
    return Result("\n".join(lines) or "No document is replaced by another one, or like another one.", data)


def replaced_text(replaced: Iterable[Replaced], problems: Iterable[Problem]) -> Iterator[str]:
    """A line for each document that is replaced, and each that says so of others to no effect."""
    for each in replaced:
        yield plain(f"replaced: {each.document} by {each.by}{' (a person said so)' * (each.how == 'person')}")
    for problem in problems:
        who = "a person said that it" if problem.how == "person" else "says that it"
        yield plain(f"not followed: {problem.document}: {who} replaces “{problem.says}”: {WHY[problem.why]}")


def alike_text(alike: Iterable[Alike], drafts: Iterable[str]) -> Iterator[str]:
    """A line for each pair that says nearly the same, and each draft."""
    for pair in alike:
        said = "the same as" if pair.same else f"{pair.share:.0%} the same as"
        yield plain(f"alike: {pair.document} is {said} {pair.other}")
    yield from (plain(f"draft: {name}") for name in drafts)


def check(explorer: Explorer, options: argparse.Namespace) -> Result:
    """Look at folders that were added whole; with --take, take in what differs and read it."""
    if options.take:
        may_write(explorer, options)
    states = explorer.freshness.check()
    lines, data = [*_states(states)], {"folders": [asdict(state) for state in states]}
    text = "\n".join(lines) or "No folder was added as a whole."
    found = [getattr(state, what) for what in ("new", "changed", "missing") for state in states]
    if not options.take or not any(found):
        return Result(text, data, ok=all(state.there for state in states))
    if not agreed(options, lines):
        return declined(options, lines, data)
    new, changed, missing = (_all(states, what) for what in ("new", "changed", "missing"))
    report = explorer.freshness.take(new, changed, missing)
    explorer.job.wait()
    outcome = explorer.ingest.run(TerminalStages())
    lines += [plain(report.sentence), *_besides(report), *alike_text(report.alike, report.drafts)]
    lines += [f"{outcome.read} chunks read, {outcome.failed} failed."]
    more: dict[str, Any] = {"done": True, "withdrawn": report.withdrawn, "read": outcome.read}
    more |= {"superseded": report.superseded, "back": report.back}
    return Result("\n".join(lines), data | more, ok=not outcome.failed)


def _besides(report: Report) -> Iterator[str]:
    """Documents that go or come back with those that were named."""
    yield from (plain(f"replaced now: {name}") for name in report.superseded)
    yield from (plain(f"back in sight: {name}") for name in report.back)


def _all(states: Sequence[FolderState], what: str) -> list[str]:
    return [name for state in states for name in getattr(state, what)]


def _states(states: Sequence[FolderState]) -> Iterator[str]:
    for state in states:
        if not state.there:
            yield plain(f"{state.source} ({state.path}): {state.why} Nothing is withdrawn for that.")
            continue
        yield plain(f"{state.source} ({state.path}): {'up to date' if state.fresh else _counts(state)}")
        olds, news = {old for old, _ in state.renamed}, {new for _, new in state.renamed}
        yield from (plain(f"  renamed: {old} is now {new}") for old, new in state.renamed)
        for label, names in (("new", state.new), ("changed", state.changed), ("missing", state.missing)):
            yield from (plain(f"  {label}: {name}") for name in names if name not in olds | news)
        yield from (plain(f"  erased here before, left out (`ingest FILE` takes it): {name}") for name in state.erased)
        yield from (plain(f"  can't be read: {name}") for name in state.unreadable)


def _counts(state: FolderState) -> str:
    moved = {name for pair in state.renamed for name in pair}
    found = (("renamed", state.renamed), ("new", state.new), ("changed", state.changed), ("missing", state.missing))
    counts = [(label, [name for name in names if name not in moved]) for label, names in found]
    return ", ".join(f"{len(names)} {label}" for label, names in counts if names)
