"""The pool that reads: patience with a model that fails, what ends it, pausing, and questions that go first."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from core.adapters.scripted_chat import Said, ScriptedChat
from core.adapters.scripted_clock import FixedClock
from core.adapters.scripted_extractor import Script, capitalised
from core.domain.records import Extraction, ModelCall
from core.errors import (
    BadModelReply,
    ModelCancelled,
    ModelError,
    ModelMissing,
    ModelOverloaded,
    ModelTimeout,
    ModelUnavailable,
)
from core.ports import AskingExtractor, ChatRequest, Extractor, Passage
from core.services.extraction import ModelExtractor
from core.services.ingest import Outcome, Stages
from core.services.jobs import IngestJob
from core.services.reading import LOOK_S, WAITS_S
from tests.waiting import LONG, until
from tests.workspace import Workspace

TEXTS = {f"{n}.md": f"Person{n} meets Bob." for n in range(4)}
REPLY = '{"entities": [{"name": "Bob", "type": "person", "description": "Met."}], "relations": []}'


class WaitingClock(FixedClock):
    """Stands still but for waits, which it notes."""

    def __init__(self) -> None:
        super().__init__(step_s=0.0)
        self.waited = 0.0
        self.on_wait: Callable[[], None] = lambda: None

    def sleep(self, seconds: float) -> None:
        self.waited += seconds
        super().sleep(seconds)
        self.on_wait()


def faulty(*faults: ModelError, after: Script = capitalised) -> Script:
    """Raises each of these in turn, then reads."""
    left, guard = list(faults), threading.Lock()

    def script(passage: Passage) -> Extraction:
        with guard:
            fault = left.pop(0) if left else None
        if fault:
            raise fault
        return after(passage)

    return script


def workspace(folder: Path, script: Script, texts: dict[str, str], workers: int = 1) -> Workspace:
    made = Workspace(folder, script, workers=workers)
    made.ingest._clock = WaitingClock()
    made.texts(texts)
    return made


def waited(made: Workspace) -> float:
    clock = made.ingest._clock
    assert isinstance(clock, WaitingClock)
    return clock.waited


ONE = {"a.md": "Alice meets Bob."}


@pytest.mark.parametrize("kind", [ModelTimeout, ModelOverloaded, BadModelReply])
def test_a_chunk_that_failed_twice_is_read_at_the_third_attempt(tmp_path: Path, kind: type[ModelError]) -> None:
    made = workspace(tmp_path, faulty(kind("No."), kind("No.")), ONE)
    assert made.ingest.run() == Outcome(1, 0)
    assert waited(made) == pytest.approx(sum(WAITS_S), abs=3 * LOOK_S)


def test_a_chunk_that_fails_three_times_is_given_up_with_its_reply_and_all_its_calls(tmp_path: Path) -> None:
    def fault(n: int) -> ModelError:
        error = BadModelReply(f"Prose {n}.", "Try another model.")
        error.reply, error.calls = f"I think {n}", (ModelCall("extract", "m", tokens_in=n, outcome="ok"),)
        return error

    made = workspace(tmp_path, faulty(fault(1), fault(2), fault(3)), ONE)
    assert made.ingest.run() == Outcome(0, 1)
    assert made.store.mentions.failures() == (("notes/a.md#1", "Prose 3. Try another model."),)
    row = made.store.database.connection.execute("SELECT failed_reply, attempts FROM chunks").fetchone()
    assert row == ("I think 3", 3)
    assert [(cost.calls, cost.tokens_in) for cost in made.store.calls.costs()] == [(3, 6)]


def test_an_error_that_time_does_not_heal_is_not_tried_again(tmp_path: Path) -> None:
    made = workspace(tmp_path, faulty(ModelError("Odd.")), ONE)
    assert made.ingest.run() == Outcome(0, 1)
    assert waited(made) == 0


def test_attempts_go_on_counting_when_a_chunk_is_retried(tmp_path: Path) -> None:
    attempts: list[int] = []

    def script(passage: Passage) -> Extraction:
        attempts.append(passage.attempt)
        if len(attempts) < 5:
            raise BadModelReply("Prose.")
        return capitalised(passage)

    made = workspace(tmp_path, script, ONE)
    made.ingest.run()
    made.library.retry_failed()
    assert made.ingest.run() == Outcome(1, 0)
    assert attempts == [0, 1, 2, 3, 4]


def test_calls_of_attempts_that_failed_are_logged_with_those_of_the_one_that_did_not(tmp_path: Path) -> None:
    error = ModelTimeout("Late.")
    error.calls = (ModelCall("extract", "m", outcome="ModelTimeout"),)
    call = ModelCall("extract", "m")
    made = workspace(tmp_path, faulty(error, after=lambda p: replace(capitalised(p), calls=(call,))), ONE)
    made.ingest.run()
    assert [(cost.calls, cost.failed) for cost in made.store.calls.costs()] == [(2, 1)]


@pytest.mark.parametrize("kind", [ModelUnavailable, ModelMissing])
def test_calls_made_before_the_server_went_are_logged(tmp_path: Path, kind: type[ModelError]) -> None:
    gone = kind("Gone.", "Start it.")
    gone.calls = (ModelCall("extract", "m", outcome=kind.__name__),)
    made = workspace(tmp_path, faulty(gone), ONE)
    with pytest.raises(kind, match=r"Gone\. Start it\."):
        made.ingest.run()
    assert made.store.mentions.progress().pending == 1
    assert [(cost.job, cost.calls) for cost in made.store.calls.costs()] == [("indexing", 1)]


def test_a_wait_ends_at_once_when_told_to_stop_and_the_chunk_waits_again(tmp_path: Path) -> None:
    made = workspace(tmp_path, faulty(*[BadModelReply("Prose.")] * 9), ONE)
    job = IngestJob(made.ingest, FixedClock())
    clock = made.ingest._clock
    assert isinstance(clock, WaitingClock)
    clock.on_wait = job.cancel
    job.start()
    assert job.wait(LONG).state == "stopped"
    assert clock.waited == pytest.approx(LOOK_S)
    assert made.store.mentions.progress().pending == 1


# --- models that can be interrupted ----------------------------------------------------------------------------------


def asking(made: Workspace, say: Callable[[ChatRequest], Said]) -> Extractor:
    made.extractor = ModelExtractor(ScriptedChat(say))
    return made.extractor


def test_what_asks_a_model_can_be_told_from_what_does_not(tmp_path: Path) -> None:
    made = Workspace(tmp_path)
    assert not isinstance(made.extractor, AskingExtractor)
    assert isinstance(asking(made, lambda _: REPLY), AskingExtractor)


def test_cancelling_ends_the_calls_in_flight_and_their_chunks_wait_again(tmp_path: Path) -> None:
    begun = threading.Semaphore(0)

    def say(request: ChatRequest) -> Said:
        begun.release()
        assert request.cancelled is not None
        while not request.cancelled():
            threading.Event().wait(0.005)
        return ModelCancelled("The call was cancelled.")

    made = workspace(tmp_path, capitalised, TEXTS, workers=2)
    asking(made, say)
    job = IngestJob(made.ingest, FixedClock())
    job.start()
    assert begun.acquire(timeout=LONG)
    assert begun.acquire(timeout=LONG)
    job.cancel()
    assert job.wait(LONG).state == "stopped"
    progress = made.store.mentions.progress()
    assert (progress.read, progress.failed, progress.pending) == (0, 0, 4)
    asking(made, lambda _: REPLY)
    assert made.ingest.run() == Outcome(4, 0)


def test_another_attempt_asks_in_another_way(tmp_path: Path) -> None:
    made = workspace(tmp_path, capitalised, ONE)
    chat = ScriptedChat(["prose", "prose", REPLY])
    made.extractor = ModelExtractor(chat)
    assert made.ingest.run() == Outcome(1, 0)
    assert [request.seed for request in chat.requests] == [0, 1, 2]
    assert [request.temperature > 0 for request in chat.requests] == [False, True, True]


# --- who goes first --------------------------------------------------------------------------------------------------


class Steps:
    """A reader that waits before each chunk until it is let on."""

    def __init__(self) -> None:
        self.at_chunk, self.go = threading.Semaphore(0), threading.Semaphore(0)

    def __call__(self, passage: Passage) -> Extraction:
        self.at_chunk.release()
        assert self.go.acquire(timeout=LONG)
        return capitalised(passage)


@pytest.fixture
def steps() -> Steps:
    return Steps()


@pytest.fixture
def reading(tmp_path: Path, steps: Steps) -> Workspace:
    return workspace(tmp_path, steps, TEXTS)


def test_while_a_question_is_asked_no_chunk_is_begun(reading: Workspace, steps: Steps) -> None:
    job = IngestJob(reading.ingest, FixedClock())
    with reading.ingest.gate.question():
        job.start()
        assert not steps.at_chunk.acquire(timeout=3 * LOOK_S)
    assert steps.at_chunk.acquire(timeout=LONG)
    with reading.ingest.gate.question():
        steps.go.release()
        until(lambda: reading.store.mentions.progress().read == 1)
        assert not steps.at_chunk.acquire(timeout=3 * LOOK_S)
    for _ in range(3):
        steps.go.release()
    assert job.wait(LONG).state == "done"


def test_a_pause_lets_the_chunk_in_flight_end_and_begins_no_other(reading: Workspace, steps: Steps) -> None:
    job = IngestJob(reading.ingest, FixedClock())
    job.start()
    assert steps.at_chunk.acquire(timeout=LONG)
    job.pause()
    assert (job.progress().state, job.progress().active) == ("paused", True)
    steps.go.release()
    until(lambda: reading.store.mentions.progress().read == 1)
    assert not steps.at_chunk.acquire(timeout=3 * LOOK_S)
    job.resume()
    assert job.progress().state == "running"
    for _ in range(3):
        steps.go.release()
    assert (job.wait(LONG).state, job.progress().done) == ("done", 4)


def test_a_paused_run_can_be_stopped_and_another_one_is_not_paused(reading: Workspace, steps: Steps) -> None:
    job = IngestJob(reading.ingest, FixedClock())
    job.start()
    assert steps.at_chunk.acquire(timeout=LONG)
    job.pause()
    steps.go.release()
    job.cancel()
    assert job.wait(LONG).state == "stopped"
    job.start()
    for _ in range(3):
        steps.go.release()
    assert job.wait(LONG).state == "done"


def test_pausing_and_resuming_what_does_not_run_has_no_effect(reading: Workspace, steps: Steps) -> None:
    job = IngestJob(reading.ingest, FixedClock())
    job.pause()
    job.resume()
    assert job.progress().state == "idle"
    assert reading.ingest.gate.open


def test_other_work_can_be_stopped_but_not_paused(reading: Workspace) -> None:
    job, begun, go = IngestJob(reading.ingest, FixedClock()), threading.Event(), threading.Event()

    def work(stages: Stages) -> Outcome:
        watch = stages.stage("embedding")
        watch.begin(1)
        begun.set()
        assert go.wait(LONG)
        watch.check()
        return Outcome(0, 0)

    assert job.start_with(work)
    assert begun.wait(LONG)
    job.pause()
    assert (job.progress().state, job.progress().stage) == ("running", "embedding")
    assert not job.start()
    job.cancel()
    go.set()
    assert job.wait(LONG).state == "stopped"
