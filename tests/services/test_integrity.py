"""A workspace looked through: sound as it is used, every damage found by id, and what is derived repaired."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.binding import Binding
from core.bootstrap import Explorer, open_workspace
from core.domain.decisions import Decision
from core.domain.identity import content_hash, text_hash
from core.domain.integrity import Difference, Verdict
from core.domain.profiles import rough_tokens
from core.domain.query import any_of_them, loose
from core.engines import Models
from core.errors import InputError, ModelCancelled, ModelUnavailable, WorkspaceBusy, WorkspaceDamaged
from core.ports import IndexRow
from core.services.intake import Incoming
from core.services.integrity import IntegrityDesk, Kept
from core.services.question import Request
from core.services.task import Handle
from core.services.watch import Cancelled
from core.settings import Settings
from core.store.answers import KeptAnswer
from tests.curating import rename
from tests.exploring import scripted_explorer, scripted_models
from tests.filed_index import FiledIndex
from tests.strategies import TICK, GeneratedDocument, documents
from tests.workspace import Workspace, all_there_is

A = "Alice meets Bob. Bob asks Carol about Dave. Carol meets Erin in the Vault. Frank keeps the Vault. " * 3
B = "Alice keeps the Ledger. 磷灰石 is in the Vault."


def fill(explorer: Explorer) -> None:
    explorer.intake.add([Incoming("notes", "a.md", A.encode()), Incoming("notes", "b.md", B.encode())])
    explorer.ingest.run()
    explorer.curate.decide([rename("Bob", "Robert")])
    explorer.job.wait()
    explorer.runs.save("Who keeps it?", explorer.retrieve.compare(Request("Who keeps the Vault?"), ["naive", "hybrid"]))
    explorer.runs.opened("document", "notes/a.md", "A")
    explorer._store.answers.put(KeptAnswer("k", "p", "m@1", '{"text": "Frank"}'), ["notes/a.md"], "t")
    explorer.words.search(any_of_them(loose("vault")), None)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Over an index in a file: opening Chroma twice is most of the time that a look takes."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Binding, "make_index", FiledIndex)
        return filled(tmp_path_factory.mktemp("made"))


@pytest.fixture(scope="module")
def made_with_chroma(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled(tmp_path_factory.mktemp("chroma"))


def filled(home: Path) -> Path:
    explorer = scripted_explorer(home)
    fill(explorer)
    explorer.close()
    return home


@pytest.fixture
def whole(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Explorer]:
    """A copy of one and the same workspace, opened."""
    monkeypatch.setattr(Binding, "make_index", FiledIndex)
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    explorer = scripted_explorer(tmp_path)
    yield explorer
    explorer.close()


@pytest.fixture
def in_chroma(made_with_chroma: Path, tmp_path: Path) -> Iterator[Explorer]:
    """The same with Chroma, as in the app."""
    shutil.copytree(made_with_chroma, tmp_path, dirs_exist_ok=True)
    explorer = scripted_explorer(tmp_path)
    yield explorer
    explorer.close()


def run(explorer: Explorer, *statements: str, **values: Any) -> None:
    """Plants damage behind the store's back."""
    with closing(sqlite3.connect(explorer.path / "lightprism.db", isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement, values)


def one(explorer: Explorer, statement: str) -> Any:
    row = explorer._store.database.connection.execute(statement).fetchone()
    return row[0] if len(row) == 1 else row


def content(folder: Path) -> dict[str, bytes]:
    """Every byte that a look must leave as it is; what only says who has the file open is left out."""
    passing = ("-shm", "-wal", "lock", "holder.txt")
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.endswith(passing))
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_a_workspace_that_is_used_is_sound_and_looking_changes_no_byte(in_chroma: Explorer) -> None:
    whole = in_chroma
    before = content(whole.path)
    verdict = whole.integrity.verify(embed=True)
    assert (verdict.differences, verdict.notes, verdict.sound, verdict.embedded) == ((), (), True, True)
    counts = {each.what: each.count for each in verdict.looked}
    assert (counts["revisions"], counts["kept files"], counts["kept questions"], counts["kept answers"]) == (2, 2, 1, 1)
    assert counts["entities"] == counts["rows in the vector index of entities"] == len(whole.views().graph)
    assert counts["passages in the search index"] == counts["passages"] > 3
    assert content(whole.path) == before


