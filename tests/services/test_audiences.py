"""Who may see which documents, as files say it and as persons say it over that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.errors import InputError, UnknownName, WorkspaceBusy
from core.services.audiences import Audiences, Labelled
from tests.strategies import GeneratedChunk, GeneratedDocument
from tests.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    made = Workspace(tmp_path)
    made.records(
        [
            document("in/all.md", None),
            document("in/deep/staff.md", ["staff"]),
            document("mixed.md", "staff", None, "board"),
            document("apart.md", "staff", "board", "staff"),
            document("odd.md", {"not": "a label"}),
        ]
    )
    made.texts({"front.md": "---\naudience: [partners]\n---\nAlice meets Bob."})
    yield made
    made.close()


def document(name: str, *audiences: Any) -> GeneratedDocument:
    chunks = (GeneratedChunk(f"Passage {n}.", {"audience": a} if a else {}) for n, a in enumerate(audiences))
    return GeneratedDocument(name, tuple(chunks))


def desk(workspace: Workspace) -> Audiences:
    return Audiences(workspace.store, lambda: None)


def of(workspace: Workspace, name: str) -> Labelled:
    return next(each for each in desk(workspace).documents() if each.document == name)


def brief(found: Labelled) -> tuple[Any, ...]:
    return found.labels, found.by, found.own, found.unreadable


def test_files_say_who_may_see_a_document_and_single_lines_may_say_otherwise(workspace: Workspace) -> None:
    assert brief(of(workspace, "in/all.md")) == ((), "", 0, False)
    assert brief(of(workspace, "in/deep/staff.md")) == (("staff",), "file", 0, False)
    assert brief(of(workspace, "notes/front.md")) == (("partners",), "file", 0, False)
    assert brief(of(workspace, "mixed.md")) == ((), "", 2, False)
    assert brief(of(workspace, "apart.md")) == ((), "", 3, False)
    assert brief(of(workspace, "odd.md")) == ((), "file", 0, True)
    assert desk(workspace).labels() == ("board", "partners", "staff")


def test_a_person_is_heard_over_files_and_of_a_document_over_its_folder(workspace: Workspace) -> None:
    found = desk(workspace)
    found.set("in/", ["crew", "board", " crew "])
    assert brief(of(workspace, "in/deep/staff.md")) == (("board", "crew"), "folder", 0, False)
    found.set("in/deep/staff.md", [])
    assert brief(of(workspace, "in/deep/staff.md")) == ((), "person", 0, False)
    found.set("mixed.md", ["staff"])
    assert brief(of(workspace, "mixed.md")) == (("staff",), "person", 0, False)
    found.set("odd.md", ["staff"])
    assert brief(of(workspace, "odd.md")) == (("staff",), "person", 0, False)
    folders = [(each.path, each.labels) for each in found.folders()]
    assert folders == [("in/", ("board", "crew")), ("in/deep/", None), ("notes/", None)]
    assert "crew" in found.labels()
    for path in ("in/", "in/deep/staff.md", "mixed.md"):
        found.set(path, None)
    assert brief(of(workspace, "mixed.md")) == ((), "", 2, False)
    assert brief(of(workspace, "in/deep/staff.md")) == (("staff",), "file", 0, False)


def test_several_are_set_in_one_step_or_none(workspace: Workspace) -> None:
    found, version = desk(workspace), workspace.store.queue.version
    with pytest.raises(UnknownName):
        found.set_all({"in/": ["staff"], "mixed.md": [], "nowhere": ["staff"]})
    assert (workspace.store.overlays.all(), workspace.store.queue.version) == ((), version)
    found.set_all({"in/": ["staff"], "mixed.md": []})
    assert [(each.path, each.value) for each in workspace.store.overlays.all()] == [
        ("in/", ["staff"]),
        ("mixed.md", []),
    ]
    found.set_all({"in/": None, "mixed.md": None})
    assert workspace.store.overlays.all() == ()


def test_views_follow_at_once(workspace: Workspace) -> None:
    assert "in/all.md#0" in workspace.views("careful", ()).evidence.chunks
    desk(workspace).set("in/", ["staff"])
    assert "in/all.md#0" not in workspace.views("careful", ()).evidence.chunks
    assert "in/all.md#0" in workspace.views("careful", ("staff",)).evidence.chunks
    assert workspace.words.search('"passage"', ()).counts.keys() == {"mixed.md"}


def test_what_is_not_there_is_refused_and_a_reader_may_only_look(workspace: Workspace) -> None:
    found = desk(workspace)
    for path in ("nowhere", "nowhere/", "in", "in/dee/", ""):
        with pytest.raises(UnknownName, match="no document or folder"):
            found.set(path, ["staff"])
    with pytest.raises(InputError, match="A label is empty"):
        found.set("in/", ["staff", " "])

    def held() -> None:
        raise WorkspaceBusy("Held.", "Wait.")

    reader = Audiences(workspace.store, held)
    with pytest.raises(WorkspaceBusy):
        reader.set("in/", ["staff"])
    assert reader.documents() == found.documents()
