"""What waits to be read: its order, what is read again, what failed, and documents that are cut anew."""

from __future__ import annotations

import pytest

from core.domain.records import EntityRow, Extraction, ModelCall, RelationRow, RowIssue
from core.store.documents import PendingChunk
from core.store.mentions import Failed
from core.store.queue import QueuedDocument
from core.store.store import Store
from tests.storing import add, new_chunks, read_all, revision

FOUND = Extraction((EntityRow("Export"), EntityRow("Vault")), (RelationRow("Export", "Vault"),), reply="old")
CALL = ModelCall("extract", "small", tokens_in=3)


def waiting(store: Store) -> list[str]:
    return [pending.chunk.id for pending in store.queue.waiting()]


def the_only(store: Store) -> PendingChunk:
    (pending,) = store.queue.waiting()
    return pending


@pytest.fixture
def three(store: Store) -> Store:
    for name in ("b", "a", "c"):
        add(store, name, f"{name} one", f"{name} two")
    return store


def test_documents_wait_by_name_unless_some_were_put_first(three: Store) -> None:
    assert waiting(three) == ["a#1", "a#2", "b#1", "b#2", "c#1", "c#2"]
    three.queue.put_first(["c"])
    assert waiting(three) == ["c#1", "c#2", "a#1", "a#2", "b#1", "b#2"]
    three.queue.put_first(["b", "a"])
    assert [queued.document for queued in three.queue.documents()] == ["b", "a", "c"]
    three.queue.forget_order()
    assert [queued.document for queued in three.queue.documents()] == ["a", "b", "c"]


def test_what_was_read_or_withdrawn_does_not_wait(three: Store) -> None:
    three.mentions.save(three.queue.waiting()[0], FOUND, "r", "t")
    three.documents.set_withdrawn("b", True)
    assert waiting(three) == ["a#2", "c#1", "c#2"]
    assert three.queue.count() == 3
    assert three.queue.documents()[0] == QueuedDocument("a", "a", 1, 2)


def test_the_version_tells_of_every_change_but_of_results(three: Store) -> None:
    before = three.queue.version
    three.mentions.save(three.queue.waiting()[0], FOUND, "r", "t")
    three.mentions.fail(three.queue.waiting()[0], "No.")
    assert three.queue.version == before
    changes = [
        lambda: three.queue.put_first(["c"]),
        lambda: three.queue.read_again(["a"]),
        lambda: three.mentions.retry_failed(),
        lambda: three.documents.set_withdrawn("b", True),
        lambda: add(three, "d", "d one"),
    ]
    for change in changes:
        change()
        assert three.queue.version > before
        before = three.queue.version


def test_a_chunk_that_is_read_again_counts_as_it_was_until_then(store: Store) -> None:
    add(store, "a", "One passage.")
    read_all(store, FOUND)
    before = store.mentions.evidence()
    assert store.queue.read_again(["a"]) == 1
    assert the_only(store).again
    assert store.mentions.evidence() == before
    assert (store.mentions.progress().read, store.mentions.progress().again) == (1, 1)
    new = Extraction((EntityRow("Vault"),), issues=(RowIssue("rejected", "x", "no"),), calls=(CALL,), reply="new")
    store.mentions.save(the_only(store), new, "other", "t")
    after = store.mentions.evidence()
    assert [(m.name, m.id == before.entities[1].id) for m in after.entities] == [("Vault", True)]
    assert after.relations == ()
    assert len(store.mentions.issues()) == 1
    assert store.queue.waiting() == ()
    assert store.readings.of("a#1").found.reply == "new"  # type: ignore[union-attr]


def test_reading_again_twice_leaves_no_row_of_the_first_time(store: Store) -> None:
    add(store, "a", "One.", "Two.")
    read_all(store, FOUND)
    for _ in range(3):
        store.queue.read_again(["a"])
        for pending in store.queue.waiting():
            store.mentions.save(pending, FOUND, "r", "t")
    counts = [
        store.database.connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
        for table in ("chunks", "entity_mentions", "relation_mentions")
    ]
    assert counts == [2, 4, 2]
    assert store.database.connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_what_the_same_reader_read_and_what_was_imported_is_not_read_again(store: Store) -> None:
    for name, reader in (("a", "old"), ("b", "new"), ("c", "imported")):
        add(store, name, f"{name} text")
        store.mentions.save(the_only(store), FOUND, reader, "t")
    assert store.queue.read_again(["a", "b", "c"], unless="new") == 1
    assert waiting(store) == ["a#1"]
    assert store.queue.forget_again() == 1
    assert waiting(store) == []
    assert store.queue.read_chunk_again("b#1") == 1
    assert waiting(store) == ["b#1"]
    assert [chunk.id for chunk in store.queue.read_by_others("new")] == ["a#1"]