@settings(max_examples=10)
@given(documents(), st.data())
def test_whatever_is_done_to_a_workspace_it_is_sound(
    tmp_path_factory: pytest.TempPathFactory, found: tuple[GeneratedDocument, ...], data: st.DataObject
) -> None:
    workspace = Workspace(tmp_path_factory.mktemp("any"))
    desk = desk_of(workspace)
    try:
        workspace.records(found)
        for step in data.draw(st.lists(st.sampled_from(STEPS), max_size=4)):
            step(workspace, found)
        assert desk.verify().differences == ()
        before = all_there_is(workspace)
        assert desk.repair(desk.verify()).differences == ()
        workspace.collections.update()
        assert all_there_is(workspace) | {"index": 0} == before | {"index": 0}
    finally:
        workspace.close()


Step = Callable[[Workspace, tuple[GeneratedDocument, ...]], object]
STEPS: tuple[Step, ...] = (
    lambda w, _: w.collections.update(),
    lambda w, _: w.words.search(any_of_them(loose("backup")), None),
    lambda w, found: w.store.withheld.set([found[0].id], True) if found else None,
    lambda w, found: w.store.withheld.set([found[0].id], False) if found else None,
    lambda w, _: w.decide([Decision(0, "tick", TICK)]),
    lambda w, _: w.views().graph,
    lambda w, found: w.records(found[1:]),
    lambda w, found: w.store.overlays.set(found[0].id, "audience", ["staff"]) if found else None,
    lambda w, found: w.store.overlays.set(found[0].id, "replaces", [each.id for each in found[1:]]) if found else None,
    lambda w, found: w.store.overlays.set(found[0].id, "replaces", None) if found else None,
    lambda w, _: w.search("backup", "classic"),
    lambda w, _: w.views("careful", ("staff",)).space("entity").search(w.embeddings.embed(["x"])[0].vector, 3),
)


def desk_of(workspace: Workspace) -> IntegrityDesk:
    for number in range(9):  # where an index on disk would have its fillings
        (workspace.store.folder / "chroma" / f"m-{number}").mkdir(parents=True)
    kept = Kept(
        store=workspace.store,
        views=workspace.views,
        embeddings=workspace.embeddings,
        collections=workspace.collections,
        count_tokens=rough_tokens,
        clock=workspace.clock,
        opened=lambda _: workspace.index,
        resting=lambda: True,
        may_write=lambda: None,
    )
    return IntegrityDesk(kept)


# --- damages: what is planted, and the kind and id of what is found -------------------------------------------------

Found = tuple[str, str]
Plant = Callable[[Explorer], Found]


def text_of_a_passage(explorer: Explorer) -> Found:
    run(explorer, "UPDATE chunks SET text = replace(text, 'Alice', 'Alicf') WHERE name = 'notes/a.md#1'")
    return "passage", "notes/a.md#1"


def offsets_of_a_passage(explorer: Explorer) -> Found:
    run(explorer, """UPDATE chunks SET start = start + 3, "end" = "end" + 3 WHERE name = 'notes/a.md#2'""")
    return "passage", "notes/a.md#2"


def occurrence_of_a_passage(explorer: Explorer) -> Found:
    run(explorer, "UPDATE chunks SET occurrence = 7 WHERE name = 'notes/b.md#1'")
    return "passage", "notes/b.md#1"


def an_index_row(explorer: Explorer) -> Found:
    id_ = one(explorer, "SELECT id FROM indexed WHERE collection = 'entities' AND key = 'carol'")
    run(explorer, "DELETE FROM indexed WHERE id = :id", id=id_)
    return "row", id_


