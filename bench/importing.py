"""Where the time goes when a file of evidence records is taken in, with the embedded engine, into a new workspace.

    python -m bench.importing RECORDS.jsonl [--workspace DIR]

Prints seconds and rates by stage, as Markdown: reading the file and storing its rows, computing the graph, embedding
each collection, and the vector index. The workspace is made in a temporary folder unless one is named.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from core.bootstrap import make_workspace, open_workspace
from core.domain.wording import COLLECTIONS
from core.services.intake import Incoming
from core.settings import Engine, Settings


class Stopwatch:
    """Seconds by stage, in order; `rows` is what the stage worked on."""

    def __init__(self) -> None:
        self.stages: list[tuple[str, float, int]] = []

    @contextmanager
    def stage(self, name: str, rows: list[int]):
        start = time.perf_counter()
        yield
        self.stages.append((name, time.perf_counter() - start, rows[0] if rows else 0))


def run(records: Path, folder: Path) -> Stopwatch:
    """Take the file in, stage by stage."""
    watch, count = Stopwatch(), [0]
    make_workspace(folder, Engine("embedded"))
    explorer = open_workspace(folder, Settings.from_env(os.environ))
    try:
        with watch.stage("read the file, store its rows", count):
            report = explorer.intake.add([Incoming("records", records.name, records.read_bytes())])
            count[0] = report.entities + report.relations
        with watch.stage("compute the graph (careful)", count):
            graph = explorer.views().graph
            count[0] = len(graph) + graph.number_of_edges()
        for kind, name in COLLECTIONS.items():
            with watch.stage(f"embed {name}", count):
                space = explorer.views().space(kind)
                explorer.embeddings.fill(space.rows)
                count[0] = len(space.rows)
        with watch.stage("fill the vector index", count):
            explorer.collections.update()
            count[0] = sum(state.rows for state in explorer.library.collections())
    finally:
        explorer.close()
    return watch


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("records", type=Path)
    given.add_argument("--workspace", type=Path)
    options = given.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        watch = run(options.records, options.workspace or Path(scratch) / "workspace")
    total = sum(seconds for _, seconds, _ in watch.stages)
    print("| stage | seconds | share | rows | rows/s |\n|---|---|---|---|---|")
    for name, seconds, rows in watch.stages:
        print(f"| {name} | {seconds:.1f} | {seconds / total:.0%} | {rows:,} | {rows / seconds:,.0f} |")
    print(f"| all | {total:.1f} | 100% | | |")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
    print(f"\npeak memory {peak:.0f} MB")


if __name__ == "__main__":
    main()
