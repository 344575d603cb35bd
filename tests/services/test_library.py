"""What the library tells of a workspace: passages by state, counts of the graph, and failed ones tried again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.adapters.clock import SystemClock
from core.adapters.scripted import HashEmbedder
from core.domain.chunking import Chunking
from core.domain.policy import Qualifiers
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
    views = Views(store, embeddings, len, Qualifiers())
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
