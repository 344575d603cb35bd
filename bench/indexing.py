"""What indexing costs the engine itself, with scripted models, beside the table in section 8 of the design.

    python -m bench.indexing [--sizes 200 1000 3000] [--json]
    python -m bench.indexing --latency 0.2 --workers 4 --chunks 200

The first form indexes corpora of these sizes with models that answer at once and prints a Markdown table: the engine's
own CPU time per chunk (that of models and embedding is taken off and given apart), memory, disk, and what adding,
asking, starting and withdrawing cost. Each size has a process of its own. The second form asks how much time is lost
where a model takes its time. CPU times hardly depend on what else the machine does; wall times do.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench.meters import disk_mb, machine

Figures = dict[str, Any]
MODES = ("naive", "local", "global", "hybrid", "mix")
ENGINES = ("LightRAG 1.5.7", "nano-graphrag", "fast-graphrag", "aim")
STARTS = 3

Row = tuple[str, tuple[str, str, str, str], Callable[[Figures], str]]
ROWS: tuple[Row, ...] = (
    (
        "chunks / nodes / edges",
        ("3,000 / 6,465 / 27,853", "", "", ""),
        lambda f: f"{f['chunks']:,} / {f['nodes']:,} / {f['edges']:,}",
    ),
    ("indexing in one run, CPU per chunk", ("165 ms", "4.2 ms", "1.8 ms", "5 ms"), lambda f: f"{f['cpu_ms']:.1f} ms"),
    (
        "– of this, storing what was read: first tenth, last tenth",
        ("31, 317 ms", "", "", "flat"),
        lambda f: f"{f['first_ms']:.2f}, {f['last_ms']:.2f} ms",
    ),
    ("– of this, loading and chunking", ("", "", "", ""), lambda f: f"{f['intake_ms']:.1f} ms"),
    (
        "apart: scripted reader, hash embedder",
        ("", "", "", ""),
        lambda f: f"{f['apart_ms']['reading']:.2f}, {f['apart_ms']['embedding']:.1f} ms",
    ),
    (
        "document by document, CPU per chunk: mean, first tenth, last tenth",
        ("", "", "", ""),
        lambda f: "{cpu_ms:.1f}, {first_ms:.1f}, {last_ms:.1f} ms".format(**f["one_by_one"]),
    ),
    (
        "add 20 chunks, wall (CPU)",
        ("6.1 s", "11.8 s", "0.78 s", "0.3 s"),
        lambda f: "{wall_s:.2f} s ({cpu_s:.2f} s)".format(**f["added"]),
    ),
    (
        "process start to first result, naive / mix",
        ("3.5 s", "", "", "1.5 s"),
        lambda f: f"{f['start_s']['naive']:.1f} / {f['start_s']['mix']:.1f} s",
    ),
    (
        f"retrieval, median: {' / '.join(MODES)}",
        ("9 / 62 / 80 / 121 / 118 ms", "local 5, global 368 ms", "55 ms", "3 / 15 / 15 / 25 / 25 ms"),
        lambda f: " / ".join(f"{f['retrieval_ms'][mode]:.0f}" for mode in MODES) + " ms",
    ),
    (
        "withdraw a document of 10 chunks, wall (CPU)",
        ("12.3 s, 63 model calls", "none", "none", "0.3 s"),
        lambda f: "{wall_s:.2f} s ({cpu_s:.2f} s)".format(**f["withdrawn"]),
    ),
    (
        "peak memory while indexing, app + vector index",
        ("932 MB", "773 MB", "435 MB", "500 MB"),
        lambda f: "{:.0f} + {:.0f} MB".format(*f["peak_mb"]),
    ),
    ("disk", ("292 MB", "84 MB", "28 MB", "120 MB"), lambda f: f"{f['disk_mb']:.0f} MB"),
)


def measured(chunks: int, scratch: Path) -> Figures:
    """All figures of one size."""
    folder = scratch / f"at-once-{chunks}"
    found = step("at_once", folder, chunks)
    found["disk_mb"] = disk_mb(folder)
    found["start_s"] = {mode: started(folder, mode) for mode in ("naive", "mix")}
    found["one_by_one"] = step("one_by_one", scratch / f"one-by-one-{chunks}", chunks)
    return found


def started(folder: Path, mode: str) -> float:
    """Seconds from starting a process to its first result: the best of three, which the machine disturbed least."""
    times = []
    for _ in range(STARTS):
        start = time.perf_counter()
        step("first_result", folder, mode)
        times.append(time.perf_counter() - start)
    return min(times)


def step(name: str, folder: Path, *options: object) -> Figures:
    """Run one step of `bench.steps` in a process of its own."""
    command = [sys.executable, "-m", "bench.steps", name, str(folder), *map(str, options)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise SystemExit(f"{name} failed:\n{ended.stderr}")
    found: Figures = json.loads(ended.stdout)
    return found


def table(found: Sequence[Figures]) -> str:
    """Markdown: a row for each figure, a column for each engine and each size of ours."""
    heads = (*ENGINES, *(f"LightPrism, {figures['chunks']:,}" for figures in found))
    lines = ["| | " + " | ".join(heads) + " |", "|---" * (len(heads) + 1) + "|"]
    for name, others, shown in ROWS:
        lines.append(f"| {name} | " + " | ".join((*others, *map(shown, found))) + " |")
    return "\n".join(lines)


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--sizes", type=int, nargs="+", default=[200, 1000, 3000])
    given.add_argument("--json", action="store_true")
    given.add_argument("--latency", type=float, help="seconds that a model takes for a chunk")
    given.add_argument("--workers", type=int, default=4)
    given.add_argument("--chunks", type=int, default=200)
    options = given.parse_args()
    print(machine(), file=sys.stderr)
    with tempfile.TemporaryDirectory() as scratch:
        if options.latency:
            found = step("latency", Path(scratch) / "w", options.chunks, options.latency, options.workers)
            stages = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in found["stages_s"].items())
            print("{calls} calls in {wall_s:.2f} s, {ratio:.3f} times {ideal_s:.1f} s: ".format(**found) + stages)
            return
        figures = [measured(chunks, Path(scratch)) for chunks in options.sizes]
    print(json.dumps(figures, indent=2) if options.json else table(figures))


if __name__ == "__main__":
    main()
