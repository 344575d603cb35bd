"""Views and collections: withdrawing, order and small steps leave nothing behind in graph, index or search."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.adapters.scripted import HashEmbedder
from core.adapters.scripted_index import MemoryIndex
from core.domain.decisions import Decision
from core.domain.identity import digest
from core.domain.trace import Kind
from core.domain.wording import COLLECTIONS
from core.errors import ModelError, UnknownName, VectorIndexError
from core.ports import Embedding, IndexRow, Passage
from core.services.intake import Incoming
from core.services.stored_view import EXACT_ROWS
from tests import larkspur
from tests.storing import add
from tests.strategies import GeneratedDocument, documents, workspaces
from tests.workspace import Workspace, all_there_is

ROOT = Path(__file__).parent.parent.parent
FEW = settings(max_examples=8)
Generated = tuple[tuple[GeneratedDocument, ...], tuple[Decision, ...]]
NAMES = tuple(COLLECTIONS.values())


def filled(folder: Path, found: Sequence[GeneratedDocument] = (), decisions: Sequence[Decision] = ()) -> Workspace:
    """All documents in one go, then the decisions, then one update."""
    workspace = Workspace(folder, ticked=True)
    workspace.records(found)
    workspace.decide(decisions)
    workspace.collections.update()
    return workspace


def lesson(folder: Path) -> Workspace:
    workspace = Workspace(folder)
    workspace.use_index()
    workspace.intake.add([Incoming("uploads", "lesson.jsonl", larkspur.own_records())])
    workspace.collections.update()
    return workspace


# --- the laws --------------------------------------------------------------------------------------------------------


@FEW
@given(workspaces(), st.data())
def test_law_1_withdrawing_leaves_what_a_workspace_that_never_held_it_has(
    tmp_path_factory: pytest.TempPathFactory, generated: Generated, data: st.DataObject
) -> None:
    found, decisions = generated
    gone = data.draw(st.lists(st.sampled_from(found), unique_by=lambda d: d.id)) if found else []
    held = filled(tmp_path_factory.mktemp("held"), found, decisions)
    for document in gone:
        assert held.store.documents.set_withdrawn(document.id, True)
    held.collections.update()
    never = filled(tmp_path_factory.mktemp("never"), [d for d in found if d not in gone], decisions)
    assert all_there_is(held) == all_there_is(never)
    held.close()
    never.close()


@FEW
@given(workspaces(), st.randoms(use_true_random=False))
def test_laws_2_and_3_small_steps_in_any_order_give_what_one_go_gives(
    tmp_path_factory: pytest.TempPathFactory, generated: Generated, random: Any
) -> None:
    found, decisions = generated
    stepwise = Workspace(tmp_path_factory.mktemp("steps"), ticked=True)
    steps: list[Any] = [*found]
    random.shuffle(steps)
    for decision in decisions:  # in their own order, anywhere between the documents
        at = random.randint(max((steps.index(d) + 1 for d in decisions if d in steps), default=0), len(steps))
        steps.insert(at, decision)
    for n, step in enumerate(steps):
        if isinstance(step, Decision):
            stepwise.decide([step])
        else:
            stepwise.records([step], f"{n}.jsonl")
        if random.random() < 0.7:
            stepwise.collections.update()
    stepwise.collections.update()
    at_once = filled(tmp_path_factory.mktemp("once"), found, decisions)
    assert all_there_is(stepwise) == all_there_is(at_once)
    stepwise.collections.rebuild()
    assert all_there_is(stepwise) == all_there_is(at_once)
    stepwise.close()
    at_once.close()


@FEW
@given(workspaces())
def test_law_4_the_same_documents_again_change_nothing(
    tmp_path_factory: pytest.TempPathFactory, generated: Generated
) -> None:
    found, decisions = generated
    workspace = filled(tmp_path_factory.mktemp("w"), found, decisions)
    before, listed = all_there_is(workspace), workspace.store.ledger.decisions()
    workspace.records(found)
    workspace.records(found[::-1], "again.jsonl")
    workspace.collections.update()
    assert all_there_is(workspace) == before
    assert workspace.store.ledger.decisions() == listed
    assert [(d.kind, d.body) for d in listed[1:]] == [(d.kind, d.body) for d in decisions]
    workspace.close()


@FEW
@given(documents(min_size=1), st.data())
def test_replacing_a_document_leaves_what_its_last_content_gives(
    tmp_path_factory: pytest.TempPathFactory, found: tuple[GeneratedDocument, ...], data: st.DataObject
) -> None:
    others = data.draw(documents(min_size=1, max_size=2))
    contents = {d.id: d for d in (*found, *others)}
    workspace = filled(tmp_path_factory.mktemp("w"), found)
    workspace.records(others, "others.jsonl")
    workspace.collections.update()
    fresh = filled(tmp_path_factory.mktemp("f"), list(contents.values()))
    assert all_there_is(workspace) == all_there_is(fresh)
    workspace.records(found, "back.jsonl")
    workspace.collections.update()
    back = filled(tmp_path_factory.mktemp("b"), list({d.id: d for d in (*others, *found)}.values()))
    assert all_there_is(workspace) == all_there_is(back)
    for opened in (workspace, fresh, back):
        opened.close()


def digest_of_lesson(folder: Path) -> str:
    workspace = lesson(folder)
    there = all_there_is(workspace)
    workspace.close()
    return digest(repr(sorted((key, repr(value)) for key, value in there.items())))


def test_law_7_no_result_depends_on_the_hash_seed(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from tests.services.test_project import digest_of_lesson;"
        " print(digest_of_lesson(Path(sys.argv[1])))"
    )
    found = set()
    for seed in ("0", "77"):
        done = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / seed)],
            env=os.environ | {"PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout.strip())
    assert found == {digest_of_lesson(tmp_path / "here")}


def test_equal_texts_have_equal_scores_and_are_ordered_by_key(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    for n in range(150):
        add(workspace.store, f"{n:03}.md", "The same words in every file.", title="Same")
    vector = workspace.embeddings.embed(["the same other words"])[0].vector
    hits = workspace.views().search("chunk", vector, 150)
    assert len({hit.score for hit in hits}) == 1
    assert [hit.key for hit in hits] == [f"{n:03}.md#1" for n in range(150)]
    assert [hit.rank for hit in hits] == list(range(1, 151))
    one = workspace.views("classic").scores("chunk", ["007.md#1"], vector)
    assert one == {"007.md#1": hits[0].score}


# --- views -----------------------------------------------------------------------------------------------------------


def test_a_view_is_kept_while_nothing_changes(tmp_path: Path) -> None:
    workspace = lesson(tmp_path)
    view = workspace.views()
    assert workspace.views() is view
    assert workspace.views("classic") is not view
    workspace.decide([Decision(1, "hide", {"node": {"name": "Export"}})])
    assert "export" in view.graph
    assert "export" not in workspace.views().graph
    assert "export" in workspace.views("classic").graph


def test_an_unknown_merge_rule_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="classic"):
        Workspace(tmp_path).views("lazy")


def test_a_viewer_finds_only_what_he_may_see(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    workspace.texts({"a.md": "---\naudience: staff\n---\nSecret words.", "b.md": "Open words."})
    vector = workspace.embeddings.embed(["words"])[0].vector
    assert [h.key for h in workspace.views(viewer=()).search("chunk", vector, 9)] == ["notes/b.md#1"]
    assert len(workspace.views(viewer=("staff",)).search("chunk", vector, 9)) == 2


def test_searching_an_empty_workspace_finds_nothing(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    assert workspace.search("anything") == {"entity": (), "relation": (), "chunk": ()}
    workspace.collections.update()
    assert [(s.rows, s.current) for s in workspace.collections.states()] == [(0, True)] * 3


@pytest.mark.parametrize("limit", [0, -1, 1, 100])
def test_never_more_hits_than_asked_for(tmp_path: Path, limit: int) -> None:
    workspace = lesson(tmp_path)
    for kind, hits in workspace.search("daily backup", limit=limit).items():
        assert len(hits) == min(max(limit, 0), len(workspace.views().space(kind).rows))


# --- collections -----------------------------------------------------------------------------------------------------


class WatchedIndex(MemoryIndex):
    """Counts what is written, and can be made to fail or to call back."""

    def __init__(self) -> None:
        super().__init__(NAMES)
        self.put: list[str] = []
        self.dropped: list[str] = []
        self.queries = 0
        self.after_upsert: Any = lambda: None
        self.broken = False

    def upsert(self, collection: str, rows: Sequence[IndexRow]) -> None:
        super().upsert(collection, rows)
        self.put += [row.key for row in rows]
        self.after_upsert()

    def delete(self, collection: str, ids: Sequence[str]) -> None:
        super().delete(collection, ids)
        self.dropped += ids

    def query(self, collection: str, vector: Any, limit: int) -> Sequence[tuple[str, float]]:
        self.queries += 1
        if self.broken:
            raise VectorIndexError("The index is gone.")
        return super().query(collection, vector, limit)


@pytest.fixture
def index() -> WatchedIndex:
    return WatchedIndex()


@pytest.fixture
def workspace(tmp_path: Path, index: WatchedIndex) -> Workspace:
    made = Workspace(tmp_path, index=index)
    made.use_index()
    made.texts({"a.md": "Alice meets Bob.", "b.md": "Carol meets Bob."})
    made.ingest.run()
    return made


def test_only_what_changed_is_written(workspace: Workspace, index: WatchedIndex) -> None:
    index.put.clear()
    workspace.collections.update()
    assert index.put == []
    workspace.texts({"c.md": "Dave meets Erin."})
    workspace.ingest.run()
    assert sorted(index.put) == ["dave", "dave -> erin : meets", "erin", "notes/c.md#1"]
    assert index.dropped == []


def test_the_everyday_view_is_searched_through_the_index_once_it_is_current(
    workspace: Workspace, index: WatchedIndex
) -> None:
    exact = workspace.search("Who meets Bob?", "classic")
    assert index.queries == 0
    through = workspace.search("Who meets Bob?")
    assert index.queries == 3
    assert through["chunk"] == exact["chunk"]
    workspace.texts({"c.md": "Dave meets Bob."})
    found = workspace.search("Who meets Bob?")
    assert index.queries == 3
    assert len(found["chunk"]) == 3


def test_the_index_is_opened_to_search_only_where_there_are_very_many_rows(
    workspace: Workspace, index: WatchedIndex, tmp_path: Path
) -> None:
    before = workspace.search("Who meets Bob?")
    index.queries = 0
    other = Workspace(tmp_path, index=index)
    other.use_index()
    other.views.exactly = EXACT_ROWS
    assert other.search("Who meets Bob?") == before
    assert index.queries == 0
    other.views.forget()
    other.views.exactly = 2
    assert other.search("Who meets Bob?") == before
    assert index.queries == 1  # there are three entities, two relations and two passages
    other.close()


def test_an_index_that_fails_costs_speed_only(workspace: Workspace, index: WatchedIndex) -> None:
    before = workspace.search("Who meets Bob?")
    index.broken = True
    assert workspace.search("Who meets Bob?") == before


def test_an_index_that_cannot_be_opened_costs_speed_only(workspace: Workspace) -> None:
    before = workspace.search("Who meets Bob?")

    def no_index() -> MemoryIndex:
        raise VectorIndexError("The directory can't be opened.")

    workspace.collections._index = no_index
    assert workspace.search("Who meets Bob?") == before


def test_an_index_of_another_filling_is_not_asked_and_is_filled_again(
    workspace: Workspace, index: WatchedIndex
) -> None:
    before, rows = workspace.search("Who meets Bob?"), workspace.indexed()
    index.reset()
    index.queries = 0
    assert workspace.search("Who meets Bob?") == before
    assert index.queries == 0
    workspace.collections.update()
    assert workspace.indexed() == rows


def test_rebuilding_asks_the_embedder_for_nothing(workspace: Workspace, index: WatchedIndex) -> None:
    rows = workspace.indexed()

    def refuse(texts: Sequence[str]) -> Embedding:
        raise ModelError("Nobody may ask.")

    workspace.embedder.embed = refuse  # type: ignore[method-assign]
    workspace.collections.rebuild()
    assert workspace.indexed() == rows
    assert index.generation == "m-1"


class Killed(BaseException):
    """The process ends here, as far as the code can tell."""


@pytest.mark.parametrize("collection", range(3))
def test_rows_written_just_before_a_crash_do_not_stay_when_they_are_not_wanted_any_more(
    workspace: Workspace, index: WatchedIndex, collection: int
) -> None:
    rows, calls = workspace.indexed(), iter(range(9))

    def kill() -> None:
        if next(calls) == collection:
            raise Killed

    workspace.texts({"c.md": "Dave meets Erin."})
    for pending in workspace.store.documents.pending():
        extraction = workspace.extractor.extract(Passage(pending.chunk.text))
        workspace.store.mentions.save(pending, extraction, "r", "t")
    index.after_upsert = kill
    with pytest.raises(Killed):
        workspace.collections.update()
    index.after_upsert = lambda: None
    workspace.store.documents.set_withdrawn("notes/c.md", True)
    workspace.collections.update()
    assert workspace.indexed() == rows


def test_rows_of_a_broken_rebuild_do_not_stay(workspace: Workspace, index: WatchedIndex) -> None:
    def kill() -> None:
        raise Killed

    index.reset = kill  # type: ignore[method-assign]
    with pytest.raises(Killed):
        workspace.collections.rebuild()
    del index.reset
    workspace.store.documents.set_withdrawn("notes/b.md", True)
    workspace.collections.update()
    assert len(workspace.indexed()["chunks"]) == 1


def test_a_view_asks_no_index_that_is_being_changed(workspace: Workspace, index: WatchedIndex) -> None:
    old = workspace.views()
    vector = workspace.embeddings.embed(["Who meets Bob?"])[0].vector
    before = {kind: old.search(kind, vector, 3) for kind in COLLECTIONS}
    workspace.store.documents.set_withdrawn("notes/b.md", True)
    seen: list[bool] = []
    original = index.delete

    def look(collection: str, ids: Sequence[str]) -> None:
        original(collection, ids)
        kind: Kind = next(kind for kind, name in COLLECTIONS.items() if name == collection)
        seen.append(old.search(kind, vector, 3) == before[kind])

    index.delete = look  # type: ignore[method-assign]
    workspace.collections.update()
    assert seen == [True, True, True]


def test_states_tell_rows_and_whether_they_are_current(workspace: Workspace) -> None:
    states = {s.name: (s.rows, s.current) for s in workspace.collections.states()}
    assert states == {"entities": (3, True), "relations": (2, True), "chunks": (2, True)}
    workspace.store.documents.set_withdrawn("notes/b.md", True)
    assert not any(s.current for s in workspace.collections.states())


def test_a_failing_embedder_leaves_the_collections_as_they_were(workspace: Workspace) -> None:
    rows = workspace.indexed()

    def refuse(texts: Sequence[str]) -> Embedding:
        raise ModelError("No answer.")

    workspace.texts({"c.md": "Dave meets Erin."})
    workspace.embedder.embed = refuse  # type: ignore[method-assign]
    with pytest.raises(ModelError, match="No answer"):
        workspace.collections.update()
    assert workspace.indexed() == rows
    assert [s.name for s in workspace.collections.states() if not s.current] == ["chunks"]


def test_vectors_of_two_embedders_never_mix(workspace: Workspace) -> None:
    workspace.embedder = HashEmbedder(dimension=32)
    with pytest.raises(ModelError, match=r"come from hash-64@1.*now hash-32@1"):
        workspace.embeddings.embed(["a question"])
    workspace.texts({"c.md": "Dave meets Erin."})
    with pytest.raises(ModelError, match="hash-32@1"):
        workspace.collections.update()


def test_the_first_vector_and_the_embedder_it_came_from_are_kept_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = Workspace(tmp_path)
    workspace.texts({"a.md": "Alice meets Bob."})
    put = workspace.store.vectors.put

    def kill(*args: Any) -> None:
        raise Killed

    monkeypatch.setattr(workspace.store.vectors, "put", kill)
    with pytest.raises(Killed):
        workspace.collections.update()
    workspace.embedder = HashEmbedder(dimension=32)
    monkeypatch.setattr(workspace.store.vectors, "put", put)
    workspace.collections.update()
    assert workspace.embeddings.model == ("hash-32@1", 32)


def test_two_threads_may_update_and_search_at_once(workspace: Workspace) -> None:
    workspace.texts({f"{n}.md": f"Person{n} meets Bob." for n in range(12)})
    failed: list[BaseException] = []

    def work(do: Any) -> None:
        try:
            for _ in range(5):
                do()
        except BaseException as error:  # noqa: BLE001
            failed.append(error)

    jobs = [workspace.ingest.run, lambda: workspace.search("Who meets Bob?"), workspace.collections.update]
    threads = [threading.Thread(target=work, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert all(s.current for s in workspace.collections.states())
    assert len(workspace.views().graph) == 15


def test_a_question_is_embedded_but_not_kept(workspace: Workspace) -> None:
    count = "SELECT COUNT(*) FROM vectors"
    before = workspace.store.database.connection.execute(count).fetchone()
    found = workspace.embeddings.embed(["Who meets whom?"])
    assert workspace.store.database.connection.execute(count).fetchone() == before
    assert np.isclose(np.linalg.norm(found[0].vector), 1.0)
