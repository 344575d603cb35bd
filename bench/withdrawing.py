"""What it costs to take documents of 1,000 out of sight, to restore them, and to erase one for good.

    python -m bench.withdrawing [--documents 1000] [--chunks 3]

Makes evidence records with a seed, opens a workspace over them with an embedder that costs next to nothing, and prints,
as Markdown, the median and the worst seconds. So what is measured is LightPrism's own part: re-embedding the profiles
that change comes on top.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from bench.curation import Times
from core.adapters.scripted import HashEmbedder
from core.adapters.scripted_extractor import ScriptedExtractor, capitalised
from core.bootstrap import Explorer, make_workspace, open_workspace
from core.engines import Models
from core.services.intake import Incoming
from core.settings import Engine, Settings

NAMES, ROWS = 4000, 5
TIMES, MANY = 10, 100


def records(documents: int, chunks: int, chance: random.Random) -> Iterator[str]:
    """Chunks that name five of some thousand entities each, in a chain of relations."""
    for document in range(documents):
        for chunk in range(chunks):
            place = f"{document}.{chunk}"
            names = [f"Name {chance.randrange(NAMES)}" for _ in range(ROWS)]
            line: dict[str, Any] = {
                "document": f"handbook/{document:05}.md",
                "chunk": str(chunk),
                "text": f"What section {place} says of these things. " * 40,
                "entities": [
                    {"name": name, "type": "thing", "description": f"In {place}, row {n}, it is told of."}
                    for n, name in enumerate(names)
                ],
                "relations": [
                    {"source": a, "target": b, "keywords": ["goes with"], "description": f"Together in {place}."}
                    for a, b in pairwise(names)
                ],
            }
            yield json.dumps(line)


def one(explorer: Explorer, document: str, times: Times) -> None:
    """Preview, withdraw and restore a document; each with the graph and the collections after it."""
    times.of("preview of withdrawing one", lambda: explorer.withdrawals.preview([document]))
    times.of("withdraw one: graph and collections", lambda: _done(explorer, explorer.withdrawals.withdraw, [document]))
    times.of("preview of restoring one", lambda: explorer.withdrawals.preview_restore([document]))
    times.of("restore one: graph and collections", lambda: _done(explorer, explorer.withdrawals.restore, [document]))


def _done(explorer: Explorer, act: Any, documents: list[str]) -> None:
    act(documents)
    explorer.job.wait()  # the collections follow in it
    assert all(state.current for state in explorer.library.collections())


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--documents", type=int, default=1000)
    given.add_argument("--chunks", type=int, default=3)
    options = given.parse_args()
    settings, times, chance = Settings.from_env(os.environ), Times(), random.Random(7)
    content = "\n".join(records(options.documents, options.chunks, chance)).encode()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "workspace"
        make_workspace(folder, Engine("embedded"))
        models = Models(lambda: ScriptedExtractor(capitalised), HashEmbedder, 1)
        explorer = open_workspace(folder, settings, models)
        try:
            explorer.intake.add([Incoming("records", "made.jsonl", content)])
            explorer.collections.update()
            graph = explorer.views().graph
            print(f"{options.documents:,} documents, {len(graph):,} nodes, {graph.number_of_edges():,} edges\n")
            names = [row.document.id for row in explorer.library.documents()]
            for document in chance.sample(names, TIMES):
                one(explorer, document, times)
            many = chance.sample(names, min(MANY, len(names) // 2))
            times.of(f"withdraw {len(many)} at once", lambda: _done(explorer, explorer.withdrawals.withdraw, many))
            times.of("purge one", lambda: _done(explorer, explorer.purging.purge, many[:1]))
        finally:
            explorer.close()
    times.print()


if __name__ == "__main__":
    main()
