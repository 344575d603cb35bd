"""What is in a workspace for a viewer: the same read models over what this viewer may see, and nothing that changes.

Numbers count visible passages only. The text of a document is shown where all its passages are visible.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from core.domain.ordering import ChunkEvidence
from core.domain.records import Removed, Unread
from core.services.library import Library
from core.services.project import Collections
from core.services.visible import Visible, off
from core.store.mentions import Issue, Progress
from core.store.passages import ChunkRow, Tally
from core.store.store import Store
from core.store.table import NO_ENTITIES, DocumentRow


class SeenLibrary(Library):
    """The library of one viewer."""

    _replaced = True

    def __init__(self, store: Store, collections: Collections, visible: Visible) -> None:
        super().__init__(store, collections, visible)
        self._visible = visible

    def progress(self) -> Progress:
        tally = self._visible.now().tally.values()
        return Progress(
            chunks=len(tally),
            read=sum(each.state == "read" for each in tally),
            failed=sum(_failed(each) for each in tally),
            again=sum(each.again == "pending" for each in tally),
            empty=sum(NO_ENTITIES in each.flags for each in tally),
            failed_again=sum(each.again == "failed" for each in tally),
        )

    def documents(self) -> tuple[DocumentRow, ...]:
        """The visible documents by name, counted over their visible passages."""
        now = self._visible.now()
        by_document: dict[str, list[Tally]] = {}
        for each in now.tally.values():
            by_document.setdefault(each.document, []).append(each)
        rows = (replace(row, replaced_by="") for row in self._store.documents.rows() if self._sees(row))
        return tuple(self._row(row, by_document.get(row.document.id, ())) for row in rows)

    def _sees(self, row: DocumentRow) -> bool:
        if row.chunks:
            return row.document.id in self._visible.now().titles
        return not row.withdrawn and self._visible.sees(row.document.metadata)

    def _row(self, row: DocumentRow, tally: Sequence[Tally]) -> DocumentRow:
        now, own = self._visible.now(), row.document
        document = replace(own, metadata=now.metadata(own.id, own.metadata))
        row = replace(row, document=document, replaced_by="")  # for who sees it, nothing replaces it
        if not row.chunks or row.document.id in now.whole:
            return row
        return replace(row, document=replace(document, title=now.titles[own.id]), **_NOT_WHOLE, **_counts(tally))

    def text(self, document: str) -> str:
        revision = self._store.documents.revision(document) if self._whole(document) else None
        return revision.text if revision else ""

    def chunks(self, document: str) -> tuple[ChunkRow, ...]:
        now = self._visible.now()
        of = ((now.chunks[name], each) for name, each in now.tally.items() if each.document == document)
        return tuple(
            ChunkRow(chunk, each.state, each.reason, each.entities, each.relations, each.rejected, each.flags)
            for chunk, each in of
        )

    def unread(self) -> tuple[Unread, ...]:
        """Pages of visible documents that were not read. Whom other files are for is not known."""
        found = super().unread()
        known = self._visible.now().whole | self._bare() if found else frozenset()
        return tuple(each for each in found if each.name in known)

    def removed(self, document: str) -> tuple[Removed, ...]:
        revision = self._store.documents.revision(document) if self._whole(document) else None
        return revision.removed if revision else ()

    def issues(self) -> tuple[Issue, ...]:
        known = self._visible.now().chunks
        return tuple(each for each in super().issues() if each.chunk in known)

    def failures(self) -> tuple[tuple[str, str], ...]:
        tally = self._visible.now().tally.values()
        return tuple((each.chunk, each.reason) for each in tally if _failed(each))

    def empty(self) -> tuple[str, ...]:
        tally = self._visible.now().tally.values()
        return tuple(each.chunk for each in tally if NO_ENTITIES in each.flags)

    def _whole(self, document: str) -> bool:
        now = self._visible.now()
        return document in now.whole if document in now.titles else document in self._bare()

    def _bare(self) -> frozenset[str]:
        """The visible documents without passages."""
        rows = self._store.documents.rows()
        return frozenset(row.document.id for row in rows if not row.chunks and self._sees(row))

    def _texts(self) -> Iterable[str]:
        return (chunk.text for chunk in self._visible.now().chunks.values())

    def _said(self) -> Iterable[ChunkEvidence]:
        return self._visible.now().parts

    # --- what is no viewer's ---------------------------------------------------------------------------------------

    def retry_failed(self, chunk: str | None = None) -> NoReturn:
        raise off("Reading passages again", self._visible.viewer)

    def queue(self) -> NoReturn:
        raise off("What waits to be read", self._visible.viewer)

    def put_first(self, documents: Sequence[str]) -> NoReturn:
        raise off("The order of reading", self._visible.viewer)

    def forget_order(self) -> NoReturn:
        raise off("The order of reading", self._visible.viewer)

    def costs(self) -> NoReturn:
        raise off("What models cost", self._visible.viewer)

    def collections(self) -> NoReturn:
        raise off("The state of the collections", self._visible.viewer)


def _failed(each: Tally) -> bool:
    return "failed" in (each.state, each.again)


_NOT_WHOLE: Mapping[str, Any] = dict.fromkeys(("characters", "removed", "next_chunks", "next_read", "next_failed"), 0)
"""What is said of a document as a whole."""


def _counts(tally: Sequence[Tally]) -> Mapping[str, Any]:
    return {
        "chunks": len(tally),
        "read": sum(each.state == "read" for each in tally),
        "failed": sum(_failed(each) for each in tally),
        "entities": sum(each.entities for each in tally),
        "relations": sum(each.relations for each in tally),
        "rejected": sum(each.rejected for each in tally),
        "empty": sum(NO_ENTITIES in each.flags for each in tally),
        "again": sum(each.again == "pending" for each in tally),
    }
