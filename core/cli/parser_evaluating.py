"""What can be said of question sets run through the modes."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from core.cli import numbers
from core.domain.modes import MODES

Add = Callable[[str, str], argparse.ArgumentParser]
"""From a command's name and help to its parser."""


def evaluate(add: Add) -> argparse.ArgumentParser:
    """`evaluate`, but for merge rule and parameters."""
    found = add("evaluate", "Compare modes on a question set: what each finds, what is answered, and where it loses.")
    found.add_argument(
        "questions", nargs="?", default="", metavar="QUESTIONS", help="JSON Lines, CSV, or a set made in the app"
    )
    found.add_argument("--name", default="", help="what the experiment is called")
    found.add_argument("--modes", metavar="A,B", help=f"of {', '.join(MODES)} (default: all)")
    _model(found)
    found.add_argument("--after", type=numbers.point, metavar="N", help="on the graph as of decision N (0: before all)")
    found.add_argument("--resume", metavar="ID", help="go on with an experiment that was stopped")
    found.add_argument("--list", action="store_true", help="list the experiments that are kept, and run none")
    found.add_argument("--open", metavar="ID", help="show an experiment that is kept, or one exported with --json")
    found.add_argument(
        "--beside",
        metavar="FILE",
        help="compare with an experiment exported with --json (so one of another embedder or chunking can be), or kept",
    )
    found.add_argument("--csv", action="store_true", help="print a line a question, mode and repeat")
    found.add_argument("--report", action="store_true", help="print a report in Markdown")
    found.add_argument(
        "--misses", type=numbers.count_or_none, default=5, metavar="N", help="tell of N misses where they were lost"
    )
    return found


def _model(found: argparse.ArgumentParser) -> None:
    found.add_argument("--answers", action="store_true", help="let the chat model answer in every mode")
    found.add_argument(
        "--repeats", type=numbers.count, default=1, metavar="N", help="ask N times, each with another seed"
    )
    found.add_argument("--chat", default="", metavar="MODEL", help="let this model of the server read and answer them")
