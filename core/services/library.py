"""What is in a workspace, for reading: documents, counts, what was not read, rejected or failed, the collections."""

from __future__ import annotations

from dataclasses import dataclass

from core.domain.records import Removed, Unread
from core.services.project import Collections, CollectionState
from core.store.documents import DocumentRow
from core.store.mentions import Issue, Progress
from core.store.store import Store


@dataclass(frozen=True, slots=True)
class Contents:
    """A workspace at a glance: chunks by state, mentions of entities and relations (not nodes), and what to look at:
    rows rejected, files or pages unread.
    """

    documents: int
    chunks: Progress
    entities: int
    relations: int
    rejected: int
    unread: int


class Library:
    """Read models over the store; nothing here changes anything."""

    def __init__(self, store: Store, collections: Collections) -> None:
        self._store, self._collections = store, collections

    def contents(self) -> Contents:
        rows = [row for row in self.documents() if not row.withdrawn]
        return Contents(
            documents=len(rows),
            chunks=self._store.mentions.progress(),
            entities=sum(row.entities for row in rows),
            relations=sum(row.relations for row in rows),
            rejected=sum(row.rejected for row in rows),
            unread=len(self.unread()),
        )

    def documents(self) -> tuple[DocumentRow, ...]:
        """All documents by name."""
        return self._store.documents.rows()

    def unread(self) -> tuple[Unread, ...]:
        """Files and pages not read, with reasons."""
        return self._store.documents.unread()

    def removed(self, document: str) -> tuple[Removed, ...]:
        """Headers and footers taken off a document's pages."""
        return self._store.documents.removed(document)

    def issues(self) -> tuple[Issue, ...]:
        """Rejected and repaired rows, in document order."""
        return self._store.mentions.issues()

    def failures(self) -> tuple[tuple[str, str], ...]:
        """(chunk, reason) of failed chunks."""
        return self._store.mentions.failures()

    def collections(self) -> tuple[CollectionState, ...]:
        """The three collections, and whether they are up to date."""
        return self._collections.states()

    def version(self) -> tuple[int, int]:
        """Changes whenever the graph may have changed."""
        return self._store.version()
