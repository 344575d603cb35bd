"""A connection for each thread, and none left behind by threads that have ended."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from threading import Thread

import pytest

from core.store.database import Database


def test_the_connection_of_a_thread_that_ended_is_closed_when_another_begins(tmp_path: Path) -> None:
    database = Database(tmp_path / "x.db")
    found: list[sqlite3.Connection] = []
    for _ in range(2):
        thread = Thread(target=lambda: found.append(database.connection))
        thread.start()
        thread.join()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        found[0].execute("SELECT 1")
    assert database.version("evidence") == 0
    database.close()
