"""Transactions, threads and versions of the one SQLite file."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import WorkspaceBusy, WorkspaceDamaged
from core.store.database import Database
from core.store.store import Store

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path / "a.db")
    yield opened
    opened.close()


def test_what_is_written_is_there_for_every_thread(database: Database) -> None:
    database.set("k", "v")
    seen: list[str | None] = []
    reader = threading.Thread(target=lambda: seen.append(database.get("k")))
    reader.start()
    reader.join()
    assert (database.get("k"), database.get("other"), seen) == ("v", None, ["v"])


def test_an_error_takes_back_the_whole_transaction(database: Database) -> None:
    def interrupted() -> None:
        with database.write() as connection:
            connection.execute("INSERT INTO meta VALUES ('k', 'v')")
            raise KeyError

    with pytest.raises(KeyError):
        interrupted()
    assert database.get("k") is None
    database.set("k", "later")
    assert database.get("k") == "later"


def test_a_write_inside_a_write_is_part_of_it(database: Database) -> None:
    def interrupted() -> None:
        with database.write():
            database.set("inner", "v")
            assert database.get("inner") == "v"
            raise KeyError

    with pytest.raises(KeyError):
        interrupted()
    assert database.get("inner") is None
    with database.write():
        database.set("inner", "v")
    assert database.get("inner") == "v"


def test_a_commit_that_fails_takes_everything_back(database: Database) -> None:
    with pytest.raises(sqlite3.IntegrityError), database.write() as connection:
        # the reference to a revision is checked at the commit
        connection.execute("INSERT INTO documents (name, revision, added_at) VALUES ('d', 99, 't')")
    assert not database.connection.in_transaction
    database.set("k", "v")
    other = sqlite3.connect(database.path)
    assert other.execute("SELECT value FROM meta WHERE key = 'k'").fetchall() == [("v",)]
    assert other.execute("SELECT * FROM documents").fetchall() == []
    other.close()


def test_two_threads_write_one_after_the_other(database: Database) -> None:
    def count(times: int) -> None:
        for _ in range(times):
            with database.write() as connection:
                Database.bump(connection, "n")

    threads = [threading.Thread(target=count, args=(40,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert database.version("n") == 80


def test_a_reader_sees_the_last_commit_while_another_thread_writes(database: Database) -> None:
    database.set("k", "before")
    with database.write() as connection:
        connection.execute("UPDATE meta SET value = 'after' WHERE key = 'k'")
        seen: list[str | None] = []
        reader = threading.Thread(target=lambda: seen.append(database.get("k")))
        reader.start()
        reader.join()
    assert seen == ["before"]
    assert database.get("k") == "after"


def test_threads_that_have_ended_leave_no_connection_open(database: Database) -> None:
    for _ in range(50):
        thread = threading.Thread(target=lambda: database.get("k"))
        thread.start()
        thread.join()
    database.get("k")
    assert len(database._connections) <= 2


def test_a_version_counts_its_changes(database: Database) -> None:
    assert database.version("evidence") == 0
    with database.write() as connection:
        Database.bump(connection, "evidence")
        Database.bump(connection, "evidence")
    assert (database.version("evidence"), database.version("other")) == (2, 0)


def test_foreign_keys_are_checked(database: Database) -> None:
    with pytest.raises(sqlite3.IntegrityError), database.write() as connection:
        connection.execute("INSERT INTO pages VALUES (5, 1, 0, 1)")


def test_reading_only_refuses_to_write(tmp_path: Path) -> None:
    Database(tmp_path / "a.db").close()
    reader = Database(tmp_path / "a.db", read_only=True)
    with pytest.raises(WorkspaceBusy, match="for reading only"):
        reader.set("k", "v")
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader.connection.execute("INSERT INTO meta VALUES ('k', 'v')")
    reader.close()


def test_reading_what_is_not_there_names_the_folder(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceDamaged, match="no workspace"):
        Database(tmp_path / "none" / "a.db", read_only=True)


@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_that_is_no_database_is_called_damaged(tmp_path: Path, read_only: bool) -> None:
    (tmp_path / "a.db").write_bytes(b"not a database at all, but long enough to be looked at" * 40)
    with pytest.raises(WorkspaceDamaged, match="can't be read"):
        Database(tmp_path / "a.db", read_only=read_only)


READ = """
import sys
from pathlib import Path
from core.errors import WorkspaceBusy
from core.store.lock import WriterLock
from core.store.store import Store
folder = Path(sys.argv[1])
held = WriterLock(folder).acquire()
store = Store(folder, read_only=not held)
print(held, store.database.get("k"))
try:
    store.database.set("k", "theirs")
except WorkspaceBusy as error:
    print(error)
"""


def test_a_second_process_reads_but_does_not_write(tmp_path: Path) -> None:
    from core.store.lock import WriterLock

    lock = WriterLock(tmp_path)
    assert lock.acquire()
    store = Store(tmp_path)
    store.database.set("k", "ours")
    done = subprocess.run(
        [sys.executable, "-c", READ, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[0] == "False ours"
    assert "for reading only" in done.stdout.splitlines()[1]
    assert store.database.get("k") == "ours"
    store.close()
    lock.release()
