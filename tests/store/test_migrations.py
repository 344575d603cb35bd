"""The schema grows by migrations: old files are carried on with their rows, newer ones are refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.domain.records import EntityRow, Extraction
from core.errors import WorkspaceDamaged
from core.store import migrations
from core.store.database import Database
from core.store.migrations import MIGRATIONS, migrate
from core.store.store import Store
from tests.storing import add, read_all

FIRST = MIGRATIONS[:1]


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    opened = sqlite3.connect(tmp_path / "some.db", isolation_level=None)
    yield opened
    opened.close()


def with_more(monkeypatch: pytest.MonkeyPatch, *more: tuple[str, str]) -> None:
    monkeypatch.setattr(migrations, "MIGRATIONS", (*MIGRATIONS, *more))


def tables(connection: sqlite3.Connection) -> set[str]:
    return {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def test_a_new_file_gets_every_table_and_a_record_of_each_migration(connection: sqlite3.Connection) -> None:
    migrate(connection)
    assert {"documents", "revisions", "chunks", "entity_mentions", "decisions", "vectors"} <= tables(connection)
    done = connection.execute("SELECT name FROM migrations ORDER BY position").fetchall()
    assert [row[0] for row in done] == [name for name, _ in MIGRATIONS]


def test_migrating_twice_changes_nothing(connection: sqlite3.Connection) -> None:
    migrate(connection)
    before = connection.execute("SELECT sql FROM sqlite_master").fetchall()
    migrate(connection)
    assert connection.execute("SELECT sql FROM sqlite_master").fetchall() == before


def test_the_first_migration_has_not_been_edited() -> None:
    name, script = MIGRATIONS[0]
    assert name == "m001_evidence"
    assert len(migrations._statements(script)) == 20


def test_a_file_of_the_first_version_is_carried_on_with_its_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as then:
        then.setattr(migrations, "MIGRATIONS", FIRST)
        old = Store(tmp_path)
        add(old, "handbook/a.md", "One passage.", "Two.")
        read_all(old, Extraction((EntityRow("Export", "feature", "Holds all."),)))
        old.ledger.append("hide", {"node": {"name": "x"}}, at="t")
        before = old.mentions.evidence(), old.ledger.decisions(), old.documents.rows()
        old.close()
    with_more(
        monkeypatch, ("m999_marks", "CREATE TABLE marks (id INTEGER PRIMARY KEY);\nINSERT INTO marks VALUES (7);")
    )
    new = Store(tmp_path)
    assert (new.mentions.evidence(), new.ledger.decisions(), new.documents.rows()) == before
    assert new.database.connection.execute("SELECT id FROM marks").fetchall() == [(7,)]
    new.close()


@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_of_a_newer_version_is_refused_by_its_name(tmp_path: Path, read_only: bool) -> None:
    Store(tmp_path).close()
    with sqlite3.connect(tmp_path / "lightprism.db") as newer:
        newer.execute("INSERT INTO migrations VALUES ('m777_tomorrow', 776)")
    newer.close()
    with pytest.raises(WorkspaceDamaged, match=r"newer version \(it knows m777_tomorrow\).*Update LightPrism"):
        Store(tmp_path, read_only=read_only)


def test_an_older_file_is_not_read_before_it_is_carried_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(tmp_path).close()
    with_more(monkeypatch, ("m999_marks", "CREATE TABLE marks (id INTEGER PRIMARY KEY);"))
    with pytest.raises(WorkspaceDamaged, match="older version"):
        Store(tmp_path, read_only=True)
    Store(tmp_path).close()
    Store(tmp_path, read_only=True).close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(tmp_path).close()
    with_more(monkeypatch, ("m999_half", "CREATE TABLE half (id INTEGER);\nINSERT INTO nowhere VALUES (1);"))
    with pytest.raises(WorkspaceDamaged, match="nowhere"):
        Store(tmp_path)
    monkeypatch.undo()
    again = Database(tmp_path / "lightprism.db")
    assert "half" not in tables(again.connection)
    assert not again.connection.in_transaction
    again.close()


def test_a_statement_that_does_not_end_is_run_too(
    connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_more(monkeypatch, ("m999_open", "CREATE TABLE a (x);\nCREATE TABLE b (x)"))
    migrate(connection)
    assert {"a", "b"} <= tables(connection)
