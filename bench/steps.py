"""The steps of the indexing benchmark, each run in a process of its own by `bench.indexing`; prints one JSON object."""

from __future__ import annotations

import json
import os
import random
import statistics
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from bench import corpus
from bench.meters import Apart, Stopwatch, peak_mb
from bench.scripted import models
from core.bootstrap import Explorer, make_workspace, open_workspace
from core.domain.modes import MODES
from core.services.ingest import Stages
from core.services.intake import Incoming
from core.services.retrieve import Request
from core.services.watch import Watch
from core.settings import Engine, Settings

Figures = dict[str, object]


class Ticks(Stages):
    """The engine's CPU at the end of each chunk that was read, which goes into the index later."""

    def __init__(self, watch: Stopwatch) -> None:
        self._watch = watch
        self.at_chunk: list[float] = [watch.here]

    def at(self, chunk: str, failed: bool) -> None:
        self.at_chunk.append(self._watch.here)


class Marks(Stages):
    """Seconds that each stage of a run took, in order."""

    def __init__(self) -> None:
        self._marks: list[tuple[str, float]] = []

    def stage(self, name: str) -> Watch:
        self._marks.append((name, time.perf_counter()))
        return super().stage(name)

    def seconds(self) -> dict[str, float]:
        ended = [*self._marks, ("", time.perf_counter())]
        return {name: after - before for (name, before), (_, after) in pairwise(ended)}


