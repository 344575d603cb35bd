"""Pages over a workspace with a decision and audiences that can't be read, without a browser."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pages.parts import session
from tests.app.workspace import add_workspace, opened, record

RECORDS = (
    record("plans/vault.md", "The vault keeps the export.", [{"name": "Vault"}, {"name": "Export"}]),
    record("plans/mill.md", "The mill grinds.", [{"name": "Mill"}]),
)
STATEMENTS = (
    "INSERT INTO decisions (kind, body, at, who, why) VALUES ('checkpoint', '{broken', '2026-01-01T00:00:00Z', '', '')",
    "INSERT INTO decisions (kind, body, at, who, why) VALUES ('merge', '{broken', '2026-01-01T00:00:00Z', '', '')",
    "INSERT INTO overlays SELECT name, 'audience', '{bad' FROM documents",
    "INSERT INTO overlays SELECT name, 'replaces', '{bad' FROM documents",
    "INSERT INTO overlays SELECT substr(name, 1, instr(name, '/')), 'audience', '{bad' FROM documents LIMIT 1",
    "UPDATE revisions SET metadata = '{bad'",
)


@pytest.mark.parametrize("page", ["home", "documents", "graph", "curate", "history", "settings", "diagnose"])
def test_a_page_is_drawn_over_rows_that_can_not_be_read(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")
    folder = add_workspace(tmp_path, "plans", RECORDS)
    with closing(sqlite3.connect(folder / "lightprism.db", isolation_level=None)) as connection:
        for statement in STATEMENTS:
            connection.execute(statement)
    with opened(page) as app:
        assert not app.exception
        assert len(session.explorer().curate.history()) == 2
