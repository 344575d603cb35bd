"""`verify`, `backup` and `restore --backup` from end to end, without a model."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from core.bootstrap import open_workspace
from core.cli import main
from core.settings import Settings
from tests.app.workspace import add_workspace
from tests.larkspur import OWN


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path / "home"))
    path = add_workspace(tmp_path, "plans", OWN)
    explorer = open_workspace(path, Settings(home=tmp_path / "home"))
    explorer.collections.update()
    explorer.close()
    return path


@pytest.fixture
def run(workspace: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*argv: str, code: int = 0, where: Path = workspace) -> str:
        assert main([*argv, "--workspace", str(where)]) == code
        out = capsys.readouterr()
        return out.out if out.out else out.err

    return run


def damage(workspace: Path, statement: str) -> None:
    with closing(sqlite3.connect(workspace / "lightprism.db", isolation_level=None)) as connection:
        connection.execute(statement)


def test_what_differs_is_listed_by_id_and_repaired_when_asked(run: Any, workspace: Path) -> None:
    assert run("verify").startswith("Nothing is wrong. Looked at: ")
    damage(workspace, "DELETE FROM indexed WHERE key = 'daily backup'")
    listed = run("verify", code=1)
    assert listed.startswith("row ")
    assert "“daily backup” in entities" in listed
    data = json.loads(run("verify", "--json", code=1))
    assert [(each["kind"], each["derived"]) for each in data["differences"]] == [("row", True)]
    repaired = run("verify", "--repair")
    assert "repaired: 1" in repaired
    assert "Nothing is wrong" in repaired
    assert json.loads(run("verify", "--embed", "--json"))["sound"]


def test_what_is_not_derived_is_told_with_what_to_do(run: Any, workspace: Path) -> None:
    damage(workspace, "UPDATE entity_mentions SET description = 'Something else.' WHERE key = 1")
    assert "Let the passage be read again, or restore a backup." in run("verify", "--repair", code=1)


def test_a_backup_is_restored_under_its_own_or_another_name(run: Any, workspace: Path, tmp_path: Path) -> None:
    file = tmp_path / "one.zip"
    assert "passages" in run("backup", str(file))
    assert "There is a file" in run("backup", str(file), code=1)
    graph = run("graph", "--json")
    data = json.loads(run("restore", "--backup", str(file), "--name", "Again", "--json"))
    assert (data["name"], Path(data["path"])) == ("Again", tmp_path / "home" / "workspaces" / "Again")
    assert run("graph", "--json", where=Path(data["path"])) == graph
    assert "workspace 'Again' already" in run("restore", "--backup", str(file), "--name", "Again", code=1)
    assert "not both" in run("restore", "notes/a.md", "--backup", str(file), code=2)
    assert "No document is named" in run("restore", code=1)
    made = json.loads(run("backup", "--json"))
    assert Path(made["path"]).parent == tmp_path / "home" / "backups"
