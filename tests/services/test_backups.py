"""A workspace as one file and back: equal in all that it shows; and one before an older workspace is carried on."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings

from core import bootstrap
from core.adapters.chroma import ChromaIndex
from core.binding import Binding
from core.bootstrap import Explorer, open_workspace, restore_workspace
from core.domain.decisions import Decision
from core.domain.modes import MODES
from core.errors import InputError, ModelCancelled, WorkspaceDamaged, WorkspaceError
from core.services.intake import Incoming
from core.services.question import Request
from core.services.task import Handle
from core.settings import Settings
from core.store import backup, migrations, unpacking
from core.store.backup import write_backup
from core.store.database import Database
from core.store.migrations import MIGRATIONS
from tests.curating import rename
from tests.exploring import scripted_explorer, scripted_models
from tests.filed_index import FiledIndex
from tests.graphs import snapshot
from tests.strategies import GeneratedDocument, workspaces
from tests.workspace import Workspace, all_there_is

SECRET = "Zyxquorl meets Alice at Quibblefrost. " * 8
PUBLIC = "Alice meets Bob. Bob asks Carol about Dave. Carol meets Erin."


def fill(explorer: Explorer) -> None:
    files = [Incoming("notes", "secret.md", SECRET.encode()), Incoming("notes", "b.md", PUBLIC.encode())]
    explorer.intake.add([*files, Incoming("notes", "c.md", "磷灰石 meets Alice.".encode())])
    explorer.ingest.run()
    explorer.curate.decide([rename("Bob", "Robert")])
    explorer.job.wait()
    explorer.withdrawals.withdraw(["notes/c.md"])
    explorer.job.wait()
    traces = explorer.retrieve.compare(Request("Who meets Alice?"), ["naive", "local"])
    explorer.runs.save("Who meets Alice?", traces)


@pytest.fixture(scope="module", autouse=True)
def index_in_a_file() -> Iterator[None]:
    """A backup has no index in it; where it matters, Chroma is asked for."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Binding, "make_index", FiledIndex)
        yield


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("made")
    explorer = scripted_explorer(home)
    fill(explorer)
    explorer.close()
    return home


