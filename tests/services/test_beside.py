"""Graph and collections are brought up beside reading: at what pace, and that nothing is lost or kept waiting by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import wait
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest

from core.adapters.scripted_clock import FixedClock
from core.adapters.scripted_extractor import ScriptedExtractor, capitalised
from core.domain.records import Extraction
from core.errors import ModelError
from core.ports import Embedding, Passage
from core.services.beside import FEWEST, PACE, Beside
from core.services.gate import Gate
from core.services.ingest import Outcome, Stages
from core.services.watch import NOT_WATCHED, Cancelled, Watch
from tests.waiting import LONG, until
from tests.workspace import Workspace, all_there_is

TEXTS = {f"{n:02}.md": f"Person{n} meets Person{n % 5}. Person{n} keeps Backup{n % 3}." for n in range(14)}


class Bench:
    """A pass of reading as a test plays it, and work that takes as long as it is told."""

    def __init__(self) -> None:
        self.clock, self.gate = FixedClock(step_s=0.0), Gate()
        self.begun, self.takes_s = 0, 0.0
        self.inside: Callable[[Watch], None] = lambda watch: None

    def work(self, watch: Watch) -> None:
        self.begun += 1
        self.clock.sleep(self.takes_s)
        self.inside(watch)

    @contextmanager
    def opened(self) -> Iterator[Beside]:
        with Beside(self.work, self.gate, self.clock, NOT_WATCHED) as beside:
            yield beside

    def read(self, beside: Beside, chunks: int, each_s: float = 1.0, to_come: int = 10**6) -> int:
        """Read so many chunks; how often work was begun by then. Work that was begun is waited for."""
        for _ in range(chunks):
            self.clock.sleep(each_s)
            beside.look(to_come)
            if beside._running is not None:
                wait([beside._running], LONG)
        return self.begun


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_work_begins_after_some_chunks(bench: Bench) -> None:
    with bench.opened() as beside:
        assert bench.read(beside, FEWEST - 1) == 0
        assert bench.read(beside, 1) == 1
        assert bench.read(beside, FEWEST) == 2


def test_where_chunks_come_fast_there_is_none(bench: Bench) -> None:
    with bench.opened() as beside:
        assert bench.read(beside, 100, each_s=0.001, to_come=0) == 0


def test_the_longer_it_takes_the_longer_it_rests(bench: Bench) -> None:
    bench.takes_s = 20.0
    with bench.opened() as beside:
        assert bench.read(beside, FEWEST) == 1
        assert bench.read(beside, int(PACE * bench.takes_s) - 1) == 1
        assert bench.read(beside, 2) == 2


def test_what_takes_little_hardly_rests(bench: Bench) -> None:
    bench.takes_s = 0.9
    with bench.opened() as beside:
        assert bench.read(beside, FEWEST) == 1
        assert bench.read(beside, FEWEST) == 2


def test_it_becomes_more_seldom_as_more_is_read(bench: Bench) -> None:
    with bench.opened() as beside:
        first, second = bench.read(beside, 400), bench.read(beside, 400)
    assert second - first <= 8  # at least a tenth more each time


def test_once_the_last_chunks_are_under_way_no_pace_is_kept(bench: Bench) -> None:
    bench.takes_s = 1000.0
    with bench.opened() as beside:
        assert bench.read(beside, FEWEST) == 1
        assert bench.read(beside, FEWEST) == 1
        assert bench.read(beside, 1, to_come=0) == 2
        assert bench.read(beside, 1, to_come=0) == 2


def test_towards_the_end_it_begins_so_that_it_may_be_done_by_then(bench: Bench) -> None:
    bench.takes_s = 20.0
    with bench.opened() as beside:
        assert bench.read(beside, FEWEST) == 1
        assert bench.read(beside, FEWEST, to_come=50) == 1  # takes two to three seconds each
        assert bench.read(beside, 1, to_come=3) == 2


def test_none_begins_while_a_question_is_asked(bench: Bench) -> None:
    with bench.opened() as beside:
        with bench.gate.question():
            assert bench.read(beside, FEWEST) == 0
        assert bench.read(beside, 1) == 1


def test_work_waits_while_a_question_is_asked(bench: Bench) -> None:
    went_on, at_check = Event(), Event()

    def inside(watch: Watch) -> None:
        at_check.set()
        watch.check()
        went_on.set()

    bench.inside = inside
    with bench.opened() as beside:
        bench.read(beside, FEWEST - 1)
        with bench.gate.question():
            beside._gate = Gate()  # it was begun just before
            beside.look(10**6)
            assert at_check.wait(LONG)
            assert not went_on.wait(0.05)
        assert went_on.wait(LONG)


def test_what_fails_is_left_to_the_end_of_the_run(bench: Bench) -> None:
    def fail(watch: Watch) -> None:
        raise ModelError("No answer.")

    bench.inside = fail
    with bench.opened() as beside:
        assert bench.read(beside, 10 * FEWEST) == 1


def test_the_end_of_reading_stops_it_where_that_loses_nothing(bench: Bench) -> None:
    ended: list[str] = []

    def inside(watch: Watch) -> None:
        until(lambda: beside._watch._stopped.is_set())
        try:
            watch.check()
        except Cancelled:
            ended.append("cancelled")
            raise

    bench.inside = inside
    with bench.opened() as beside:
        for _ in range(FEWEST):
            bench.clock.sleep(1.0)
            beside.look(10**6)
    assert ended == ["cancelled"]


# --- in an ingestion --------------------------------------------------------------------------------------------------


class StopAfter(Stages):
    """Orders the run to stop after so many chunks."""

    def __init__(self, chunks: int) -> None:
        self._left = chunks

    def stage(self, name: str) -> Watch:
        return self

    def at(self, chunk: str, failed: bool) -> None:
        self._left -= 1

    def begin(self, total: int) -> None: ...

    def advance(self, steps: int = 1) -> None: ...

    def check(self) -> None:
        if self._left <= 0:
            raise Cancelled


def test_the_graph_is_there_before_the_last_chunk_is_read(tmp_path: Path) -> None:
    def script(passage: Passage) -> Extraction:
        if passage.text.startswith("Person13 "):
            until(lambda: workspace.store.vectors.count_indexed("relations") > 0)
        return capitalised(passage)

    workspace, whole = Workspace(tmp_path / "beside", script), Workspace(tmp_path / "whole")
    for each in (workspace, whole):
        each.texts(TEXTS)
    assert workspace.ingest.run() == Outcome(14, 0)
    for pending in whole.store.queue.waiting():
        found = whole.extractor.extract(Passage(pending.chunk.text))
        whole.store.mentions.save(pending, found, whole.extractor.identity, "t")
    whole.collections.update()
    assert all_there_is(workspace) == all_there_is(whole)


@pytest.mark.parametrize("chunks", [8, 9, 13])
def test_a_run_that_is_stopped_meanwhile_goes_on_as_if_it_had_not_been(tmp_path: Path, chunks: int) -> None:
    stopped, whole = Workspace(tmp_path / "stopped", workers=2), Workspace(tmp_path / "whole")
    for each in (stopped, whole):
        each.texts(TEXTS)
    with pytest.raises(Cancelled):
        stopped.ingest.run(StopAfter(chunks))
    stopped.ingest.run()
    whole.ingest.run()
    assert all_there_is(stopped) == all_there_is(whole)
    assert all(state.current for state in stopped.collections.states())


def test_an_embedder_that_fails_meanwhile_costs_no_chunk_and_is_told_at_the_end(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    workspace.texts(TEXTS)
    workspace.collections.update()
    embed = workspace.embedder.embed

    def refuse(texts: object) -> Embedding:
        raise ModelError("No answer.")

    workspace.embedder.embed = refuse  # type: ignore[method-assign]
    with pytest.raises(ModelError, match="No answer"):
        workspace.ingest.run()
    assert workspace.store.mentions.progress().read == 14
    workspace.embedder.embed = embed  # type: ignore[method-assign]
    workspace.extractor = ScriptedExtractor(capitalised)
    assert workspace.ingest.run() == Outcome(0, 0)
    assert all(state.current for state in workspace.collections.states())
