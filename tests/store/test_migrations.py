"""The schema grows by migrations: old files are carried on with their rows, newer ones are refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import WorkspaceDamaged, WorkspaceError
from core.store import migrations
from core.store.database import Database
from core.store.migrations import MIGRATIONS, migrate
from core.store.runs import Listing
from core.store.store import Store

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


ROWS_OF_THE_FIRST_VERSION = """
INSERT INTO documents VALUES (1, 'handbook/a.md', NULL, 0, '2026-01-01T00:00:00Z');
INSERT INTO revisions VALUES (7, 1, 'hash', 'Title', 'md', 'One. Two.', '{"plan": "Business"}', NULL, NULL, 'r', 't');
UPDATE documents SET revision = 7;
INSERT INTO chunks (id, revision, name, position, occurrence, text, title, start, "end", state, reader)
VALUES (3, 7, 'handbook/a.md#1', 0, 0, 'One.', 'Title', 0, 4, 'read', 'reader@1'),
    (4, 7, 'handbook/a.md#2', 1, 0, 'Two.', 'Title', 5, 9, 'pending', '');
INSERT INTO entity_mentions VALUES (1, 'e1', 3, 0, 'Export', 'feature', 'Holds all.', '', '{}', '["type"]');
INSERT INTO relation_mentions VALUES (1, 'r1', 3, 0, 'Export', 'Vault', 'Goes there.', '["goes"]', 2.0, '', '[]');
INSERT INTO row_issues VALUES (1, 3, 'rejected', 'raw', 'why');
INSERT INTO decisions VALUES (5, 'hide', '{"node": {"name": "x"}}', 't', '', '');
INSERT INTO meta VALUES ('version:evidence', '12');
INSERT INTO vectors VALUES ('h', 'm', 1, x'0000803f', 0);
"""


def test_a_file_of_the_first_version_is_carried_on_with_its_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as then:
        then.setattr(migrations, "MIGRATIONS", FIRST)
        old = Database(tmp_path / "lightprism.db")
        old.connection.executescript(FIRST_ROWS)
        old.close()
    new = Store(tmp_path)
    assert [(m.id, m.chunk, m.name, m.flags) for m in new.mentions.evidence().entities] == [
        ("m1", "a#1", "Export", ("type",))
    ]
    assert [(d.kind, d.body) for d in new.ledger.decisions()] == [("hide", {"node": {"name": "x"}})]
    (row,) = new.documents.rows()
    assert (row.document.id, row.chunks, row.read, row.failed, row.empty, row.again) == ("a", 3, 1, 1, 0, 0)
    assert new.mentions.failures() == (("a#2", "No answer."),)
    assert [(p.chunk.id, p.attempts, p.again) for p in new.queue.waiting()] == [("a#3", 0, False)]
    assert [(cost.job, cost.model, cost.calls, cost.tokens_in) for cost in new.calls.costs()] == [
        ("indexing", "small", 1, 10),
        ("question", "small", 1, 7),
    ]
    new.close()


def test_a_file_from_before_search_and_runs_can_be_searched_and_keeps_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = [name for name, _ in MIGRATIONS].index("m004_search")
    with monkeypatch.context() as then:
        then.setattr(migrations, "MIGRATIONS", MIGRATIONS[:before])
        old = Database(tmp_path / "lightprism.db")
        assert "runs" not in tables(old.connection)
        old.connection.executescript(FIRST_ROWS)
        old.close()
    new = Store(tmp_path)
    found = new.words.search('"two" OR "three"')
    assert found is not None
    assert [hit.chunk for hit in found.hits] == ["a#2", "a#3"]
    assert new.runs.rows(Listing()) == new.runs.recent(9) == ()
    new.close()


FIRST_ROWS = """
INSERT INTO documents (id, name, added_at) VALUES (1, 'a', 't');
INSERT INTO revisions (id, document, hash, title, kind, text, metadata, recipe, added_at)
    VALUES (1, 1, 'h', 'A', 'text', 'One. Two. Three.', '{}', 'r', 't');
UPDATE documents SET revision = 1;
INSERT INTO chunks (id, revision, name, position, occurrence, text, title, state, reason, reader)
    VALUES (1, 1, 'a#1', 0, 0, 'One.', 'A', 'read', '', 'small json'),
        (2, 1, 'a#2', 1, 0, 'Two.', 'A', 'failed', 'No answer.', ''),
        (3, 1, 'a#3', 2, 0, 'Three.', 'A', 'pending', '', '');
INSERT INTO entity_mentions (id, chunk, row, name, type, description, qualifier, raw, flags)
    VALUES ('m1', 1, 0, 'Export', 'feature', 'Holds all.', '', '', '["type"]');