def an_index_row_too_many(explorer: Explorer) -> Found:
    run(explorer, "INSERT INTO indexed VALUES ('chunks', 'feed', 'notes/z.md#1', 'beef')")
    return "row", "feed"


def an_index_row_of_another_text(explorer: Explorer) -> Found:
    id_ = one(explorer, "SELECT id FROM indexed WHERE collection = 'relations' ORDER BY id")
    run(explorer, "UPDATE indexed SET text_hash = 'beef' WHERE id = :id", id=id_)
    return "row", id_


def a_key_of_an_index_row(explorer: Explorer) -> Found:
    id_ = one(explorer, "SELECT id FROM indexed WHERE key = 'erin'")
    run(explorer, "UPDATE indexed SET key = 'irene' WHERE id = :id", id=id_)
    return "row", id_


def a_watermark(explorer: Explorer) -> Found:
    run(explorer, "UPDATE watermarks SET evidence = evidence + 100 WHERE collection = 'entities'")
    return "collection", "entities"


def all_watermarks(explorer: Explorer) -> Found:
    run(explorer, "DELETE FROM watermarks")
    return "collection", "relations"


def the_embedder_of_a_collection(explorer: Explorer) -> Found:
    run(explorer, "UPDATE watermarks SET model = 'other', evidence = 0")
    return "collection", "chunks"


def a_row_of_the_vector_index(explorer: Explorer) -> Found:
    id_ = one(explorer, "SELECT id FROM indexed WHERE key = 'carol'")
    explorer._index().delete("entities", [id_])
    return "collection", id_


def a_row_too_many_in_the_vector_index(explorer: Explorer) -> Found:
    explorer._index().upsert("chunks", [IndexRow("feed", "feed", "beef", a_vector(explorer))])
    return "collection", "feed"


def a_vector_of_the_vector_index(explorer: Explorer) -> Found:
    id_, hash_ = one(explorer, "SELECT id, text_hash FROM indexed WHERE key = 'carol'")
    explorer._index().upsert("entities", [IndexRow(id_, "carol", hash_, a_vector(explorer))])
    return "vector", hash_


def the_folder_of_the_collections(explorer: Explorer) -> Found:
    generation = explorer._index().generation
    explorer._index().close()
    shutil.rmtree(explorer.path / "chroma" / generation)
    explorer.__dict__.pop("_chroma")
    return "collection", generation


def the_file_of_the_collections(explorer: Explorer) -> Found:
    generation = explorer._index().generation
    explorer._index().close()
    (explorer.path / "chroma" / generation / "chroma.sqlite3").write_bytes(b"nothing that a database begins with" * 99)
    explorer.__dict__.pop("_chroma")
    return "collection", generation


def a_vector(explorer: Explorer) -> Any:
    size = explorer.embeddings.model[1]
    return np.eye(1, size, 3, dtype=np.float32)[0]


def hash_of(explorer: Explorer, key: str) -> str:
    return str(one(explorer, f"SELECT text_hash FROM indexed WHERE key = '{key}'"))


def a_byte_of_a_vector(explorer: Explorer) -> Found:
    """So small a change that the length is right: the vector index tells."""
    hash_ = hash_of(explorer, "carol")
    vector = np.frombuffer(one(explorer, f"SELECT vector FROM vectors WHERE hash = '{hash_}'"), dtype="<f4").copy()
    vector[0] += 3e-4
    run(explorer, "UPDATE vectors SET vector = :v WHERE hash = :h", v=vector.tobytes(), h=hash_)
    return "vector", hash_


def half_a_vector(explorer: Explorer) -> Found:
    run(explorer, "UPDATE vectors SET vector = x'0000' WHERE hash = :h", h=hash_of(explorer, "carol"))
    return "vector", hash_of(explorer, "carol")


