"""Runs are kept, found again, and go out of sight with the documents that they show."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.answers import Answer, Mark, Quote, Sentence
from core.domain.modes import MODES, Parameters
from core.domain.records import Keywords
from core.domain.trace import Trace
from core.errors import InputError, UnknownName
from core.services.runs import Runs
from core.store.store import Store
from tests.keeping import DOCUMENTS, QUESTION, ran
from tests.strategies import GeneratedChunk, GeneratedDocument
from tests.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    opened = Workspace(tmp_path)
    opened.records(DOCUMENTS)
    yield opened
    opened.close()


ANSWER = Answer(
    text="For 30 days [1].",
    sentences=(Sentence(0, 16, (1,), 0.8, True, quotes=(Quote(1, "a.md#0", "a.md", 0, 3, "The", 0.5),)),),
    citations=(1,),
    removed=(7,),
    marks=(Mark(12, 15, 1),),
    measure="words",
    model="small@1",
)


def test_a_run_is_opened_as_it_was(workspace: Workspace) -> None:
    traces = ran(workspace, tuple(MODES))
    numbers = {mode: Parameters(top_k=n + 1) for n, mode in enumerate(traces)}
    id_ = workspace.runs.save(QUESTION, traces, numbers, page="compare", asked="How long is it kept?")
    workspace.runs.add_answer(id_, "local", ANSWER)
    run = workspace.runs.open(id_)
    assert run.traces == traces
    assert list(run.traces) == list(traces)
    assert (run.question, run.asked, run.page) == (QUESTION, "How long is it kept?", "compare")
    assert (run.parameters, run.own) == (numbers["naive"], numbers)
    assert run.answers == {"local": ANSWER}
    assert (run.version, run.current, run.changed) == (workspace.store.version(), True, {})
    assert (run.engine, run.at, run.starred, run.note) == ({"kind": "embedded"}, "2026-01-01T00:00:00Z", False, "")
    assert id_.startswith("20260101-000000-")


def test_later_evidence_is_told_and_passages_are_those_of_now(workspace: Workspace) -> None:
    id_ = workspace.runs.save(QUESTION, ran(workspace))
    workspace.records([GeneratedDocument("new.md", (GeneratedChunk("x"),))], "more.jsonl")
    with workspace.store.database.write() as connection:  # as if it was cut in another way
        connection.execute("UPDATE chunks SET text = 'Other text.' WHERE name = 'b.md#0'")
    run = workspace.runs.open(id_)
    assert (run.current, run.changed) == (False, {"b.md#0": "changed"})
    texts = {kept.chunk.id: kept.chunk.text for kept in run.traces["naive"].chunks}
    assert texts == {"a.md#0": "The Daily Backup goes to Vault.", "b.md#0": "Other text.", "c.md#0": "保留"}


def test_a_mode_can_be_added_and_replaced(workspace: Workspace) -> None:
    id_ = workspace.runs.save(QUESTION, ran(workspace, ("naive",)))
    more = ran(workspace, ("local", "naive"), chunk_top_k=1)
    workspace.runs.add(id_, more, Parameters(chunk_top_k=1))
    run = workspace.runs.open(id_)
    assert list(run.traces) == ["naive", "local"]
    assert run.traces["naive"] == more["naive"]
    assert run.own["naive"].chunk_top_k == 1
    assert workspace.runs.row(id_) == workspace.runs.list()[0]
    assert workspace.runs.row(id_).modes == ("naive", "local")


def test_runs_are_listed_latest_first_and_found_by_question_note_and_answer(workspace: Workspace) -> None:
    traces = ran(workspace, ("naive",))
    first = workspace.runs.save("What is a VAULT?", traces)
    second = workspace.runs.save("数据保留多久？", traces, page="compare")
    third = workspace.runs.save("What is 100% of it?", traces)
    workspace.runs.note(first, "Ask Straße again")
    workspace.runs.add_answer(second, "naive", Answer("For THIRTY days."))

    def found(*given: object, **named: object) -> list[str]:
        rows = workspace.runs.list(*given, **named)  # type: ignore[arg-type]
        assert workspace.runs.count(*given, **{k: v for k, v in named.items() if k != "limit"}) >= len(rows)  # type: ignore[arg-type]
        return [row.id for row in rows]

    assert found() == [third, second, first]
    assert found("vault what") == [first]
    assert found("STRASSE") == [first]
    assert found("保留") == [second]
    assert found("thirty") == [second]
    assert found("100%") == [third]
    assert found("' OR 1=1 --") == []
    assert found(limit=2) == [third, second]
    assert [row.id for row in workspace.runs.list(limit=2, offset=2)] == [first]
    assert found(page="compare") == [second]
    workspace.runs.star(first)
    assert found(starred=True) == [first]
    assert workspace.runs.list(starred=True)[0].note == "Ask Straße again"
    workspace.runs.star(first, False)
    assert found("", True) == []
    assert [row.answered for row in workspace.runs.list()] == [(), ("naive",), ()]


def test_a_deleted_run_is_gone_with_all_its_rows(workspace: Workspace) -> None:
    id_ = workspace.runs.save(QUESTION, ran(workspace))
    workspace.runs.add_answer(id_, "naive", ANSWER)
    workspace.runs.delete(id_)
    workspace.runs.delete(id_)
    assert workspace.runs.list() == ()
    for table in ("runs", "run_traces", "run_answers", "run_documents"):
        assert workspace.store.database.connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone() == (0,)
    for use in (
        lambda: workspace.runs.open(id_),
        lambda: workspace.runs.row(id_),
        lambda: workspace.runs.star(id_),
        lambda: workspace.runs.note(id_, "x"),
        lambda: workspace.runs.add(id_, {}),
        lambda: workspace.runs.add_answer(id_, "naive", ANSWER),
    ):
        with pytest.raises(UnknownName, match="There is no run"):
            use()


def test_a_process_that_only_reads_keeps_nothing_and_reads_all(workspace: Workspace) -> None:
    traces = ran(workspace)
    id_ = workspace.runs.save(QUESTION, traces)
    store = Store(workspace.store.folder, read_only=True)
    reading = Runs(store, workspace.views, workspace.clock)
    assert reading.save(QUESTION, traces) == ""
    reading.star(id_)
    reading.note(id_, "x")
    reading.add_answer(id_, "naive", ANSWER)
    reading.opened("entity", "vault", "Vault")
    reading.delete(id_)
    assert (reading.keeps, workspace.runs.keeps) == (False, True)
    assert reading.open(id_).traces == traces
    assert (len(reading.list()), reading.list()[0].starred, reading.recent()[0].key) == (1, False, id_)
    store.close()


def test_a_run_that_can_not_be_read_says_so(workspace: Workspace) -> None:
    id_ = workspace.runs.save(QUESTION, ran(workspace))
    with workspace.store.database.write() as connection:
        connection.execute("UPDATE run_traces SET body = x'00'")
    with pytest.raises(InputError, match="can't be read"):
        workspace.runs.open(id_)


def test_parameters_that_this_version_does_not_know_are_the_defaults(workspace: Workspace) -> None:
    id_ = workspace.runs.save(QUESTION, ran(workspace, ("naive",)))
    with workspace.store.database.write() as connection:
        connection.execute("""UPDATE runs SET parameters = '{"naive": {"lexical": "sometimes"}}'""")
    assert workspace.runs.open(id_).parameters == Parameters()


def test_nothing_is_stored_of_a_run_that_could_not_be_stored_whole(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    traces = ran(workspace)

    def full(*args: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(workspace.store.runs, "add_traces", full)
    with pytest.raises(sqlite3.OperationalError):
        workspace.runs.save(QUESTION, traces)
    assert workspace.runs.list() == ()


any_text = st.text(st.characters(), max_size=30)


@settings(max_examples=25)
@given(question=any_text, note=any_text, label=any_text, answer=any_text, raw=any_text)
def test_any_text_is_kept(shared: Workspace, question: str, note: str, label: str, answer: str, raw: str) -> None:
    traces = ran(shared, ("naive",))
    odd = {
        "naive": Trace(
            **{name: getattr(traces["naive"], name) for name in Trace.__dataclass_fields__}
            | {"keywords": Keywords(raw=raw), "question": question}
        )
    }
    id_ = shared.runs.save(question, odd)
    shared.runs.note(id_, note)
    shared.runs.add_answer(id_, "naive", Answer(answer))
    shared.runs.opened("document", "a.md", label)
    run = shared.runs.open(id_)
    assert run.traces == odd
    assert run.question == question.encode("utf-8", "replace").decode("utf-8")
    assert id_ in [row.id for row in shared.runs.list(question)]
    assert id_ in [row.id for row in shared.runs.list(answer)]
    assert id_ in [row.id for row in shared.runs.list(note)]
    shared.runs.delete(id_)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    opened = Workspace(tmp_path_factory.mktemp("shared"))
    opened.records(DOCUMENTS)
    yield opened
    opened.close()
