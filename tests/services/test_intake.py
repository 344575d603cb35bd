"""What comes in: identities, revisions, chunks and their places, evidence records, and what is refused."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from core.adapters.loaders import Files
from core.domain.chunking import Chunking
from core.domain.records import EntityRow, LoadedDocument, Reading, ReadOptions
from core.errors import InputError
from core.services.intake import Incoming, Intake
from tests import larkspur
from tests.workspace import CHUNKING, WordTokenizer, Workspace

LONG = "\n\n".join(f"Paragraph {n} says that Person{n} keeps the backups of day {n}." for n in range(12))


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path / "workspace")


def documents(workspace: Workspace) -> list[str]:
    return [row.document.id for row in workspace.store.documents.rows() if not row.withdrawn]


def folder(tmp_path: Path, files: dict[str, str | bytes], name: str = "handbook") -> Path:
    for path, content in files.items():
        file = tmp_path / name / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    return tmp_path / name


def line(document: str, chunk: str, text: str = "A passage.", **fields: Any) -> dict[str, Any]:
    return {"document": document, "chunk": chunk, "text": text, "entities": [], "relations": []} | fields


def records(*lines: Any, name: str = "r.jsonl") -> list[Incoming]:
    content = "\n".join(item if isinstance(item, str) else json.dumps(item) for item in lines)
    return [Incoming("uploads", name, content.encode())]


# --- identity --------------------------------------------------------------------------------------------------------


def test_a_folder_gives_its_name_to_the_documents_below_it(workspace: Workspace, tmp_path: Path) -> None:
    path = folder(tmp_path, {"a.md": "One.", "deep/er/b.txt": "Two.", ".hidden/c.md": "No.", "d/.e.md": "No."})
    report = workspace.intake.add_folder(path)
    assert report.added == ["handbook/a.md", "handbook/deep/er/b.txt"] == documents(workspace)
    assert report.sentence == "2 added"


def test_two_folders_of_one_name_stay_two(workspace: Workspace, tmp_path: Path) -> None:
    first = folder(tmp_path / "x", {"a.md": "One."})
    second = folder(tmp_path / "y", {"a.md": "Other."})
    uploads = folder(tmp_path, {"a.md": "Third."}, "uploads")
    for path in (first, second, uploads, first):
        workspace.intake.add_folder(path)
    assert documents(workspace) == ["handbook-2/a.md", "handbook/a.md", "uploads-2/a.md"]
    assert workspace.store.documents.text("handbook-2/a.md") == "Other."


def test_single_files_of_one_name_are_told_apart_by_their_folders(workspace: Workspace, tmp_path: Path) -> None:
    first = folder(tmp_path, {"readme.md": "One."}, "A")
    workspace.intake.add_folder(first / "readme.md")
    workspace.intake.add_folder(folder(tmp_path, {"readme.md": "Two."}, "B") / "readme.md")
    assert documents(workspace) == ["A/readme.md", "B/readme.md"]
    assert workspace.intake.add_folder(first).unchanged == ["A/readme.md"]


def test_a_title_that_is_taken_gets_a_number_unless_the_text_is_the_same(workspace: Workspace) -> None:
    for text in ("One.", "Two.", "Three.", "Two."):
        workspace.intake.add_text("Memo", text)
    assert documents(workspace) == ["uploads/Memo-2.md", "uploads/Memo-3.md", "uploads/Memo.md"]
    assert workspace.store.documents.text("uploads/Memo-2.md") == "Two."
    assert workspace.intake.add_text("Memo", "Three.").unchanged == ["uploads/Memo-3.md"]


def test_the_report_names_what_was_replaced(workspace: Workspace) -> None:
    workspace.texts({"a.md": "One."})
    report = workspace.intake.add([Incoming("notes", "a.md", b"Other.")])
    assert report.sentence == "1 replaced; replaced notes/a.md: its former text is kept but no longer shown"


def test_pasted_text_is_an_upload(workspace: Workspace) -> None:
    workspace.intake.add_text("My notes", "Two.")
    workspace.intake.add_text("../../etc/passwd", "Three.")
    workspace.intake.add_text("", "Four.")
    assert documents(workspace) == [
        "uploads/My notes.md",
        "uploads/Pasted text.md",
        "uploads/etc/passwd.md",
    ]


def test_a_folder_that_is_not_there_is_named_in_the_message(workspace: Workspace, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no file or folder '.*nowhere'"):
        workspace.intake.add_folder(tmp_path / "nowhere")
    with pytest.raises(InputError, match="text is empty"):
        workspace.intake.add_text("Title", " \n ")


def test_hostile_names_stay_names(workspace: Workspace) -> None:
    names = ["../../up.md", "/etc/x.md", "a'\"; DROP.md", "😀.md", "C:\\dir\\y.md", "\u202egnp.md"]
    workspace.intake.add([Incoming("uploads", name, b"Some text.") for name in names])
    found = documents(workspace)
    assert len(found) == len(names)
    assert all(name.startswith("uploads/") and ".." not in name and "\u202e" not in name for name in found)


def test_a_file_name_that_is_no_utf8_is_taken(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"b\xfcro")
    path.mkdir()
    (path / os.fsdecode(b"caf\xe9.md")).write_text("Some text.")
    assert len(workspace.intake.add_folder(path).added) == 1
    assert workspace.intake.add_folder(path).unchanged == documents(workspace)


def test_pasted_text_with_half_a_character_is_taken(workspace: Workspace) -> None:
    workspace.intake.add_text("Half", "before \ud83d after")
    assert "before" in workspace.store.documents.text("uploads/Half.md")


def test_two_files_of_one_name_in_one_go_are_not_made_one_in_silence(workspace: Workspace) -> None:
    files = [Incoming("uploads", "a.md", b"One."), Incoming("uploads", "a\u200b.md", b"Other.")]
    report = workspace.intake.add(files)
    assert report.added == ["uploads/a.md"]
    assert [(u.name, "same name" in u.reason) for u in report.unread] == [("uploads/a.md", True)]
    assert workspace.store.documents.text("uploads/a.md") == "One."
    again = workspace.intake.add([Incoming("uploads", "a.md", b"One."), Incoming("uploads", "a.md", b"One.")])
    assert (again.unchanged, again.unread) == (["uploads/a.md"] * 2, [])


# --- what is read, and what not --------------------------------------------------------------------------------------


def test_files_that_can_not_be_read_are_listed_and_the_others_go_on(workspace: Workspace, tmp_path: Path) -> None:
    path = folder(tmp_path, {"a.md": "One.", "b.bin": b"\0\1", "c.txt": b"", "d.pdf": b"%PDF-1.4 broken"})
    report = workspace.intake.add_folder(path)
    assert report.added == ["handbook/a.md"]
    assert [u.name for u in report.unread] == ["handbook/b.bin", "handbook/c.txt", "handbook/d.pdf"]
    assert all(u.reason for u in report.unread)
    assert report.sentence == "1 added; 3 not read"
    assert [u.name for u in workspace.library.unread()] == ["handbook/b.bin", "handbook/c.txt", "handbook/d.pdf"]


def test_a_file_that_is_mended_leaves_the_list(workspace: Workspace, tmp_path: Path) -> None:
    workspace.intake.add_folder(folder(tmp_path, {"a.md": ""}))
    assert len(workspace.library.unread()) == 1
    workspace.intake.add_folder(folder(tmp_path, {"a.md": "One."}))
    assert workspace.library.unread() == ()


def test_a_file_that_the_system_refuses_is_listed(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder(tmp_path, {"a.md": "One.", "locked.md": "No.", "z.md": "Two."})
    read = Path.read_bytes

    def refuse(self: Path) -> bytes:
        if self.name == "locked.md":
            raise PermissionError(13, "Permission denied")
        return read(self)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    report = workspace.intake.add_folder(path)
    assert report.added == ["handbook/a.md", "handbook/z.md"]
    assert [(u.name, "Permission denied" in u.reason) for u in report.unread] == [("handbook/locked.md", True)]
    with pytest.raises(InputError, match=r"locked\.md.*Permission denied"):
        workspace.intake.add_folder(path / "locked.md")


def test_a_file_that_is_too_large_is_not_even_read(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder(tmp_path, {"a.md": "One.", "large.md": "x" * 5000})
    read: list[str] = []
    original = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda self: read.append(self.name) or original(self))
    report = workspace.intake.add_folder(path, ReadOptions(max_bytes=1000))
    assert [(u.name, "5,000 bytes" in u.reason) for u in report.unread] == [("handbook/large.md", True)]
    assert read == ["a.md"]


def test_links_out_of_the_folder_are_not_followed(workspace: Workspace, tmp_path: Path) -> None:
    outside = folder(tmp_path, {"secret.md": "Secret."}, "outside")
    path = folder(tmp_path, {"a.md": "One."})
    (path / "link.md").symlink_to(outside / "secret.md")
    (path / "dir").symlink_to(outside)
    (path / "loop").symlink_to(path)
    (path / "gone.md").symlink_to(path / "nothing.md")
    assert workspace.intake.add_folder(path).added == ["handbook/a.md"]


# --- revisions and chunks --------------------------------------------------------------------------------------------


def test_the_same_content_again_is_unchanged(workspace: Workspace) -> None:
    workspace.texts({"a.md": LONG})
    before = workspace.store.version()
    report = workspace.intake.add([Incoming("notes", "a.md", LONG.encode())])
    assert (report.added, report.replaced, report.unchanged) == ([], [], ["notes/a.md"])
    assert workspace.store.version() == before


def test_changed_content_replaces_and_going_back_restores(workspace: Workspace) -> None:
    workspace.texts({"a.md": "Alice meets Bob."})
    workspace.ingest.run()
    before = workspace.store.mentions.evidence()
    assert workspace.intake.add([Incoming("notes", "a.md", b"Carol left.")]).replaced == ["notes/a.md"]
    workspace.ingest.run()
    assert list(workspace.views().graph) == ["carol"]
    assert workspace.intake.add([Incoming("notes", "a.md", b"Alice meets Bob.")]).replaced == ["notes/a.md"]
    assert workspace.store.documents.pending() == ()
    assert workspace.store.mentions.evidence() == before


def test_changed_metadata_is_a_new_revision(workspace: Workspace) -> None:
    workspace.texts({"a.md": "---\nplan: Business\n---\nText."})
    report = workspace.intake.add([Incoming("notes", "a.md", b"---\nplan: Enterprise\n---\nText.")])
    assert report.replaced == ["notes/a.md"]
    (chunk,) = workspace.store.documents.chunks()
    assert chunk.metadata["plan"] == "Enterprise"


def test_another_recipe_cuts_the_same_content_anew(workspace: Workspace) -> None:
    workspace.texts({"a.md": LONG})
    count = len(workspace.store.documents.chunks())
    finer = Intake(workspace.store, Files(), WordTokenizer(), Chunking("characters", 60, 10), workspace.clock)
    assert finer.add([Incoming("notes", "a.md", LONG.encode())]).replaced == ["notes/a.md"]
    assert len(workspace.store.documents.chunks()) > count


def test_law_5_a_chunk_is_found_in_its_document_by_its_offsets(workspace: Workspace) -> None:
    workspace.texts({"a.md": LONG, "b.md": "é" * 300})
    chunks = workspace.store.documents.chunks()
    assert len(chunks) > 5
    for chunk in chunks:
        assert workspace.store.documents.text(chunk.document)[chunk.start : chunk.end] == chunk.text
    assert [c.id for c in chunks if c.document == "notes/a.md"][:2] == ["notes/a.md#1", "notes/a.md#2"]
    assert {c.id for c in chunks} == {p.chunk.id for p in workspace.store.documents.pending()}


def test_the_original_is_kept(workspace: Workspace) -> None:
    workspace.texts({"a.md": "One."})
    (name,) = workspace.store.database.connection.execute("SELECT original FROM revisions").fetchone()
    assert (workspace.store.folder / "originals" / name[:2] / name).read_bytes() == b"One."


# --- evidence records ------------------------------------------------------------------------------------------------


def test_records_come_with_their_rows_and_are_read_already(workspace: Workspace) -> None:
    report = workspace.intake.add([Incoming("uploads", "own.jsonl", larkspur.own_records())])
    assert (len(report.added), report.entities, report.relations, report.rejected) == (5, 8, 5, 0)
    assert documents(workspace)[0] == "guide/invoices.md"
    assert workspace.store.documents.pending() == ()
    assert len(workspace.views("classic").graph) == 6


def test_rows_and_lines_that_can_not_be_taken_are_listed(workspace: Workspace) -> None:
    bad_row = {"row": ["a", "b"]}
    lines = [
        line("d", "1", relations=[bad_row, {"source": "a", "target": "A"}]),
        "{broken",
        line("", "2"),
        line("d", "3"),
    ]
    report = workspace.intake.add(records(*lines))
    assert (report.added, report.rejected) == (["d"], 2)
    assert [u.name for u in report.unread] == ["uploads/r.jsonl line 2", "uploads/r.jsonl line 3"]
    assert len(workspace.library.issues()) == 2
    workspace.intake.add(records(line("d", "1")))
    assert workspace.library.unread() == ()


def test_a_file_without_any_record_is_listed(workspace: Workspace) -> None:
    report = workspace.intake.add(records("\n\n"))
    assert [u.reason for u in report.unread] == ["The file holds no evidence record."]


def test_the_same_records_again_are_unchanged_and_changed_ones_replace(workspace: Workspace) -> None:
    first, second = line("d", "1", entities=[{"name": "A"}]), line("d", "1", entities=[{"name": "B"}])
    workspace.intake.add(records(first))
    assert workspace.intake.add(records(first)).unchanged == ["d"]
    assert workspace.intake.add(records(second)).replaced == ["d"]
    assert list(workspace.views().graph) == ["b"]
    assert workspace.intake.add(records(first)).replaced == ["d"]
    assert list(workspace.views().graph) == ["a"]
    assert workspace.store.documents.pending() == ()


def test_a_record_document_is_taken_whole_or_not_at_all(workspace: Workspace) -> None:
    workspace.intake.add(records(line("d", "1", entities=[{"name": "Old"}])))
    before, saved = workspace.store.mentions.evidence(), iter(range(9))
    save = workspace.store.mentions.save

    def breaks_at_the_second(*args: Any) -> None:
        if next(saved) == 1:
            raise KeyboardInterrupt
        save(*args)

    workspace.store.mentions.save = breaks_at_the_second  # type: ignore[method-assign]
    lines = [line("d", "1", entities=[{"name": "New"}]), line("d", "2", entities=[{"name": "Newer"}])]
    with pytest.raises(KeyboardInterrupt):
        workspace.intake.add(records(*lines))
    assert workspace.store.mentions.evidence() == before
    assert workspace.store.documents.pending() == ()
    workspace.store.mentions.save = save  # type: ignore[method-assign]
    workspace.intake.add(records(*lines))
    assert list(workspace.views().graph) == ["new", "newer"]


def test_a_chunk_id_that_another_document_has_is_refused(workspace: Workspace) -> None:
    workspace.intake.add(records(line("a", "b#c", entities=[{"name": "First"}])))
    report = workspace.intake.add(
        records(line("a#b", "c", entities=[{"name": "Second"}]), line("e", "1"), name="s.jsonl")
    )
    assert report.added == ["e"]
    assert [u.name for u in report.unread] == ["uploads/s.jsonl document a#b"]
    assert list(workspace.views().graph) == ["first"]


def test_a_passage_has_its_own_audience_and_no_title_that_others_may_not_know(workspace: Workspace) -> None:
    lines = [line("d", "1", metadata={"audience": ["staff"]}, title="T"), line("d", "2", unknown={"kept": True})]
    workspace.intake.add(records(*lines))
    first, second = workspace.store.documents.chunks()
    assert (first.metadata, first.title, second.metadata, second.title) == ({"audience": ["staff"]}, "T", {}, "d")
    assert workspace.store.mentions.unknown_fields() == {"d#2": {"unknown": {"kept": True}}}


# --- a reader of its own ---------------------------------------------------------------------------------------------


class Rows:
    """A reader that makes a document of every line."""

    def read(self, name: str, content: bytes, options: ReadOptions) -> Reading:
        texts = content.decode().splitlines()
        return Reading(tuple(LoadedDocument(f"{name}#row-{n}", t, t, "row") for n, t in enumerate(texts, 1)))

    def extensions(self) -> Sequence[str]:
        return (".rows",)


def test_a_file_may_hold_many_documents(workspace: Workspace) -> None:
    intake = Intake(workspace.store, Rows(), WordTokenizer(), CHUNKING, workspace.clock)
    assert intake.extensions() == (".jsonl", ".rows")
    report = intake.add([Incoming("t", "x.rows", b"Alice\nBob")])
    assert report.added == ["t/x.rows#row-1", "t/x.rows#row-2"]
    assert EntityRow("Alice").name in workspace.store.documents.text("t/x.rows#row-1")
