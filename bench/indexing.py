"""What indexing costs the engine itself, with scripted models: the table in section 8 of the design, for this machine.

    python -m bench.indexing [--sizes 200 1000 3000] [--lightrag PYTHON] [--plots FOLDER] [--json]
    python -m bench.indexing --latency 0.2 --workers 4 --chunks 200

The first form indexes corpora of these sizes with models that answer at once and prints a Markdown table: the engine's
own CPU time per chunk (that of models and embedding is taken off), memory, disk, what adding, asking, starting and
withdrawing cost, and how each grows from size to size. Each size has a process of its own. With `--lightrag`, a Python
where lightrag-hku is installed, the same corpus, replies and vectors go through LightRAG in the same run, and a second
table has the ratios. The second form asks how much time is lost where a model takes its time. CPU times hardly depend
on what else the machine does; wall times do.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench import plots, table
from bench.meters import disk_mb, machine

Figures = dict[str, Any]
STARTS = 3


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


def lightrag(python: str, chunks: int, scratch: Path) -> Figures:
    """The same corpus through LightRAG, by a Python that has it."""
    return ended([python, "-m", "bench.lightrag_side", str(scratch / f"lightrag-{chunks}"), str(chunks)])


def step(name: str, folder: Path, *options: object) -> Figures:
    """Run one step of `bench.steps` in a process of its own."""
    return ended([sys.executable, "-m", "bench.steps", name, str(folder), *map(str, options)])


def ended(command: list[str]) -> Figures:
    """What a process prints as its last line."""
    here = {"PYTHONPATH": str(Path(__file__).resolve().parents[1])}
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | here)
    if run.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{run.stderr}")
    found: Figures = json.loads(run.stdout.splitlines()[-1])
    return found


def latency(options: argparse.Namespace, scratch: Path) -> str:
    """How much time is lost beside a model that takes its time."""
    found = step("latency", scratch / "w", options.chunks, options.latency, options.workers)
    stages = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in found["stages_s"].items())
    return "{calls} calls in {wall_s:.2f} s, {ratio:.3f} times {ideal_s:.1f} s: ".format(**found) + stages


def sizes(options: argparse.Namespace, scratch: Path) -> str:
    """The tables of all sizes; LightRAG beside ours where its Python was given."""
    ours, theirs = [], []
    for chunks in options.sizes:
        ours.append(measured(chunks, scratch))
        if options.lightrag:
            theirs.append(lightrag(options.lightrag, chunks, scratch))
    if options.plots:
        plots.draw(options.plots, ours, theirs)
    if options.json:
        return json.dumps({"lightprism": ours, "lightrag": theirs}, indent=2)
    return "\n\n".join([table.own(ours), *([table.beside(ours, theirs)] if theirs else [])])


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--sizes", type=int, nargs="+", default=[200, 1000, 3000])
    given.add_argument("--lightrag", metavar="PYTHON", help="a Python in whose environment lightrag-hku is installed")
    given.add_argument("--plots", type=Path, metavar="FOLDER", help="draw how the figures grow; needs matplotlib")
    given.add_argument("--json", action="store_true")
    given.add_argument("--latency", type=float, help="seconds that a model takes for a chunk")
    given.add_argument("--workers", type=int, default=4)
    given.add_argument("--chunks", type=int, default=200)
    options = given.parse_args()
    print(machine(), file=sys.stderr)
    with tempfile.TemporaryDirectory() as scratch:
        print((latency if options.latency else sizes)(options, Path(scratch)))


if __name__ == "__main__":
    main()
