"""Evidence, written once a chunk: it comes back whole and in document order, and the ids owe nothing to row numbers."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from core.domain.records import EntityRow, Extraction, ModelCall, RelationRow, RowIssue
from core.store.store import Store
from tests.storing import add, read_all
from tests.strategies import GeneratedDocument, documents, evidence_of


def fill(store: Store, found: tuple[GeneratedDocument, ...]) -> None:
    for document in found:
        add(store, document.id, *(c.text for c in document.chunks), metadata={})
        by_position = dict(enumerate(document.chunks))
        for pending in store.documents.pending(document.id):
            chunk = by_position[pending.chunk.position]
            store.mentions.save(pending, Extraction(chunk.entities, chunk.relations), "r", "t")


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(documents(min_size=1))
def test_evidence_comes_back_as_it_was_saved_whatever_the_order(
    tmp_path_factory: pytest.TempPathFactory, found: tuple[GeneratedDocument, ...]
) -> None:
    one, other = (Store(tmp_path_factory.mktemp("s")) for _ in range(2))
    fill(one, found)
    add(other, "noise", "Something else.")
    read_all(other, Extraction((EntityRow("x"),)))
    fill(other, found[::-1])
    other.documents.set_withdrawn("noise", True)
    wanted = evidence_of(found)
    for store in (one, other):
        evidence = store.mentions.evidence()
        assert [(m.id, m.row, m.name) for m in evidence.entities] == [(m.id, m.row, m.name) for m in wanted.entities]
        assert [m.id for m in evidence.relations] == [m.id for m in wanted.relations]
        assert [c.text for c in evidence.chunks.values()] == [c.text for c in wanted.chunks.values()]
    assert one.mentions.evidence() == other.mentions.evidence()
    one.close()
    other.close()


def test_every_field_of_a_row_comes_back(store: Store) -> None:
    add(store, "a", "One.")
    entity = EntityRow("N", "t", "d\nd", "q", '{"name": "N"}', ("type", "ungrounded"))
    relation = RelationRow("A", "B", "d", ("k", "l, m"), 0.1, '{"source": "A"}', ("flag",))
    issues = (RowIssue("rejected", "raw", "why"), RowIssue("repaired", "raw", "how"))
    call = ModelCall("extract", "m", "dig", "ph", 1, 2, 3)
    read_all(store, Extraction((entity,), (relation,), ("theme",), issues, ("cut",), (call,), "reply"))
    evidence = store.mentions.evidence()
    (e,), (r,) = evidence.entities, evidence.relations
    assert (e.name, e.type, e.description, e.qualifier, e.flags) == ("N", "t", "d\nd", "q", ("type", "ungrounded"))
    assert (r.source, r.target, r.description, r.keywords, r.strength, r.flags) == (
        ("A", "B", "d", ("k", "l, m"), 0.1, ("flag",))
    )
    assert store.mentions.raw_rows() == {e.id: '{"name": "N"}', r.id: '{"source": "A"}'}
    assert [i.issue for i in store.mentions.issues()] == list(issues)
    assert [i.issue for i in store.mentions.issues("repaired")] == [issues[1]]
    stored = store.database.connection.execute("SELECT themes, flags, reply, reader, state FROM chunks").fetchone()
    assert stored == ('["theme"]', '["cut"]', "reply", "reader@1", "read")
    calls = store.database.connection.execute("SELECT purpose, model, tokens_in, outcome FROM model_calls").fetchall()
    assert calls == [("extract", "m", 1, "ok")]


def test_a_chunk_is_saved_whole_or_not_at_all(store: Store) -> None:
    add(store, "a", "One.")
    (pending,) = store.documents.pending()
    bad = RelationRow("A", "B", strength=None)  # type: ignore[arg-type]
    with pytest.raises((sqlite3.IntegrityError, TypeError)):
        store.mentions.save(pending, Extraction((EntityRow("N"),), (bad,)), "r", "t")
    assert store.mentions.evidence().entities == ()
    assert store.documents.pending() == (pending,)


def test_a_failed_chunk_is_listed_with_its_reason_and_can_be_tried_again(store: Store) -> None:
    add(store, "a", "One.", "Two.")
    first, _ = store.documents.pending()
    store.mentions.fail(first, "The server is busy.")
    assert store.mentions.failures() == (("a#1", "The server is busy."),)
    progress = store.mentions.progress()
    assert (progress.chunks, progress.read, progress.failed, progress.pending) == (2, 0, 1, 1)
    assert store.mentions.retry_failed() == 1
    assert len(store.documents.pending()) == 2
    assert store.mentions.failures() == ()


def test_only_what_counts_now_is_counted(store: Store) -> None:
    assert store.mentions.progress().chunks == 0
    add(store, "a", "One.")
    issue = RowIssue("rejected", "raw", "why")
    read_all(store, Extraction(issues=(issue,)))
    assert len(store.mentions.issues()) == 1
    store.documents.set_withdrawn("a", True)
    assert store.mentions.issues() == ()
    assert store.mentions.progress().chunks == 0
    assert store.mentions.raw_rows() == {}


def test_evidence_can_be_read_while_a_transaction_is_open(store: Store) -> None:
    with store.database.write():
        add(store, "a", "One.")
        read_all(store, Extraction((EntityRow("N"),)))
        assert len(store.mentions.evidence().entities) == 1


def test_evidence_outlives_the_process_that_wrote_it(tmp_path: Path) -> None:
    first = Store(tmp_path)
    add(first, "a", "One.")
    read_all(first, Extraction((EntityRow("N"),)))
    before = first.mentions.evidence()
    first.close()
    second = Store(tmp_path)
    assert second.mentions.evidence() == before
    second.close()


def test_themes_are_those_of_chunks_that_count_now(store: Store) -> None:
    add(store, "a", "One.")
    read_all(store, Extraction((EntityRow("N"),), themes=("Refunds", "退款")))
    (chunk,) = store.mentions.evidence().chunks.values()
    assert store.passages.themes([chunk.id, "nothing#0"]) == {chunk.id: ("Refunds", "退款")}
    assert store.passages.themes([]) == {}
    store.documents.set_withdrawn(chunk.document, True)
    assert store.passages.themes([chunk.id]) == {}
