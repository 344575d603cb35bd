"""What a person says of documents stands over their own metadata, wherever a document or a passage is given out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.domain.records import EntityRow, Extraction
from core.services.intake import Incoming
from core.store.overlays import Overlay
from core.store.store import Store
from tests.storing import add, read_all
from tests.strategies import GeneratedChunk, GeneratedDocument
from tests.workspace import Workspace


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(tmp_path)
    yield found
    found.close()


def audiences(store: Store) -> dict[str, Any]:
    return {chunk.id: chunk.metadata.get("audience") for chunk in store.documents.chunks()}


def test_what_is_said_of_a_folder_is_true_of_all_below_it_and_the_longest_path_wins(store: Store) -> None:
    for name in ("a/x.md", "a/b/y.md", "a/b/z.md", "ab/w.md"):
        add(store, name, "Text.", metadata={"audience": "file"})
    store.overlays.set("a/", "audience", ["staff"])
    store.overlays.set("a/b/", "audience", ["board"])
    store.overlays.set("a/b/z.md", "audience", [])
    assert audiences(store) == {"a/x.md#1": ["staff"], "a/b/y.md#1": ["board"], "a/b/z.md#1": [], "ab/w.md#1": "file"}
    assert [row.document.metadata["audience"] for row in store.documents.rows()] == [["board"], [], ["staff"], "file"]
    assert store.overlays.of("a/b/new.md") == {"audience": ["board"]}


def test_fields_are_said_apart_and_taken_off_apart(store: Store) -> None:
    add(store, "a/x.md", "Text.")
    store.overlays.set("a/", "audience", ["staff"])
    store.overlays.set("a/x.md", "replaces", "old.md")
    assert store.documents.chunks()[0].metadata == {"audience": ["staff"], "replaces": "old.md"}
    store.overlays.set("a/", "audience", None)
    assert store.overlays.all() == (Overlay("a/x.md", "replaces", "old.md"),)
    assert store.documents.chunks()[0].metadata == {"replaces": "old.md"}


def test_a_document_that_comes_later_has_what_is_said_of_its_folder_at_once(store: Store) -> None:
    store.overlays.set("a/", "audience", ["staff"])
    add(store, "a/new.md", "Text.")
    assert audiences(store) == {"a/new.md#1": ["staff"]}


def test_evidence_that_is_held_notices_what_is_said_and_no_other_is_read_again(store: Store) -> None:
    for name in ("a/x.md", "b/y.md"):
        add(store, name, "Text.")
    read_all(store, Extraction((EntityRow("Vault"),)))
    before, version, queue = store.mentions.by_chunk(), store.version(), store.queue.version
    store.overlays.set("a/", "audience", ["staff"])
    after = store.mentions.by_chunk()
    assert [part.chunk.metadata for part in after] == [{"audience": ["staff"]}, {}]
    assert after[0].entities == before[0].entities
    assert after[1] is before[1]
    assert store.version() != version
    assert store.queue.version != queue


def test_what_a_person_says_stands_over_the_labels_of_single_lines_and_in_every_list_of_passages(
    tmp_path: Path,
) -> None:
    workspace = Workspace(tmp_path)
    lines = (GeneratedChunk("One.", {"audience": "a", "plan": "Pro"}), GeneratedChunk("Two.", {"audience": "b"}))
    workspace.records([GeneratedDocument("d.md", lines)])
    workspace.store.overlays.set("d.md", "audience", ["staff"])
    store = workspace.store
    said = [{"audience": ["staff"], "plan": "Pro"}, {"audience": ["staff"]}]
    assert [chunk.metadata for chunk in store.documents.chunks()] == said
    assert [row.chunk.metadata for row in store.passages.of("d.md")] == said
    assert [chunk.metadata for chunk in store.words.chunks(["d.md#0", "d.md#1"]).values()] == said
    reading = store.readings.of("d.md#0")
    assert reading is not None
    assert reading.chunk.metadata == said[0]
    workspace.close()


def test_passages_that_wait_have_it_too(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    workspace.intake.add([Incoming("notes", "a.md", b"Alice meets Bob.")])
    workspace.store.overlays.set("notes/", "audience", ["staff"])
    assert [each.chunk.metadata["audience"] for each in workspace.store.queue.waiting()] == [["staff"]]
    assert [each.chunk.metadata["audience"] for each in workspace.store.documents.pending()] == [["staff"]]
    found = workspace.store.queue.place(workspace.store.documents.chunks()[0].id)
    assert found is not None
    assert found.chunk.metadata["audience"] == ["staff"]
    workspace.close()


def test_a_purge_takes_what_was_said_of_documents_and_of_folders_that_are_empty_then(store: Store) -> None:
    for name in ("a/x.md", "b/y.md", "b/z.md"):
        add(store, name, "Text.")
    for path in ("a/", "a/x.md", "b/", "b/y.md", "b/z.md", "later/"):
        store.overlays.set(path, "audience", ["staff"])
    store.eraser.erase(["a/x.md", "b/y.md"], [], {})
    assert [each.path for each in store.overlays.all()] == ["b/", "b/z.md", "later/"]
