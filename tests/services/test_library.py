"""What the library tells of a workspace: passages by state, counts of the graph, and failed ones tried again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.adapters.clock import SystemClock
from core.adapters.scripted import HashEmbedder
from core.domain.chunking import Chunking
from core.domain.records import Extraction, LoadedDocument, Reading, ReadOptions, RowIssue
from core.services.embeddings import Embeddings
from core.services.intake import Incoming, Intake
from core.services.library import GraphCounts, Library
from core.services.project import Collections, Views
from core.store.store import Store


class PlainReader:
    """Every file is one text."""

    def extensions(self) -> tuple[str, ...]:
        return (".txt",)

    def read(self, name: str, content: bytes, options: ReadOptions) -> Reading:
        return Reading((LoadedDocument(name, name, content.decode(), "text"),))


class Letters:
    name = "letters"

    def spans(self, text: str) -> list[tuple[int, int]]:
        return [(i, i + 1) for i in range(len(text))]

    def count(self, text: str) -> int:
        return len(text)


def no_index():
    raise AssertionError("nothing here searches")


@pytest.fixture
def store(tmp_path: Path):
    store = Store(tmp_path)
    yield store
    store.close()


@pytest.fixture
def library(store: Store) -> Library:
    embeddings = Embeddings(store, HashEmbedder)
    views = Views(store, embeddings, len)
    return Library(store, Collections(store, views, embeddings, no_index), views)


@pytest.fixture
def intake(store: Store) -> Intake:
    return Intake(store, PlainReader(), Letters(), Chunking(size=10, overlap=0, unit="characters"), SystemClock())


RECORD = {
    "document": "a.md",
    "chunk": "1",
    "text": "Export needs retention.",
    "entities": [{"name": "Export", "type": "feature", "description": "Writes files."}],
    "relations": [{"source": "Export", "target": "Retention", "description": "Needs it.", "keywords": "need"}],
}


def test_the_graph_is_counted_with_what_no_passage_describes(library: Library, intake: Intake) -> None:
    intake.add([Incoming("uploads", "a.jsonl", json.dumps(RECORD).encode())])
    assert library.graph() == GraphCounts(entities=2, relations=1, stubs=1, flagged=0)


def test_passages_come_in_order_with_state_reason_and_counts(library: Library, intake: Intake, store: Store) -> None:
    intake.add([Incoming("uploads", "b.txt", b"First one.Second oneThird one.")])
    first, second, _ = store.documents.pending()
    issue = RowIssue("rejected", "x", "no name")
    store.mentions.save(first, Extraction(issues=(issue,)), "test", "2026-01-01T00:00:00Z")
    store.mentions.fail(second, "The model gave prose.")
    rows = library.chunks("uploads/b.txt")
    assert [(row.state, row.reason, row.rejected) for row in rows] == [
        ("read", "", 1),
        ("failed", "The model gave prose.", 0),
        ("pending", "", 0),
    ]
    assert "".join(row.chunk.text for row in rows) == library.text("uploads/b.txt")


def test_failed_passages_wait_again_after_a_retry(library: Library, intake: Intake, store: Store) -> None:
    intake.add([Incoming("uploads", "b.txt", b"First one.Second one")])
    first, second = store.documents.pending()
    store.mentions.fail(first, "Too long.")
    store.mentions.fail(second, "Too long.")
    assert library.retry_failed() == 2
    assert [row.state for row in library.chunks("uploads/b.txt")] == ["pending", "pending"]


def test_a_withdrawn_document_shows_no_passages(library: Library, intake: Intake, store: Store) -> None:
    intake.add([Incoming("uploads", "b.txt", b"First one.")])
    store.documents.set_withdrawn("uploads/b.txt", True)
    assert library.chunks("uploads/b.txt") == ()


ENGLISH, MANY = "all-minilm:latest@1b226e2802db", "bge-m3@790764642607"


def test_an_embedder_of_english_is_warned_of_where_passages_are_in_another_script(
    library: Library, intake: Intake, store: Store
) -> None:
    intake.add([Incoming("uploads", "a.txt", b"One text."), Incoming("uploads", "b.txt", "奇瑞生产汽车。".encode())])
    assert library.language_note(ENGLISH) == (
        "1 of 2 passages is not in a Latin script; this workspace's embedder was trained on English, so searches by"
        " meaning will be poor for them."
    )
    intake.add([Incoming("uploads", "c.txt", "北京在中国。".encode())])
    assert library.language_note(ENGLISH).startswith("2 of 3 passages are not in a Latin script")
    for name in ("uploads/b.txt", "uploads/c.txt"):
        store.documents.set_withdrawn(name, True)
    assert library.language_note(ENGLISH) == ""


def test_there_is_no_warning_of_an_embedder_that_knows_more(library: Library, intake: Intake) -> None:
    intake.add([Incoming("uploads", "b.txt", "奇瑞生产汽车。".encode())])
    assert library.language_note(MANY) == ""
    assert library.language_note("") == ""


def test_a_name_with_its_translation_is_proposed_for_all_and_for_its_passage(library: Library, intake: Intake) -> None:
    named = [{**RECORD, "chunk": str(n), "entities": [{"name": name}]} for n, name in enumerate(("奇瑞 (Chery)", "C"))]
    intake.add([Incoming("uploads", "a.jsonl", "\n".join(json.dumps(row) for row in named).encode())])
    (proposal,) = library.alias_proposals()
    assert (proposal.name, proposal.alias, proposal.forms) == ("奇瑞", "Chery", ("奇瑞 (Chery)",))
    first, second = (row.chunk.id for row in library.chunks("a.md"))
    assert library.alias_proposals(first) == (proposal,)
    assert library.alias_proposals(second) == ()
