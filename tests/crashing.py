"""Kills an ingestion at a chosen step and goes on from there, in processes of their own.

Run as `python -m tests.crashing FOLDER SPREAD EVERY`: a step is a statement of SQLite, or the moment before, within or
after a write to the index. Killed at are SPREAD steps evenly over the run, and every EVERY-th step at the index. Each
time another process finds what is left and finishes. Printed are JSON lines: the undisturbed run, then each of these.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import chromadb.api.rust  # noqa: F401 - before forking, else each child imports it by itself

from core.adapters.chroma import ChromaIndex
from core.domain.identity import digest
from core.domain.wording import COLLECTIONS
from core.ports import IndexRow, VectorIndex
from core.services.intake import Incoming
from core.store.database import Database
from tests import larkspur
from tests.workspace import Workspace, all_there_is

TEXTS = {
    "a.md": "Alice meets Bob. Bob keeps the Daily Backup for 7 days in the Vault. Carol asks Bob about the Export."
    " The Export goes to Dave, and Dave tells Erin that the Vault was moved.",
    "b.md": "Erin reads the Handbook. The Handbook tells Frank to ask Alice.",
    "c.md": "Frank left.",
}
KILLED = 9


class Steps:
    """Counts; at `last` the process ends without a word, as if it were killed."""

    def __init__(self, last: int = 0) -> None:
        self.count, self._last = 0, last
        self.at_index: list[int] = []

    def __call__(self, statement: str = "") -> None:
        self.count += 1
        if not statement:
            self.at_index.append(self.count)
        if self.count == self._last:
            os._exit(KILLED)


class KilledIndex:
    """An index whose writes are steps: before, and after."""

    def __init__(self, index: VectorIndex, step: Steps) -> None:
        self._index, self._step = index, step
        self.query, self.hashes, self.close = index.query, index.hashes, index.close

    @property
    def generation(self) -> str:
        return self._index.generation

    def upsert(self, collection: str, rows: Sequence[IndexRow]) -> None:
        self._step()
        self._index.upsert(collection, rows[: len(rows) // 2])
        self._step()
        self._index.upsert(collection, rows[len(rows) // 2 :])
        self._step()

    def delete(self, collection: str, ids: Sequence[str]) -> None:
        self._step()
        self._index.delete(collection, ids)
        self._step()

    def reset(self) -> None:
        self._step()
        self._index.reset()
        self._step()


def chroma(folder: Path) -> VectorIndex:
    return ChromaIndex(folder / "chroma", tuple(COLLECTIONS.values()), "hash-64@1", 64)


def watch_statements(step: Steps) -> None:
    """Every statement of every connection from now on is a step."""
    connect = Database._connect

    def traced(self: Database) -> sqlite3.Connection:
        connection = connect(self)
        connection.set_trace_callback(step)
        return connection

    Database._connect = traced  # type: ignore[method-assign]


def work(folder: Path, index: VectorIndex) -> Workspace:
    """All that the tests do to a workspace, each part of which may have been done before."""
    workspace = Workspace(folder / "store", index=index)
    workspace.intake.add([Incoming("uploads", "own.jsonl", larkspur.own_records())])
    workspace.texts(TEXTS)
    workspace.ingest.run()
    workspace.store.documents.set_withdrawn("notes/c.md", True)
    workspace.collections.update()
    return workspace


def ended(folder: Path, step: Steps) -> None:
    watch_statements(step)
    workspace = work(folder, KilledIndex(chroma(folder), step))
    workspace.close()


def resumed(folder: Path) -> dict[str, Any]:
    workspace = work(folder, chroma(folder))
    there = all_there_is(workspace)
    states = [(s.rows, s.current) for s in workspace.collections.states()]
    progress = workspace.store.mentions.progress()
    workspace.index.close()
    workspace.close()
    return {
        "digest": digest(repr(sorted((key, repr(value)) for key, value in there.items()))),
        "states": states,
        "progress": [progress.chunks, progress.read, progress.failed],
    }


def in_child(do: Callable[[], Any]) -> tuple[int, Any]:
    """Exit code and answer of a function run in a forked process."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        answer = json.dumps(do())
        os.write(write, answer.encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), json.loads(answer) if answer else None


def counted(folder: Path) -> tuple[int, list[int]]:
    """How many steps an undisturbed run takes, and which of them are at the index."""
    step = Steps()
    ended(folder, step)
    return step.count, step.at_index


def main(folder: Path, spread: int, every: int) -> None:
    _, (total, at_index) = in_child(lambda: counted(folder / "count"))
    _, whole = in_child(lambda: resumed(folder / "whole"))
    sys.stdout.write(json.dumps(whole) + "\n")
    evenly = [1 + n * (total - 1) // max(spread - 1, 1) for n in range(spread)]
    for last in sorted({*evenly, *at_index[::every]}):
        place = folder / str(last)
        code, _ = in_child(partial(ended, place, Steps(last)))
        _, after = in_child(partial(resumed, place))
        sys.stdout.write(json.dumps({"step": last, "code": code, "after": after}) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
