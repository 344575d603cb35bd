"""Law 1 for what is kept: runs and things opened go out of sight with their documents, and come back with them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.domain.answers import Answer
from core.domain.records import EntityRow
from core.errors import UnknownName
from core.services.runs import Runs
from core.services.stored_view import StoredView
from core.store.opened import OPENED_KEPT
from tests.curating import desk_of, rename
from tests.keeping import DOCUMENTS, QUESTION, ran
from tests.strategies import GeneratedChunk, GeneratedDocument
from tests.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    opened = Workspace(tmp_path)
    opened.records(DOCUMENTS)
    yield opened
    opened.close()


def test_law_1_a_run_goes_out_of_sight_with_a_document_that_it_shows_and_comes_back_with_it(
    workspace: Workspace,
) -> None:
    id_ = workspace.runs.save(QUESTION, ran(workspace))
    for name in ("a.md", "b.md"):
        workspace.store.documents.set_withdrawn(name, True)
        assert (workspace.runs.list(), workspace.runs.count(), workspace.runs.recent()) == ((), 0, ())
        assert workspace.runs.list("backup") == ()
        with pytest.raises(UnknownName, match="withdrawn"):
            workspace.runs.open(id_)
        workspace.store.documents.set_withdrawn(name, False)
    assert workspace.runs.open(id_).traces == ran(workspace)


def test_law_1_a_run_that_only_names_a_thing_goes_with_the_last_document_that_does(workspace: Workspace) -> None:
    traces = ran(workspace, ("global",), top_k=1, chunk_top_k=1)
    (kept,) = (kept.chunk.document for kept in traces["global"].chunks)
    (cut,) = {"a.md", "b.md"} - {kept}
    id_ = workspace.runs.save(QUESTION, traces)
    assert any(c.kind == "relation" for c in traces["global"].cuts)
    workspace.store.documents.set_withdrawn(cut, True)
    assert workspace.runs.list() == ()
    workspace.store.documents.set_withdrawn(cut, False)
    assert [row.id for row in workspace.runs.list()] == [id_]
    assert workspace.store.runs.of_document(cut) == (id_,)


def test_a_run_of_passages_alone_asks_for_no_graph(workspace: Workspace) -> None:
    traces = ran(workspace, ("naive",))
    view = workspace.views("careful", None)
    view.__dict__.pop("graph", None)
    workspace.runs.save(QUESTION, traces)
    assert "graph" not in view.__dict__


def test_things_opened_and_runs_are_one_list(workspace: Workspace) -> None:
    workspace.runs.opened("entity", "vault", "Vault")
    id_ = workspace.runs.save(QUESTION, ran(workspace, ("naive",)))
    workspace.runs.opened("chunk", "c.md#0", "c.md")
    workspace.runs.opened("document", "a.md", "a.md")
    workspace.runs.opened("entity", "vault", "The Vault")
    relation = next(key for *_, key in workspace.views().graph.edges(keys=True))
    workspace.runs.opened("relation", relation, "goes to")
    workspace.runs.opened("entity", "nowhere", "Nowhere")
    workspace.runs.opened("run", id_, QUESTION)
    recent = workspace.runs.recent()
    assert [(thing.kind, thing.key, thing.label) for thing in recent] == [
        ("relation", relation, "goes to"),
        ("entity", "vault", "The Vault"),
        ("document", "a.md", "a.md"),
        ("chunk", "c.md#0", "c.md"),
        ("run", id_, QUESTION),
    ]
    assert workspace.runs.recent(2) == recent[:2]


def test_law_1_a_thing_opened_is_listed_while_a_document_tells_of_it(workspace: Workspace) -> None:
    workspace.runs.opened("entity", "vault", "Vault")
    workspace.runs.opened("entity", "daily backup", "Daily Backup")
    workspace.store.documents.set_withdrawn("a.md", True)
    assert [thing.key for thing in workspace.runs.recent()] == ["daily backup"]
    workspace.store.documents.set_withdrawn("b.md", True)
    assert workspace.runs.recent() == ()
    workspace.store.documents.set_withdrawn("a.md", False)
    assert [thing.key for thing in workspace.runs.recent()] == ["daily backup", "vault"]


def test_only_so_many_things_opened_are_remembered(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    assert OPENED_KEPT > 100
    monkeypatch.setattr("core.store.opened.OPENED_KEPT", 1)
    workspace.runs.opened("entity", "vault", "Vault")
    workspace.runs.opened("document", "a.md", "a.md")
    assert [thing.key for thing in workspace.runs.recent()] == ["a.md"]


# --- documents that have another content -----------------------------------------------------------------------------


def replaced(workspace: Workspace, text: str = "Other words.") -> None:
    workspace.records([GeneratedDocument("b.md", (GeneratedChunk(text),))], f"{len(text)}.jsonl")


def test_law_1_a_run_over_an_earlier_version_of_a_document_is_a_line_without_a_word_of_it(workspace: Workspace) -> None:
    id_ = workspace.runs.save(QUESTION, ran(workspace))
    workspace.runs.add_answer(id_, "naive", Answer("It goes to a strongroom."))
    assert [row.earlier for row in workspace.runs.list("strongroom")] == [()]
    replaced(workspace)
    assert [(row.id, row.question, row.earlier) for row in workspace.runs.list()] == [(id_, QUESTION, ("b.md",))]
    assert workspace.runs.list("strongroom") == ()
    assert workspace.runs.count("strongroom") == 0
    with pytest.raises(UnknownName, match=r"earlier version of “b\.md”"):
        workspace.runs.open(id_)
    assert workspace.runs.save(QUESTION, ran(workspace)) not in ("", id_)


def test_a_run_can_be_opened_again_when_the_earlier_text_is_back(workspace: Workspace) -> None:
    id_ = workspace.runs.save(QUESTION, ran(workspace))
    replaced(workspace)
    workspace.records([document for document in DOCUMENTS if document.id == "b.md"], "back.jsonl")
    assert workspace.runs.row(id_).earlier == ()
    assert list(workspace.runs.open(id_).traces) == ["naive", "local"]


def test_a_run_stands_while_one_of_the_documents_that_name_a_thing_is_as_it_was(workspace: Workspace) -> None:
    traces = ran(workspace, ("global",), top_k=1, chunk_top_k=1)
    (kept,) = (kept.chunk.document for kept in traces["global"].chunks)
    (cut,) = {"a.md", "b.md"} - {kept}
    id_ = workspace.runs.save(QUESTION, traces)
    text = GeneratedChunk("Nothing of it.")
    workspace.records([GeneratedDocument(cut, (text,))], "other.jsonl")
    assert workspace.runs.row(id_).earlier == (cut,)
    for document in DOCUMENTS:
        if document.id == cut:
            workspace.records([document], "back.jsonl")
    assert workspace.runs.row(id_).earlier == ()


@pytest.mark.parametrize("modes", [("naive",), ("local", "global")])
def test_what_was_asked_before_a_document_went_is_not_kept_after(workspace: Workspace, modes: tuple[str, ...]) -> None:
    for change in (lambda: workspace.store.documents.set_withdrawn("b.md", True), lambda: replaced(workspace)):
        traces = ran(workspace, modes)
        change()
        assert workspace.runs.save(QUESTION, traces) == ""
        assert workspace.runs.list() == ()
        workspace.store.documents.set_withdrawn("b.md", False)


def test_what_was_asked_before_more_was_read_is_kept(workspace: Workspace) -> None:
    traces = ran(workspace)
    workspace.records([GeneratedDocument("new.md", (GeneratedChunk("More."),))], "more.jsonl")
    assert workspace.runs.open(workspace.runs.save(QUESTION, traces)).traces == traces


def test_a_document_that_goes_while_a_run_is_being_stored_is_seen(workspace: Workspace) -> None:
    traces, went = ran(workspace), []

    def view(policy: str, viewer: tuple[str, ...] | None) -> StoredView:
        found = workspace.views(policy, viewer)
        if not went:
            went.append(workspace.store.documents.set_withdrawn("b.md", True))
        return found

    runs = Runs(workspace.store, view, workspace.clock)
    assert runs.save(QUESTION, traces) == ""


def test_what_was_opened_is_listed_no_more_when_its_document_has_another_text(workspace: Workspace) -> None:
    workspace.runs.opened("chunk", "b.md#0", "Passage of b")
    workspace.runs.opened("entity", "vault", "Vault")
    replaced(workspace)
    assert "Passage of b" not in {thing.label for thing in workspace.runs.recent()}


def test_law_1_a_name_that_a_decision_took_away_before_the_run_was_kept_goes_with_its_document(
    workspace: Workspace,
) -> None:
    workspace.records([GeneratedDocument("new.md", (GeneratedChunk("More.", {}, (EntityRow("Attic", "place"),)),))])
    traces = ran(workspace, ("local",), top_k=1, chunk_top_k=1)
    assert "attic" in {hit.key for step in traces["local"].steps for hit in step.hits}
    assert "new.md" not in {name for kept in traces["local"].entities for name in kept.entity.documents}
    desk_of(workspace).decide([rename("Attic", "Basement")])
    id_ = workspace.runs.save(QUESTION, traces)
    assert workspace.runs.row(id_).earlier == ()
    workspace.store.documents.set_withdrawn("new.md", True)
    assert workspace.runs.list() == ()
