"""Chroma's own process: how it ends, what is left then, and that whoever asks learns of it. (Else: tests/contracts.)"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.adapters import chroma_process, frames
from core.adapters.chroma_process import ChromaProcess
from core.errors import VectorIndexError
from core.ports import IndexRow
from tests.waiting import LONG

NAMES = ("entities", "relations", "chunks")
SIZE = 4
ROOT = Path(__file__).resolve().parents[2]


def made(folder: Path) -> ChromaProcess:
    return ChromaProcess(folder, NAMES, "m@1", SIZE)


def rows(*ids: str, size: int = SIZE) -> list[IndexRow]:
    return [IndexRow(id_, id_, f"hash of {id_}", np.eye(size, dtype=np.float32)[n % size]) for n, id_ in enumerate(ids)]


def killed(index: ChromaProcess) -> None:
    os.kill(index._process.pid, signal.SIGKILL)
    index._process.wait(LONG)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromaProcess]:
    """One for all tests that need no other: starting one takes about a second."""
    folder = tmp_path_factory.mktemp("stands")
    (folder / "numpy.py").write_text("raise SystemExit(3)")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)  # a module that lies about where one stands is not imported
        index = made(folder / "chroma")
    yield index
    index.close()


@pytest.fixture
def index(shared: ChromaProcess) -> ChromaProcess:
    shared.reset()
    return shared


def test_one_that_was_killed_is_started_again_with_what_it_held(index: ChromaProcess) -> None:
    index.upsert("entities", rows("a", "b"))
    generation = index.generation
    killed(index)
    assert index.generation == generation
    assert index.hashes("entities") == {"a": "hash of a", "b": "hash of b"}


def test_killed_while_it_answers_is_an_error_once(index: ChromaProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    index.upsert("entities", rows("a"))
    write = frames.write

    def write_and_kill(pipe: Any, *message: Any) -> None:
        killed(index)
        write(pipe, *message)

    with monkeypatch.context() as patch:
        patch.setattr(frames, "write", write_and_kill)
        with pytest.raises(VectorIndexError, match=r"ended \(code -9\).*started again"):
            index.hashes("entities")
    assert index.hashes("entities") == {"a": "hash of a"}


def test_interrupted_while_it_waits_no_later_question_gets_that_answer(
    index: ChromaProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: Any) -> Any:
        raise KeyboardInterrupt

    index.upsert("entities", rows("a", "b"))
    with monkeypatch.context() as patch:
        patch.setattr(frames, "read", interrupt)
        with pytest.raises(KeyboardInterrupt):
            index.hashes("entities")
    assert index.query("entities", rows("a")[0].vector, 1) == [("a", pytest.approx(1.0))]


def test_what_chroma_refuses_is_told_and_the_next_call_goes_well(index: ChromaProcess) -> None:
    process = index._process
    index.upsert("entities", rows("a"))
    with pytest.raises(VectorIndexError, match="The vector store failed"):
        index.upsert("entities", rows("b", size=SIZE + 1))
    index.upsert("entities", rows("b"))
    assert index._process is process


def test_where_what_it_held_is_lost_the_one_who_goes_on_filling_is_told(index: ChromaProcess) -> None:
    index.upsert("entities", rows("a"))
    before = index.generation
    killed(index)
    (Path(index._opening["folder"]) / before / "chroma.sqlite3").write_bytes(b"nothing that a database begins with")
    with pytest.raises(VectorIndexError, match="lost"):
        index.upsert("entities", rows("b"))
    assert index.generation != before
    assert index.hashes("entities") == {}


def test_many_threads_get_each_their_own_answers(index: ChromaProcess) -> None:
    for name in NAMES:
        index.upsert(name, rows(*(f"{name} {n}" for n in range(SIZE))))

    def ask(n: int) -> bool:
        name = NAMES[n % 3]
        return index.query(name, rows(*"abcd")[n % SIZE].vector, 1)[0][0] == f"{name} {n % SIZE}"

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(ask, range(48)))


def test_a_closed_one_has_ended_and_refuses(tmp_path: Path) -> None:
    index = made(tmp_path)
    index.upsert("entities", rows("a"))
    process = index._process
    index.close()
    index.close()
    assert process.returncode == 0
    with pytest.raises(VectorIndexError, match="closed"):
        index.hashes("entities")
    with pytest.raises(VectorIndexError, match="closed"):
        _ = index.generation


HOLDS = """
import sys
from pathlib import Path
from tests.adapters.test_chroma_process import made, rows
index = made(Path(sys.argv[1]))
index.upsert("entities", rows("a"))
print(index.generation, "chromadb" in sys.modules, flush=True)
while True:
    index.upsert("entities", rows(*map(str, range(400))))
"""


def test_whoever_comes_after_a_killed_program_waits_for_its_child(tmp_path: Path) -> None:
    program = subprocess.Popen([sys.executable, "-c", HOLDS, tmp_path], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    generation, imported = program.stdout.readline().split()
    next_one = made(tmp_path)  # waits, as the first one holds the folder
    program.kill()
    program.wait(LONG)
    program.stdout.close()
    assert imported == "False"
    assert next_one.generation == generation
    assert next_one.hashes("entities")["a"] == "hash of a"
    assert next_one._process.poll() is None
    next_one.close()


def test_what_cannot_be_started_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no python"))
    with pytest.raises(VectorIndexError, match="can't be started"):
        made(tmp_path)


def test_what_ends_at_once_is_told_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chroma_process, "CHILD", "this")  # it prints, and ends
    index = made(tmp_path)
    for _ in range(2):
        with pytest.raises(VectorIndexError, match="process ended"):
            _ = index.generation
    index.close()
