"""Ingestion in a thread of its own: one at a time, seen from anywhere, stopped without loss, failed with words."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from core.adapters.scripted_clock import FixedClock
from core.adapters.scripted_extractor import capitalised
from core.domain.records import Extraction
from core.errors import ModelUnavailable
from core.ports import Extractor, Passage
from core.services.jobs import IngestJob, Progress
from tests.waiting import LONG, until
from tests.workspace import Workspace

TEXTS = {f"{n}.md": f"Person{n} meets Bob." for n in range(6)}


class Gate:
    """A reader that waits before each chunk until it is let on."""

    def __init__(self) -> None:
        self.at_chunk, self.go = threading.Semaphore(0), threading.Semaphore(0)

    def __call__(self, passage: Passage) -> Extraction:
        self.at_chunk.release()
        assert self.go.acquire(timeout=LONG)
        return capitalised(passage)

    def let_on(self, count: int) -> None:
        for _ in range(count):
            self.go.release()


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
def workspace(tmp_path: Path, gate: Gate) -> Workspace:
    made = Workspace(tmp_path, gate)
    made.texts(TEXTS)
    return made


@pytest.fixture
def job(workspace: Workspace) -> IngestJob:
    return IngestJob(workspace.ingest, FixedClock())


def test_before_the_first_run_a_job_is_idle(job: IngestJob) -> None:
    assert job.progress() == Progress()
    assert job.wait() == Progress()
    assert not job.progress().active


def test_a_run_ends_done_with_its_counts(job: IngestJob, gate: Gate, workspace: Workspace) -> None:
    assert job.start()
    gate.let_on(6)
    ended = job.wait(LONG)
    assert (ended.state, ended.done, ended.failed, ended.message) == ("done", 6, 0, "")
    assert len(workspace.views().graph) == 7


def test_there_is_one_run_at_a_time_and_another_may_follow(job: IngestJob, gate: Gate, workspace: Workspace) -> None:
    assert job.start()
    assert gate.at_chunk.acquire(timeout=LONG)
    assert not job.start()
    gate.let_on(6)
    assert job.wait(LONG).state == "done"
    workspace.texts({"z.md": "Zoe meets Bob."})
    assert job.start()
    gate.let_on(1)
    assert (job.wait(LONG).state, job.progress().done) == ("done", 1)


def test_progress_tells_stage_chunk_rate_and_time_left(job: IngestJob, gate: Gate) -> None:
    job.start()
    gate.let_on(3)
    for _ in range(4):
        assert gate.at_chunk.acquire(timeout=LONG)
    until(lambda: job.progress().done == 3)  # the fourth is begun before the third is stored
    seen = job.progress()
    assert (seen.state, seen.stage, seen.done, seen.total) == ("running", "reading", 3, 6)
    assert seen.current == "notes/2.md#1"
    assert (seen.rate, seen.seconds_left) == (1.0, 3.0)  # the clock gains a second a step
    gate.let_on(3)
    job.wait(LONG)


def test_a_run_told_to_stop_ends_after_the_chunk_in_flight(job: IngestJob, gate: Gate, workspace: Workspace) -> None:
    job.start()
    gate.let_on(2)
    for _ in range(3):
        assert gate.at_chunk.acquire(timeout=LONG)
    job.cancel()
    assert job.progress().state == "stopping"
    assert job.progress().active
    gate.let_on(1)
    ended = job.wait(LONG)
    assert (ended.state, ended.done) == ("stopped", 3)
    assert workspace.store.mentions.progress().read == 3
    assert job.start()
    gate.let_on(3)
    assert (job.wait(LONG).state, workspace.store.mentions.progress().pending) == ("done", 0)


def test_stopping_what_does_not_run_has_no_effect(job: IngestJob, gate: Gate) -> None:
    job.cancel()
    assert job.progress().state == "idle"
    job.start()
    gate.let_on(6)
    assert job.wait(LONG).state == "done"
    job.cancel()
    assert job.progress().state == "done"


def test_a_run_that_fails_says_why_and_what_to_do(tmp_path: Path) -> None:
    def script(passage: Passage) -> Extraction:
        raise ModelUnavailable("No server answers.", "Start it.")

    workspace = Workspace(tmp_path, script)
    workspace.texts(TEXTS)
    job = IngestJob(workspace.ingest, FixedClock())
    job.start()
    ended = job.wait(LONG)
    assert (ended.state, ended.message, ended.remedy) == ("failed", "No server answers.", "Start it.")
    assert not ended.active


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_run_that_breaks_is_never_left_running(tmp_path: Path) -> None:
    def no_reader() -> Extractor:
        raise ZeroDivisionError

    workspace = Workspace(tmp_path)
    workspace.texts(TEXTS)
    workspace.ingest._extractor = no_reader
    job = IngestJob(workspace.ingest, FixedClock())
    job.start()
    ended = job.wait(LONG)
    assert ended.state == "failed"
    assert ended.message
    assert job.start()
    job.wait(LONG)
