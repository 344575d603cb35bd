"""Folders looked at again: new, changed, missing and renamed files, and folders that are not there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.errors import InputError
from core.services.freshness import FolderState, Freshness
from core.services.intake import Incoming
from tests.services.test_withdraw import withdrawals
from tests.workspace import Workspace

FILES = {"a.md": "Alice meets Bob.", "b.md": "Bob asks Carol.", "sub/c.md": "Carol calls Dave."}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "notes"
    write(made, FILES)
    return made


@pytest.fixture
def workspace(tmp_path: Path, folder: Path) -> Iterator[Workspace]:
    made = Workspace(tmp_path / "w")
    made.intake.add_folder(folder)
    made.ingest.run()
    yield made
    made.close()


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def desk(workspace: Workspace) -> Freshness:
    return Freshness(workspace.store, lambda: workspace.intake, withdrawals(workspace))


def only(workspace: Workspace) -> FolderState:
    (state,) = desk(workspace).check()
    return state


def test_a_folder_just_added_is_fresh_and_a_single_file_is_no_folder(workspace: Workspace, tmp_path: Path) -> None:
    other = tmp_path / "others"
    write(other, {"x.md": "Xavier.", "y.md": "Yves."})
    workspace.intake.add_folder(other / "x.md")
    workspace.intake.add([Incoming("uploads", "z.md", b"Zoe.")])
    state = only(workspace)
    assert (state.source, state.fresh, state.there) == ("notes", True, True)


def test_new_changed_and_missing_files_are_listed_and_taken_in(workspace: Workspace, folder: Path) -> None:
    write(folder, {"new.md": "Nora.", "a.md": "Alice meets Erin."})
    (folder / "b.md").unlink()
    state = only(workspace)
    assert (state.new, state.changed, state.missing) == (("notes/new.md",), ("notes/a.md",), ("notes/b.md",))
    report = desk(workspace).take(state.new, state.changed, state.missing)
    assert (report.added, report.replaced, report.withdrawn) == (["notes/new.md"], ["notes/a.md"], ["notes/b.md"])
    assert only(workspace).fresh
    workspace.ingest.run()
    assert {"nora", "erin"} <= set(workspace.views().graph)
    assert [each.row.document.id for each in withdrawals(workspace).withdrawn()] == ["notes/b.md"]


def test_only_what_is_named_is_taken(workspace: Workspace, folder: Path) -> None:
    write(folder, {"new.md": "Nora.", "other.md": "Olga."})
    (folder / "b.md").unlink()
    assert desk(workspace).take(["notes/new.md"], ["notes/a.md"]).added == ["notes/new.md"]
    state = only(workspace)
    assert (state.new, state.missing) == (("notes/other.md",), ("notes/b.md",))
    with pytest.raises(InputError, match="Nothing of this"):
        desk(workspace).take(missing=["notes/a.md"])


def test_a_folder_that_is_gone_or_emptied_takes_no_document_with_it(workspace: Workspace, folder: Path) -> None:
    away = folder.rename(folder.with_name("away"))
    state = only(workspace)
    assert (state.there, state.missing, state.why) == (False, (), "The folder is not there.")
    with pytest.raises(InputError):
        desk(workspace).take(missing=["notes/a.md", "notes/b.md", "notes/sub/c.md"])
    folder.mkdir()
    write(folder, {"lost+found.md": "Something else."})
    assert (only(workspace).there, only(workspace).missing) == (False, ())
    shutil.rmtree(folder)
    away.rename(folder)
    assert only(workspace).fresh


def test_a_renamed_file_keeps_what_was_read_and_what_a_person_said(workspace: Workspace, folder: Path) -> None:
    workspace.store.overlays.set("notes/a.md", "audience", ["staff"])
    (folder / "a.md").rename(folder / "sub/alice.md")
    state = only(workspace)
    assert state.renamed == (("notes/a.md", "notes/sub/alice.md"),)
    assert (state.new, state.missing) == (("notes/sub/alice.md",), ("notes/a.md",))
    before = set(workspace.views().graph)
    report = desk(workspace).take(state.new, state.changed, state.missing)
    assert (report.kept, workspace.store.queue.count()) == (1, 0)
    assert set(workspace.views().graph) == before
    assert "alice" not in workspace.views("careful", ()).graph
    assert only(workspace).fresh


def test_all_files_renamed_at_once_are_renamed_and_not_gone(workspace: Workspace, folder: Path) -> None:
    for name in FILES:
        (folder / name).rename(folder / f"{Path(name).stem}-2.md")
    assert len(only(workspace).renamed) == 3


@pytest.mark.skipif(os.geteuid() == 0, reason="who may do everything can read every file")
def test_a_file_that_can_not_be_read_is_not_missing(workspace: Workspace, folder: Path) -> None:
    (folder / "a.md").chmod(0)
    state = only(workspace)
    assert (state.unreadable, state.missing, state.fresh) == (("notes/a.md",), (), True)


def test_a_folder_below_that_can_not_be_looked_into_takes_no_document_with_it(
    workspace: Workspace, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scan = os.scandir

    def closed(path: str | Path) -> Any:
        if Path(path).name == "sub":
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", closed)
    state = only(workspace)
    assert (state.unreadable, state.missing, state.fresh) == (("notes/sub",), (), True)


def test_a_file_of_no_use_is_not_new_for_ever_and_is_tried_again_once_changed(
    workspace: Workspace, folder: Path
) -> None:
    (folder / "x.pdf").write_bytes(b"no pdf")
    assert only(workspace).new == ("notes/x.pdf",)
    assert len(desk(workspace).take(["notes/x.pdf"]).unread) == 1
    assert only(workspace).fresh
    (folder / "x.pdf").write_bytes(b"no pdf either")
    assert only(workspace).changed == ("notes/x.pdf",)
    (folder / "x.pdf").unlink()
    assert only(workspace).fresh


def test_a_withdrawn_document_stays_so_whatever_becomes_of_its_file(workspace: Workspace, folder: Path) -> None:
    withdrawals(workspace).withdraw(["notes/a.md", "notes/b.md"])
    write(folder, {"a.md": "Alice is changed."})
    (folder / "b.md").unlink()
    assert only(workspace).fresh


def test_rows_and_records_of_a_file_go_with_it(workspace: Workspace, folder: Path) -> None:
    write(folder, {"r.jsonl": '{"document": "far/away", "chunk": "1", "text": "Zed."}'})
    desk(workspace).take(["notes/r.jsonl"])
    (folder / "r.jsonl").unlink()
    assert desk(workspace).take(missing=only(workspace).missing).withdrawn == ["far/away"]


def purge(workspace: Workspace, *names: str) -> None:
    workspace.store.words.forget()
    workspace.store.eraser.erase(names, [], {})


def test_a_purged_document_leaves_no_name_and_its_file_is_not_new(workspace: Workspace) -> None:
    purge(workspace, "notes/a.md")
    assert set(workspace.store.folders.files("notes")) == {"b.md", "sub/c.md"}
    state = only(workspace)
    assert (state.new, state.erased, state.fresh) == ((), ("notes/a.md",), True)
    kept = workspace.store.database.connection.execute("SELECT file, content FROM erased").fetchall()
    assert [len(value) for value in kept[0]] == [64, 64]


def test_what_was_erased_is_known_by_another_name_and_with_another_text(workspace: Workspace, folder: Path) -> None:
    purge(workspace, "notes/a.md")
    (folder / "a.md").rename(folder / "z.md")
    write(folder, {"a.md": "Alice is changed.", "new.md": "Nora."})
    state = only(workspace)
    assert (state.new, state.erased) == (("notes/new.md",), ("notes/a.md", "notes/z.md"))
    assert desk(workspace).take(state.new, state.changed, state.missing).added == ["notes/new.md"]


def test_what_was_erased_comes_back_where_it_is_named_and_is_then_as_any_other(
    workspace: Workspace, folder: Path
) -> None:
    purge(workspace, "notes/a.md", "notes/b.md")
    assert desk(workspace).take(new=["notes/a.md"]).added == ["notes/a.md"]
    workspace.intake.add_folder(folder / "b.md")
    assert only(workspace).erased == ()
    (folder / "a.md").rename(folder / "z.md")
    assert only(workspace).renamed == (("notes/a.md", "notes/z.md"),)


def test_a_text_that_another_document_still_holds_is_not_erased(workspace: Workspace, folder: Path) -> None:
    write(folder, {"copy.md": FILES["a.md"]})
    desk(workspace).take(["notes/copy.md"])
    purge(workspace, "notes/copy.md")
    (folder / "a.md").rename(folder / "alice.md")
    state = only(workspace)
    assert (state.erased, state.renamed) == (("notes/copy.md",), (("notes/a.md", "notes/alice.md"),))


def test_looking_changes_nothing(workspace: Workspace, folder: Path) -> None:
    write(folder, {"new.md": "Nora."})
    version = workspace.store.version(), workspace.store.queue.version
    assert only(workspace) == only(workspace)
    assert (workspace.store.version(), workspace.store.queue.version) == version
