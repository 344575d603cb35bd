"""Documents, their revisions, pages and chunks: what there is to read, and how far reading has come."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.domain.records import Chunk, Removed
from core.store.database import Database
from core.store.overlays import OVERLAY
from core.store.revisions import NewChunk as NewChunk
from core.store.revisions import NewRevision as NewRevision
from core.store.revisions import read_revisions, set_withdrawn
from core.store.stored_json import metadata_of
from core.store.superseding import keep_superseded, note_claims
from core.store.table import DocumentRow, document_rows
from core.store.unread import UnreadFiles


@dataclass(frozen=True, slots=True)
class PendingChunk:
    """A chunk that waits for a result; `id` is the store's own number. `again`: it has one, which counts until then.

    `attempts` is how often reading it has failed.
    """

    id: int
    chunk: Chunk
    occurrence: int
    attempts: int = 0
    again: bool = False


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


class Documents(UnreadFiles):
    """Reads and writes of the documents part of the store."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def current_revision(self, document: str) -> tuple[str, str, bool] | None:
        """(content hash, recipe, withdrawn) of a document's current revision; None if it is not here."""
        row = self._db.connection.execute(
            "SELECT r.hash, r.recipe, d.withdrawn FROM documents d JOIN revisions r ON r.id = d.revision"
            " WHERE d.name = ?",
            (document,),
        ).fetchone()
        return None if row is None else (row[0], row[1], bool(row[2]))

    def has_results(self, document: str) -> bool:
        """Whether something was read from a document's current revision."""
        row = self._db.connection.execute(
            "SELECT EXISTS (SELECT 1 FROM documents d JOIN chunks c ON c.revision = d.revision"
            " WHERE d.name = ? AND c.state = 'read')",
            (document,),
        ).fetchone()
        return bool(row[0])

    def revision(self, document: str) -> NewRevision | None:
        """A document's current revision as it was added, without its chunks; None if it is not here."""
        return next(read_revisions(self._db.connection, document), None)

    def revisions(self) -> tuple[NewRevision, ...]:
        """The current revisions of documents that count now, by name, without their chunks."""
        return tuple(read_revisions(self._db.connection))

    def add(self, new: NewRevision, chunks: Sequence[NewChunk]) -> tuple[int, ...]:
        """Store a revision with its chunks and make it the current one, in one transaction; the new chunks' numbers.

        A revision that was here before (same content, same recipe) comes back with what was read from it.
        """
        with self._db.write() as connection:
            document, revision, numbers = self._put(connection, new, chunks)
            connection.execute(
                "UPDATE documents SET revision = ?, next = NULL, withdrawn = 0 WHERE id = ?", (revision, document)
            )
            keep_superseded(connection)
            Database.bump(connection, "evidence")
            Database.bump(connection, "queue")
        return numbers

    def add_next(self, new: NewRevision, chunks: Sequence[NewChunk]) -> bool:
        """Store the same document cut in another way; it takes over once it has been read. False if it is cut so."""
        with self._db.write() as connection:
            document, revision, _ = self._put(connection, new, chunks)
            changed = connection.execute(
                "UPDATE documents SET next = NULLIF(?1, revision) WHERE id = ?2 RETURNING next", (revision, document)
            ).fetchone()
            Database.bump(connection, "queue")
        return changed[0] is not None

    def _put(
        self, connection: sqlite3.Connection, new: NewRevision, chunks: Sequence[NewChunk]
    ) -> tuple[int, int, tuple[int, ...]]:
        """The numbers of document, revision and chunks; none of chunks that were here before."""
        document = self._document(connection, new)
        revision = self._known(connection, document, new)
        if revision is not None:
            return document, revision, ()
        revision = self._revision(connection, document, new)
        note_claims(connection, revision, (new.metadata, *(chunk.metadata for chunk in chunks)))
        numbers = tuple(self._chunk(connection, revision, new, n, chunk) for n, chunk in enumerate(chunks))
        return document, revision, numbers

    @staticmethod
    def _document(connection: sqlite3.Connection, new: NewRevision) -> int:
        connection.execute(
            "INSERT INTO documents (name, added_at) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", (new.document, new.at)
        )
        row = connection.execute("SELECT id FROM documents WHERE name = ?", (new.document,)).fetchone()
        return int(row[0])

    @staticmethod
    def _known(connection: sqlite3.Connection, document: int, new: NewRevision) -> int | None:
        row = connection.execute(
            "SELECT id FROM revisions WHERE document = ? AND hash = ? AND recipe = ?", (document, new.hash, new.recipe)
        ).fetchone()
        return None if row is None else int(row[0])

    @staticmethod
    def _revision(connection: sqlite3.Connection, document: int, new: NewRevision) -> int:
        values = (document, new.hash, new.title, new.kind, new.text, _json(dict(new.metadata)), new.encoding)
        cursor = connection.execute(
            "INSERT INTO revisions (document, hash, title, kind, text, metadata, encoding, original, recipe, added_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*values, new.original, new.recipe, new.at),
        )
        revision = int(cursor.lastrowid or 0)
        connection.executemany(
            "INSERT INTO pages VALUES (?, ?, ?, ?)", [(revision, p.number, p.start, p.end) for p in new.pages]
        )
        connection.executemany(
            "INSERT INTO removed (revision, page, text, reason) VALUES (?, ?, ?, ?)",
            [(revision, r.page, r.text, r.reason) for r in new.removed],
        )
        return revision

    @staticmethod
    def _chunk(connection: sqlite3.Connection, revision: int, new: NewRevision, position: int, chunk: NewChunk) -> int:
        values = {
            "revision": revision,
            "name": f"{new.document}#{chunk.name}",
            "position": position,
            "occurrence": chunk.occurrence,
            "text": chunk.text,
            "title": chunk.title or new.title,
            "metadata": None if chunk.metadata is None else _json(dict(chunk.metadata)),
            "extra": _json(dict(chunk.extra)) if chunk.extra else None,
            "start": chunk.start,
            "end": chunk.end,
            "page": chunk.page,
        }
        cursor = connection.execute(_NEW_CHUNK, values)
        return int(cursor.lastrowid or 0)

    def set_withdrawn(self, document: str, withdrawn: bool) -> bool:
        """Withhold a document's evidence from every view, or give it back; False if there is no such document."""
        return set_withdrawn(self._db, [document], withdrawn) == 1

    def rows(self) -> tuple[DocumentRow, ...]:
        """All documents by name, withdrawn and superseded ones too."""
        return document_rows(self._db.connection)

    def text(self, document: str) -> str:
        """The text of a document's current revision; empty if it is not here, is withdrawn or has none."""
        row = self._db.connection.execute(
            "SELECT r.text FROM documents d JOIN revisions r ON r.id = d.revision AND NOT d.withdrawn WHERE d.name = ?",
            (document,),
        ).fetchone()
        return "" if row is None else str(row[0])

    def removed(self, document: str) -> tuple[Removed, ...]:
        """What the loader took off a document's pages, by page."""
        rows = self._db.connection.execute(
            "SELECT m.page, m.text, m.reason FROM documents d JOIN removed m ON m.revision = d.revision"
            " WHERE NOT d.withdrawn AND d.name = ? ORDER BY m.page, m.id",
            (document,),
        )
        return tuple(Removed(*row) for row in rows)

    def pending(self, document: str | None = None) -> tuple[PendingChunk, ...]:
        """The chunks that have no result yet, in document order: of one document that is here, or of all that count."""
        there, where = (CURRENT, "") if document is None else (HELD, "AND d.name = ?")
        rows = self._db.connection.execute(
            f"SELECT {CHUNK}, c.id, c.occurrence FROM {there} WHERE c.state = 'pending' {where}"
            " ORDER BY d.name, c.position",
            () if document is None else (document,),
        )
        return tuple(PendingChunk(int(row[-2]), chunk_of(row), int(row[-1])) for row in rows)

    def chunks(self, replaced: bool = False) -> tuple[Chunk, ...]:
        """The chunks that count now, and those of superseded documents on request; in document order, in any state."""
        there = HELD if replaced else CURRENT
        rows = self._db.connection.execute(f"SELECT {CHUNK} FROM {there} ORDER BY d.name, c.position")
        return tuple(chunk_of(row) for row in rows)

    def owner(self, chunk: str) -> str | None:
        """The document that has a chunk of this id, whether it counts now or not."""
        row = self._db.connection.execute(
            "SELECT d.name FROM chunks c JOIN revisions r ON r.id = c.revision JOIN documents d ON d.id = r.document"
            " WHERE c.name = ?",
            (chunk,),
        ).fetchone()
        return None if row is None else str(row[0])

    def mend_chunks(self, fixes: Iterable[tuple[int, str, object]]) -> None:
        """Set (chunk number, column, value) of chunks that differ from the texts of their documents."""
        with self._db.write() as connection:
            for number, column, value in fixes:
                connection.execute(f'UPDATE chunks SET "{column}" = ? WHERE id = ?', (value, number))
            Database.bump(connection, "evidence")
            Database.bump(connection, "queue")


