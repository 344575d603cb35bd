"""Experiments over Ollama's wire: seeds, one window for all calls, a small window, a model of one experiment alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.bootstrap import Explorer, create_workspace, open_workspace
from core.domain.chunking import Chunking
from core.domain.evaluation import Experiment, read_questions
from core.errors import ModelMissing
from core.services.evaluate import Asking
from core.services.incoming import Incoming
from core.services.task import Handle
from core.settings import Engine, Settings
from tests.adapters.ollama_server import CHAT, CLOUD, EMBED, Body, Fails, OllamaStub, Says, serving

SET = read_questions(
    b'{"question": "How long is the daily backup kept?", "support": ["notes/business.md"], "answer": "seven days"}\n',
    "set.jsonl",
)
KEYWORDS = Says('{"low_level_keywords": ["daily backup"], "high_level_keywords": ["retention"]}')
GOOD = Says("On the Business plan the daily backup is kept for 7 days [1].")


@dataclass
class Bench:
    """A workspace of one passage over a scripted server."""

    stub: OllamaStub
    explorer: Explorer

    def run(self, modes: tuple[str, ...] = ("naive", "mix"), **asking: object) -> Experiment:
        desk = self.explorer.evaluate
        plan = desk.plan(SET, modes, asking=Asking(**asking))  # type: ignore[arg-type]
        return desk.run(plan, Handle(lambda *_: None, lambda: False))

    @property
    def options(self) -> list[Body]:
        return [body["options"] for body in self.stub.asked("/api/chat")]


@pytest.fixture(params=["ollama", "embedded"])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    with serving() as stub:
        stub.models[EMBED].window = 8192
        engine = Engine("ollama", CHAT, EMBED) if request.param == "ollama" else Engine("embedded")
        settings = Settings(home=tmp_path, ollama_host=stub.url)
        path = create_workspace(settings, "Test", engine, Chunking("tokens", 200, 20))
        explorer = open_workspace(path, settings)
        text = b"On the Business plan the daily backup is kept for 7 days."
        explorer.intake.add([Incoming("notes", "business.md", text)])
        yield Bench(stub, explorer)
        explorer.close()


@pytest.mark.parametrize("bench", ["ollama"], indirect=True)
def test_keywords_and_answers_are_asked_in_one_window_with_a_seed_for_each_repeat(bench: Bench) -> None:
    bench.stub.chats.extend([KEYWORDS, GOOD, GOOD] * 2)
    found = bench.run(answers=True, repeats=2)
    (asked,) = found.results
    assert [one.contains for each in asked.measured for one in each.answers] == [True] * 4
    assert asked.keywords.low == ("daily backup",)
    assert [one["seed"] for one in bench.options] == [1, 1, 1, 2, 2, 2]
    assert {one["temperature"] for one in bench.options} == {0.3}
    assert len({one["num_ctx"] for one in bench.options}) == 1  # another window would load the model again
    assert found.setting["chat"].startswith(f"{CHAT}@")
    assert found.spent.calls == 6
    costs = bench.explorer.library.costs()
    assert (sum(cost.calls for cost in costs.questions), list(costs.indexing)) == (6, [])


@pytest.mark.parametrize("bench", ["ollama"], indirect=True)
def test_budgets_are_lowered_to_the_window_and_the_plan_says_so(bench: Bench) -> None:
    bench.stub.models[CHAT].window = 4096
    bench.stub.chats.extend([GOOD])
    found = bench.run(modes=("naive",), answers=True)
    assert found.plan.parameters.max_total_tokens < 4096
    assert "the chat model's window" in found.plan.notes[0]


@pytest.mark.parametrize("bench", ["ollama"], indirect=True)
def test_an_overloaded_server_is_a_failed_call(bench: Bench) -> None:
    bench.stub.chats.extend([Fails(503, "server busy"), Fails(503, "server busy")])
    found = bench.run(modes=("naive",), answers=True)
    (answer,) = found.results[0].measured[0].answers
    assert answer.failed
    assert answer.right is None


@pytest.mark.parametrize("bench", ["embedded"], indirect=True)
def test_a_model_of_the_server_may_answer_for_an_embedded_workspace_once(bench: Bench) -> None:
    found = bench.explorer.evaluate.chats()
    assert CHAT in found
    assert not {EMBED, CLOUD} & set(found)  # neither what embeds, nor what would leave this machine
    assert bench.explorer.evaluate.unanswered()
    assert bench.explorer.evaluate.unanswered(CHAT) == ""
    bench.stub.chats.extend([KEYWORDS, GOOD, GOOD])
    experiment = bench.run(answers=True, chat=CHAT)
    assert experiment.results[0].measured[0].answers[0].contains is True
    assert experiment.results[0].keywords.origin == "model"
    assert (bench.explorer.engine.kind, experiment.engine["kind"]) == ("embedded", "embedded")
    with pytest.raises(ModelMissing, match="no model 'other'"):
        bench.run(answers=True, chat="other")
    assert len(bench.explorer.evaluate.list()) == 1
