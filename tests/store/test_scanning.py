"""Looking through a folder's files leaves the database's locks alone."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from core.store.database import Database
from core.store.remains import in_files
from core.store.scanning import BLOCK, count

_READER = "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT value FROM meta').fetchall())"


def read_elsewhere(path: Path) -> str:
    """What another process reads; as the last to close the file it would take the log away, if it could."""
    return subprocess.run([sys.executable, "-c", _READER, str(path)], capture_output=True, text=True, check=True).stdout


def test_a_writer_keeps_its_locks_while_its_files_are_looked_through(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    database = Database(path)
    database.set("word", "zyxquorl")
    assert sum(remain.count for remain in in_files(tmp_path, "Zyxquorl")) >= 1
    read_elsewhere(path)
    database.set("later", "quibble")
    assert "quibble" in read_elsewhere(path)
    with sqlite3.connect(path) as other:
        assert other.execute("SELECT value FROM meta WHERE key = 'later'").fetchone() == ("quibble",)
    database.close()


@pytest.mark.parametrize("before", [0, BLOCK - 3, BLOCK, 2 * BLOCK - 1])
def test_a_word_is_found_wherever_blocks_end(tmp_path: Path, before: int) -> None:
    file = tmp_path / "big"
    file.write_bytes(b"." * before + b"ZyxQuorl" + b"." * BLOCK)
    assert count(file, [b"zyxquorl", b"more than that"]) >= 1
    assert count(file, [b"zyxquark"]) == 0
