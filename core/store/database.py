"""One SQLite file in write-ahead mode: a connection for each thread, one writer at a time, versions that count changes.

Nothing here knows what the tables mean. Readers never block: each sees the last commit.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import WorkspaceBusy, WorkspaceDamaged, WorkspaceError
from core.store.migrations import check, migrate

BUSY_TIMEOUT_S = 30.0


class Database:
    """Open (and create or migrate, unless `read_only`) the file at `path`. Raises WorkspaceDamaged, WorkspaceError."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path, self.read_only = path, read_only
        self._local = threading.local()
        self._connections: dict[threading.Thread, sqlite3.Connection] = {}
        self._guard, self._writing = threading.Lock(), threading.RLock()
        self._closed = False
        if read_only and not path.exists():
            raise WorkspaceDamaged(
                f"There is no workspace at {path.parent}.", "Check the folder, or ingest into it first."
            )
        try:
            if read_only:
                check(self.connection)
            else:
                migrate(self.connection)
        except sqlite3.DatabaseError as error:
            if "no such module" in str(error):
                raise WorkspaceError(
                    "This Python's SQLite has no full text search (FTS5).", "Use a Python that was built with it."
                ) from error
            raise WorkspaceDamaged(f"{path} can't be read ({error}).", "Restore it from a backup.") from error

    @property
    def connection(self) -> sqlite3.Connection:
        """This thread's connection, for reading. Raises WorkspaceError after `close`."""
        found: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if found is None:
            found = self._local.connection = self._connect()
        return found

    def _connect(self) -> sqlite3.Connection:
        if self._closed:  # by now another process may hold the workspace
            raise WorkspaceError("This workspace was closed.", "Open it again.")
        connection = sqlite3.connect(self.path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA foreign_keys = ON")
        if self.read_only:
            connection.execute("PRAGMA query_only = ON")
        else:
            connection.execute("PRAGMA journal_mode = WAL")
            # NORMAL keeps every commit through a crash of the process; only a power cut may lose the last ones.
            connection.execute("PRAGMA synchronous = NORMAL")
        with self._guard:
            self._close_orphans()
            self._connections[threading.current_thread()] = connection
        return connection

    def _close_orphans(self) -> None:
        """Close what threads that have ended left open: a server begins a thread for every click."""
        for thread in [thread for thread in self._connections if not thread.is_alive()]:
            self._connections.pop(thread).close()

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """One transaction: committed at the end, rolled back when anything is raised. Raises WorkspaceBusy.

        Inside another `write` of this thread it is a part of that one.
        """
        if self.read_only:
            raise WorkspaceBusy("This workspace is open for reading only.", "Close the program that holds it.")
        with self._writing:
            connection = self.connection
            if connection.in_transaction:
                yield connection
                return
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # SQLite takes back by itself where the disk is full
                    connection.execute("ROLLBACK")
                raise

    @contextmanager
    def alone(self) -> Iterator[sqlite3.Connection]:
        """No other thread of this process writes; no transaction is begun."""
        with self._writing:
            yield self.connection

    @contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """Several reads that see one state, inside a `write` that transaction's own."""
        connection = self.connection
        if connection.in_transaction:
            yield connection
            return
        connection.execute("BEGIN")
        try:
            yield connection
        finally:
            connection.execute("COMMIT")

    def reindex(self) -> None:
        """Make all indexes of the tables anew."""
        with self.write() as connection:
            connection.execute("REINDEX")

    def version(self, name: str) -> int:
        """How often what is called `name` has changed."""
        return int(self.get(f"version:{name}") or 0)

    @staticmethod
    def bump(connection: sqlite3.Connection, name: str) -> None:
        """Count one change, inside the transaction that makes it."""
        connection.execute(
            "INSERT INTO meta VALUES (?, '1') ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1",
            (f"version:{name}",),
        )

    def get(self, key: str) -> str | None:
        """A value of the meta table."""
        row = self.connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def set(self, key: str, value: str) -> None:
        """Set a value of the meta table."""
        with self.write() as connection:
            connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def close(self) -> None:
        """Close every thread's connection, for good."""
        self._closed = True
        with self._guard:
            for connection in self._connections.values():
                connection.close()
            self._connections.clear()
        self._local = threading.local()
