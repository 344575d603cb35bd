"""Reading chunks: passages first, one transaction a chunk, any number of threads, and stopping without loss."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from core.adapters.scripted_extractor import ScriptedExtractor, capitalised
from core.domain.records import EntityRow, Extraction, RowIssue
from core.errors import BadModelReply, ModelError, ModelMissing, ModelTimeout, ModelUnavailable
from core.ports import Passage
from core.services.ingest import Outcome, Stages
from core.services.watch import Cancelled, Watch
from tests.waiting import LONG
from tests.workspace import Workspace, all_there_is

TEXTS = {f"{n}.md": f"Person{n} writes to Person{n + 1}. Person{n} keeps Backup{n % 3}." for n in range(9)}


class Recorded(Stages):
    """Notes what a run tells; `stop_after` chunks it orders the run to stop."""

    def __init__(self, stop_after: int | None = None) -> None:
        self.told: list[str] = []
        self._stop_after, self._seen = stop_after, 0

    def stage(self, name: str) -> Watch:
        self.told.append(name)
        return self

    def at(self, chunk: str, failed: bool) -> None:
        self._seen += 1
        self.told.append(f"{'failed' if failed else 'read'} {chunk}")

    def begin(self, total: int) -> None:
        self.told.append(f"{total} steps")

    def advance(self, steps: int = 1) -> None: ...

    def check(self) -> None:
        if self._stop_after is not None and self._seen >= self._stop_after:
            raise Cancelled


def test_every_pending_chunk_is_read_and_everything_is_current(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    workspace.texts(TEXTS)
    assert workspace.ingest.run() == Outcome(9, 0)
    assert workspace.store.documents.pending() == ()
    assert all(state.current for state in workspace.collections.states())
    assert "person0 -> person1 : writes" in {k for _, _, k in workspace.views().graph.edges(keys=True)}
    assert workspace.ingest.run() == Outcome(0, 0)


def test_a_workspace_without_chunks_asks_no_model(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)

    def no_model() -> ScriptedExtractor:
        raise ModelMissing("There is no model.")

    workspace.ingest._extractor = no_model
    assert workspace.ingest.run() == Outcome(0, 0)


def test_a_run_tells_its_stages_and_the_chunk_it_is_at(tmp_path: Path) -> None:
    workspace, told = Workspace(tmp_path), Recorded()
    workspace.texts({"a.md": "Alice meets Bob."})
    workspace.ingest.run(told)
    assert told.told[:5] == ["passages", "1 steps", "reading", "1 steps", "read notes/a.md#1"]
    assert told.told[5] == "collections"


def test_passages_can_be_searched_before_any_chunk_is_read(tmp_path: Path) -> None:
    seen: list[bool] = []

    def script(passage: Passage) -> Extraction:
        states = {state.name: state.rows for state in workspace.collections.states()}
        seen.append(states["chunks"] == 2)
        return Extraction()

    workspace = Workspace(tmp_path, script)
    workspace.texts({"a.md": "Alice.", "b.md": "Bob."})
    workspace.ingest.run()
    assert seen == [True, True]


def test_law_7_the_number_of_threads_changes_nothing(tmp_path: Path) -> None:
    def uneven(passage: Passage) -> Extraction:
        barrier.wait(0.002 * (len(passage.text) % 5))  # chunks come back in another order than they were sent
        return capitalised(passage)

    barrier = threading.Event()
    one, four = Workspace(tmp_path / "one", uneven), Workspace(tmp_path / "four", uneven, workers=4)
    for workspace in (one, four):
        workspace.texts(TEXTS)
        assert workspace.ingest.run() == Outcome(9, 0)
    assert all_there_is(one) == all_there_is(four)


def test_no_more_calls_are_made_at_once_than_there_are_workers(tmp_path: Path) -> None:
    running, most, guard = 0, 0, threading.Lock()
    side_by_side = threading.Barrier(3)

    def script(passage: Passage) -> Extraction:
        nonlocal running, most
        with guard:
            running += 1
            most = max(most, running)
        side_by_side.wait(LONG)  # breaks where fewer than three ever run
        with guard:
            running -= 1
        return Extraction()

    workspace = Workspace(tmp_path, script, workers=3)
    workspace.texts(TEXTS)
    assert workspace.ingest.run() == Outcome(9, 0, empty=9)
    assert most == 3


@pytest.mark.parametrize("error", [BadModelReply("Cut off."), ModelTimeout("Too slow.", "Wait."), ModelError("Odd.")])
def test_a_chunk_that_can_not_be_read_is_listed_and_the_others_go_on(tmp_path: Path, error: ModelError) -> None:
    def script(passage: Passage) -> Extraction:
        if "Person4 writes" in passage.text:
            raise error
        return capitalised(passage)

    workspace = Workspace(tmp_path, script)
    workspace.texts(TEXTS)
    assert workspace.ingest.run() == Outcome(8, 1)
    assert workspace.store.mentions.failures() == (("notes/4.md#1", str(error)),)
    workspace.extractor = ScriptedExtractor(capitalised)
    assert workspace.ingest.run() == Outcome(0, 0)
    assert workspace.store.mentions.retry_failed() == 1
    assert workspace.ingest.run() == Outcome(1, 0)
    fresh = Workspace(tmp_path / "fresh")
    fresh.texts(TEXTS)
    fresh.ingest.run()
    assert all_there_is(workspace) == all_there_is(fresh)


@pytest.mark.parametrize("error", [ModelUnavailable("Not running.", "Start it."), ModelMissing("No such model.")])
@pytest.mark.parametrize("workers", [1, 4])
def test_a_server_that_is_gone_ends_the_run_and_keeps_what_was_read(
    tmp_path: Path, error: ModelError, workers: int
) -> None:
    calls, guard = iter(range(99)), threading.Lock()

    def script(passage: Passage) -> Extraction:
        with guard:
            if next(calls) >= 5:
                raise error
        return capitalised(passage)

    workspace = Workspace(tmp_path, script, workers=workers)
    workspace.texts(TEXTS)
    with pytest.raises(type(error), match=error.message):
        workspace.ingest.run()
    progress = workspace.store.mentions.progress()
    assert (progress.read, progress.failed, progress.pending) == (5, 0, 4)
    workspace.extractor = ScriptedExtractor(capitalised)
    assert workspace.ingest.run() == Outcome(4, 0)


@pytest.mark.parametrize("workers", [1, 3])
def test_stopping_keeps_every_call_that_was_made(tmp_path: Path, workers: int) -> None:
    made: list[str] = []

    def script(passage: Passage) -> Extraction:
        made.append(passage.text)
        return capitalised(passage)

    workspace = Workspace(tmp_path, script, workers=workers)
    workspace.texts(TEXTS)
    with pytest.raises(Cancelled):
        workspace.ingest.run(Recorded(stop_after=4))
    stopped = len(made)
    assert workspace.store.mentions.progress().read == stopped < 9
    assert workspace.ingest.run() == Outcome(9 - stopped, 0)
    assert len(made) == 9


def test_chunks_that_come_during_a_run_are_read_by_it(tmp_path: Path) -> None:
    late = iter(["Late.md"])

    def script(passage: Passage) -> Extraction:
        for name in late:
            workspace.texts({name: "Zoe came later."})
        return capitalised(passage)

    workspace = Workspace(tmp_path, script)
    workspace.texts({"a.md": "Alice meets Bob."})
    assert workspace.ingest.run() == Outcome(2, 0)
    assert "zoe" in workspace.views().graph
    assert all(state.current for state in workspace.collections.states())


def test_the_passage_is_given_with_its_title_and_metadata(tmp_path: Path) -> None:
    given: list[Passage] = []

    def script(passage: Passage) -> Extraction:
        given.append(passage)
        return Extraction()

    workspace = Workspace(tmp_path, script)
    workspace.texts({"a.md": "---\ntitle: The title\nplan: Business\n---\nSome text."})
    workspace.ingest.run()
    assert [(p.text, p.title, p.metadata["plan"]) for p in given] == [("Some text.", "The title", "Business")]


def test_rejected_rows_and_the_reader_are_kept(tmp_path: Path) -> None:
    found = Extraction((EntityRow("A"),), issues=(RowIssue("rejected", "{]", "is no JSON"),), reply="{]")
    workspace = Workspace(tmp_path, lambda _: found)
    workspace.texts({"a.md": "Text."})
    workspace.ingest.run()
    assert [(i.chunk, i.issue.reason) for i in workspace.library.issues()] == [("notes/a.md#1", "is no JSON")]
    read_by = workspace.store.database.connection.execute("SELECT reader FROM chunks").fetchone()
    assert read_by == ("scripted@1",)
    assert workspace.library.contents().rejected == 1


def test_a_fault_of_our_own_costs_that_chunk_alone(tmp_path: Path) -> None:
    """An extractor may raise what is no ModelError; the run goes on, and the chunk is listed with the fault."""

    def read(passage: Passage) -> Extraction:
        if "two" in passage.text:
            raise IndexError("list index out of range")
        return Extraction(entities=(EntityRow("Alpha"),))

    workspace = Workspace(tmp_path, read)
    workspace.texts({f"{name}.md": f"text {name}" for name in ("one", "two", "three")})
    outcome = workspace.ingest.run()
    assert (outcome.read, outcome.failed) == (2, 1)
    ((chunk, reason),) = workspace.store.mentions.failures()
    assert "two" in chunk
    assert "IndexError" in reason
