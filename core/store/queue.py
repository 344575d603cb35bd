"""What waits to be read, and in which order: the documents put first, then the others, each in its own order.

Waiting are chunks without a result, chunks that are to be read again (what they said counts until then), and those of a
document that was cut anew (its old chunks count until all the new ones are read).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.domain.records import Chunk
from core.store.database import Database
from core.store.documents import CHUNK, CURRENT, OPEN, WIDTH, PendingChunk, chunk_of
from core.store.superseding import keep_superseded

VERSION = "queue"
"""Name of the version that changes whenever the queue does, but for chunks that were read or failed."""


@dataclass(frozen=True, slots=True)
class QueuedDocument:
    """A document with chunks that wait, and how many of how many do."""

    document: str
    title: str
    waiting: int
    chunks: int


class Queue:
    """Reads and writes of the order of work."""

    def __init__(self, database: Database) -> None:
        self._db = database

    @property
    def version(self) -> int:
        return self._db.version(VERSION)

    def waiting(self) -> tuple[PendingChunk, ...]:
        """All chunks that wait, first come first."""
        rows = self._db.connection.execute(
            f"SELECT {CHUNK}, c.id, c.occurrence, c.attempts, c.state = 'read' FROM {OPEN} WHERE {_WAITS} {_ORDER}"
        )
        return tuple(_pending(row) for row in rows)

    def place(self, chunk: str) -> PendingChunk | None:
        """A chunk of what counts now, whether it waits or not."""
        row = self._db.connection.execute(
            f"SELECT {CHUNK}, c.id, c.occurrence, c.attempts, 0 FROM {CURRENT} WHERE c.name = ?", (chunk,)
        ).fetchone()
        return None if row is None else _pending(row)

    def count(self) -> int:
        """How many chunks wait."""
        row = self._db.connection.execute(f"SELECT COUNT(*) FROM {OPEN} WHERE {_WAITS}").fetchone()
        return int(row[0])

    def documents(self) -> tuple[QueuedDocument, ...]:
        """The documents that have something to read, in the order in which they are read."""
        rows = self._db.connection.execute(
            f"SELECT d.name, MAX(r.title), SUM({_WAITS}), COUNT(*) FROM {OPEN} GROUP BY d.id"
            f" HAVING SUM({_WAITS}) > 0 ORDER BY d.priority DESC, d.name"
        )
        return tuple(QueuedDocument(*row) for row in rows)

    def put_first(self, documents: Sequence[str]) -> None:
        """Let these documents be read before all others, in this order."""
        with self._db.write() as connection:
            top = int(connection.execute("SELECT COALESCE(MAX(priority), 0) FROM documents").fetchone()[0])
            ranked = [(top + n, name) for n, name in enumerate(reversed(documents), 1)]
            connection.executemany("UPDATE documents SET priority = ? WHERE name = ?", ranked)
            Database.bump(connection, VERSION)

    def forget_order(self) -> None:
        """Let documents be read by name again."""
        with self._db.write() as connection:
            connection.execute("UPDATE documents SET priority = 0")
            Database.bump(connection, VERSION)

    def read_again(self, documents: Sequence[str], unless: str = "") -> int:
        """Let the chunks of these documents be read again, but those that `unless` read; how many.

        Evidence that was imported stays: no model has read it.
        """
        with self._db.write() as connection:
            changed = 0
            for name in documents:
                changed += connection.execute(_AGAIN, (name, unless)).rowcount
            Database.bump(connection, VERSION)
        return changed

    def read_chunk_again(self, chunk: str) -> int:
        """Let one chunk of what counts now be read again, whoever read it; how many there are of that id."""
        with self._db.write() as connection:
            found = connection.execute(_ONE_AGAIN, (chunk,)).rowcount
            Database.bump(connection, VERSION)
        return found

    def forget_again(self) -> int:
        """What was to be read again is left as it is; how many chunks."""
        with self._db.write() as connection:
            Database.bump(connection, VERSION)
            return connection.execute("UPDATE chunks SET again = '' WHERE again != ''").rowcount

    def read_by_others(self, reader: str) -> tuple[Chunk, ...]:
        """The chunks of what counts now that another reader read, in document order; imported evidence apart."""
        rows = self._db.connection.execute(
            f"SELECT {CHUNK} FROM {CURRENT} WHERE c.state = 'read' AND c.reader NOT IN (?, 'imported')"
            " ORDER BY d.name, c.position",
            (reader,),
        )
        return tuple(chunk_of(row) for row in rows)

    def settle(self) -> int:
        """Let the documents that were cut anew, and have been read to the end, take over; how many."""
        with self._db.write() as connection:
            return _take_over(connection, _READ_TO_THE_END)

    def accept(self, document: str) -> bool:
        """Let a document that was cut anew take over as far as it has been read; False if there is none."""
        with self._db.write() as connection:
            return _take_over(connection, "name = ?", (document,)) == 1

    def discard(self) -> int:
        """Leave documents as they are cut now; how many were to be cut anew."""
        with self._db.write() as connection:
            Database.bump(connection, VERSION)
            return connection.execute("UPDATE documents SET next = NULL WHERE next IS NOT NULL").rowcount


def _pending(row: tuple[Any, ...]) -> PendingChunk:
    number, occurrence, attempts, again = row[WIDTH:]
    return PendingChunk(int(number), chunk_of(row), int(occurrence), int(attempts), bool(again))


def _take_over(connection: sqlite3.Connection, which: str, values: tuple[str, ...] = ()) -> int:
    where = f"next IS NOT NULL AND {which}"
    changed = connection.execute(f"UPDATE documents SET revision = next, next = NULL WHERE {where}", values).rowcount
    if changed:
        keep_superseded(connection)
        Database.bump(connection, "evidence")
        Database.bump(connection, VERSION)
    return changed


_WAITS = "(c.state = 'pending' OR c.again = 'pending')"
_ORDER = "ORDER BY d.priority DESC, d.name, c.position, c.id"
_AGAIN = """UPDATE chunks SET again = 'pending' WHERE state = 'read' AND reader NOT IN (?2, 'imported')
    AND revision = (SELECT revision FROM documents WHERE name = ?1)"""
_ONE_AGAIN = """UPDATE chunks SET again = 'pending' WHERE state = 'read' AND name = ?1
    AND revision IN (SELECT revision FROM documents WHERE counts)"""
_READ_TO_THE_END = "NOT EXISTS (SELECT 1 FROM chunks c WHERE c.revision = documents.next AND c.state != 'read')"