def a_vector_without_numbers(explorer: Explorer) -> Found:
    vector = np.full(explorer.embeddings.model[1], np.nan, dtype="<f4").tobytes()
    run(explorer, "UPDATE vectors SET vector = :v WHERE hash = :h", v=vector, h=hash_of(explorer, "carol"))
    return "vector", hash_of(explorer, "carol")


def a_long_vector(explorer: Explorer) -> Found:
    vector = (2 * a_vector(explorer)).astype("<f4").tobytes()
    run(explorer, "UPDATE vectors SET vector = :v WHERE hash = :h", v=vector, h=hash_of(explorer, "carol"))
    return "vector", hash_of(explorer, "carol")


def a_vector_that_is_gone(explorer: Explorer) -> Found:
    hash_ = hash_of(explorer, "carol")
    run(explorer, "DELETE FROM vectors WHERE hash = :h", h=hash_)
    return "vector", hash_


def words_of_a_passage(explorer: Explorer) -> Found:
    rowid, title, text = one(
        explorer, "SELECT (revision << 24) + position, title, text FROM chunks WHERE name = 'notes/b.md#1'"
    )
    run(explorer, "INSERT INTO words (rowid, title, text) VALUES (:r, 'other', 'words')", r=rowid)
    assert title and text  # noqa: PT018
    return "words", "notes/b.md#1"


def words_of_no_passage(explorer: Explorer) -> Found:
    run(explorer, "INSERT INTO words (rowid, title, text) VALUES (1, 'left', 'over')")
    return "words", "row 1"


def a_document_of_the_word_index(explorer: Explorer) -> Found:
    """Its words are taken out as well: only that the index says it is up to date is wrong."""
    store = explorer._store
    shows = store.database.get("words:shows")
    store.words.forget()
    run(explorer, "INSERT INTO meta VALUES ('words:shows', :s)", s=shows)
    return "words", "notes/a.md"


def a_node_of_the_graph(explorer: Explorer) -> Found:
    nodes = explorer.views().graph.nodes
    nodes["carol"]["entity"] = replace(nodes["carol"]["entity"], description="Something else.")
    return "graph", "carol"


def an_edge_of_the_graph(explorer: Explorer) -> Found:
    graph = explorer.views().graph
    source, target, key = next(iter(graph.edges(keys=True)))
    graph.remove_edge(source, target, key)
    return "graph", key


def a_kept_answers_document(explorer: Explorer) -> Found:
    run(explorer, "UPDATE answer_sources SET document = 'notes/gone.md'")
    return "link", "k"


def a_kept_answers_only_link(explorer: Explorer) -> Found:
    run(explorer, "DELETE FROM answer_sources")
    return "link", "k"


def a_kept_answers_text(explorer: Explorer) -> Found:
    run(explorer, "UPDATE answers SET body = '{'")
    return "link", "k"


def a_thing_opened(explorer: Explorer) -> Found:
    run(explorer, "UPDATE opened_documents SET document = 'notes/gone.md'")
    return "link", "notes/a.md"


def what_a_run_rests_on(explorer: Explorer) -> Found:
    run(explorer, "DELETE FROM run_documents WHERE document = 'notes/b.md'")
    return "link", one(explorer, "SELECT id FROM runs")


def a_run_on_a_document_that_never_was(explorer: Explorer) -> Found:
    run(explorer, "UPDATE run_documents SET document = 'notes/gone.md' WHERE document = 'notes/b.md'")
    return "link", one(explorer, "SELECT id FROM runs")


def who_takes_a_documents_place(explorer: Explorer) -> Found:
    run(explorer, "UPDATE documents SET superseded = 'notes/a.md' WHERE name = 'notes/b.md'")
    return "document", "notes/b.md"