@pytest.fixture
def filled(made: Path, tmp_path: Path) -> Iterator[Explorer]:
    """A copy of one and the same workspace, opened."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    explorer = scripted_explorer(tmp_path)
    yield explorer
    explorer.close()


def shown(explorer: Explorer) -> dict[str, Any]:
    """What a workspace shows and gives away, to the byte."""
    traces = explorer.retrieve.compare(Request("Who meets Bob?"), list(MODES))
    exports = explorer.transfer
    return {
        "graphs": [snapshot(explorer.views(policy).graph) for policy in ("careful", "classic")],
        "exports": [exports.export(kind) for kind in exports.kinds],
        "runs": explorer.runs.list(),
        "decisions": explorer.curate.export(),
        "history": explorer.curate.history(),
        "settings": explorer.choice,
        "documents": explorer.library.documents(),
        "withdrawn": explorer.withdrawals.withdrawn(),
        "context": {mode: (trace.entities, trace.relations, trace.chunks) for mode, trace in traces.items()},
        "collections": {name: dict(explorer._index().hashes(name)) for name in ("entities", "relations", "chunks")},
    }


def test_a_restored_workspace_equals_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Binding, "make_index", ChromaIndex)
    filled = scripted_explorer(tmp_path)
    fill(filled)
    made = filled.backup(tmp_path / "safe" / "one.zip")
    assert (made.documents, made.files, made.missing) == (3, 3, 0)
    info = restore_workspace(made.path, Settings(home=tmp_path / "new home"))
    assert (info.name, info.path.name) == ("Test", "Test")
    restored = scripted_explorer(tmp_path / "new home")
    restored.collections.update()
    assert shown(restored) == shown(filled)
    assert restored.integrity.verify(embed=True).differences == ()
    for explorer in (filled, restored):
        explorer.withdrawals.restore(["notes/c.md"])
        explorer.job.wait()
    assert shown(restored) == shown(filled)
    restored.close()
    filled.close()


def test_nothing_but_the_backup_itself_is_left_beside_it(filled: Explorer, tmp_path: Path) -> None:
    path = filled.backup(tmp_path / "safe" / "one.zip").path
    assert [each.name for each in path.parent.iterdir()] == ["one.zip"]
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
    assert {"manifest.json", "lightprism.db"} < names
    assert all(name.startswith(("originals/", "manifest", "lightprism.db")) for name in names)


def test_a_backup_never_replaces_a_file_nor_lies_in_the_workspace(filled: Explorer, tmp_path: Path) -> None:
    there = tmp_path / "there.zip"
    there.write_text("mine")
    with pytest.raises(InputError, match="There is a file"):
        filled.backup(there)
    assert there.read_text() == "mine"
    with pytest.raises(InputError, match="own folder"):
        filled.backup(filled.path / "one.zip")
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(InputError, match="can't be written"):
        filled.backup(tmp_path / "file" / "one.zip")
    assert filled.backups.known() == ()


def test_without_a_place_it_goes_into_the_home_under_a_name_that_is_free(filled: Explorer, tmp_path: Path) -> None:
    first, second = filled.backup(), filled.backup()
    assert first.path.parent == second.path.parent == tmp_path / "backups"
    assert first.path.name.startswith("Test, 2") and first.path != second.path  # noqa: PT018
    assert {one.path for one in filled.backups.known()} == {first.path, second.path}
    first.path.unlink()
    assert {one.path: one.there for one in filled.backups.known()} == {first.path: False, second.path: True}


def test_who_only_reads_can_make_one_too(filled: Explorer, tmp_path: Path) -> None:
    reader = scripted_explorer(tmp_path)
    assert not reader.writable
    made = reader.backup(tmp_path / "read.zip")
    assert restore_workspace(made.path, Settings(home=tmp_path), "Copy").name == "Copy"
    reader.close()


def test_as_a_job_it_can_be_stopped_and_leaves_no_file(filled: Explorer, tmp_path: Path) -> None:
    assert filled.backups.start(tmp_path / "safe" / "one.zip")
    view = filled.backups.wait(30)
    assert (view.state, view.result and view.result.path.name) == ("done", "one.zip")
    stopped = Handle(lambda *_: None, lambda: True)
    with pytest.raises(ModelCancelled):
        filled.backups._run(tmp_path / "other" / "two.zip", stopped)
    assert list((tmp_path / "other").iterdir()) == []


def test_an_original_that_is_gone_is_told_and_the_rest_is_kept(filled: Explorer, tmp_path: Path) -> None:
    first = next(path for path in (filled.path / "originals").rglob("*") if path.is_file())
    gone = first.name
    first.unlink()
    assert filled.backup(tmp_path / "one.zip").missing == 1
    info = restore_workspace(tmp_path / "one.zip", Settings(home=tmp_path), "Copy")
    assert (len(info.missing), info.missing[0]) == (1, gone)


def test_a_kept_file_outside_the_workspace_is_not_packed(filled: Explorer, tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("private")
    there = f"../../../../{outside.name}"
    filled._store.database.connection.execute("UPDATE revisions SET original = ?", (there,))
    assert filled._store.original(there) is None
    filled._store.erase_original(there)
    assert outside.exists()
    with pytest.raises(WorkspaceDamaged, match="which is none"):
        filled.backup(tmp_path / "one.zip")
    assert not (tmp_path / "one.zip").exists()
    assert ("original", there) in {(each.kind, each.id) for each in filled.integrity.verify().lost}


def test_what_was_purged_is_not_in_a_later_backup_and_earlier_ones_are_named(filled: Explorer, tmp_path: Path) -> None:
    early = filled.backup(tmp_path / "early.zip").path
    assert filled.purging.preview(["notes/secret.md"]).backups == (str(early),)
    filled.purging.purge(["notes/secret.md"])
    filled.job.wait()
    late = filled.backup(tmp_path / "late.zip").path
    assert b"Quibblefrost" in unpacked(early) and b"Quibblefrost" not in unpacked(late)  # noqa: PT018


def unpacked(path: Path) -> bytes:
    with zipfile.ZipFile(path) as archive:
        return b"".join(archive.read(name) for name in archive.namelist())


@settings(max_examples=8)
@given(workspaces())
def test_any_workspace_comes_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, found: tuple[tuple[GeneratedDocument, ...], tuple[Decision, ...]]
) -> None:
    folder = tmp_path_factory.mktemp("any")
    before = Workspace(folder / "before")
    before.records(found[0])
    before.decide(found[1])
    before.collections.update()
    if found[0]:
        before.store.withheld.set([found[0][0].id], True, "t")
    write_backup(folder / "before", folder / "one.zip", "t")
    unpacking.unpack(folder / "one.zip", folder / "after")
    after = Workspace(folder / "after")
    after.store.vectors.forget_index()
    before.collections.update()
    after.collections.update()
    assert all_there_is(after) == all_there_is(before)
    assert after.store.ledger.recorded() == before.store.ledger.recorded()
    for workspace in (before, after):
        workspace.store.withheld.set([each.id for each in found[0][:1]], False)
    assert after.views().evidence == before.views().evidence
    before.close()
    after.close()


def test_what_a_killed_program_left_of_a_backup_is_removed(filled: Explorer, tmp_path: Path) -> None:
    copy, part = filled.path / ".backup-77.db", tmp_path / "safe" / ".old.zip.77.zip.part"
    restoring = tmp_path / ".restoring-abc"
    part.parent.mkdir()
    restoring.mkdir()
    for path in (copy, part):
        path.write_bytes(b"secret")
    for path in (part, restoring):
        os.utime(path, (1, 1))
    filled.close()
    again = scripted_explorer(tmp_path)
    again.backup(tmp_path / "safe" / "one.zip")
    restore_workspace(tmp_path / "safe" / "one.zip", Settings(home=tmp_path), "Copy")
    assert not any(path.exists() for path in (copy, part, restoring))
    again.close()


# --- what comes from outside -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def packed(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("packed") / "packed.zip"
    write_backup(made / "workspaces" / "Test", path, "t")
    return path


def rewritten(path: Path, change: Callable[[dict[str, bytes]], Any]) -> io.BytesIO:
    """The backup with its entries changed, by hand."""
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    change(entries)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return out


def manifest(entries: dict[str, bytes], **fields: Any) -> None:
    entries["manifest.json"] = json.dumps(json.loads(entries["manifest.json"]) | fields).encode()


def an_original(entries: dict[str, bytes]) -> str:
    return next(name for name in entries if name.startswith("originals/"))


def with_file(entries: dict[str, bytes], name: str, content: bytes = b"x") -> None:
    """Named in the manifest too, with its right hash."""
    files = json.loads(entries["manifest.json"])["files"]
    files[name] = {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    entries[name] = content
    manifest(entries, files=files)


BAD: dict[str, tuple[Callable[[dict[str, bytes]], Any], str]] = {
    "no manifest": (lambda e: e.pop("manifest.json"), "no backup of a workspace"),
    "a manifest that is no JSON": (lambda e: e.update({"manifest.json": b"{"}), "manifest"),
    "a manifest of numbers": (lambda e: e.update({"manifest.json": b"[1]"}), "manifest"),
    "deep JSON": (lambda e: e.update({"manifest.json": b"[" * 200_000}), "manifest"),
    "another format": (lambda e: manifest(e, format="other"), "no backup of a workspace"),
    "a newer format": (lambda e: manifest(e, version=2), "newer version"),
    "a newer schema": (lambda e: manifest(e, schema=["m777_tomorrow"]), r"newer version .*m777_tomorrow"),
    "a byte of the database": (
        lambda e: e.update({"lightprism.db": e["lightprism.db"][:-1] + b"\x01"}),
        "lightprism.db.*damaged",
    ),
    "a byte of an original": (lambda e: e.update({an_original(e): b"y" * len(e[an_original(e)])}), "damaged"),
    "a file too few": (lambda e: e.pop(an_original(e)), "what its manifest says"),
    "a file too many": (lambda e: e.update({"originals/ab/" + "ab" * 32: b"x"}), "what its manifest says"),
    "a path out of the folder": (lambda e: with_file(e, "../../outside.txt"), "outside.txt', which no workspace has"),
    "an absolute path": (lambda e: with_file(e, "/outside.txt"), "which no workspace has"),
    "a path inside that goes out": (lambda e: with_file(e, "originals/../../x"), "which no workspace has"),
    "a foreign file": (lambda e: with_file(e, "chroma/run.py"), "which no workspace has"),
    "an original in the wrong place": (lambda e: with_file(e, "originals/aa/" + "bb" * 32), "which no workspace has"),
    "a bomb": (lambda e: with_file(e, "originals/ab/" + "ab" * 32, b"\0" * (40 << 20)), "more than it can hold"),
    "a database that acts by itself": (lambda e: with_file(e, "lightprism.db", acting(e)), "not one of a workspace"),
    "an original too few, as its manifest says": (lambda e: without_file(e, an_original(e)), "lacks 1 kept file that"),
    "an original that nothing names": (lambda e: with_file(e, "originals/ab/" + "ab" * 32), "no document came from"),
    "an original that is a path": (
        lambda e: with_file(e, "lightprism.db", changed(e, "UPDATE revisions SET original = '../../../etc/passwd'")),
        "names a kept file '../../../etc/passwd', which is none",
    ),
    "a database that is none": (lambda e: with_file(e, "lightprism.db", b"nothing " * 900), "can't be read"),
}


def without_file(entries: dict[str, bytes], name: str) -> None:
    """Not named in the manifest either."""
    files = json.loads(entries["manifest.json"])["files"]
    del files[name], entries[name]
    manifest(entries, files=files)


def acting(entries: dict[str, bytes]) -> bytes:
    return changed(entries, "CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM decisions; END")


def changed(entries: dict[str, bytes], statement: str) -> bytes:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(entries["lightprism.db"])
        connection.execute(statement)
        connection.commit()
        return connection.serialize()


@pytest.mark.parametrize("case", BAD)
def test_a_file_that_is_no_whole_backup_is_refused_and_leaves_nothing(packed: Path, tmp_path: Path, case: str) -> None:
    change, reason = BAD[case]
    home = tmp_path / "new home"
    with pytest.raises(InputError, match=reason):
        restore_workspace(rewritten(packed, change), Settings(home=home))
    assert not home.exists() or not [path for path in home.rglob("*") if path.is_file()]
    assert bootstrap.workspaces(Settings(home=home)) == ()
    assert not (tmp_path / "outside.txt").exists()


def test_a_cut_file_or_one_of_another_kind_is_refused(packed: Path, tmp_path: Path) -> None:
    content = packed.read_bytes()
    target = Settings(home=tmp_path / "new home")
    for bad in (content[:-100], content[: len(content) // 2], b"", b"PK", b"a text", content.replace(b"\x00", b"\x01")):
        with pytest.raises(InputError):
            restore_workspace(io.BytesIO(bad), target)
    with pytest.raises(InputError, match="can't be read"):
        restore_workspace(tmp_path / "nowhere.zip", target)
    assert bootstrap.workspaces(target) == ()


def test_an_announced_size_is_not_believed(packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking.shutil, "disk_usage", lambda _: SimpleNamespace(free=9))
    with pytest.raises(InputError, match="9 are free"):
        restore_workspace(packed, Settings(home=tmp_path / "new home"))


def test_a_name_that_is_taken_is_refused_and_another_one_can_be_given(packed: Path, tmp_path: Path) -> None:
    target = Settings(home=tmp_path)
    assert restore_workspace(packed, target).name == "Test"
    with pytest.raises(InputError, match="workspace 'Test' already"):
        restore_workspace(packed, target)
    info = restore_workspace(packed, target, " Other one ")
    assert info.path.parent == target.workspaces
    assert [each.name for each in bootstrap.workspaces(target)] == ["Other one", "Test"]
    again = open_workspace(info.path, target, scripted_models())
    assert again.name == "Other one"
    again.close()


@pytest.mark.parametrize("name", ["../evil", "a/b", "a\\b", "..", ".", "/etc", "C:evil", "x" * 500, "a\nb"])
def test_a_name_that_no_folder_can_have_is_refused(packed: Path, tmp_path: Path, name: str) -> None:
    target = Settings(home=tmp_path)
    with pytest.raises(InputError, match="can't be called"):
        restore_workspace(packed, target, name)
    assert bootstrap.workspaces(target) == ()


def test_a_name_in_the_backup_itself_leads_nowhere_else(packed: Path, tmp_path: Path) -> None:
    target = Settings(home=tmp_path)
    info = restore_workspace(rewritten(packed, lambda e: manifest(e, workspace="../evil")), target)
    assert (info.name, info.path) == ("evil", target.workspaces / "evil")


# --- workspaces of older versions ------------------------------------------------------------------------------------

OLD_ROWS = """
INSERT INTO documents (id, name, added_at) VALUES (1, 'notes/a.md', '2025-01-01T00:00:00Z');
INSERT INTO revisions (id, document, hash, title, kind, text, metadata, recipe, added_at)
    VALUES (1, 1, 'h', 'A', 'records', '', '{}', 'r', 't');
