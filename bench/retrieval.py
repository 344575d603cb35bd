"""Time and recall of every mode over a file of questions, on a workspace that is already indexed.

    python -m bench.retrieval WORKSPACE QUESTIONS.jsonl [--policy careful] [--set NAME=VALUE …] [--cpu] [--json]

Each line of the file holds `question` and `support`, the documents that answer it. Reading the question (keywords and
vectors) is timed apart from the modes; "all" is the modes together on one reading. Times are milliseconds. Recall is
given for all lines, and for the even ones (the second, the fourth, …), on which numbers were chosen, and the odd ones,
on which they were not. A first round over all questions is not timed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from core.bootstrap import open_workspace
from core.domain.metrics import recall_at
from core.domain.modes import MODES, Parameters
from core.domain.trace import Trace
from core.services.retrieve import Request, Retrieval
from core.settings import Settings

DEPTHS = (2, 5, 10)
HALVES = {"": (0, 1), "even ": (1, 2), "odd ": (0, 2)}
"""Which lines count: where to begin, counted from 0, and how far apart they are."""

T = TypeVar("T")


@dataclass
class Row:
    """What one mode gave: a time for each question, and recalls at each depth."""

    times_ms: list[float] = field(default_factory=list)
    recalls: list[tuple[float, ...]] = field(default_factory=list)

    def summary(self) -> dict[str, float]:
        ordered = sorted(self.times_ms)
        found = {"median_ms": statistics.median(ordered), "p95_ms": ordered[int(0.95 * (len(ordered) - 1))]}
        for half, (first, step) in HALVES.items() if self.recalls else ():
            means = [statistics.fmean(column) for column in zip(*self.recalls[first::step], strict=True)]
            found |= {f"{half}recall@{depth}": mean for depth, mean in zip(DEPTHS, means, strict=True)}
        return {name: round(value, 3) for name, value in found.items()}


@dataclass(frozen=True)
class Stopwatch:
    """Takes times by a clock that counts seconds."""

    clock: Callable[[], float] = time.perf_counter

    def timed(self, call: Callable[[], T]) -> tuple[T, float]:
        """What a call gives and how many milliseconds it took."""
        start = self.clock()
        result = call()
        return result, 1000 * (self.clock() - start)


def recalls(trace: Trace, support: Sequence[str]) -> tuple[float, ...]:
    """Recall of the documents of the first chunks, at each depth."""
    found = [kept.chunk.document for kept in trace.chunks]
    return tuple(recall_at(support, found, depth) for depth in DEPTHS)


def measure(
    retrieval: Retrieval, questions: Sequence[Mapping[str, Any]], asked: Request, watch: Stopwatch
) -> dict[str, Row]:
    """Ask every question like the one given in every mode; each mode's time is taken on a reading of its own."""
    rows = {name: Row() for name in ("reading", *MODES, "all")}
    for entry in questions:
        request = replace(asked, question=entry["question"])
        for mode in MODES:
            session = retrieval.open(request, list(MODES))
            trace, spent = watch.timed(lambda s=session, m=mode: s.trace(m))
            rows[mode].times_ms.append(spent)
            rows[mode].recalls.append(recalls(trace, entry["support"]))
        session, spent = watch.timed(lambda r=request: retrieval.open(r, list(MODES)))
        rows["reading"].times_ms.append(spent)
        rows["all"].times_ms.append(watch.timed(lambda s=session: [s.trace(mode) for mode in MODES])[1])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("workspace", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--policy", default="careful")
    parser.add_argument("--set", dest="numbers", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--cpu", action="store_true", help="CPU time of all threads, for a machine that is busy")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    numbers = dict(one.split("=", 1) for one in args.numbers)
    parameters = Parameters(**{name: type(getattr(Parameters(), name))(value) for name, value in numbers.items()})
    questions = [json.loads(line) for line in args.questions.read_text(encoding="utf-8").splitlines()]
    explorer = open_workspace(args.workspace, Settings(args.workspace.parent))
    try:
        asked = Request(questions[0]["question"], parameters=parameters, policy=args.policy)
        for entry in questions:  # loads models and vectors, and the token counts that are kept
            explorer.retrieve.compare(replace(asked, question=entry["question"]), list(MODES))
        rows = measure(
            explorer.retrieve, questions, asked, Stopwatch(time.process_time if args.cpu else time.perf_counter)
        )
    finally:
        explorer.close()
    found = {name: row.summary() for name, row in rows.items()}
    print(json.dumps(found, indent=2) if args.json else table(found))


def table(found: Mapping[str, Mapping[str, float]]) -> str:
    columns = ("median_ms", "p95_ms", *(f"{half}recall@{depth}" for half in HALVES for depth in DEPTHS))
    lines = ["| | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
    lines += [f"| {name} | " + " | ".join(str(row.get(c, "")) for c in columns) + " |" for name, row in found.items()]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
