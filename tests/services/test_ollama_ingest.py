"""Ingestion over Ollama's wire, with each fault that a server or a model has.

The chunk ends in the right state, nothing that was read is lost, the message says what to do, and all is well once the
fault is gone.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from core.adapters.scripted_clock import FixedClock
from core.bootstrap import Explorer, create_workspace, open_workspace
from core.domain.chunking import CHARACTERS
from core.errors import ModelError, ModelMissing, ModelUnavailable
from core.services.ingest import Outcome
from core.settings import Engine, Settings
from tests.adapters.ollama_server import CHAT, EMBED, Body, Breaks, Fails, Floods, OllamaStub, Says, serving
from tests.graphs import snapshot
from tests.waiting import LONG

ENGINE = Engine("ollama", CHAT, EMBED, read_s=60.0)
BRIEF = replace(ENGINE, read_s=0.8)
"""With a limit that a test can wait for."""
NAMES = ("Ada", "Bea", "Cem")
FAULTY = "Bea"

Fault = Says | Fails | Breaks | Floods


@dataclass
class Bench:
    """A workspace of three passages, over a server whose fault hits the passage on Bea."""

    stub: OllamaStub
    explorer: Explorer

    def fail_with(self, fault: Fault | None) -> None:
        """From now on."""

        def act(body: Body) -> Fault:
            text = body["messages"][-1]["content"]
            if fault is not None and FAULTY in text:
                return fault
            return Says(rows(next(name for name in NAMES if name in text)))

        self.stub.chats.clear()
        self.stub.chats.extend([act] * 99)

    def states(self) -> list[str]:
        library = self.explorer.library
        return [row.state for name in NAMES for row in library.chunks(f"uploads/{name}.md")]

    def found(self) -> set[str]:
        return {entity.name for _, entity in self.explorer.views().graph.nodes(data="entity")}


def rows(name: str) -> str:
    return json.dumps({"entities": [{"name": name, "type": "person", "description": "Keeps keys."}], "relations": []})


@contextlib.contextmanager
def bench(home: Path, stub: OllamaStub | None = None) -> Iterator[Bench]:
    with serving(stub) as served:
        settings = Settings(home=home, ollama_host=served.url)
        path = create_workspace(settings, "Test", ENGINE, CHARACTERS)
        explorer = open_workspace(path, settings, clock=FixedClock())
        for name in NAMES:
            explorer.intake.add_text(name, f"{name} keeps the keys.")
        made = Bench(served, explorer)
        made.fail_with(None)
        try:
            yield made
        finally:
            explorer.close()


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Bench]:
    with bench(tmp_path) as made:
        yield made


PROSE = "I am sorry, but there is nothing of note in this passage."
HALF = '{"entities": [{"name": "Bea", "type": "person", "description": "Keeps keys.", "qualifier": ""}, {"na'
OVERFLOW = Says(rows(FAULTY), counted=9)


@pytest.mark.parametrize(
    ("fault", "reason", "remedy"),
    [
        (Fails(500, "something broke"), "something broke", "see Ollama's own log"),
        (Fails(503, "server busy, please try again"), "busy", "lower the number of calls side by side"),
        (Fails(500, "model requires more system memory (9 GiB)"), "not enough memory", "choose a smaller model"),
        (Fails(400, "bad request"), "refused the request", "Update Ollama"),
        (Breaks("hang"), "gave no", "limit"),
        (Breaks("silence"), "gave no", "limit"),
        (Breaks("close"), "broke off", "Try again"),
        (Breaks("no end"), "broke off", "Try again"),
        (Breaks("half a letter"), "broke off", "Try again"),
        (Breaks("bad line"), "broke off", "Try again"),
        (Breaks("error", words="CUDA error: device lost"), "CUDA error", "restart Ollama"),
        (Says(PROSE), "No row could be read", "choose another style or model"),
        (Floods(" "), "broke off before its first row", "choose another model"),
        (OVERFLOW, "cut the prompt", "shorter passages"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_a_fault_fails_its_chunk_alone_and_is_healed_by_a_retry(
    at: Bench, fault: Fault, reason: str, remedy: str
) -> None:
    if fault in (Breaks("hang"), Breaks("silence")):
        at.explorer.configure(engine=BRIEF)
    at.fail_with(fault)
    assert at.explorer.ingest.run() == Outcome(2, 1)
    assert at.states() == ["read", "failed", "read"]
    ((chunk, said),) = at.explorer.library.failures()
    assert chunk == "uploads/Bea.md#1"
    assert reason in said
    assert remedy in said
    assert at.found() == {"Ada", "Cem"}
    at.fail_with(None)
    assert at.explorer.ingest.run() == Outcome(0, 0)
    assert at.explorer.library.retry_failed(chunk) == 1
    assert at.explorer.ingest.run() == Outcome(1, 0)
    assert (at.states(), at.found()) == (["read"] * 3, set(NAMES))


def test_a_failed_chunk_shows_what_the_model_said_and_every_call(at: Bench) -> None:
    at.fail_with(Says(PROSE))
    at.explorer.ingest.run()
    reading = at.explorer.readings.of("uploads/Bea.md#1")
    assert (reading.state, reading.failed_reply, reading.attempts) == ("failed", PROSE, 3)
    asked = [body for body in at.stub.asked("/api/chat") if FAULTY in body["messages"][-1]["content"]]
    assert len(reading.found.calls) == len(asked)
    assert {body["options"]["seed"] for body in asked} == {0, 1, 2}


def test_a_reply_that_ran_into_its_limit_keeps_its_whole_rows_and_is_flagged(at: Bench) -> None:
    at.fail_with(Says(HALF, reason="length"))
    assert at.explorer.ingest.run() == Outcome(3, 0)
    assert "incomplete" in at.explorer.readings.of("uploads/Bea.md#1").found.flags
    assert at.found() == set(NAMES)


def test_a_reply_without_entities_is_read_and_said_to_be_empty(at: Bench) -> None:
    at.fail_with(Says('{"entities": [], "relations": []}'))
    assert at.explorer.ingest.run() == Outcome(3, 0, empty=1)
    assert at.explorer.library.empty() == ("uploads/Bea.md#1",)


def stopped(at: Bench, kind: type[ModelError], words: str) -> None:
    """The run ends; what was read stays, what was not waits."""
    with pytest.raises(kind, match=words):
        at.explorer.ingest.run()
    assert at.states() == ["read", "pending", "pending"]
    assert at.found() == {"Ada"}
    at.explorer.job.start()
    ended = at.explorer.job.wait(LONG)
    assert ended.state == "failed"
    assert ended.remedy


def test_a_server_that_is_gone_ends_the_run_and_another_host_goes_on(tmp_path: Path) -> None:
    with bench(tmp_path) as at:
        at.explorer.ingest.run(limit=1)
        with serving(OllamaStub()) as other:
            at.stub.stopped.set()
            gone = replace(ENGINE, host="127.0.0.1:9")
            at.explorer.configure(engine=gone)
            stopped(at, ModelUnavailable, "Start it")
            other.chats.extend(at.stub.chats)
            at.explorer.configure(engine=replace(ENGINE, host=other.url))
            assert at.explorer.ingest.run() == Outcome(2, 0)
        assert (at.states(), at.found()) == (["read"] * 3, set(NAMES))


def test_a_model_that_is_gone_ends_the_run(at: Bench) -> None:
    at.explorer.ingest.run(limit=1)
    model = at.stub.models.pop(CHAT)
    stopped(at, ModelMissing, "ollama pull small-chat")
    at.stub.models[CHAT] = model
    assert at.explorer.ingest.run() == Outcome(2, 0)


def test_something_else_that_answers_at_the_host_ends_the_run(at: Bench) -> None:
    at.fail_with(Fails(404, "", html=True))
    with pytest.raises(ModelUnavailable, match="no Ollama server"):
        at.explorer.ingest.run()
    assert at.states() == ["read", "pending", "pending"]


def test_cancelling_ends_a_call_that_hangs(at: Bench) -> None:
    at.explorer.configure(engine=replace(ENGINE, read_s=600.0))
    hung = Breaks("hang")
    at.fail_with(hung)
    at.explorer.job.start()
    while len(at.stub.asked("/api/chat")) < 2:
        at.stub.stopped.wait(0.01)
    at.explorer.job.cancel()
    assert at.explorer.job.wait(LONG).state == "stopped"
    assert at.states() == ["read", "pending", "pending"]


def test_reading_unchanged_text_again_asks_nothing(at: Bench, tmp_path: Path) -> None:
    at.explorer.ingest.run()
    asked, before = len(at.stub.asked("/api/chat")), snapshot(at.explorer.views().graph)
    at.explorer._store.queue.read_again([f"uploads/{name}.md" for name in NAMES])
    plan = at.explorer.changes.estimate(at.explorer.choice)
    assert (plan.calls, plan.cached, plan.tokens_in) == (3, 3, 0)
    assert at.explorer.ingest.run() == Outcome(3, 0)
    assert len(at.stub.asked("/api/chat")) == asked
    assert snapshot(at.explorer.views().graph) == before
    (cost,) = at.explorer.library.costs().indexing
    assert (cost.calls, cost.cached) == (3, 3)
