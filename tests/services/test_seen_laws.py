"""Law: all that a viewer can reach equals what a workspace gives that holds only what this viewer may see."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.decisions import Decision
from core.services.question import Request
from tests.seeing import Viewer, only_visible, reached, seen_of
from tests.strategies import AUDIENCES, DOCUMENTS, GeneratedChunk, GeneratedDocument, workspaces
from tests.workspace import QUESTIONS, Workspace

FILES = {"one.md": "Alice meets Bob about the Daily backup.", "two.md": "Bob asks Carol. The Export holds 数据保留."}
PATHS = ("handbook/", "notes/", "手册/", "手册/三.md", "notes/one.md", *DOCUMENTS)


def labels() -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(AUDIENCES), max_size=2, unique=True)


def said() -> st.SearchStrategy[dict[str, list[str]]]:
    return st.dictionaries(st.sampled_from(PATHS), labels(), max_size=3)


def replaced() -> st.SearchStrategy[dict[str, str]]:
    """Which document takes the place of which."""
    return st.dictionaries(st.sampled_from(DOCUMENTS), st.sampled_from(DOCUMENTS), max_size=2)


def viewers() -> st.SearchStrategy[Viewer]:
    return labels().map(lambda found: tuple(sorted(found)))


def written(audiences: dict[str, list[str]]) -> dict[str, str]:
    """The text files, each with its audience as front matter."""
    return {name: f"---\naudience: {audiences.get(name, [])}\n---\n{text}" for name, text in FILES.items()}


Generated = tuple[tuple[GeneratedDocument, ...], tuple[Decision, ...]]


def filled(folder: Path, generated: Generated, files: dict[str, str], read: bool) -> Workspace:
    found, decisions = generated
    workspace = Workspace(folder, ticked=True)
    workspace.records(found)
    workspace.texts(files)
    if read:
        workspace.ingest.run()
    workspace.decide(decisions)
    return workspace


def used_by_others(workspace: Workspace, but: Viewer) -> None:
    """What those who see everything, and other viewers, leave behind."""
    request = Request(QUESTIONS[0], low=("Daily backup",), high=())
    for viewer in {("partners", "staff"), ("partners",), ("staff",), ()} - {but}:
        seen = seen_of(workspace, viewer)
        seen.runs.save("Asked by another", seen.retrieve.compare(request, ("local",)))
    workspace.runs.save("Asked by who sees all", {})
    for document in workspace.library.documents():
        workspace.runs.opened("document", document.document.id, "Opened by who sees all")
    for text in QUESTIONS:
        workspace.search(text)


@settings(max_examples=8, deadline=None)
@given(
    workspaces(),
    st.tuples(st.dictionaries(st.sampled_from(tuple(FILES)), labels(), max_size=2), said(), replaced()),
    viewers(),
    st.booleans(),
)
def test_a_viewer_reaches_just_what_there_is_where_only_that_is_held_which_he_may_see(
    tmp_path_factory: pytest.TempPathFactory,
    generated: Generated,
    told: tuple[dict[str, list[str]], dict[str, list[str]], dict[str, str]],
    viewer: Viewer,
    read: bool,
) -> None:
    folder, (audiences, overlays, successors) = tmp_path_factory.mktemp("w"), told
    held = filled(folder / "held", generated, written(audiences), read)
    for path, value in overlays.items():
        held.store.overlays.set(path, "audience", value)
    for successor, document in successors.items():
        held.store.overlays.set(successor, "replaces", document)
    alone = only_visible(held, folder / "alone", viewer)
    used_by_others(held, viewer)
    same(held, alone, viewer)


@settings(max_examples=5, deadline=None)
@given(workspaces(), st.lists(labels(), min_size=6, max_size=6), viewers())
def test_a_viewer_reaches_just_what_there_is_where_other_documents_were_never_added(
    tmp_path_factory: pytest.TempPathFactory, generated: Generated, audiences: list[list[str]], viewer: Viewer
) -> None:
    folder, (found, decisions) = tmp_path_factory.mktemp("w"), generated
    labelled = dict(zip([document.id for document in found], audiences, strict=False))
    whole = tuple(_for(document, labelled[document.id]) for document in found)
    theirs = tuple(each for each in whole if not labelled[each.id] or set(labelled[each.id]) & set(viewer))
    held, alone = (filled(folder / name, (some, decisions), {}, False) for name, some in (("w", whole), ("v", theirs)))
    same(held, alone, viewer)


def _for(document: GeneratedDocument, audience: list[str]) -> GeneratedDocument:
    return replace(document, chunks=tuple(_said(chunk, audience) for chunk in document.chunks))


def _said(chunk: GeneratedChunk, audience: list[str]) -> GeneratedChunk:
    return replace(chunk, metadata={**chunk.metadata, "audience": audience})


def same(held: Workspace, alone: Workspace, viewer: Viewer) -> None:
    """Whether a viewer reaches the same of both, whatever of the first one is asked for; both are closed."""
    chunks = tuple(part.chunk.id for part in held.store.mentions.by_chunk())
    documents = tuple(row.document.id for row in held.store.documents.rows())
    graph = held.views().graph
    keys = (*sorted(graph)[:6], *sorted(key for *_, key in graph.edges(keys=True))[:3])
    try:
        theirs = reached(seen_of(held, viewer), chunks, documents, keys)
        ours = reached(seen_of(alone, viewer), chunks, documents, keys)
        for part, value in ours.items():
            assert theirs[part] == value, part
    finally:
        held.close()
        alone.close()
