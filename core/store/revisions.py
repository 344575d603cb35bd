"""A document's content at one time, cut in one way: what is stored of it, and reading it back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from core.domain.records import Metadata, Page, Removed
from core.store.database import Database
from core.store.stored_json import metadata_of
from core.store.superseding import keep_superseded


@dataclass(frozen=True, slots=True)
class NewChunk:
    """A chunk to be stored: its name below the document, and its place (None for evidence records)."""

    name: str
    text: str
    occurrence: int
    title: str = ""
    metadata: Metadata | None = None
    extra: Metadata | None = None
    start: int | None = None
    end: int | None = None
    page: int | None = None


@dataclass(frozen=True, slots=True)
class NewRevision:
    """A document's content as it was added; `original` is the hash of the kept file."""

    document: str
    hash: str
    title: str
    kind: str
    text: str
    metadata: Metadata
    recipe: str
    at: str
    encoding: str | None = None
    original: str | None = None
    pages: tuple[Page, ...] = ()
    removed: tuple[Removed, ...] = ()


def read_revisions(connection: sqlite3.Connection, document: str | None = None) -> Iterator[NewRevision]:
    """The current revision of one document, or of all that count, by name; as they were added."""
    where, values = ("d.counts", ()) if document is None else ("d.name = ?", (document,))
    for row in connection.execute(f"{_REVISION} WHERE {where} ORDER BY d.name", values).fetchall():
        yield _revision(connection, row)


def _revision(connection: sqlite3.Connection, row: tuple[Any, ...]) -> NewRevision:
    number, name, hash_, title, kind, text, metadata, recipe, at, encoding, original = row
    pages = connection.execute('SELECT number, start, "end" FROM pages WHERE revision = ? ORDER BY number', (number,))
    removed = connection.execute("SELECT page, text, reason FROM removed WHERE revision = ? ORDER BY id", (number,))
    return NewRevision(
        document=name,
        hash=hash_,
        title=title,
        kind=kind,
        text=text,
        metadata=metadata_of(metadata),
        recipe=recipe,
        at=at,
        encoding=encoding,
        original=original,
        pages=tuple(Page(*page) for page in pages),
        removed=tuple(Removed(*found) for found in removed),
    )


def set_withdrawn(database: Database, documents: Sequence[str], withdrawn: bool, at: str = "") -> int:
    """Withhold the evidence of documents from every view, or give it back, in one transaction; how many there are."""
    with database.write() as connection:
        changed = sum(
            connection.execute(
                "UPDATE documents SET withdrawn = ?, withdrawn_at = ? WHERE name = ?", (withdrawn, at, name)
            ).rowcount
            for name in documents
        )
        keep_superseded(connection)
        Database.bump(connection, "evidence")
        Database.bump(connection, "queue")
        return changed


_REVISION = """
SELECT r.id, d.name, r.hash, r.title, r.kind, r.text, r.metadata, r.recipe, r.added_at, r.encoding, r.original
FROM documents d JOIN revisions r ON r.id = d.revision
"""
