"""Law 1 for what is kept: runs and things opened go out of sight with their documents, and come back with them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import UnknownName
from core.store.opened import OPENED_KEPT
from tests.keeping import DOCUMENTS, QUESTION, ran
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
