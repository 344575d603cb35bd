"""Everything bound together: one writer and its readers, what a close leaves, and what a failed opening leaves."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from pathlib import Path

import pytest

from core.bootstrap import Explorer, create_workspace, workspaces
from core.domain.records import Extraction
from core.domain.trace import Hit, Kind
from core.errors import InputError, WorkspaceBusy, WorkspaceDamaged, WorkspaceError
from core.ports import Passage
from core.services.intake import Incoming
from core.settings import Engine, Settings
from tests import larkspur
from tests.exploring import scripted_explorer
from tests.waiting import LONG

QUESTION = "How long is the daily backup kept?"


def fill(explorer: Explorer) -> None:
    explorer.intake.add([Incoming("uploads", "own.jsonl", larkspur.own_records())])
    explorer.intake.add([Incoming("notes", "a.md", b"Alice meets Bob in the Vault.")])
    explorer.ingest.run()


def search(explorer: Explorer, policy: str = "careful") -> dict[Kind, tuple[Hit, ...]]:
    kinds: tuple[Kind, ...] = ("entity", "relation", "chunk")
    vector = explorer.embeddings.embed([QUESTION])[0].vector
    return {kind: tuple(explorer.views(policy).search(kind, vector, 5)) for kind in kinds}


def test_a_workspace_is_filled_searched_and_found_again(explorer: Explorer, tmp_path: Path) -> None:
    fill(explorer)
    assert all(state.current for state in explorer.library.collections())
    found = search(explorer)
    assert found["entity"][0].key == "daily backup"
    explorer.close()
    again = scripted_explorer(tmp_path)
    assert again.writable
    assert search(again) == found
    again.close()


def test_a_second_opening_reads_the_same_and_writes_nothing(explorer: Explorer, tmp_path: Path) -> None:
    fill(explorer)
    second = scripted_explorer(tmp_path)
    assert not second.writable
    assert second.holder.startswith("process ")
    assert search(second) == search(explorer)
    with pytest.raises(WorkspaceBusy, match=r"held by process \d+"):
        second.require_writable()
    with pytest.raises(WorkspaceBusy):
        second.collections.update()
    with pytest.raises(WorkspaceBusy):
        second.intake.add_text("Note", "Not here.")
    second.close()
    assert not scripted_explorer(tmp_path).writable


def test_a_reader_sees_what_the_writer_adds(explorer: Explorer, tmp_path: Path) -> None:
    reader = scripted_explorer(tmp_path)
    assert len(reader.views().graph) == 0
    fill(explorer)
    assert "alice" in reader.views().graph
    reader.close()


def test_an_opening_that_fails_lets_the_workspace_go(tmp_path: Path) -> None:
    made = scripted_explorer(tmp_path)
    database = made.path / "lightprism.db"
    made.close()
    with sqlite3.connect(database) as connection:
        connection.execute("INSERT INTO migrations VALUES ('m777_tomorrow', 776)")
    connection.close()
    with pytest.raises(WorkspaceDamaged) as kept:
        scripted_explorer(tmp_path)
    with sqlite3.connect(database) as connection:
        connection.execute("DELETE FROM migrations WHERE name = 'm777_tomorrow'")
    connection.close()
    again = scripted_explorer(tmp_path)
    assert again.writable, kept
    again.close()


def test_collections_that_were_thrown_away_are_filled_again(explorer: Explorer, tmp_path: Path) -> None:
    fill(explorer)
    before = search(explorer)
    explorer.close()
    shutil.rmtree(explorer.path / "chroma")
    again = scripted_explorer(tmp_path)
    assert search(again) == before
    again.collections.update()
    assert [(s.rows > 0, s.current) for s in again.library.collections()] == [(True, True)] * 3
    assert search(again) == before
    again.close()


def test_collections_that_were_damaged_are_filled_again(explorer: Explorer, tmp_path: Path) -> None:
    fill(explorer)
    before = search(explorer)
    explorer.close()
    for file in (explorer.path / "chroma").rglob("chroma.sqlite3"):
        file.write_bytes(b"nothing that a database begins with" * 100)
    again = scripted_explorer(tmp_path)
    assert search(again) == before
    again.collections.update()
    assert search(again) == before
    again.close()


def test_what_is_closed_can_not_be_written_any_more(tmp_path: Path) -> None:
    reached, go = threading.Event(), threading.Event()

    def script(passage: Passage) -> Extraction:
        reached.set()
        go.wait(LONG)
        return Extraction()

    explorer = scripted_explorer(tmp_path, script)
    explorer.intake.add([Incoming("notes", "a.md", b"Alice meets Bob.")])
    explorer.job.start()
    assert reached.wait(LONG)
    explorer.job.wait = lambda timeout_s=None: explorer.job.progress()  # type: ignore[method-assign]
    explorer.close()
    again = scripted_explorer(tmp_path)
    go.set()
    assert explorer.job._thread is not None
    explorer.job._thread.join(30)
    assert explorer.job.progress().state == "failed"
    assert again.library.contents().chunks.pending == 1
    with pytest.raises(WorkspaceError, match="closed"):
        explorer.library.contents()
    again.close()


def test_workspaces_are_listed_by_name_and_a_name_is_taken_once(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    for name in ("b", "A", "../c"):
        create_workspace(settings, name, Engine("embedded"))
    assert [info.name for info in workspaces(settings)] == ["A", "b", "c"]
    with pytest.raises(InputError, match="workspace 'A' already"):
        create_workspace(settings, " A ", Engine("embedded"))
    with pytest.raises(InputError, match="needs a name"):
        create_workspace(settings, "  ", Engine("embedded"))
