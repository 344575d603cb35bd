"""`verify`, `backup` and `restore --backup`: whether a workspace is whole, a copy of it as one file, and back."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from core.bootstrap import Explorer, restore_workspace
from core.cli.report import TerminalWatch
from core.cli.result import Result, WrongUse
from core.cli.show import plain
from core.cli.withdrawing import look_for_purged
from core.domain.integrity import Verdict, by_kind
from core.settings import Settings


def verify(explorer: Explorer, options: argparse.Namespace) -> Result:
    """Compare what is derived with a rebuild, and repair it if asked to; or look for a phrase that was purged."""
    if options.purged:
        return look_for_purged(explorer)
    if options.repair:
        explorer.require_writable()
    verdict, before = explorer.integrity.verify(TerminalWatch("looking"), embed=options.embed), 0
    if options.repair and (verdict.repairable or verdict.spare):
        before = len(verdict.repairable) + len(verdict.spare)
        verdict = explorer.integrity.repair(verdict, TerminalWatch("repairing"))
    repaired = before - len(verdict.repairable) - len(verdict.spare) if before else 0
    lines = [plain(line) for line in verdict_lines(verdict, repaired)]
    return Result("\n".join(lines), asdict(verdict) | {"sound": verdict.sound, "repaired": repaired}, ok=verdict.sound)


def verdict_lines(verdict: Verdict, repaired: int = 0) -> Iterator[str]:
    """What was found, a line each; what is of no use is counted only."""
    for each in verdict.differences:
        yield f"{each.kind} {each.id}: {each.what} {each.remedy or 'Repairing makes it anew (--repair).'}"
    for kind, count in by_kind(verdict.spare).items():
        yield f"of no use: {count} of kind {kind} (--repair clears them, --json lists them)"
    yield from verdict.notes
    if repaired:
        yield f"repaired: {repaired}"
    looked = ", ".join(f"{each.what} {each.count}" for each in verdict.looked if each.count)
    count = len(verdict.differences)
    said = f"{count} difference{'s' * (count != 1)}" if count else "Nothing is wrong"
    yield f"{said}. Looked at: {looked}."


def backup(explorer: Explorer, options: argparse.Namespace) -> Result:
    """Write the workspace into one file."""
    made = explorer.backup(Path(options.file) if options.file else None)
    lines = [f"{made.path}: {made.documents} documents, {made.passages} passages, {made.decisions} decisions"]
    if made.missing:
        lines.append(f"{made.missing} kept files were gone already, and are not in it.")
    return Result("\n".join(map(plain, lines)), asdict(made) | {"path": str(made.path)})


def restore_backup(options: argparse.Namespace, settings: Settings) -> Result:
    """Make a workspace from a backup, beside those that are there."""
    if options.documents:
        raise WrongUse("A backup is restored as a whole.", "Give documents, or --backup FILE, not both.")
    info = restore_workspace(Path(options.backup).expanduser(), settings, options.name or "")
    said = f"The workspace '{info.name}' is in {info.path}."
    return Result(plain(said), {"name": info.name, "path": str(info.path)})
