"""Checking a workspace, backing it up and opening a backup, without a browser."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import bootstrap
from core.bootstrap import Explorer
from core.services.intake import Incoming
from core.settings import Settings
from pages.parts import session
from pages.parts import words_keeping as words
from tests.app.workspace import add_workspace, opened, record
from tests.waiting import LONG

RECORDS = (record("<b>vault</b>.md", "The vault keeps the export.", [{"name": "Vault"}, {"name": "Export"}]),)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")
    return add_workspace(tmp_path, "plans", RECORDS)


@pytest.fixture
def app(folder: Path) -> Iterator[AppTest]:
    with opened("settings") as app:
        yield app


def press(app: AppTest, key: str) -> AppTest:
    return app.button(key=key).click().run()


def said(app: AppTest) -> str:
    shown = (*app.main.markdown, *app.main.caption, *app.info, *app.error, *app.warning, *app.success)
    return "\n".join(text.value for text in shown)


def checked(app: AppTest, explorer: Explorer) -> AppTest:
    press(app, "check-do")
    assert explorer.integrity.wait(LONG).state == "done"
    return app.run()


def test_a_sound_workspace_is_said_to_be_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path))
    monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")
    add_workspace(tmp_path, "empty")
    with opened("settings") as app:
        checked(app, session.explorer())
        assert not app.exception
        assert words.SOUND in said(app)
        assert "passages: 0" in said(app)
        assert "check-repair" not in [button.key for button in app.button]


def test_what_is_derived_and_wrong_is_listed_by_id_and_can_be_repaired(app: AppTest, folder: Path) -> None:
    explorer = session.explorer()
    with sqlite3.connect(folder / "lightprism.db") as connection:
        connection.execute("UPDATE documents SET superseded = 'other.md'")
    connection.close()
    checked(app, explorer)
    table = app.dataframe[0].value.set_index(words.COLUMNS[1])
    assert table[words.COLUMNS[0]]["<b>vault</b>.md"] == words.KINDS["document"]
    assert table[words.COLUMNS[3]]["<b>vault</b>.md"] == words.BY_REPAIR
    press(app, "check-repair")
    assert explorer.integrity.wait(LONG).state == "done"
    app.run()
    assert not app.exception
    assert [row.document.id for row in explorer.library.documents()] == ["<b>vault</b>.md"]
    assert "<b>vault</b>.md" not in [row for frame in app.dataframe for row in frame.value[words.COLUMNS[1]]]


def test_what_can_not_be_made_again_has_a_remedy_beside_it(app: AppTest, folder: Path) -> None:
    with sqlite3.connect(folder / "lightprism.db") as connection:
        connection.execute("UPDATE chunks SET text = text || '!'")
    connection.close()
    checked(app, session.explorer())
    assert not app.exception
    assert words.LOST in said(app)
    assert any("backup" in remedy for remedy in app.dataframe[0].value[words.COLUMNS[3]])


def test_a_backup_is_written_listed_and_opened_under_another_name(app: AppTest, tmp_path: Path) -> None:
    explorer = session.explorer()
    target = tmp_path / "kept.zip"
    app.text_input(key="backup-place").set_value(str(target)).run()
    press(app, "backup-do")
    assert explorer.backups.wait(LONG).state == "done"
    app.run()
    assert not app.exception
    assert target.is_file()
    assert str(target) in said(app)
    assert words.KNOWN.format(count=1) in [expander.label for expander in app.expander]
    with opened("home") as home:
        home.text_input(key="home-backup-path").set_value(str(target))
        home.text_input(key="home-backup-name").set_value("Again")
        next(button for button in home.button if button.label == words.OPEN_DO).click().run()
        assert not home.exception
        assert session.names() == ["Again", "plans"]
        assert home.query_params["ws"] in ("Again", ["Again"])
        found = session.explorer().library.documents()
        assert [row.document.id for row in found] == ["<b>vault</b>.md"]


def test_a_backup_that_lacks_a_kept_file_is_opened_and_says_which(app: AppTest, tmp_path: Path) -> None:
    explorer = session.explorer()
    explorer.intake.add([Incoming("notes", "a.md", b"The mill grinds.")])
    kept = next(path for path in (explorer.path / "originals").rglob("*") if path.is_file())
    kept.unlink()
    explorer.backup(tmp_path / "kept.zip")
    with opened("home") as home:
        home.text_input(key="home-backup-path").set_value(str(tmp_path / "kept.zip"))
        home.text_input(key="home-backup-name").set_value("Again")
        next(button for button in home.button if button.label == words.OPEN_DO).click().run()
        assert not home.exception
        assert words.LACKS_ONE in [warning.value for warning in home.warning]
        assert kept.name in [code.value for code in home.code]
        press(home, "home-backup-go")
        assert home.query_params["ws"] in ("Again", ["Again"])


def test_an_uploaded_backup_is_opened_where_there_is_no_workspace_yet(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    explorer = bootstrap.open_workspace(folder, Settings(tmp_path))
    made = explorer.backup(tmp_path / "kept.zip")
    explorer.close()
    monkeypatch.setenv("LIGHTPRISM_HOME", str(tmp_path / "elsewhere"))
    with opened("home") as home:
        uploader = home.file_uploader(key="home-backup-file")
        uploader.set_value(("kept.zip", made.path.read_bytes(), "application/zip"))
        next(button for button in home.button if button.label == words.OPEN_DO).click().run()
        assert not home.exception
        assert session.names() == ["plans"]
        assert len(session.explorer().library.documents()) == 1


@pytest.mark.parametrize(
    ("path", "message"),
    [("", words.NO_FILE), ("/no/such/backup.zip", words.NOT_THERE), ("{home}/note.txt", "no whole backup")],
)
def test_what_is_no_backup_is_said_with_a_remedy(folder: Path, tmp_path: Path, path: str, message: str) -> None:
    (tmp_path / "note.txt").write_text("A note.", encoding="utf-8")
    with opened("home") as home:
        home.text_input(key="home-backup-path").set_value(path.format(home=tmp_path))
        next(button for button in home.button if button.label == words.OPEN_DO).click().run()
        assert not home.exception
        assert message in said(home).replace("\\", "")
        assert session.names() == ["plans"]


def test_a_place_inside_the_workspace_is_refused(app: AppTest, folder: Path) -> None:
    app.text_input(key="backup-place").set_value(str(folder / "kept.zip")).run()
    press(app, "backup-do")
    session.explorer().backups.wait(LONG)
    app.run()
    assert not app.exception
    assert "own folder" in said(app)


def test_where_the_backup_of_an_older_version_is_is_told_until_it_is_closed(folder: Path) -> None:
    told = {"backup": "/kept/plans.zip", "added": ["m009"], "at": "2026-01-01T00:00:00+00:00"}
    with sqlite3.connect(folder / "lightprism.db") as connection:
        connection.execute("INSERT INTO meta (key, value) VALUES ('carried on', ?)", (json.dumps(told),))
    connection.close()
    with opened("home") as app:
        assert words.CARRIED in said(app)
        assert "/kept/plans.zip" in said(app)
        press(app, "carried-on-close")
        assert words.CARRIED not in said(app)
    with opened("home") as app:
        assert words.CARRIED not in said(app)
