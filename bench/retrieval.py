"""Time and recall of every mode over a file of questions, on a workspace that is already indexed.

    python -m bench.retrieval WORKSPACE QUESTIONS.jsonl [--policy careful] [--json]

Each line of the file holds `question` and `support`, the documents that answer it. Reading the question (keywords and
vectors) is timed apart from the modes; "all" is the modes together on one reading. Times are milliseconds.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from core.bootstrap import open_workspace
from core.domain.metrics import recall_at
from core.domain.modes import MODES
from core.domain.trace import Trace
from core.services.retrieve import Request, Retrieval
from core.settings import Settings

DEPTHS = (2, 5, 10)
T = TypeVar("T")


@dataclass
class Row:
    """What one mode gave: a time for each question, and recalls at each depth."""

    times_ms: list[float] = field(default_factory=list)
    recalls: list[tuple[float, ...]] = field(default_factory=list)

    def summary(self) -> dict[str, float]:
        ordered = sorted(self.times_ms)
        found = {"median_ms": statistics.median(ordered), "p95_ms": ordered[int(0.95 * (len(ordered) - 1))]}
        if self.recalls:
            means = [statistics.fmean(column) for column in zip(*self.recalls, strict=True)]
            found |= {f"recall@{depth}": mean for depth, mean in zip(DEPTHS, means, strict=True)}
        return {name: round(value, 3) for name, value in found.items()}


def timed(call: Callable[[], T]) -> tuple[T, float]:
    """What a call gives and how many milliseconds it took."""
    start = time.perf_counter()
    result = call()
    return result, 1000 * (time.perf_counter() - start)


def recalls(trace: Trace, support: Sequence[str]) -> tuple[float, ...]:
    """Recall of the documents of the first chunks, at each depth."""
    found = [kept.chunk.document for kept in trace.chunks]
    return tuple(recall_at(support, found, depth) for depth in DEPTHS)


def measure(retrieval: Retrieval, questions: Sequence[Mapping[str, Any]], policy: str) -> dict[str, Row]:
    """Ask every question in every mode; each mode's time is taken on a reading of its own."""
    rows = {name: Row() for name in ("reading", *MODES, "all")}
    for entry in questions:
        request = Request(entry["question"], policy=policy)
        for mode in MODES:
            session = retrieval.open(request, list(MODES))
            trace, spent = timed(lambda s=session, m=mode: s.trace(m))
            rows[mode].times_ms.append(spent)
            rows[mode].recalls.append(recalls(trace, entry["support"]))
        session, spent = timed(lambda r=request: retrieval.open(r, list(MODES)))
        rows["reading"].times_ms.append(spent)
        rows["all"].times_ms.append(timed(lambda s=session: [s.trace(mode) for mode in MODES])[1])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("workspace", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--policy", default="careful")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    questions = [json.loads(line) for line in args.questions.read_text(encoding="utf-8").splitlines()]
    explorer = open_workspace(args.workspace, Settings(args.workspace.parent))
    try:
        explorer.retrieve.run(Request(questions[0]["question"], "mix", policy=args.policy))  # loads models and vectors
        rows = measure(explorer.retrieve, questions, args.policy)
    finally:
        explorer.close()
    found = {name: row.summary() for name, row in rows.items()}
    print(json.dumps(found, indent=2) if args.json else table(found))


def table(found: Mapping[str, Mapping[str, float]]) -> str:
    columns = ("median_ms", "p95_ms", *(f"recall@{depth}" for depth in DEPTHS))
    lines = ["| | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
    lines += [f"| {name} | " + " | ".join(str(row.get(c, "")) for c in columns) + " |" for name, row in found.items()]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