def files(first: int, chunks: int, apart: Apart) -> Iterator[Incoming]:
    """Documents of 10 chunks each, made one at a time."""
    for number in range(first, first + chunks // corpus.CHUNKS_A_DOCUMENT):
        with apart.of("corpus"):
            text = corpus.document(corpus.SEED, number)
        yield Incoming("made", corpus.file_name(number), text.encode())


def opened(folder: Path, apart: Apart, latency_s: float = 0.0, workers: int = 1) -> Explorer:
    settings = Settings(folder.parent)
    if not (folder / "lightprism.db").exists():
        make_workspace(folder, Engine("embedded"), corpus.CHUNKING)
    return open_workspace(folder, settings, models(apart, latency_s, workers))


def at_once(folder: Path, chunks: int) -> Figures:
    """Take all documents in and read them in one run; then ask, add and withdraw."""
    apart = Apart()
    explorer = opened(folder, apart)
    try:
        found = _indexed(explorer, chunks, apart)
        found["peak_mb"] = peak_mb()
        found["retrieval_ms"] = _asked(explorer)
        found["added"] = _added(explorer, apart)
        found["withdrawn"] = _withdrawn(explorer, apart)
        found["peak_mb_after"] = peak_mb()
    finally:
        explorer.close()
    return found


def _indexed(explorer: Explorer, chunks: int, apart: Apart) -> Figures:
    watch = Stopwatch(apart)
    explorer.intake.add(files(0, chunks, apart))
    taken_in = watch.cpu
    ticks = Ticks(watch)
    explorer.ingest.run(ticks)
    graph = explorer.views().graph
    first, last = tenths(ticks.at_chunk)
    return {
        "chunks": len(explorer.views().evidence.chunks),
        "nodes": len(graph),
        "edges": graph.number_of_edges(),
        "cpu_ms": 1000 * watch.cpu / chunks,
        "intake_ms": 1000 * taken_in / chunks,
        "reading_ms": 1000 * (ticks.at_chunk[-1] - ticks.at_chunk[1]) / max(chunks - 1, 1),
        "first_ms": 1000 * first,
        "last_ms": 1000 * last,
        "wall_s": watch.wall,
        "apart_ms": {name: 1000 * seconds / chunks for name, seconds in apart.seconds.items()},
    }


def one_by_one(folder: Path, chunks: int) -> Figures:
    """Take in and read one document after another; graph and collections are brought up to date after each."""
    apart = Apart()
    explorer = opened(folder, apart)
    try:
        watch = Stopwatch(apart)
        marks = [watch.cpu]
        for file in files(0, chunks, apart):
            explorer.intake.add([file])
            explorer.ingest.run()
            marks.append(watch.cpu)
    finally:
        explorer.close()
    first, last = (value / corpus.CHUNKS_A_DOCUMENT for value in tenths(marks))
    return {
        "cpu_ms": 1000 * marks[-1] / chunks,
        "first_ms": 1000 * first,
        "last_ms": 1000 * last,
        "peak_mb": peak_mb(),
    }


def tenths(marks: list[float]) -> tuple[float, float]:
    """The mean step in the first and in the last tenth of rising marks; the very first step, a warm-up, is left out."""
    steps = [after - before for before, after in pairwise(marks)][1:]
    tenth = max(len(steps) // 10, 1)
    return statistics.fmean(steps[:tenth]), statistics.fmean(steps[-tenth:])


def _asked(explorer: Explorer) -> dict[str, float]:
    """Median milliseconds by mode, reading the question included; each question new to its mode."""
    draw = random.Random(corpus.SEED)
    explorer.retrieve.run(Request(corpus.question(draw), "mix"))
    medians = {}
    for mode in MODES:
        times = []
        for _ in range(corpus.QUESTIONS):
            request = Request(corpus.question(draw), mode)
            start = time.perf_counter()
            explorer.retrieve.run(request)
            times.append(1000 * (time.perf_counter() - start))
        medians[mode] = statistics.median(times)
    return medians


def _added(explorer: Explorer, apart: Apart) -> dict[str, float]:
    """Two more documents of ten chunks, until they can be found in every mode: median of five times."""
    watches = []
    for number in range(5):
        new = list(files(corpus.EXTRA + 2 * number, 2 * corpus.CHUNKS_A_DOCUMENT, apart))
        watch = Stopwatch(apart)
        explorer.intake.add(new)
        explorer.ingest.run()
        _ = explorer.views().graph
        watches.append((watch.wall, watch.cpu))
    return _medians(watches)


def _withdrawn(explorer: Explorer, apart: Apart) -> dict[str, float]:
    """One document of ten chunks, until nothing of it is left in the collections: median of five times."""
    watches, before = [], apart.times["reading"]
    for number in range(5):
        watch = Stopwatch(apart)
        explorer._store.documents.set_withdrawn(f"made/{corpus.file_name(number)}", True)
        explorer.collections.update()
        _ = explorer.views().graph
        watches.append((watch.wall, watch.cpu))
    return _medians(watches) | {"calls": (apart.times["reading"] - before) / len(watches)}


def _medians(watches: list[tuple[float, float]]) -> dict[str, float]:
    wall, cpu = zip(*watches, strict=True)
    return {"wall_s": statistics.median(wall), "cpu_s": statistics.median(cpu)}


def first_result(folder: Path, mode: str) -> Figures:
    """Open a finished workspace and ask one question; the caller holds the clock."""
    explorer = opened(folder, Apart())
    trace = explorer.retrieve.run(Request(corpus.question(random.Random(1)), mode))
    print(json.dumps({"chunks": len(trace.chunks)}), flush=True)
    os._exit(0)  # what closing takes is not the question here


def with_latency(folder: Path, chunks: int, latency_s: float, workers: int) -> Figures:
    """Read chunks with a model that takes its time; `ratio` is the time against calls * latency / workers."""
    apart = Apart()
    explorer = opened(folder, apart, latency_s, workers)
    try:
        explorer.collections.update()  # a program that runs has its index open
        explorer.intake.add(files(0, chunks, apart))
        marks, watch = Marks(), Stopwatch(apart)
        outcome = explorer.ingest.run(marks)
        wall, stages = watch.wall, marks.seconds()
    finally:
        explorer.close()
    ideal = outcome.read * latency_s / workers
    return {"calls": outcome.read, "wall_s": wall, "ideal_s": ideal, "ratio": wall / ideal, "stages_s": stages}


def main() -> None:
    step, folder, *rest = sys.argv[1:]
    if step == "at_once":
        found = at_once(Path(folder), int(rest[0]))
    elif step == "one_by_one":
        found = one_by_one(Path(folder), int(rest[0]))
    elif step == "latency":
        found = with_latency(Path(folder), int(rest[0]), float(rest[1]), int(rest[2]))
    else:
        found = first_result(Path(folder), rest[0])
    print(json.dumps(found))


if __name__ == "__main__":
    main()
