"""Short ways to put documents into a store."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.domain.identity import content_hash, occurrences
from core.domain.records import Extraction
from core.store.documents import NewChunk, NewRevision
from core.store.store import Store


def revision(document: str, content: str, **fields: Any) -> NewRevision:
    given: Mapping[str, Any] = {
        "document": document,
        "hash": content_hash(content.encode()),
        "title": document,
        "kind": "text",
        "text": content,
        "metadata": {},
        "recipe": "r",
        "at": "2026-01-01T00:00:00Z",
    }
    return NewRevision(**(given | fields))


def new_chunks(*texts: str) -> list[NewChunk]:
    return [NewChunk(str(n), t, o) for n, (t, o) in enumerate(zip(texts, occurrences(texts), strict=True), 1)]


def add(store: Store, document: str, *texts: str, **fields: Any) -> tuple[int, ...]:
    """A document whose chunks are these texts."""
    return store.documents.add(revision(document, "\n".join(texts), **fields), new_chunks(*texts))


def read_all(store: Store, extraction: Extraction) -> None:
    """Let every pending chunk say the same."""
    for pending in store.documents.pending():
        store.mentions.save(pending, extraction, "reader@1", "t")
