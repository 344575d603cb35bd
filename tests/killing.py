"""Kills an ingestion by signal 9 at random moments, and lets another process go on, until one comes to the end.

Run as `python -m tests.killing FOLDER SEED WORKSPACES KILLS`: first one run is left alone; then each of WORKSPACES is
killed KILLS times. When, is drawn by SEED: after so many steps (a model call, a new stage) and so many milliseconds.
Printed are JSON lines: the undisturbed run, then each workspace at its end and how many chunks were read at each kill.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import chromadb.api.rust  # noqa: F401 - before forking, else each child imports it by itself

from core.adapters.chroma import ChromaIndex
from core.adapters.scripted import HashEmbedder
from core.adapters.scripted_chat import ScriptedChat
from core.adapters.scripted_index import MemoryIndex
from core.binding import Binding
from core.bootstrap import Explorer, create_workspace, open_workspace
from core.domain.chunking import Chunking
from core.domain.identity import digest
from core.domain.policy import POLICIES
from core.domain.wording import COLLECTIONS
from core.engines import Models
from core.ports import ChatRequest
from core.services.cached_chat import CachedChat
from core.services.extraction import ModelExtractor
from core.services.ingest import Stages
from core.services.intake import Incoming
from core.services.watch import Watch
from core.settings import Engine, Settings
from tests.crashing import in_child
from tests.graphs import snapshot

CHUNKS, CALL_S = 60, 0.01
"""So many chunks in all, and seconds that the model takes for each."""

MOST_STEPS = 12
"""A kill comes before so many steps; ten kills leave some to be done."""

_steps: list[int] = []
"""Where a process that is to be killed tells its steps: a pipe."""


def step() -> None:
    for pipe in _steps:
        os.write(pipe, b".")


class Told(Stages):
    """Each stage is a step."""

    def stage(self, name: str) -> Watch:
        step()
        return super().stage(name)


def opened(folder: Path) -> Explorer:
    """The workspace, with a model that takes its time."""
    settings = Settings(home=folder)
    if not (settings.workspaces / "Test").exists():
        create_workspace(settings, "Test", Engine("ollama", "slow", "hash", workers=2), Chunking("characters", 50, 5))
    made: list[Explorer] = []

    def models(*_: object) -> Models:
        def reader() -> ModelExtractor:
            return ModelExtractor(CachedChat(ScriptedChat(slow), made[0]._store.replies, lambda: "t"))

        return Models(reader, HashEmbedder, 2)

    made.append(open_workspace(settings.workspaces / "Test", settings, models))
    return made[0]


def slow(request: ChatRequest) -> str:
    """Names the two persons of the passage."""
    step()
    time.sleep(CALL_S)
    names = [word for word in request.user.split() if word.startswith("Person")]
    entities = [{"name": name, "type": "person", "description": f"{name} is named."} for name in names]
    relations = [{"source": names[0], "target": names[-1], "keywords": ["meets"]}] if len(names) > 1 else []
    return json.dumps({"entities": entities, "relations": relations})


def killable(folder: Path) -> Explorer:
    """Work with an index in memory, quick to open and gone with the process; `tests.crashing` kills the real one."""
    explorer, index = opened(folder), MemoryIndex(tuple(COLLECTIONS.values()))
    index.generation = f"m-{os.getpid()}"
    explorer.__dict__["_chroma"] = index
    return work(explorer)


def work(explorer: Explorer) -> Explorer:
    """Take in and read; whatever was done before is not done again."""
    if explorer.library.contents().documents < CHUNKS:
        files = [(n, f"Person{n % 17} meets Person{n % 13 + 1} today.") for n in range(CHUNKS)]
        explorer.intake.add([Incoming("notes", f"{n}.md", text.encode()) for n, text in files])
    explorer.ingest.run(Told())
    return explorer


def finished(folder: Path) -> dict[str, Any]:
    """All that the workspace shows at its end."""
    explorer = work(opened(folder))
    store = explorer._store
    graphs = {policy: snapshot(explorer.views(policy).graph) for policy in POLICIES}
    read = [store.readings.of(chunk.id) for chunk in store.documents.chunks()]
    kept = [(r.chunk.id, r.state, r.reader, r.found.reply, r.found.entities, r.found.relations) for r in read if r]
    index = {name: sorted(explorer._chroma.hashes(name).items()) for name in COLLECTIONS.values()}
    states = [(state.rows, state.current) for state in explorer.collections.states()]
    explorer.close()
    return {"digest": digest(repr(graphs), repr(kept), repr(index)), "chunks": len(kept), "states": states}


def killed(do: Callable[[], Any], steps: int, then_s: float) -> bool:
    """Whether a forked process was killed after so many steps; False if it came to its end before."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        _steps.append(write)
        do()
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb", buffering=0) as pipe:
        for _ in range(steps):
            pipe.read(1)
        time.sleep(then_s)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == -signal.SIGKILL


def read_so_far(folder: Path) -> int:
    database = sqlite3.connect(folder / "workspaces" / "Test" / "lightprism.db")
    with closing(database):
        return int(database.execute("SELECT COUNT(*) FROM chunks WHERE state = 'read'").fetchone()[0])


def main(folder: Path, seed: int, workspaces: int, kills: int) -> None:
    Binding.make_index = ChromaIndex  # within the process: starting another for each end takes longer than all kills
    moments = Random(seed)
    _, whole = in_child(partial(finished, folder / "whole"))
    sys.stdout.write(json.dumps(whole) + "\n")
    for n in range(workspaces):
        place, read = folder / str(n), list[int]()
        opened(place).close()
        for _ in range(kills):
            if killed(partial(killable, place), moments.randrange(MOST_STEPS), moments.uniform(0.0, CALL_S)):
                read.append(read_so_far(place))
        _, end = in_child(partial(finished, place))
        sys.stdout.write(json.dumps({"read": read, "end": end}) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:5]))