UPDATE documents SET revision = 1;
INSERT INTO chunks (id, revision, name, position, occurrence, text, title, state, reason, reader)
    VALUES (1, 1, 'notes/a.md#1', 0, 0, 'Alice meets Bob.', 'A', 'read', '', 'x');
INSERT INTO entity_mentions (id, chunk, row, name, type, description, qualifier, raw, flags)
    VALUES ('m1', 1, 0, 'Alice', 'person', 'Meets Bob.', '', '', '[]');
INSERT INTO decisions (kind, body, at, who, why)
    VALUES ('hide', '{"node": {"name": "x", "qualifier": ""}}', 't', '', '');
"""


@pytest.fixture(params=range(1, len(MIGRATIONS)))
def known(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """There is a workspace that knows only the first so many migrations."""
    folder = tmp_path / "workspaces" / "Old"
    folder.mkdir(parents=True)
    with monkeypatch.context() as then:
        then.setattr(migrations, "MIGRATIONS", MIGRATIONS[: request.param])
        made = Database(folder / "lightprism.db")
        made.connection.executescript(OLD_ROWS)
        made.close()
    return int(request.param)


def test_an_older_workspace_is_backed_up_first_told_of_once_and_carried_on(known: int, tmp_path: Path) -> None:
    explorer = scripted_explorer(tmp_path, name="Old")
    told = explorer.carried_on
    assert told is not None
    assert told.added == tuple(name for name, _ in MIGRATIONS[known:])
    assert (told.backup.parent, told.backup.is_file()) == (tmp_path / "backups", True)
    assert re.fullmatch(r"Old, older version, \d{4}-\d\d-\d\d \d{4}\.lightprism\.zip", told.backup.name)
    assert [one.path for one in explorer.backups.known()] == [told.backup]
    assert set(explorer.views().graph) == {"alice"}
    explorer.close()
    again = scripted_explorer(tmp_path, name="Old")
    assert again.carried_on == told
    again.backups.told()
    assert again.carried_on is None
    assert len(list((tmp_path / "backups").iterdir())) == 1
    again.close()
    with zipfile.ZipFile(told.backup) as archive:
        assert json.loads(archive.read("manifest.json"))["schema"] == [name for name, _ in MIGRATIONS[:known]]
    info = restore_workspace(told.backup, Settings(home=tmp_path), "As it was")
    restored = scripted_explorer(tmp_path, name=info.name)
    assert (set(restored.views().graph), restored.carried_on) == ({"alice"}, None)
    assert len(restored.curate.history()) == 1
    restored.close()


def test_where_no_backup_can_be_made_nothing_is_carried_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "workspaces" / "Old"
    folder.mkdir(parents=True)
    with monkeypatch.context() as then:
        then.setattr(migrations, "MIGRATIONS", MIGRATIONS[:7])
        Database(folder / "lightprism.db").close()
    (tmp_path / "backups").write_text("in the way")
    with pytest.raises(WorkspaceError, match="can't be backed up before it is carried on"):
        scripted_explorer(tmp_path, name="Old")
    with closing(sqlite3.connect(folder / "lightprism.db")) as connection:
        assert connection.execute("SELECT COUNT(*) FROM migrations").fetchone() == (7,)
    (tmp_path / "backups").unlink()
    opened = scripted_explorer(tmp_path, name="Old")
    assert opened.writable
    opened.close()


def test_a_new_workspace_and_one_of_this_version_make_no_backup(filled: Explorer, tmp_path: Path) -> None:
    filled.close()
    again = scripted_explorer(tmp_path)
    assert again.carried_on is None
    assert not (tmp_path / "backups").exists()
    again.close()


def test_a_database_that_can_not_be_read_is_not_packed(tmp_path: Path) -> None:
    (tmp_path / "lightprism.db").write_bytes(b"nothing that a database begins with" * 99)
    with pytest.raises(WorkspaceDamaged):
        write_backup(tmp_path, tmp_path / "one.zip", "t")
    assert [path.name for path in tmp_path.iterdir()] == ["lightprism.db"]
    assert backup.VERSION == 1
