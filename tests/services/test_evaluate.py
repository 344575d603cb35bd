"""A set is run through the modes, kept, gone on with, and goes out of sight with the documents that it was run over."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.bootstrap import Explorer
from core.domain.evaluation import (
    DEPTHS,
    QuestionSet,
    by_kind,
    differences,
    halves,
    misses,
    read_questions,
    rows,
    table,
)
from core.domain.modes import MODES, Parameters
from core.errors import InputError, ModelCancelled, UnknownName
from core.services.evaluate import Asking
from core.services.incoming import Incoming
from core.services.task import Handle
from tests.exploring import scripted_explorer

RECORDS = [
    {
        "document": f"{name}.md",
        "chunk": "1",
        "text": f"{name} keeps {other}.",
        "entities": [{"name": name}, {"name": other}],
        "relations": [{"source": name, "target": other, "keywords": "keeps"}],
    }
    for name, other in (("Alder", "Birch"), ("Cedar", "Dogwood"), ("Elm", "Fir"))
]


def take(explorer: Explorer, records: list[dict[str, object]]) -> None:
    content = "\n".join(json.dumps(row) for row in records).encode()
    explorer.intake.add([Incoming("records", "records.jsonl", content)])


@pytest.fixture
def explorer(tmp_path: Path) -> Iterator[Explorer]:
    opened = scripted_explorer(tmp_path)
    take(opened, RECORDS)
    yield opened
    opened.close()


def questions(*lines: dict[str, object]) -> QuestionSet:
    return read_questions("\n".join(json.dumps(line) for line in lines).encode(), "set.jsonl")


SET = questions(
    {"question": "What does Alder keep?", "support": ["Alder.md"], "kind": "precise"},
    {"question": "What do Cedar and Elm keep?", "support": ["Cedar.md", "Elm.md#1"], "kind": "cross-section"},
    {"question": "Who owns Zelkova?", "kind": "unanswerable"},
)


def run(explorer: Explorer, **how: object):
    explorer.evaluate.start(explorer.evaluate.plan(SET, **how))
    seen = explorer.evaluate.wait(60)
    assert seen.error is None
    assert seen.result is not None
    return seen.result


def test_every_mode_is_measured_on_every_question_and_the_result_is_kept(explorer: Explorer) -> None:
    found = run(explorer)
    assert found.whole
    assert found.current
    assert explorer.evaluate.open(found.id).current
    assert [[one.mode for one in asked.measured] for asked in found.results] == [list(MODES)] * 3
    assert explorer.evaluate.open(found.id) == found
    assert explorer.evaluate.list() == (found,)
    summaries = {kind: table(group, found.plan.modes) for kind, group in by_kind(rows(found)).items()}
    assert list(summaries) == ["", "precise", "cross-section", "unanswerable"]
    assert summaries["unanswerable"][0].recalls is None
    assert all(len(line.recalls or ()) == len(DEPTHS) for line in summaries[""])
    assert [one.mode for one in differences(rows(found), found.plan.modes)] == list(MODES)[1:]
    assert [len(group) for group in halves(rows(found)).values()] == [1, 2]


def test_the_numbers_of_the_plan_are_used_and_misses_say_where(explorer: Explorer) -> None:
    found = run(explorer, modes=("naive", "local"), parameters=Parameters(max_total_tokens=0))
    lost = misses(rows(found))
    assert {(miss.mode, loss.stage) for miss in lost for loss in miss.losses} >= {("naive", "budget")}
    assert all(loss.said for miss in lost for loss in miss.losses)
    assert found.plan.parameters.max_total_tokens == 0


def test_a_question_whose_support_is_not_here_is_skipped_with_its_reason(explorer: Explorer) -> None:
    given = questions(
        {"question": "Here?", "support": ["Alder.md"]}, {"question": "There?", "support": ["Alder.md", "Gorse.md"]}
    )
    plan = explorer.evaluate.plan(given)
    assert [one.text for one in plan.questions] == ["Here?"]
    assert plan.skipped[0].reason == "There is no document or passage 'Gorse.md' in this workspace."
    with pytest.raises(InputError, match="has support in this workspace"):
        explorer.evaluate.plan(questions({"question": "There?", "support": ["Gorse.md"]}))
    with pytest.raises(UnknownName):
        explorer.evaluate.plan(SET, modes=("sideways",))


def test_the_name_of_an_experiment_holds_nothing_invisible(explorer: Explorer) -> None:
    assert explorer.evaluate.plan(SET, asking=Asking("after\u202e the \x00 split")).name == "after the split"


def stopped(explorer: Explorer, after: int) -> str:
    asked: list[int] = []
    handle = Handle(lambda done, total, note: asked.append(done), lambda: len(asked) > after)
    with pytest.raises(ModelCancelled):
        explorer.evaluate.run(explorer.evaluate.plan(SET), handle)
    return explorer.evaluate.list()[0].id


def test_what_was_stopped_is_gone_on_with_and_gives_what_a_whole_run_gives(explorer: Explorer) -> None:
    id_ = stopped(explorer, 1)
    half = explorer.evaluate.open(id_)
    assert (len(half.results), half.whole) == (1, False)
    assert explorer.evaluate.resume(id_)
    done = explorer.evaluate.wait(60).result
    assert done is not None
    assert explorer.evaluate.open(id_).whole
    other = run(explorer)
    timeless = [
        [
            (asked.row, asked.keywords, [(one.mode, one.ranks, one.cuts, one.losses) for one in asked.measured])
            for asked in each.results
        ]
        for each in (done, other)
    ]
    assert timeless[0] == timeless[1]


def test_after_a_change_it_is_shown_but_not_gone_on_with(explorer: Explorer) -> None:
    id_ = stopped(explorer, 2)
    take(explorer, [{"document": "more.md", "chunk": "1", "text": "Hazel."}])
    assert not explorer.evaluate.open(id_).current
    with pytest.raises(InputError, match="has changed since"):
        explorer.evaluate.resume(id_)


def test_what_was_stopped_is_gone_on_with_after_its_documents_went_and_came_back(explorer: Explorer) -> None:
    id_ = stopped(explorer, 1)
    explorer.withdrawals.withdraw(["Elm.md"])
    explorer.withdrawals.restore(["Elm.md"])
    assert explorer.evaluate.open(id_).current
    assert explorer.evaluate.resume(id_)
    done = explorer.evaluate.wait(60).result
    assert done is not None
    assert done.whole


def test_the_outcome_held_of_the_last_run_goes_out_of_sight_too(explorer: Explorer) -> None:
    run(explorer, modes=("naive",))
    before = explorer.withdrawals.preview(["Elm.md"])
    explorer.question_sets.put("Set", "Why?", "", "unanswerable")
    explorer.question_sets.star("Set", "What keeps Fir?", "Elm.md#1", True)
    found = explorer.withdrawals.preview(["Elm.md"])
    assert (before.experiments, before.questions, found.questions) == (1, 0, 1)
    assert explorer.evaluate.hidden() == 0
    explorer.withdrawals.withdraw(["Elm.md"])
    assert explorer.evaluate.view().result is None
    assert explorer.evaluate.hidden() == 1


def test_support_that_is_withdrawn_or_replaced_is_left_out_with_that_reason(explorer: Explorer) -> None:
    explorer.withdrawals.withdraw(["Elm.md"])
    explorer.succession.mark("Alder.md", ["Cedar.md"])
    given = questions(
        {"question": "Here?", "support": ["Alder.md"]},
        {"question": "What do Cedar and Elm keep?", "support": ["Elm.md#1"]},
        {"question": "What does Cedar keep?", "support": ["Cedar.md"]},
    )
    assert [one.reason for one in explorer.evaluate.plan(given).skipped] == [
        "'Elm.md#1' is withdrawn.",
        "'Cedar.md' is replaced by 'Alder.md'.",
    ]


def test_it_goes_out_of_sight_with_a_document_and_comes_back_with_it(explorer: Explorer) -> None:
    id_ = run(explorer, modes=("naive",)).id
    explorer._store.documents.set_withdrawn("Elm.md", True)
    assert explorer.evaluate.list() == ()
    with pytest.raises(UnknownName, match="no experiment"):
        explorer.evaluate.open(id_)
    explorer._store.documents.set_withdrawn("Elm.md", False)
    assert [one.id for one in explorer.evaluate.list()] == [id_]


def test_what_is_deleted_is_gone(explorer: Explorer) -> None:
    id_ = run(explorer, modes=("naive",)).id
    explorer.evaluate.delete(id_)
    assert explorer.evaluate.list() == ()


def test_a_process_that_only_reads_runs_and_keeps_nothing(explorer: Explorer, tmp_path: Path) -> None:
    reader = scripted_explorer(tmp_path)
    try:
        assert not reader.writable
        found = reader.evaluate.run(reader.evaluate.plan(SET, ("naive",)), Handle(lambda *_: None, lambda: False))
        assert found.whole
        assert reader.evaluate.list() == ()
        reader.evaluate.start(reader.evaluate.plan(SET, ("naive",)))
        assert reader.evaluate.wait(60).result is not None
        explorer.withdrawals.withdraw(["Elm.md"])
        assert reader.evaluate.view().result is None
    finally:
        reader.close()