INSERT INTO decisions (kind, body, at, who, why) VALUES ('hide', '{"node": {"name": "x"}}', 't', '', '');
INSERT INTO model_calls (chunk, purpose, model, digest, prompt_hash, tokens_in, tokens_out, duration_ms, outcome, at)
    VALUES (1, 'extract', 'small', 'd', 'p', 10, 20, 300, 'ok', 't'),
        (NULL, 'keywords', 'small', 'd', 'q', 7, 8, 9, 'ok', 't');
"""


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


def test_a_python_without_full_text_search_is_told_apart_from_a_damaged_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_more(monkeypatch, ("m999_words", "CREATE VIRTUAL TABLE more USING fts99(text);"))
    with pytest.raises(WorkspaceError, match="no full text search") as raised:
        Store(tmp_path)
    assert not isinstance(raised.value, WorkspaceDamaged)


def test_a_statement_that_does_not_end_is_run_too(
    connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_more(monkeypatch, ("m999_open", "CREATE TABLE a (x);\nCREATE TABLE b (x)"))
    migrate(connection)
    assert {"a", "b"} <= tables(connection)


def test_decisions_from_before_steps_are_steps_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = [name for name, _ in MIGRATIONS].index("m006_steps")
    with monkeypatch.context() as then:
        then.setattr(migrations, "MIGRATIONS", MIGRATIONS[:before])
        old = Database(tmp_path / "lightprism.db")
        rows = "(5, 'hide', '{}', 't', 'Ines', ''), (6, 'x', '1', 't', '', '')"
        old.connection.execute(f"INSERT INTO decisions VALUES {rows}")
        old.close()
    new = Store(tmp_path)
    assert [(row.decision.seq, row.step, row.effect) for row in new.ledger.recorded()] == [(5, 5, None), (6, 6, None)]
    assert new.ledger.append("hide", {}, at="t") == 7
    new.close()


def test_what_was_opened_before_there_were_viewers_is_still_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = [name for name, _ in MIGRATIONS].index("m010_overlays")
    with monkeypatch.context() as then:
        then.setattr(migrations, "MIGRATIONS", MIGRATIONS[:before])
        old = Database(tmp_path / "lightprism.db")
        old.connection.executescript(FIRST_ROWS)
        old.connection.execute("INSERT INTO opened VALUES ('entity', 'export', 'Export', 't', 1)")
        old.connection.execute("INSERT INTO opened_documents VALUES ('entity', 'export', 'a')")
        old.close()
    new = Store(tmp_path)
    assert [(each.kind, each.key, each.label) for each in new.runs.recent(9)] == [("entity", "export", "Export")]
    new.close()


def test_of_runs_from_before_it_is_known_what_their_documents_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = [name for name, _ in MIGRATIONS].index("m014_run_revisions")
    with monkeypatch.context() as then:
        then.setattr(migrations, "MIGRATIONS", MIGRATIONS[:before])
        old = Database(tmp_path / "lightprism.db")
        old.connection.executescript(RUNS_BEFORE)
        old.close()
    new = Store(tmp_path)
    earlier = {row.id: row.earlier for row in new.runs.rows(Listing())}
    assert earlier == {"on-a": (), "before-b": ("b",), "after-b": (), "before-c": ()}
    new.close()


RUNS_BEFORE = """BEGIN;
INSERT INTO documents (id, name, revision, added_at) VALUES (1, 'a', 1, '1'), (2, 'b', 3, '1'), (3, 'c', 5, '1');
INSERT INTO revisions (id, document, hash, title, kind, text, metadata, recipe, added_at) VALUES
    (1, 1, 'a1', '', '', '', '{}', '', '1'), (2, 2, 'b1', '', '', '', '{}', '', '1'),
    (3, 2, 'b2', '', '', '', '{}', '', '5'), (4, 3, 'c1', '', '', '', '{}', 'old', '1'),
    (5, 3, 'c1', '', '', '', '{}', 'new', '5');
INSERT INTO runs (id, place, at, page, question, asked, parameters, engine, evidence, decision, folded) VALUES
    ('on-a', 1, '3', 'ask', '', '', '{}', '{}', 1, 0, ''), ('before-b', 2, '3', 'ask', '', '', '{}', '{}', 1, 0, ''),
    ('after-b', 3, '7', 'ask', '', '', '{}', '{}', 1, 0, ''), ('before-c', 4, '3', 'ask', '', '', '{}', '{}', 1, 0, '');
INSERT INTO run_documents VALUES ('on-a', 0, 'a'), ('before-b', 0, 'b'), ('after-b', 0, 'b'), ('before-c', 0, 'c');
COMMIT;
"""