_NEW_CHUNK = """
INSERT INTO chunks (revision, name, position, occurrence, text, title, metadata, extra, start, "end", page, state)
VALUES (:revision, :name, :position, :occurrence, :text, :title, :metadata, :extra, :start, :end, :page, 'pending')
"""
CURRENT = "documents d JOIN revisions r ON r.id = d.revision AND d.counts JOIN chunks c ON c.revision = r.id"
OPEN = "documents d JOIN revisions r ON r.id IN (d.revision, d.next) AND d.counts JOIN chunks c ON c.revision = r.id"
HELD = "documents d JOIN revisions r ON r.id = d.revision AND NOT d.withdrawn JOIN chunks c ON c.revision = r.id"
"""CURRENT is what counts now; OPEN also what will, once it is read: documents that are cut anew. HELD is all that is
not withdrawn: also superseded documents, which a viewer sees who can't see what took their place.
"""
CHUNK = f'c.name, d.name, c.position, c.text, c.title, r.metadata, c.metadata, {OVERLAY}, c.start, c."end", c.page'
WIDTH = 11
"""How many columns CHUNK has; d, r and c are document, revision and chunk."""


def chunk_of(row: sqlite3.Row | tuple[object, ...]) -> Chunk:
    """A Chunk from the columns of `CHUNK`."""
    name, document, position, text, title, metadata, own, said, start, end, page = row[:WIDTH]
    merged = metadata_of(metadata, own, said)
    return Chunk(str(name), str(document), int(str(position)), str(text), str(title), merged, start, end, page)  # type: ignore[arg-type]
