"""Documents withdrawn and restored: previewed, done in one step, and with no trace left of them, whatever was ruled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.curation import Ruling
from core.domain.identity import passage_id
from core.domain.modes import MODES, Parameters
from core.domain.profiles import rough_tokens
from core.domain.records import Extraction
from core.errors import InputError, UnknownName, WorkspaceBusy
from core.ports import Passage
from core.services.intake import Incoming
from core.services.looking_back import Means
from core.services.retrieve import Request, Retrieval
from core.services.withdraw import Withdrawals
from core.store.answers import KeptAnswer
from core.store.ledger import NewDecision
from core.store.person import Person
from tests.curating import by_plan, desk_of, hide, merge, node, rename
from tests.keeping import DOCUMENTS, QUESTION, ran
from tests.larkspur import OWN
from tests.strategies import GeneratedChunk, GeneratedDocument, workspaces
from tests.workspace import Workspace, all_there_is

VIEWERS: tuple[tuple[str, ...] | None, ...] = (None, (), ("staff",))


def withdrawals(workspace: Workspace, **more: Any) -> Withdrawals:
    person = Person(workspace.store.folder)
    return Withdrawals(Means(workspace.store, workspace.views, workspace.embeddings, workspace.clock, person, **more))


def retrieved(workspace: Workspace) -> list[Any]:
    """What every mode gives every viewer."""
    retrieval = Retrieval(workspace.views, lambda: workspace.extractor, lambda: workspace.embedder, rough_tokens)
    low, high = ("Daily backup", "Export"), ("retention",)
    return [
        retrieval.compare(
            Request(QUESTION, parameters=Parameters(threshold=-1.0), low=low, high=high, viewer=viewer), tuple(MODES)
        )
        for viewer in VIEWERS
    ]


def everything(workspace: Workspace) -> tuple[Any, ...]:
    workspace.collections.update()
    states = [entry.state for entry in desk_of(workspace).history()]
    return all_there_is(workspace), retrieved(workspace), workspace.library.documents(), states


@settings(max_examples=6, deadline=None)
@given(workspaces(), st.data())
def test_law_1_withdrawn_is_never_held_and_restored_is_never_withdrawn(
    tmp_path_factory: pytest.TempPathFactory, generated: Any, data: st.DataObject
) -> None:
    found, decisions = generated
    some = st.lists(st.sampled_from(found), min_size=1, unique_by=lambda d: d.id) if found else st.just([])
    gone = data.draw(some)
    held, never = (Workspace(tmp_path_factory.mktemp("w"), ticked=True) for _ in range(2))
    held.records(found)
    never.records(document for document in found if document not in gone)
    passages = [passage_id(document.id, chunk.text) for document in found for chunk in document.chunks]
    over = st.lists(st.sampled_from(passages), unique=True) if passages else st.just([])
    ruled = [replace(decision, of=tuple(data.draw(over))) for decision in decisions]
    for workspace in (held, never):
        workspace.decide(ruled)
    try:
        before = everything(held)
        if gone:
            desk = withdrawals(held)
            desk.withdraw([document.id for document in gone])
            assert everything(held) == everything(never)
            desk.restore([document.id for document in gone])
        assert everything(held) == before
    finally:
        held.close()
        never.close()


# --- by name ---------------------------------------------------------------------------------------------------------

DOC = "guide/large-accounts.md"


def filled(folder: Path, *without: str) -> Workspace:
    made = Workspace(folder)
    made.intake.add(
        [Incoming("records", f"{n}.jsonl", _line(r)) for n, r in enumerate(OWN) if r["document"] not in without]
    )
    return made


def _line(record: Any) -> bytes:
    from json import dumps

    return dumps(record).encode()


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    made = filled(tmp_path / "held")
    yield made
    made.close()


def same_as_never(workspace: Workspace, folder: Path, gone: str, rulings: list[Ruling]) -> None:
    """Whether withdrawing leaves what a workspace has that never held it and in which the same was decided."""
    desk_of(workspace).decide(rulings)
    before = everything(workspace)
    withdrawals(workspace).withdraw([gone])
    never = filled(folder / "never", gone)
    same_decisions(workspace, never)
    try:
        assert everything(workspace) == everything(never) != before
    finally:
        never.close()
    withdrawals(workspace).restore([gone])
    assert everything(workspace) == before


def same_decisions(workspace: Workspace, other: Workspace) -> None:
    rows = [NewDecision(d.kind, d.body, d.who, d.why, d.of) for d in workspace.store.ledger.decisions()]
    other.store.ledger.add(rows, "t")


def test_after_a_rename(workspace: Workspace, tmp_path: Path) -> None:
    same_as_never(workspace, tmp_path, DOC, [rename("Daily backup", "Nightly copy")])


def test_after_a_merge(workspace: Workspace, tmp_path: Path) -> None:
    same_as_never(workspace, tmp_path, DOC, [merge("Daily backup", "Export", into="Copies")])


def test_after_a_split(workspace: Workspace, tmp_path: Path) -> None:
    same_as_never(workspace, tmp_path, DOC, [by_plan(workspace)])


def test_with_every_cache_deleted(workspace: Workspace, tmp_path: Path) -> None:
    workspace.collections.update()
    workspace.views.forget()
    for table in ("vectors", "indexed", "watermarks", "replies", "answers", "word_revisions"):
        with workspace.store.database.write() as connection:
            connection.execute(f"DELETE FROM {table}")
    workspace.index.reset()
    workspace.store.words.forget()
    same_as_never(workspace, tmp_path, DOC, [rename("Daily backup", "Nightly copy")])


def test_a_node_known_afterwards_only_as_an_endpoint(workspace: Workspace, tmp_path: Path) -> None:
    gone = "guide/invoices.md"
    workspace.records([GeneratedDocument("x.md", (_naming("Billing"),))])
    assert not workspace.views().graph.nodes["billing"]["entity"].stub
    withdrawals(workspace).withdraw([gone])
    left = workspace.views().graph.nodes["billing"]["entity"]
    assert (left.stub, left.description, left.documents) == (True, "", ("x.md",))


def _naming(target: str) -> GeneratedChunk:
    from core.domain.records import RelationRow

    return GeneratedChunk("Books go there.", relations=(RelationRow("Books", target, "Go there.", ("go",)),))


def test_two_documents_sharing_an_identical_chunk(tmp_path: Path) -> None:
    chunk = DOCUMENTS[0].chunks[0]
    twins = (GeneratedDocument("one.md", (chunk,)), GeneratedDocument("two.md", (chunk,)))
    held, never = Workspace(tmp_path / "held"), Workspace(tmp_path / "never")
    held.records(twins)
    never.records(twins[1:])
    withdrawals(held).withdraw(["one.md"])
    assert everything(held) == everything(never)
    assert held.views().graph.nodes["vault"]["entity"].documents == ("two.md",)
    held.close()
    never.close()


def test_a_stored_answer_and_a_stored_run_are_told_and_go_out_of_sight(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    workspace.records(DOCUMENTS)
    run = workspace.runs.save(QUESTION, ran(workspace))
    workspace.store.answers.put(KeptAnswer("k", "p", "m@1", "{}"), ["a.md", "b.md"], "t")
    desk = withdrawals(workspace)
    found = desk.preview(["a.md"])
    assert ([each.id for each in found.runs], found.answers, found.passages) == ([run], 1, 1)
    assert desk.preview(["c.md"]).runs in ((), found.runs)
    desk.withdraw(["a.md"])
    assert (workspace.runs.list(), workspace.store.answers.get("k")) == ((), None)
    assert desk.preview(["b.md"]).runs == ()
    desk.restore(["a.md"])
    assert [row.id for row in workspace.runs.list()] == [run]
    assert workspace.store.answers.get("k") is not None
    workspace.close()


def test_a_document_withdrawn_while_another_is_being_ingested(tmp_path: Path) -> None:
    texts = {"a.md": "Alice meets Bob.", "b.md": "Bob asks Carol.", "c.md": "Carol calls Dave."}
    never, held = Workspace(tmp_path / "never"), Workspace(tmp_path / "held")
    never.texts({name: text for name, text in texts.items() if name != "b.md"})
    never.ingest.run()
    held.texts(texts)
    held.extractor = Interrupting(held.extractor, lambda: withdrawals(held).withdraw(["notes/b.md"]), "Bob asks")
    held.ingest.run()
    assert everything(held) == everything(never)
    withdrawals(held).restore(["notes/b.md"])
    assert "carol" in held.views().graph
    assert held.store.queue.count() == 0
    never.close()
    held.close()


class Interrupting:
    """A reader during whose work on one passage something happens."""

    def __init__(self, reader: Any, happens: Callable[[], object], at: str) -> None:
        self._reader, self._happens, self._at = reader, happens, at
        self.identity = reader.identity

    def extract(self, passage: Passage) -> Extraction:
        if self._at in passage.text:
            self._happens()
        found: Extraction = self._reader.extract(passage)
        return found

    def keywords(self, question: str) -> Any:
        return self._reader.keywords(question)


# --- what a person sees before ----------------------------------------------------------------------------------


def test_the_preview_is_what_then_happens_and_writes_nothing(workspace: Workspace) -> None:
    desk_of(workspace).decide(
        [hide("Account deletion"), Ruling("not_same", {"nodes": [node("Export"), node("Billing")]})]
    )
    desk, before = withdrawals(workspace), everything(workspace)
    found = desk.preview(["guide/leaving.md"])
    assert everything(workspace) == before
    assert found.change.sentences == ("Withdraw “guide/leaving.md”",)
    assert found.change.idle == ("Hide “Account deletion”",)
    graph = workspace.views().graph
    desk.withdraw(["guide/leaving.md"])
    after = workspace.views().graph
    assert (found.change.nodes_before, found.change.nodes_after) == (len(graph), len(after))
    assert (found.change.edges_before, found.change.edges_after) == (graph.number_of_edges(), after.number_of_edges())
    back = desk.preview_restore(["guide/leaving.md"])
    assert (back.awake, back.change.nodes_after, back.change.edges_after) == (
        found.change.idle,
        len(graph),
        graph.number_of_edges(),
    )
    assert [(each.row.document.id, bool(each.at)) for each in desk.withdrawn()] == [("guide/leaving.md", True)]


def test_many_are_withdrawn_in_one_step_or_none(workspace: Workspace) -> None:
    desk, version = withdrawals(workspace), workspace.store.version()
    with pytest.raises(UnknownName, match="There is no document 'nowhere'"):
        desk.withdraw([DOC, "nowhere"])
    assert workspace.store.version() == version
    desk.withdraw([DOC, "guide/leaving.md"])
    assert workspace.store.version()[0] == version[0] + 1
    with pytest.raises(InputError, match="withdrawn already"):
        desk.preview([DOC])
    with pytest.raises(InputError, match="is not withdrawn"):
        desk.restore([DOC, "guide/invoices.md"])
    with pytest.raises(InputError, match="No document is named"):
        desk.withdraw([])
    assert len(desk.withdrawn()) == 2


def test_withdrawing_asks_no_model_and_tells_who_follows(workspace: Workspace) -> None:
    workspace.collections.update()
    asked: list[str] = []
    workspace.extractor = workspace.embedder = None  # type: ignore[assignment]
    withdrawals(workspace, follow=lambda: asked.append("follow")).withdraw([DOC])
    assert asked == ["follow"]
    assert DOC not in str(all_but_searches(workspace))


def all_but_searches(workspace: Workspace) -> Any:
    from tests.graphs import snapshot

    return snapshot(workspace.views().graph), workspace.views().evidence.chunks.keys(), workspace.library.documents()


def test_who_may_only_read_changes_nothing(workspace: Workspace) -> None:
    def busy() -> None:
        raise WorkspaceBusy("Another program holds it.")

    with pytest.raises(WorkspaceBusy):
        withdrawals(workspace, may_write=busy).withdraw([DOC])
    assert withdrawals(workspace, may_write=busy).preview([DOC]).documents == (DOC,)


def test_a_node_that_a_decision_renamed_in_a_viewers_eyes(tmp_path: Path) -> None:
    rows = DOCUMENTS[0].chunks[0].entities
    names = {"staff.md": {"audience": "staff"}, "open.md": {}}

    def holding(folder: Path, *documents: str) -> Workspace:
        made = Workspace(folder)
        made.records(
            GeneratedDocument(name, (GeneratedChunk(f"Passage of {name}.", names[name], rows),)) for name in documents
        )
        return made

    def documents(workspace: Workspace, *viewer: str) -> dict[str, tuple[str, ...]]:
        graph = workspace.views("careful", viewer).graph
        return {key: entity.documents for key, entity in graph.nodes(data="entity") if "daily" not in key}

    workspace, never = holding(tmp_path / "held", *names), holding(tmp_path / "never", "staff.md")
    desk_of(workspace).decide([rename("Vault", "Strongroom")])
    same_decisions(workspace, never)
    assert documents(workspace) == {"vault": ("open.md",)}  # the name rests on what this viewer may not see
    assert documents(workspace, "staff") == {"strongroom": ("open.md", "staff.md")}
    before = everything(workspace)
    withdrawals(workspace).withdraw(["open.md"])
    assert everything(workspace) == everything(never)
    assert documents(workspace) == {}
    assert documents(workspace, "staff") == {"vault": ("staff.md",)}
    assert workspace.views().graph.nodes["strongroom"]["entity"].documents == ("staff.md",)
    withdrawals(workspace).restore(["open.md"])
    assert everything(workspace) == before
    workspace.close()
    never.close()