DERIVED: tuple[Plant, ...] = (
    text_of_a_passage,
    offsets_of_a_passage,
    occurrence_of_a_passage,
    an_index_row,
    an_index_row_too_many,
    an_index_row_of_another_text,
    a_key_of_an_index_row,
    a_watermark,
    all_watermarks,
    the_embedder_of_a_collection,
    a_row_of_the_vector_index,
    a_row_too_many_in_the_vector_index,
    a_vector_of_the_vector_index,
    the_folder_of_the_collections,
    a_byte_of_a_vector,
    half_a_vector,
    a_vector_without_numbers,
    a_long_vector,
    a_vector_that_is_gone,
    words_of_a_passage,
    words_of_no_passage,
    a_document_of_the_word_index,
    a_node_of_the_graph,
    an_edge_of_the_graph,
    a_kept_answers_document,
    a_kept_answers_only_link,
    a_kept_answers_text,
    a_thing_opened,
    what_a_run_rests_on,
    a_run_on_a_document_that_never_was,
    who_takes_a_documents_place,
)


IN_CHROMA: tuple[Plant, ...] = (
    a_row_of_the_vector_index,
    a_row_too_many_in_the_vector_index,
    a_vector_of_the_vector_index,
    the_file_of_the_collections,
    a_byte_of_a_vector,
)


def ids(differences: tuple[Difference, ...]) -> set[Found]:
    return {(each.kind, each.id) for each in differences}


@pytest.mark.parametrize("plant", DERIVED, ids=lambda plant: plant.__name__)
def test_damage_to_what_is_derived_is_found_by_id_and_repaired(whole: Explorer, plant: Plant) -> None:
    found_and_repaired(whole, plant)


@pytest.mark.parametrize("plant", IN_CHROMA, ids=lambda plant: plant.__name__)
def test_damage_to_the_collections_is_found_by_id_and_repaired(in_chroma: Explorer, plant: Plant) -> None:
    found_and_repaired(in_chroma, plant)


def found_and_repaired(whole: Explorer, plant: Plant) -> None:
    whole.views().graph  # noqa: B018  # so that there is one in memory
    found = plant(whole)
    verdict = whole.integrity.verify()
    assert found in ids(verdict.repairable)
    assert verdict.lost == ()
    after = whole.integrity.repair(replace(verdict, embedded=True))
    assert (after.differences, after.embedded) == ((), True)
    assert "robert" in whole.views().graph
    assert whole.search.search("vault").passages


# --- what can't be made again ----------------------------------------------------------------------------------------


def a_documents_text(explorer: Explorer) -> Found:
    run(
        explorer,
        "UPDATE revisions SET text = replace(text, 'Ledger', 'Lodger') WHERE text LIKE '%Led%'",
    )
    return "text", "notes/b.md"


def a_documents_metadata(explorer: Explorer) -> Found:
    run(explorer, """UPDATE revisions SET metadata = '{"audience": "all"}' WHERE text LIKE '%Ledger%'""")
    return "text", "notes/b.md"


def a_mention(explorer: Explorer) -> Found:
    id_ = one(explorer, "SELECT id FROM entity_mentions WHERE name = 'Ledger'")
    run(explorer, "UPDATE entity_mentions SET name = 'Lodger' WHERE id = :id", id=id_)
    return "mention", id_


def a_mentions_id(explorer: Explorer) -> Found:
    run(explorer, "UPDATE entity_mentions SET id = 'feed' WHERE name = 'Ledger'")
    return "mention", "feed"


def a_relations_strength(explorer: Explorer) -> Found:
    id_ = one(explorer, "SELECT id FROM relation_mentions ORDER BY key")
    run(explorer, "UPDATE relation_mentions SET strength = strength + 1 WHERE id = :id", id=id_)
    return "mention", id_


def a_row_that_a_passage_said(explorer: Explorer) -> Found:
    chunk, name = one(explorer, "SELECT id, name FROM chunks WHERE name = 'notes/b.md#1'")
    run(explorer, "DELETE FROM entity_mentions WHERE chunk = :c AND row = 0", c=chunk)
    return "mention", f"{name} entity_mentions 0"


def a_passage_in_the_middle(explorer: Explorer) -> Found:
    run(explorer, *(f"DELETE FROM {table} WHERE chunk = (SELECT id FROM chunks WHERE name = 'notes/a.md#2')"
                    for table in ("entity_mentions", "relation_mentions", "row_issues", "model_calls")),
        "DELETE FROM chunks WHERE name = 'notes/a.md#2'")  # fmt: skip
    return "passage", "notes/a.md#2"