def test_a_chunk_that_fails_keeps_its_reply_its_calls_and_how_often_it_was_tried(store: Store) -> None:
    add(store, "a", "One passage.")
    store.mentions.fail(the_only_pending := the_only(store), "Prose.", Failed("I think", (CALL,), 3), "t")
    assert waiting(store) == []
    assert store.mentions.failures() == (("a#1", "Prose."),)
    assert [cost.calls for cost in store.calls.costs()] == [1]
    assert store.mentions.retry_failed("b#1") == 0
    assert store.mentions.retry_failed("a#1") == 1
    assert the_only(store).attempts == 3
    assert the_only(store).id == the_only_pending.id
    store.mentions.fail(the_only(store), "Prose.", Failed("Again", (CALL,), 3), "t")
    store.mentions.retry_failed()
    assert the_only(store).attempts == 6
    store.mentions.save(the_only(store), FOUND, "r", "t")
    store.queue.read_again(["a"])
    assert the_only(store).attempts == 0


def test_a_chunk_that_fails_to_be_read_again_keeps_what_it_said(store: Store) -> None:
    add(store, "a", "One passage.")
    read_all(store, FOUND)
    before = store.mentions.evidence()
    store.queue.read_again(["a"])
    store.mentions.fail(the_only(store), "Too slow.")
    assert store.mentions.evidence() == before
    assert store.mentions.failures() == (("a#1", "Too slow."),)
    (row,) = store.documents.rows()
    assert (row.chunks, row.read, row.failed) == (1, 1, 1)
    progress = store.mentions.progress()
    assert (progress.read, progress.failed, progress.failed_again, progress.pending) == (1, 1, 1, 0)
    assert store.mentions.retry_failed() == 1
    assert waiting(store) == ["a#1"]


def test_a_document_that_is_cut_anew_counts_as_it_was_until_all_is_read(store: Store) -> None:
    add(store, "a", "One. Two.")
    read_all(store, FOUND)
    before = store.mentions.evidence()
    assert store.documents.add_next(revision("a", "One. Two.", recipe="finer"), new_chunks("One.", "Two."))
    assert waiting(store) == ["a#1", "a#2"]
    assert store.queue.settle() == 0
    store.mentions.save(store.queue.waiting()[0], Extraction((EntityRow("One"),)), "r", "t")
    assert store.mentions.evidence() == before
    (row,) = store.documents.rows()
    assert (row.chunks, row.next_chunks, row.next_read) == (1, 2, 1)
    store.mentions.save(store.queue.waiting()[0], Extraction((EntityRow("Two"),)), "r", "t")
    assert store.queue.settle() == 1
    assert [m.name for m in store.mentions.evidence().entities] == ["One", "Two"]
    assert store.queue.settle() == 0


def test_a_new_cutting_can_be_taken_as_far_as_it_is_or_left(store: Store) -> None:
    add(store, "a", "One. Two.")
    read_all(store, FOUND)
    cut = revision("a", "One. Two.", recipe="finer"), new_chunks("One.", "Two.")
    store.documents.add_next(*cut)
    assert store.queue.discard() == 1
    assert store.queue.discard() == 0
    assert waiting(store) == []
    store.documents.add_next(*cut)
    store.mentions.save(store.queue.waiting()[0], FOUND, "r", "t")
    assert store.queue.accept("a")
    assert not store.queue.accept("a")
    assert [chunk.text for chunk in store.documents.chunks()] == ["One.", "Two."]
    assert waiting(store) == ["a#2"]


def test_a_document_that_is_cut_so_already_is_not_cut_anew(store: Store) -> None:
    add(store, "a", "One.")
    assert not store.documents.add_next(revision("a", "One."), new_chunks("One."))
    assert waiting(store) == ["a#1"]


def test_new_content_replaces_a_cutting_that_has_not_taken_over(store: Store) -> None:
    add(store, "a", "One. Two.")
    read_all(store, FOUND)
    store.documents.add_next(revision("a", "One. Two.", recipe="finer"), new_chunks("One.", "Two."))
    add(store, "a", "Three.")
    assert [pending.chunk.text for pending in store.queue.waiting()] == ["Three."]
