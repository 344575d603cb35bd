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

_KINDS = {
    "link": "kept question or answer",
    "original": "kept file",
    "overlay": "audience or replacement",
    "part": "not looked at:",
    "row": "row of a collection",
}
"""What kinds of differences are called here, where their own names would not do."""

_SPARE = {
    "original": ("kept file", "kept files"),
    "collection": ("folder of collections", "folders of collections"),
    "vector": ("vector of a text that has changed", "vectors of texts that have changed"),
}


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
        remedy = each.remedy or "Repairing makes it anew (--repair)."
        yield f"{_KINDS.get(each.kind, each.kind)} {each.id}: {each.what} {remedy}"
    for kind, count in by_kind(verdict.spare).items():
        name = _SPARE[kind][count != 1] if kind in _SPARE else kind
        yield f"Left over: {count} {name}. That is normal after changes and costs only space (--repair clears it)."
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
    lines = [f"{made.path}: documents {made.documents}, passages {made.passages}, decisions {made.decisions}"]
    if made.missing:
        lines.append(f"{made.missing} kept files were gone already, and are not in it.")
    return Result("\n".join(map(plain, lines)), asdict(made) | {"path": str(made.path)})


def restore_backup(options: argparse.Namespace, settings: Settings) -> Result:
    """Make a workspace from a backup, beside those that are there."""
    if options.documents:
        raise WrongUse("A backup is restored as a whole.", "Give documents, or --backup FILE, not both.")
    info = restore_workspace(Path(options.backup).expanduser(), settings, options.name or "")
    lines = [plain(f"The workspace '{info.name}' is in {info.path}.")]
    if info.missing:
        lines.append(f"Kept files that were gone when the backup was made, and are missing: {len(info.missing)}")
        lines += [f"  {plain(name)}" for name in info.missing]
    return Result("\n".join(lines), {"name": info.name, "path": str(info.path), "missing": list(info.missing)})
