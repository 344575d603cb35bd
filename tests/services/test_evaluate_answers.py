"""Experiments with a chat model: answers in every mode, repeats afresh, failures apart, stopped and gone on with."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.adapters.scripted import HashEmbedder
from core.adapters.scripted_chat import Said, ScriptedChat
from core.adapters.scripted_extractor import ScriptedExtractor, capitalised
from core.bootstrap import Explorer, create_workspace, open_workspace
from core.domain.chunking import Chunking
from core.domain.decisions import Ruling
from core.domain.evaluation import Experiment, exported, read_experiment, rows, table
from core.domain.modes import Parameters
from core.engines import Models
from core.errors import (
    BadModelReply,
    InputError,
    ModelCancelled,
    ModelError,
    ModelOverloaded,
    ModelTimeout,
    ModelUnavailable,
)
from core.ports import ChatRequest
from core.services.evaluate import Asking
from core.services.evaluate_models import SAMPLED
from core.services.task import Handle
from core.settings import Engine, Settings
from tests.services.test_evaluate import RECORDS, questions, take

SET = questions(
    {"question": "What does Alder keep?", "support": ["Alder.md"], "answer": "Birch", "kind": "precise"},
    {"question": "What does Cedar keep?", "support": ["Cedar.md"], "answer": ["Oak", "Dogwood"], "kind": "precise"},
    {"question": "Who owns Zelkova?", "kind": "unanswerable"},
)
MODES = ("naive", "mix")


def says(request: ChatRequest) -> Said:
    """Keywords of a question, an answer that cites the first passage, or that nothing is said."""
    if request.purpose == "keywords":
        return '{"low": ["Alder"], "high": ["keeping"]}'
    if "Zelkova" in request.user:
        return "The documents do not say."
    return "Alder keeps Birch and more of it [1]."


Script = Callable[[ChatRequest], Said]


class Bench:
    """A workspace whose chat model can be told what to say; `engine` of the kind given."""

    def __init__(self, home: Path, engine: Engine, chat: bool = True) -> None:
        self.script: Script = says
        self.chat = ScriptedChat(lambda request: self.script(request))
        settings = Settings(home=home)
        create_workspace(settings, "Test", engine, Chunking("characters", 120, 20))
        models = Models(lambda: ScriptedExtractor(capitalised), HashEmbedder, 1, (lambda: self.chat) if chat else None)
        self.explorer: Explorer = open_workspace(settings.workspaces / "Test", settings, models)
        take(self.explorer, RECORDS)

    @property
    def asked(self) -> list[ChatRequest]:
        return self.chat.requests

    def run(self, handle: Handle | None = None, modes: tuple[str, ...] = MODES, **asking: object) -> Experiment:
        desk = self.explorer.evaluate
        plan = desk.plan(SET, modes, Parameters(threshold=-1.0), asking=Asking(**asking))  # type: ignore[arg-type]
        return desk.run(plan, handle or Handle(lambda *_: None, lambda: False))


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path, Engine("ollama", "chat", "embed"))
    yield made
    made.explorer.close()


def test_every_mode_is_answered_and_measured_and_kept(bench: Bench) -> None:
    found = bench.run(answers=True, name="  With  answers ")
    assert found.whole
    assert found.plan.name == "With answers"
    assert bench.explorer.evaluate.open(found.id) == found
    answers = [[one.answers for one in asked.measured] for asked in found.results]
    assert [[len(each) for each in by_mode] for by_mode in answers] == [[1, 1]] * 3
    first, second, third = (by_mode[0][0] for by_mode in answers)
    assert (first.contains, second.contains, third.contains) == (True, False, None)
    assert (first.right, first.not_found, third.right, third.not_found) == (True, False, True, True)
    assert first.support is not None
    assert first.tokens_in > 0
    assert third.support is None
    assert found.setting["chat"] == "scripted@1"
    assert found.setting["workspace"] == "Test"
    (naive, _) = table(rows(found), MODES)
    assert naive.answers is not None
    assert (naive.answers.count, naive.answers.failed) == (3, 0)


def test_answers_of_an_experiment_are_none_of_the_app(bench: Bench) -> None:
    found = bench.run(answers=True)
    before = len(bench.asked)
    again = bench.run(answers=True)
    assert len(bench.asked) == 2 * before  # nothing was kept, nothing looked up
    assert again.id != found.id
    costs = {cost.job: cost.calls for cost in bench.explorer._store.calls.costs()}
    assert costs == {"question": len(bench.asked)}


def test_asked_once_it_is_asked_as_in_the_app_and_repeats_are_asked_afresh(bench: Bench) -> None:
    bench.run(answers=True)
    assert {(one.seed, one.temperature) for one in bench.asked} == {(0, 0.0)}
    bench.asked.clear()
    found = bench.run(answers=True, repeats=3)
    assert {(one.seed, one.temperature) for one in bench.asked} == {(1, SAMPLED), (2, SAMPLED), (3, SAMPLED)}
    assert [one.purpose for one in bench.asked].count("answer") == 3 * 3 * 2
    assert [one.purpose for one in bench.asked].count("keywords") == 3 * 3
    assert all(asked.repeats == 3 and len(asked.again) == 2 for asked in found.results)
    assert all(len(one.answers) == 3 for asked in found.results for one in asked.measured)
    assert found.spent.calls == len(bench.asked)


def test_keywords_that_differ_from_repeat_to_repeat_spread_what_is_found(bench: Bench) -> None:
    def wanders(request: ChatRequest) -> Said:
        return f'{{"low": ["{"Alder" if request.seed == 1 else "Elm"}"], "high": ["keeping"]}}'

    bench.script = wanders
    found = bench.run(modes=("naive", "local"), repeats=2)
    first = found.results[0]
    assert (first.keywords.low, first.again[0].keywords.low) == (("Alder",), ("Elm",))
    naive, local = table(rows(found), ("naive", "local"))
    assert naive.spread is not None
    assert all(one.low == one.high for one in naive.spread)
    assert (naive.repeats, local.repeats) == (2, 2)
    assert local.answers is None


@pytest.mark.parametrize("error", [BadModelReply("Nothing."), ModelTimeout("Too long."), ModelOverloaded("Busy.")])
def test_a_failing_call_is_counted_as_failed_and_never_as_a_wrong_answer(bench: Bench, error: ModelError) -> None:
    def fails(request: ChatRequest) -> Said:
        return error if request.purpose == "answer" and "Cedar keep?" in request.user else says(request)

    bench.script = fails
    found = bench.run(answers=True)
    assert found.whole
    failed = found.results[1].measured[0].answers[0]
    assert failed.failed.startswith(str(error))
    assert (failed.contains, failed.right, failed.support) == (None, None, None)
    (naive, _) = table(rows(found), MODES)
    assert naive.answers is not None
    assert (naive.answers.count, naive.answers.failed) == (2, 1)
    assert naive.answers.contains is not None
    assert naive.answers.contains.mean == 1.0


@pytest.mark.parametrize("error", [BadModelReply("Nothing."), ModelTimeout("Too long."), ModelOverloaded("Busy.")])
def test_keywords_that_fail_are_counted_and_the_question_stands_in(bench: Bench, error: ModelError) -> None:
    bench.script = lambda request: error if request.purpose == "keywords" else says(request)
    found = bench.run(answers=True)
    assert [(asked.reading.calls, asked.reading.failed) for asked in found.results] == [(1, 1)] * 3
    assert {asked.keywords.origin for asked in found.results} == {"question"}
    assert found.spent.failed == 3


def test_a_server_that_is_gone_ends_the_run_which_can_be_gone_on_with(bench: Bench) -> None:
    bench.script = lambda request: ModelUnavailable("Gone.") if "Cedar keep?" in request.user else says(request)
    with pytest.raises(ModelUnavailable):
        bench.run(answers=True)
    (kept,) = bench.explorer.evaluate.list()
    assert len(kept.results) == 1
    bench.script = says
    assert bench.explorer.evaluate.resume(kept.id)
    assert bench.explorer.evaluate.wait(60).result is not None
    assert bench.explorer.evaluate.open(kept.id).whole


@pytest.mark.parametrize("stop", [1, 2, 5, 8])
def test_what_was_stopped_is_gone_on_with_at_the_very_repeat(bench: Bench, stop: int) -> None:
    """Two repeats of three questions are six steps; the eighth look for a stop is that before an answer."""
    looks: list[int] = []

    def told() -> bool:
        looks.append(0)
        return len(looks) > 3 * stop

    with pytest.raises(ModelCancelled):
        bench.run(Handle(lambda *_: None, told), answers=True, repeats=2)
    (kept,) = bench.explorer.evaluate.list()
    done = sum(asked.repeats for asked in kept.results)
    assert not kept.whole
    before = len(bench.asked)
    assert bench.explorer.evaluate.resume(kept.id)
    assert bench.explorer.evaluate.wait(60).error is None
    whole = bench.explorer.evaluate.open(kept.id)
    assert whole.whole
    assert len(bench.asked) - before == (6 - done) * (len(MODES) + 1)
    other = bench.run(answers=True, repeats=2)
    assert _timeless(whole) == _timeless(other)


def _timeless(found: Experiment) -> list[object]:
    def answers(asked: object) -> list[object]:
        return [
            [(one.contains, one.support, one.text, one.failed) for one in each.answers]
            for each in asked.measured  # type: ignore[attr-defined]
        ]

    return [(asked.row, asked.repeats, asked.keywords, answers(asked)) for asked in found.results]


def test_a_call_under_way_is_stopped_and_it_is_said_which_mode_answers(bench: Bench) -> None:
    notes: list[str] = []
    stopped = False

    def stops(request: ChatRequest) -> Said:
        nonlocal stopped
        stopped = request.purpose == "keywords"
        assert request.cancelled is not None
        return ModelCancelled("Stopped.") if request.cancelled() else says(request)

    bench.script = stops
    with pytest.raises(ModelCancelled):
        bench.run(Handle(lambda done, total, note: notes.append(note), lambda: stopped), answers=True)
    stopped, bench.script = False, says
    bench.run(Handle(lambda done, total, note: notes.append(note), lambda: False), answers=True)
    assert "mix: What does Alder keep?" in notes


def test_another_model_than_it_was_begun_with_does_not_go_on_with_it(bench: Bench) -> None:
    bench.script = lambda request: ModelUnavailable("Gone.") if "Cedar keep?" in request.user else says(request)
    with pytest.raises(ModelUnavailable):
        bench.run(answers=True)
    (kept,) = bench.explorer.evaluate.list()
    bench.script, bench.chat.identity = says, "other@2"
    bench.explorer.evaluate.resume(kept.id)
    error = bench.explorer.evaluate.wait(60).error
    assert isinstance(error, InputError)
    assert "'scripted@1' and is 'other@2' now" in error.message


def test_a_chat_model_of_one_experiment_alone_reads_and_answers_in_an_embedded_workspace(tmp_path: Path) -> None:
    bench = Bench(tmp_path, Engine("embedded"))
    try:
        found = bench.run(answers=True, chat="small")
        assert {one.purpose for one in bench.asked} == {"keywords", "answer"}
        assert found.results[0].keywords.low == ("Alder",)
        assert found.plan.chat == "small"
        assert bench.explorer.engine.kind == "embedded"
        assert found.current
    finally:
        bench.explorer.close()


def test_where_nobody_answers_it_is_said_before_anything_is_asked(tmp_path: Path) -> None:
    bench = Bench(tmp_path, Engine("embedded"), chat=False)
    try:
        assert "writes no answers" in bench.explorer.evaluate.unanswered()
        with pytest.raises(InputError, match="writes no answers"):
            bench.run(answers=True)
        with pytest.raises(InputError, match="Each repeat would find the same"):
            bench.run(repeats=2)
        with pytest.raises(InputError, match="repeats are 0"):
            bench.run(repeats=0)
        assert bench.explorer.evaluate.list() == ()
    finally:
        bench.explorer.close()


def test_it_is_asked_on_the_graph_as_of_a_decision(bench: Bench) -> None:
    curate = bench.explorer.curate
    before = bench.run(modes=("local",))
    curate.decide([Ruling("hide", {"node": {"name": "Alder", "qualifier": ""}})])
    now, then = bench.run(modes=("local",)), bench.run(modes=("local",), after=0)
    found = [[one.ranks for asked in each.results for one in asked.measured] for each in (before, now, then)]
    assert found[2] == found[0]
    assert found[1] != found[0]
    assert then.plan.after == 0
    with pytest.raises(InputError, match="no decision 2"):
        bench.run(after=2)
    with pytest.raises(InputError, match="no decision acts"):
        bench.explorer.evaluate.plan(SET, policy="classic", asking=Asking(after=0))


def test_indexing_is_counted_apart(bench: Bench) -> None:
    found = bench.run(answers=True)
    assert found.indexing is not None
    assert (found.indexing.passages, found.indexing.failed, found.indexing.calls) == (3, 0, 0)
    assert found.spent.calls == len(bench.asked)
    data = json.loads(json.dumps(exported(found)))
    assert data["indexing"]["passages"] == 3
    assert read_experiment(json.dumps(data).encode()).results == found.results


def test_where_nothing_was_found_no_model_is_asked_and_none_is_counted(bench: Bench) -> None:
    desk = bench.explorer.evaluate
    plan = desk.plan(SET, ("naive",), Parameters(threshold=1.0), asking=Asking(answers=True))
    found = desk.run(plan, Handle(lambda *_: None, lambda: False))
    assert bench.asked == []
    assert found.spent.calls == 0
    assert [one.answers[0].right for asked in found.results for one in asked.measured] == [False, False, True]


def test_an_experiment_of_an_earlier_version_is_read_as_it_was(bench: Bench) -> None:
    found = bench.run(modes=("naive",))
    with bench.explorer._store.database.write() as connection:
        plan, asked = (
            json.loads(connection.execute(f"SELECT {what}").fetchone()[0])
            for what in ("plan FROM experiments", "body FROM experiment_results WHERE row = 1")
        )
        for name in ("name", "answers", "repeats", "after", "chat", "notes"):
            plan.pop(name)
        for name in ("again", "repeats", "reading"):
            asked.pop(name)
        asked["measured"][0].pop("answers")
        connection.execute("UPDATE experiments SET plan = ?, facts = '{}'", (json.dumps(plan),))
        connection.execute("UPDATE experiment_results SET body = ? WHERE row = 1", (json.dumps(asked),))
    old = bench.explorer.evaluate.open(found.id)
    assert old.results == found.results
    assert (old.plan, old.current, old.whole) == (found.plan, True, True)
    assert (old.indexing, old.setting) == (None, {})


@pytest.mark.usefixtures("chroma_apart")
def test_a_purge_erases_what_answers_quoted_and_withdrawing_puts_it_out_of_sight(bench: Bench) -> None:
    bench.script = lambda request: "Dogwood is kept [1]." if request.purpose == "answer" else says(request)
    found = bench.run(answers=True)
    bench.explorer.withdrawals.withdraw(["Cedar.md"])
    assert bench.explorer.evaluate.list() == ()
    bench.explorer.withdrawals.restore(["Cedar.md"])
    assert [one.id for one in bench.explorer.evaluate.list()] == [found.id]
    bench.explorer.purging.purge(["Cedar.md"])
    assert bench.explorer.evaluate.list() == ()
    assert bench.explorer.remains("Dogwood") == ()
