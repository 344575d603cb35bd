"""Views that come one after the other: each equals one from scratch, and costs what has changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.decisions import Decision
from core.domain.profiles import rough_tokens
from core.services.retrieve import Request, Retrieval
from core.store.store import Store
from tests.strategies import GeneratedDocument, workspaces
from tests.workspace import Workspace, all_there_is

Generated = tuple[tuple[GeneratedDocument, ...], tuple[Decision, ...]]
STEPS = ("withdraw", "give back", "look", "search", "update", "decide")


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    opened = Workspace(tmp_path / "store")
    opened.texts({"a.md": "Alice meets Bob.", "b.md": "Bob asks Carol.", "c.md": "Dave meets Erin."})
    opened.ingest.run()
    yield opened
    opened.close()


def do(workspace: Workspace, step: str, document: str, rest: list[Decision]) -> None:
    if step in ("withdraw", "give back"):
        workspace.store.documents.set_withdrawn(document, step == "withdraw")
    elif step == "look":
        _ = workspace.views().graph, workspace.views("classic", ()).graph
    elif step == "search":
        workspace.search("Which export is kept?")
    elif step == "update":
        workspace.collections.update()
    elif rest:
        workspace.decide([rest.pop(0)])


@settings(max_examples=15)
@given(workspaces(), st.data())
def test_law_3_whatever_was_looked_at_in_between_all_ends_as_in_a_new_process(
    generated: Generated, data: st.DataObject
) -> None:
    found, decisions = generated
    names = [document.id for document in found] or ["none"]
    steps = data.draw(st.lists(st.tuples(st.sampled_from(STEPS), st.sampled_from(names)), max_size=8))
    rest = list(decisions)
    with TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder))
        workspace.records(found[:1], "first.jsonl")
        do(workspace, "look", "", rest)
        workspace.records(found[1:])
        for step, document in steps:
            do(workspace, step, document, rest)
        workspace.collections.update()
        ended = all_there_is(workspace)
        workspace.close()
        other = Workspace(Path(folder), index=workspace.index)
        assert all_there_is(other) == ended
        other.collections.rebuild()
        assert all_there_is(other) == ended
        other.close()


def test_a_chunk_is_read_once_for_as_long_as_it_counts(workspace: Workspace) -> None:
    before = workspace.store.mentions.by_chunk()
    workspace.store.documents.set_withdrawn("notes/c.md", True)
    after = workspace.store.mentions.by_chunk()
    assert [part is same for part, same in zip(before, after, strict=False)] == [True, True]
    assert len(after) == 2


def test_a_chunk_that_has_been_read_is_another_one_than_when_it_was_pending(workspace: Workspace) -> None:
    workspace.texts({"d.md": "Frank meets Grace."})
    (*_, pending) = workspace.store.mentions.by_chunk()
    workspace.ingest.run()
    (*_, read) = workspace.store.mentions.by_chunk()
    assert (pending.chunk, pending.entities) == (read.chunk, ())
    assert {mention.name for mention in read.entities} == {"Frank", "Grace"}


def test_where_another_process_writes_nothing_is_kept(workspace: Workspace, tmp_path: Path) -> None:
    reader = Store(tmp_path / "store", read_only=True)
    first, second = reader.mentions.by_chunk(), reader.mentions.by_chunk()
    assert first == second
    assert all(one is not other for one, other in zip(first, second, strict=True))
    reader.close()


def test_passages_are_searched_without_the_graph(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace.store.documents.set_withdrawn("notes/c.md", True)
    view = workspace.views()

    def refuse(*_: Sequence[object]) -> None:
        raise AssertionError("The graph was computed.")

    monkeypatch.setattr(type(view._maker), "graph", refuse)
    vector = workspace.embeddings.embed(["Who meets Bob?"])[0].vector
    assert view.search("chunk", vector, 1)[0].key == "notes/a.md#1"


def test_a_naive_question_needs_no_graph(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Sequence[object]) -> None:
        raise AssertionError("The graph was computed.")

    workspace.store.documents.set_withdrawn("notes/c.md", True)
    monkeypatch.setattr(type(workspace.views()._maker), "graph", refuse)
    retrieval = Retrieval(workspace.views, lambda: workspace.extractor, lambda: workspace.embedder, rough_tokens)
    trace = retrieval.run(Request("Who meets Bob?", "naive"))
    assert next(kept.chunk.id for kept in trace.chunks) == "notes/a.md#1"


def test_a_graph_that_failed_half_way_is_computed_from_scratch(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    _ = workspace.views().graph
    workspace.store.documents.set_withdrawn("notes/b.md", True)

    def fail(*_: object) -> None:
        raise MemoryError

    view = workspace.views()
    with monkeypatch.context() as broken:
        broken.setattr("core.domain.graph.assembled", fail)
        with pytest.raises(MemoryError):
            _ = view.graph
    assert set(workspace.views().graph) == {"alice", "bob", "dave", "erin"}
