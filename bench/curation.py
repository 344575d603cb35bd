"""What a decision costs on a large graph: preview, applying, undo, the history, and replaying a thousand decisions.

    python -m bench.curation RECORDS.jsonl [--workspace DIR] [--decisions 1000]

Takes the file into a new workspace with the embedded engine, unless DIR holds one, and embeds all texts first. Then it
prints, as Markdown, the median and the worst seconds of splitting, merging and renaming entities: those with most
passages, and others drawn at random. Applying is recording the decision, the graph, and embedding what has changed.
Last it decides so many times at once, and opens the workspace again.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from core.bootstrap import Explorer, make_workspace, open_workspace
from core.domain.decisions import Ruling, fold
from core.domain.records import Entity
from core.services.intake import Incoming
from core.settings import Engine, Settings

Result = TypeVar("Result")
LARGEST, DRAWN = 5, 20


class Times:
    """Seconds by row of the table."""

    def __init__(self) -> None:
        self.rows: dict[str, list[float]] = {}

    def of(self, row: str, work: Callable[[], Result]) -> Result:
        start = time.perf_counter()
        found = work()
        self.rows.setdefault(row, []).append(time.perf_counter() - start)
        return found

    def print(self) -> None:
        print("| | median s | worst s | times |\n|---|---|---|---|")
        for row, seconds in self.rows.items():
            print(f"| {row} | {statistics.median(seconds):.2f} | {max(seconds):.2f} | {len(seconds)} |")


def node(entity: Entity) -> dict[str, str]:
    return {"name": entity.name, "qualifier": entity.qualifier}


def split(entity: Entity) -> Ruling:
    """Half of the mentions to a part of their own."""
    half = list(entity.mentions[: (len(entity.mentions) + 1) // 2])
    parts = [{**node(entity), "qualifier": "one", "mentions": half}]
    return Ruling("split", {"node": node(entity), "parts": parts})


def merge(entity: Entity, other: Entity) -> Ruling:
    return Ruling("merge", {"nodes": [node(entity), node(other)], "into": node(entity)})


def rename(entity: Entity) -> Ruling:
    return Ruling("rename", {"node": node(entity), "to": {**node(entity), "name": f"{entity.name} renamed"}})


def cases(entities: list[Entity], chance: random.Random) -> Iterator[tuple[str, Ruling]]:
    """Rulings on the entities with most passages, and on others."""
    for which, chosen in ((" (largest)", entities[:LARGEST]), ("", chance.sample(entities[LARGEST:], DRAWN))):
        for entity in chosen:
            other = chance.choice([found for found in entities if found is not entity])
            yield f"split{which}", split(entity)
            yield f"merge{which}", merge(entity, other)
            yield f"rename{which}", rename(entity)


def one_by_one(explorer: Explorer, times: Times, chance: random.Random) -> None:
    """Preview, apply and undo each."""
    entities = _described(explorer)
    for what, ruling in cases(entities, chance):
        times.of(f"preview: {what}", lambda ruling=ruling: explorer.curate.preview([ruling]))
        decided = times.of(f"apply: {what}", lambda ruling=ruling: _applied(explorer, ruling))
        times.of("undo", lambda decided=decided: (explorer.curate.undo(decided.seqs), explorer.collections.update()))
    times.of("history", explorer.curate.history)


def _described(explorer: Explorer) -> list[Entity]:
    """Entities that a passage describes, most passages first."""
    found = [entity for _, entity in explorer.views().graph.nodes(data="entity") if entity.mentions]
    return sorted(found, key=lambda entity: (-len(entity.chunks), entity.key))


def _applied(explorer: Explorer, ruling: Ruling) -> Any:
    decided = explorer.curate.decide([ruling])
    explorer.collections.update()
    return decided


def many(explorer: Explorer, number: int, chance: random.Random) -> list[Ruling]:
    """Rulings of all sorts on different entities."""
    entities = chance.sample(_described(explorer), 2 * number)
    makers: tuple[Callable[[Entity, Entity], Ruling], ...] = (
        merge,
        lambda entity, _: split(entity),
        lambda entity, _: rename(entity),
        lambda entity, _: Ruling("retype", {"node": node(entity), "type": "thing"}),
        lambda entity, _: Ruling("hide", {"node": node(entity)}),
    )
    return [makers[n % len(makers)](entities[2 * n], entities[2 * n + 1]) for n in range(number)]


def replay(folder: Path, settings: Settings, times: Times) -> None:
    """A new process would do this: read the list, fold it, make the graph, show the history."""
    explorer = open_workspace(folder, settings)
    try:
        times.of("replay them in a new process, evidence and all", lambda: explorer.views().graph)
        entries = times.of("history of them", explorer.curate.history)
        times.of("fold them", lambda: fold(entry.decision for entry in entries))
        ruling = Ruling("hide", {"node": node(_described(explorer)[-1])})
        times.of("preview after them", lambda: explorer.curate.preview([ruling]))
    finally:
        explorer.close()


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("records", type=Path)
    given.add_argument("--workspace", type=Path)
    given.add_argument("--decisions", type=int, default=1000)
    options = given.parse_args()
    settings, times, chance = Settings.from_env(os.environ), Times(), random.Random(4)
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.workspace or Path(scratch) / "workspace"
        explorer = _opened(folder, options.records, settings)
        try:
            graph = explorer.views().graph
            print(f"{len(graph):,} nodes, {graph.number_of_edges():,} edges\n")
            one_by_one(explorer, times, chance)
            rulings = many(explorer, options.decisions, chance)
            times.of(f"decide {options.decisions:,} at once", lambda: explorer.curate.decide(rulings))
            times.of("replay them over the graph there is", lambda: explorer.views().graph)
        finally:
            explorer.close()
        replay(folder, settings, times)
    times.print()


def _opened(folder: Path, records: Path, settings: Settings) -> Explorer:
    fresh = not folder.exists()
    if fresh:
        make_workspace(folder, Engine("embedded"))
    explorer = open_workspace(folder, settings)
    if fresh:
        explorer.intake.add([Incoming("records", records.name, records.read_bytes())])
    explorer.collections.update()
    return explorer


if __name__ == "__main__":
    main()
