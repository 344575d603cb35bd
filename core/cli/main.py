"""From the command line to a command: parses, opens the workspace, turns our errors into one line and an exit code."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from core import bootstrap
from core.bootstrap import Explorer
from core.cli import (
    asking,
    commands,
    deciding,
    diagnosing,
    evaluating,
    finding,
    ingesting,
    keeping,
    labelling,
    parsing,
    succeeding,
    withdrawing,
)
from core.cli.parser import parser
from core.cli.result import Result, WrongUse
from core.errors import LightPrismError
from core.seeing import Seen
from core.settings import Engine, Settings

Command = Callable[[Explorer, argparse.Namespace], Result]
Looking = Callable[[Explorer | Seen, argparse.Namespace], Result]

WRITING: dict[str, Command] = {"ingest": ingesting.ingest, "import": commands.import_records}
LOOKING: dict[str, Looking] = {
    "documents": commands.documents,
    "graph": commands.graph,
    "search": finding.search,
    "retrieve": commands.retrieve,
    "ask": asking.ask,
    "runs": finding.runs,
    "export": commands.export,
}
"""What can be seen with a viewer's eyes."""

READING: dict[str, Command] = {
    "audience": labelling.audience,
    "diagnose": diagnosing.diagnose,
    "decide": deciding.decide,
    "history": deciding.history,
    "undo": deciding.undo,
    "withdraw": withdrawing.withdraw,
    "restore": withdrawing.restore,
    "replace": withdrawing.replace,
    "supersede": succeeding.supersede,
    "check": succeeding.check,
    "purge": withdrawing.purge,
    "verify": keeping.verify,
    "backup": keeping.backup,
    "evaluate": evaluating.evaluate,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    options = parser().parse_args(argv)
    settings = Settings.from_env(os.environ)
    try:
        return _run(options, settings)
    except LightPrismError as error:
        print(f"lightprism: {str(error).replace(chr(10), ' ')}", file=sys.stderr)
        return 2 if isinstance(error, WrongUse) else 1
    except BrokenPipeError:  # the reader of our output has seen enough
        sys.stderr.close()
    except KeyboardInterrupt:
        print("lightprism: stopped; what was done stays, run it again to go on.", file=sys.stderr)
    return 1


def _run(options: argparse.Namespace, settings: Settings) -> int:
    if options.command == "app":
        return commands.app(options.port)
    if options.command == "parse":
        return _show(parsing.parse(options), options)
    if options.command == "doctor":
        return _show(commands.doctor(_folder(options, settings), settings), options)
    if options.command == "restore" and options.backup:
        return _show(keeping.restore_backup(options, settings), options)
    folder = _folder(options, settings)
    if options.command in WRITING and not bootstrap.is_workspace(folder):
        bootstrap.make_workspace(folder, _new_engine(options, settings))
    explorer = bootstrap.open_workspace(folder, settings)
    if explorer.carried is not None:
        said = f"carried on from an older version, and backed up before to {explorer.carried.backup}"
        print(f"lightprism: {said}", file=sys.stderr)
    try:
        return _show(_done(explorer, options), options)
    finally:
        explorer.close()


def _done(explorer: Explorer, options: argparse.Namespace) -> Result:
    if options.command not in LOOKING:
        return (WRITING | READING)[options.command](explorer, options)
    if options.viewer is None:
        return LOOKING[options.command](explorer, options)
    for said in labelling.unheld(explorer, options.viewer):
        print(f"lightprism: {said}", file=sys.stderr)
    return LOOKING[options.command](explorer.seen_by(options.viewer), options)


def _folder(options: argparse.Namespace, settings: Settings) -> Path:
    """The workspace named by --workspace, else `default` below the home."""
    return Path(options.workspace).expanduser().resolve() if options.workspace else settings.workspaces / "default"


def _new_engine(options: argparse.Namespace, settings: Settings) -> Engine:
    if not options.engine:
        engine, sentence = bootstrap.propose_engine(settings)
        print(sentence, file=sys.stderr)
        return engine
    return Engine(options.engine, options.chat_model or "", options.embed_model or "")


def _show(result: Result, options: argparse.Namespace) -> int:
    if options.json:
        print(json.dumps(result.data, ensure_ascii=False, indent=1))
    elif result.text:
        print(result.text)
    return 0 if result.ok else 1