def the_last_passage(explorer: Explorer) -> Found:
    name = one(explorer, "SELECT name FROM chunks WHERE name LIKE 'notes/a%' ORDER BY position DESC")
    run(explorer, *(f"DELETE FROM {table} WHERE chunk = (SELECT id FROM chunks WHERE name = '{name}')"
                    for table in ("entity_mentions", "relation_mentions", "row_issues", "model_calls")),
        f"DELETE FROM chunks WHERE name = '{name}'")  # fmt: skip
    return "passage", name


def a_passage_with_what_it_said_left_behind(explorer: Explorer) -> Found:
    key = one(explorer, "SELECT key FROM entity_mentions WHERE name = 'Ledger'")
    run(explorer, "DELETE FROM chunks WHERE name = 'notes/b.md#1'")
    return "database", f"entity_mentions {key}"


def a_byte_of_a_kept_file(explorer: Explorer) -> Found:
    path = explorer._store._kept(content_hash(B.encode()))
    path.write_bytes(path.read_bytes().replace(b"Ledger", b"Lodger"))
    return "original", content_hash(B.encode())


def a_kept_file(explorer: Explorer) -> Found:
    explorer._store._kept(content_hash(B.encode())).unlink()
    return "original", content_hash(B.encode())


def a_runs_traces(explorer: Explorer) -> Found:
    run(explorer, "UPDATE run_traces SET body = x'00'")
    return "link", one(explorer, "SELECT id FROM runs")


def a_setting(explorer: Explorer) -> Found:
    run(explorer, "UPDATE meta SET value = '{\"size\": 1, \"wide\": 2}' WHERE key = 'chunking'")
    return "settings", "chunking"


def whose_the_vectors_are(explorer: Explorer) -> Found:
    run(explorer, "UPDATE meta SET value = 'many' WHERE key = 'embedder:dimension'")
    return "settings", "embedder"


LOST: tuple[Plant, ...] = (
    a_documents_text,
    a_documents_metadata,
    a_mention,
    a_mentions_id,
    a_relations_strength,
    a_row_that_a_passage_said,
    a_passage_in_the_middle,
    the_last_passage,
    a_passage_with_what_it_said_left_behind,
    a_byte_of_a_kept_file,
    a_kept_file,
    a_runs_traces,
    a_setting,
    whose_the_vectors_are,
)


@pytest.mark.parametrize("plant", LOST, ids=lambda plant: plant.__name__)
def test_damage_to_what_is_not_derived_is_found_by_id_and_has_a_remedy(whole: Explorer, plant: Plant) -> None:
    found = plant(whole)
    verdict = whole.integrity.verify()
    assert found in ids(verdict.lost)
    assert all(each.remedy for each in verdict.lost)


def test_a_workspace_whose_settings_are_damaged_is_told_apart_on_opening(whole: Explorer, tmp_path: Path) -> None:
    a_setting(whole)
    whole.close()
    with pytest.raises(WorkspaceDamaged, match="settings of this workspace can't be read"):
        scripted_explorer(tmp_path)
    run(whole, "DELETE FROM meta WHERE key = 'chunking'")
    again = scripted_explorer(tmp_path)
    assert again.writable
    again.close()


def test_a_repair_leaves_what_is_not_derived_alone_and_says_it_again(whole: Explorer) -> None:
    found = a_mention(whole)
    an_index_row(whole)
    verdict = whole.integrity.verify()
    after = whole.integrity.repair(verdict)
    assert (after.repairable, ids(after.lost)) == ((), {found})
    assert one(whole, "SELECT COUNT(*) FROM entity_mentions WHERE name = 'Lodger'") == 1


