"""A question goes ahead of the queue, its calls are counted apart, and it is told what the graph lacks."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from core.adapters.scripted import HashEmbedder
from core.adapters.scripted_chat import ScriptedChat
from core.adapters.scripted_clock import FixedClock
from core.bootstrap import Explorer, create_workspace, open_workspace
from core.domain.chunking import Chunking
from core.domain.records import ModelCall
from core.engines import Models
from core.errors import ModelError, ModelTimeout, ModelUnavailable
from core.ports import ChatReply, ChatRequest, Embedding
from core.services.cached_chat import CachedChat
from core.services.extraction import ModelExtractor
from core.services.question import Request
from core.settings import Engine, Settings

WORDS = '{"high_level_keywords": ["custody"], "low_level_keywords": ["Ines"]}'
ROWS = '{"entities": [{"name": "Ines", "type": "person", "description": "Keeps keys."}], "relations": []}'


class Desk:
    """An Explorer whose models note whether the gate is open while they are asked."""

    def __init__(self, home: Path, failure: ModelError | None = None) -> None:
        settings = Settings(home=home)
        path = create_workspace(settings, "Test", Engine("ollama", "small", "hash"), Chunking("characters", 60, 10))
        self.open: dict[str, list[bool]] = {"keywords": [], "extract": [], "embed": []}
        self.failure = failure
        self.explorer: Explorer = open_workspace(path, settings, lambda *_: self.models(), FixedClock())

    def models(self) -> Models:
        desk = self

        class Embedder(HashEmbedder):
            def embed(self, texts: list[str]) -> Embedding:  # type: ignore[override]
                desk.open["embed"].append(desk.explorer.gate.open)
                return super().embed(texts)

        return Models(
            lambda: ModelExtractor(CachedChat(ScriptedChat(self.say), desk.explorer._store.replies, str)), Embedder
        )

    def say(self, request: ChatRequest) -> ChatReply:
        self.open[request.purpose].append(self.explorer.gate.open)
        if self.failure and request.purpose == "keywords":
            raise self.failure
        text = WORDS if request.purpose == "keywords" else ROWS
        return ChatReply(text, False, ModelCall(request.purpose, "small", "d", "p", 50, 9, 700))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk(tmp_path)
    made.explorer.intake.add_text("Keys", "Ines keeps the keys of the first vault. Omar guards the second one.")
    return made


ASK = Request("What does Ines keep?", mode="hybrid")


def test_a_question_holds_the_queue_back_and_reading_does_not(desk: Desk) -> None:
    desk.explorer.ingest.run()
    read = len(desk.open["embed"])
    desk.explorer.retrieve.run(ASK)
    assert desk.open["keywords"] == [False]
    assert desk.open["embed"][read:] == [False]
    assert set(desk.open["extract"]) == set(desk.open["embed"][:read]) == {True}
    assert desk.explorer.gate.open


def test_what_a_question_costs_is_counted_apart(desk: Desk) -> None:
    desk.explorer.ingest.run()
    desk.explorer.retrieve.run(ASK)
    costs = desk.explorer.library.costs()
    chunks = desk.explorer.library.contents().chunks.chunks
    assert [(cost.model, cost.calls, cost.tokens_in) for cost in costs.indexing] == [("small", chunks, 50 * chunks)]
    assert [(cost.model, cost.calls, cost.tokens_out, cost.seconds) for cost in costs.questions] == [
        ("small", 1, 9, 0.7)
    ]
    assert costs.trials == ()


def test_the_same_question_is_not_asked_of_the_model_again(desk: Desk) -> None:
    desk.explorer.ingest.run()
    first = desk.explorer.retrieve.run(ASK)
    second = desk.explorer.retrieve.run(ASK)
    assert (second.keywords.low, second.entities) == (first.keywords.low, first.entities)
    assert len(desk.open["keywords"]) == 1
    (cost,) = desk.explorer.library.costs().questions
    assert (cost.calls, cost.cached, cost.saved) == (1, 1, 59)


@pytest.mark.parametrize("error", [ModelTimeout("Late.", "Wait."), ModelUnavailable("Gone.", "Start it.")])
def test_calls_of_a_question_that_failed_are_counted_and_the_queue_goes_on(tmp_path: Path, error: ModelError) -> None:
    error.calls = (ModelCall("keywords", "small", tokens_in=50, outcome=type(error).__name__),)
    desk = Desk(tmp_path, error)
    with contextlib.suppress(ModelUnavailable):  # after a timeout the question stands in for its keywords
        desk.explorer.retrieve.run(ASK)
    assert desk.explorer.gate.open
    (cost,) = desk.explorer.library.costs().questions
    assert (cost.calls, cost.failed, cost.tokens_in) == (1, 1, 50)


def test_modes_that_start_from_the_graph_say_what_it_lacks(desk: Desk) -> None:
    explorer = desk.explorer
    explorer.ingest.run(limit=1)
    chunks = explorer.library.contents().chunks.chunks
    note = f"Only 1 of {chunks} chunks are extracted: the graph is not whole yet."
    traces = explorer.retrieve.compare(ASK, ["naive", "local", "global", "hybrid", "mix"])
    assert [note in traces[mode].notes for mode in traces] == [False, True, True, True, True]
    explorer.ingest.run()
    assert not [told for told in explorer.retrieve.run(ASK).notes if "extracted" in told]
