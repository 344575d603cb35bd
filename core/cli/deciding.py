"""`decide`, `history` and `undo`: a person's decisions from a terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.bootstrap import Explorer
from core.cli.differing import data_of, lines_of
from core.cli.result import Result, WrongUse
from core.cli.show import plain, table
from core.domain.exchange import File, as_json, read_file
from core.errors import InputError
from core.services.curate import Decided, Entry, Incoming, Preview, Ruling

_DASH = "-"


def decide(explorer: Explorer, options: argparse.Namespace) -> Result:
    """Record the decisions of a file: all of them or none; of an export, what is new here. Raises InputError."""
    content = _content(options.file)
    file = read_file(content)
    if file.whole:
        return _take(explorer, options, explorer.curate.incoming(content))
    rulings = _rulings(file)
    if options.dry_run:
        return preview_result(explorer.curate.preview(rulings))
    return _done(explorer, explorer.curate.decide(rulings, who=options.person or ""))


def _take(explorer: Explorer, options: argparse.Namespace, incoming: Incoming) -> Result:
    """Of an export: new ones, and idle ones, which wait; contradictory ones where that was said."""
    chosen = [*incoming.new, *incoming.idle, *(incoming.contradictory if options.contradictory else ())]
    notes = tuple(_left(incoming, options.contradictory))
    if options.dry_run or not chosen:
        places = [row.place for row in chosen]
        found = preview_result(explorer.curate.preview_taking(incoming, places)) if places else Result("", {})
        lines = ["\n".join(notes), found.text]
        return Result("\n".join(filter(None, lines)), found.data | {"notes": list(notes)}, found.ok)
    return _done(explorer, explorer.curate.take(incoming, [row.place for row in chosen]), notes)


def _left(incoming: Incoming, contradictory: bool) -> Iterator[str]:
    """What of an export is not taken, or does nothing yet."""
    for row in incoming.unreadable:
        yield plain(f"not read: row {row.place + 1}: {row.reason}")
    for found in incoming.duplicate:
        yield plain(f"stands here already: {found.sentence}")
    for found in () if contradictory else incoming.contradictory:
        against = ", ".join(map(str, found.against))
        yield plain(f"contradicts decision {against} here, left out (--contradictory takes it): {found.sentence}")
    for found in incoming.idle:
        yield plain(f"waits, there is nothing here yet that it is about: {found.sentence}")


def _content(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == _DASH else Path(file).expanduser().read_bytes()
    except OSError as error:
        raise InputError(f"'{file}' can't be read ({error.strerror or error}).", "Check the path.") from error


def _rulings(file: File) -> list[Ruling]:
    for bad in file.unreadable:
        raise InputError(f"Decision {bad.place + 1} of the file can't be read: {bad.reason}", "Nothing was recorded.")
    return [row.ruling for row in file.rows]


def _done(explorer: Explorer, decided: Decided, notes: Sequence[str] = ()) -> Result:
    """What was recorded, once the collections follow; a model that is missing keeps nothing from being recorded."""
    progress = explorer.job.wait()
    if progress.state == "failed":
        print(f"lightprism: recorded, but not embedded: {progress.message} {progress.remedy}", file=sys.stderr)
    by_seq = {entry.decision.seq: entry for entry in explorer.curate.history()}
    entries = [by_seq[seq] for seq in decided.seqs]
    notes = (*notes, *decided.notes)
    lines = [*(plain(f"{entry.decision.seq}: {entry.sentence}") for entry in entries), *map(plain, notes)]
    lines += [_effect(entries[0])] if entries and entries[0].effect else []
    data = {"decisions": [_data(entry) for entry in entries], "notes": list(notes)}
    return Result("\n".join(lines), data)


def preview_result(preview: Preview) -> Result:
    """What would change, as text and data."""
    counts = f"entities {preview.nodes_before} -> {preview.nodes_after}"
    counts += f", relations {preview.edges_before} -> {preview.edges_after}"
    lines = [f"can't be taken: {preview.problem}"] * bool(preview.problem)
    lines += [*preview.sentences, counts]
    lines += lines_of(preview)
    lines += [f"{len(preview.loops)} relation mentions would join a node to itself, and are hidden"] * bool(
        preview.loops
    )
    lines += [f"{preview.texts} texts to be embedded"] * bool(preview.texts)
    data = {
        "sentences": list(preview.sentences),
        "effect": asdict(preview.effect),
        "entities": [data_of(each) for each in preview.entities],
        "relations": [data_of(each) for each in preview.relations],
        "loops": list(preview.loops),
        "texts": preview.texts,
        "problem": preview.problem,
        "idle": list(preview.idle),
    }
    return Result("\n".join(map(plain, lines)), data, ok=not preview.problem)


def history(explorer: Explorer, options: argparse.Namespace) -> Result:
    """The decisions, latest first."""
    entries = explorer.curate.history()
    rows = ((e.decision.seq, e.decision.at, e.decision.who, e.state, e.sentence) for e in entries[: options.limit])
    text = table(("no.", "when", "who", "state", "decision"), rows) if entries else "Nothing was decided yet."
    more = len(entries) - options.limit
    text += f"\n… and {more:,} more (--limit, or --json for all)" if more > 0 else ""
    return Result(text, [_data(entry) for entry in entries])


def undo(explorer: Explorer, options: argparse.Namespace) -> Result:
    """Take back decisions by number, all since a point, or the latest step."""
    desk, who = explorer.curate, options.person or ""
    if options.after is not None and options.seq:
        given = " ".join(map(str, options.seq))
        raise WrongUse(f"--after takes one number, and {given} is left over.", "Give either --after, or numbers.")
    if options.after is not None:
        return _done(explorer, desk.undo_after(options.after, who))
    seqs = tuple(options.seq)
    if not seqs:
        latest = desk.undoable()
        if latest is None:
            raise InputError("There is nothing to undo.", "The history lists what was decided.")
        seqs = desk.step_of(latest.decision.seq)
    notes = tuple(_resting(desk.history(), seqs))
    return _done(explorer, desk.undo(seqs, who), notes)


def _resting(entries: Sequence[Entry], seqs: Sequence[int]) -> Iterator[str]:
    """Decisions that hold and rest on one that is undone, but are not undone with it."""
    on = {seq: entry.decision.seq for entry in entries if entry.decision.seq in seqs for seq in entry.rested_on_by}
    for entry in reversed(entries):
        if (seq := entry.decision.seq) in on and seq not in seqs and entry.state != "undone":
            yield f"{seq} rested on {on[seq]} and may have nothing to act on now: {entry.sentence}"


def _effect(entry: Entry) -> str:
    effect = entry.effect
    if effect is None:
        return ""
    nodes = f"entities {effect.nodes_before} -> {effect.nodes_after}"
    return f"{nodes}, relations {effect.edges_before} -> {effect.edges_after}"


def _data(entry: Entry) -> dict[str, Any]:
    return as_json(entry.decision) | {
        "sentence": entry.sentence,
        "state": entry.state,
        "step": entry.step,
        "effect": asdict(entry.effect) if entry.effect else None,
        "rests_on": list(entry.rests_on),
        "rested_on_by": list(entry.rested_on_by),
        "nodes": [dict(node) for node in entry.nodes],
        "documents": list(entry.documents),
    }