def test_pages_of_the_database_that_were_written_over_are_found(whole: Explorer) -> None:
    path = whole.path / "lightprism.db"
    root = one(whole, "SELECT rootpage FROM sqlite_master WHERE name = 'entity_mentions'")
    size = one(whole, "PRAGMA page_size")
    run(whole, "PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xff" * size)
    verdict = whole.integrity.verify()
    assert ("database", "lightprism.db") in ids(verdict.lost)


def test_an_index_of_the_database_that_lacks_a_row_is_made_anew(whole: Explorer) -> None:
    with closing(sqlite3.connect(whole.path / "lightprism.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        (sql,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'chunks_by_name'").fetchone()
        connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'chunks_by_name'", (f"{sql} WHERE id > 1",))
    with closing(sqlite3.connect(whole.path / "lightprism.db", isolation_level=None)) as connection:
        connection.execute("REINDEX chunks_by_name")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'chunks_by_name'", (sql,))
    verdict = whole.integrity.verify()
    assert ("database", "chunks_by_name") in ids(verdict.repairable)
    assert whole.integrity.repair(verdict).differences == ()


def test_a_vector_of_another_text_is_found_only_by_embedding_anew(whole: Explorer) -> None:
    hash_ = hash_of(whole, "carol")
    id_ = one(whole, "SELECT id FROM indexed WHERE key = 'carol'")
    run(whole, "UPDATE vectors SET vector = :v WHERE hash = :h", v=a_vector(whole).tobytes(), h=hash_)
    whole._index().upsert("entities", [IndexRow(id_, "carol", hash_, a_vector(whole))])
    assert whole.integrity.verify().sound
    verdict = whole.integrity.verify(embed=True)
    assert ids(verdict.differences) == {("vector", hash_)}
    assert whole.integrity.repair(verdict).sound


def test_what_nothing_needs_is_no_fault_and_a_repair_clears_it(whole: Explorer) -> None:
    stray = whole.path / "originals" / "ab" / ("ab" * 32)
    stray.parent.mkdir(exist_ok=True)
    stray.write_bytes(b"of nothing")
    whole.intake.add([Incoming("notes", "b.md", b"Alice keeps nothing.")])
    whole.ingest.run()
    (whole.path / "chroma" / "g-left").mkdir()
    verdict = whole.integrity.verify()
    assert verdict.sound
    found = {each.kind for each in verdict.spare}
    assert found == {"original", "collection", "vector"}
    assert ("original", f"ab/{'ab' * 32}") in ids(verdict.spare)
    after = whole.integrity.repair(verdict)
    assert (after.differences, after.spare, stray.exists()) == ((), (), False)


def test_a_repair_goes_by_what_is_there_now(whole: Explorer) -> None:
    whole.intake.add([Incoming("notes", "b.md", b"Alice keeps nothing.")])
    whole.ingest.run()
    old = whole.integrity.verify()
    assert old.spare
    whole.intake.add([Incoming("notes", "b.md", B.encode())])
    whole.ingest.run()
    needed = {row.hash for row in whole.views().space("entity").rows}
    assert needed & {each.id.rpartition(":")[2] for each in old.spare}
    assert whole.integrity.repair(old).sound
    assert whole.embeddings.missing(whole.views().space("entity").rows) == ()


def test_vectors_of_withdrawn_passages_and_of_the_other_rule_are_of_use(whole: Explorer) -> None:
    whole.views("classic").search("entity", whole.embeddings.embed(["x"])[0].vector, 1)
    whole.withdrawals.withdraw(["notes/b.md"])
    whole.job.wait()
    passage = one(whole, "SELECT title || char(10) || text FROM chunks WHERE name = 'notes/b.md#1'")
    spare = {each.id.rpartition(":")[2] for each in whole.integrity.verify().spare}
    assert text_hash(passage) not in spare
    classic = {row.hash for row in whole.views("classic").space("entity").rows}
    assert not classic & spare


def test_without_an_embedder_all_is_repaired_that_needs_none(whole: Explorer, tmp_path: Path) -> None:
    words_of_a_passage(whole)
    key, hash_ = the_keys_and_hash_of_two(whole)
    verdict = whole.integrity.verify()
    assert {("row", key), ("vector", hash_)} <= ids(verdict.repairable)
    whole.close()
    silent = open_workspace(whole.path, Settings(home=tmp_path), Models(scripted_models().extractor, no_embedder))
    held = silent._index().hashes("chunks")
    after = silent.integrity.repair(silent.integrity.verify())
    assert {each.kind for each in after.differences} == {"row", "vector"}
    assert after.notes[0].startswith("Vectors were left as they are, and what is made of them: Nobody answers.")
    assert silent._index().hashes("chunks") == held
    silent.close()


def the_keys_and_hash_of_two(explorer: Explorer) -> Found:
    return an_index_row(explorer)[1], half_of_erins_vector(explorer)


def half_of_erins_vector(explorer: Explorer) -> str:
    hash_ = hash_of(explorer, "erin")
    run(explorer, "UPDATE vectors SET vector = x'0000' WHERE hash = :h", h=hash_)
    return hash_


def no_embedder() -> NoReturn:
    raise ModelUnavailable("Nobody answers.", "Start it.")


def test_without_an_embedder_collections_are_filled_from_stored_vectors(whole: Explorer, tmp_path: Path) -> None:
    the_folder_of_the_collections(whole)
    whole.close()
    silent = open_workspace(whole.path, Settings(home=tmp_path), Models(scripted_models().extractor, no_embedder))
    verdict = silent.integrity.verify()
    assert verdict.repairable
    assert silent.integrity.repair(verdict).sound
    silent.close()


# --- how it is asked for ---------------------------------------------------------------------------------------------


def test_a_reader_may_look_and_not_repair(whole: Explorer, tmp_path: Path) -> None:
    reader = scripted_explorer(tmp_path)
    verdict = reader.integrity.verify()
    assert (verdict.differences, len(verdict.notes)) == ((), 1)
    with pytest.raises(WorkspaceBusy):
        reader.integrity.repair(verdict)
    reader.close()


def test_as_a_job_it_is_followed_repaired_and_stopped(whole: Explorer) -> None:
    an_index_row(whole)
    assert whole.integrity.start()
    found = whole.integrity.wait(60)
    assert (found.state, found.done, found.total) == ("done", 13, 13)
    assert found.result is not None
    assert len(found.result.differences) == 1
    assert whole.integrity.start(repair=True)
    repaired = whole.integrity.wait(60)
    assert repaired.result is not None
    assert repaired.result.sound
    whole.integrity.clear()
    assert whole.integrity.view().state == "idle"


class Stops:
    """Stops before the third check."""

    def __init__(self) -> None:
        self.left = 3

    def begin(self, total: int) -> None: ...

    def advance(self, steps: int = 1) -> None: ...

    def check(self) -> None:
        self.left -= 1
        if not self.left:
            raise Cancelled


def test_it_can_be_stopped(whole: Explorer) -> None:
    with pytest.raises(Cancelled):
        whole.integrity.verify(Stops())
    with pytest.raises(ModelCancelled):
        whole.integrity._run(Handle(lambda *_: None, lambda: True), False, None, False)


def test_while_passages_are_read_or_the_workspace_changes_it_says_so(
    whole: Explorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as busy:
        busy.setattr(type(whole.job), "progress", lambda _: type("P", (), {"active": True})())
        with pytest.raises(InputError, match="being read"):
            whole.integrity.verify()

    class Changes(Stops):
        def check(self) -> None:
            self.left -= 1
            if not self.left:
                whole._store.ledger.append("checkpoint", {"name": "x"}, at="t")

    with pytest.raises(InputError, match="changed while"):
        whole.integrity.verify(Changes())


def test_a_verdict_can_be_given_as_json(whole: Explorer) -> None:
    verdict: Verdict = whole.integrity.verify()
    assert json.loads(json.dumps(asdict(verdict)))["version"] == list(verdict.version)
