"""What viewers keep, and what becomes of it when they may see less: runs, opened things, answers, originals, lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.domain.modes import Parameters
from core.domain.records import EntityRow
from core.errors import InputError, UnknownName, UnreadableFile
from core.seeing import Seen
from core.services.library import Library
from core.services.question import Request
from core.services.seen_library import SeenLibrary
from tests.keeping import ran
from tests.seeing import seen_of
from tests.strategies import GeneratedChunk, GeneratedDocument
from tests.workspace import Workspace

QUESTION = "Where is the vault?"


def said(name: str, *audience: str) -> GeneratedChunk:
    metadata = {"audience": list(audience)} if audience else {}
    return GeneratedChunk(f"The {name} is told of.", metadata, (EntityRow(name, "place", f"{name} is there."),))


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    made = Workspace(tmp_path)
    made.records(
        [
            GeneratedDocument("open.md", (said("Vault"), said("Cellar"))),
            GeneratedDocument("mixed.md", (said("Vault"), said("Hideout", "staff"), said("Attic"))),
        ]
    )
    yield made
    made.close()


def asked(seen: Seen) -> str:
    """A run over all that this viewer is given."""
    traces = seen.retrieve.compare(Request(QUESTION, parameters=Parameters(threshold=-1.0)), ("naive", "local"))
    return seen.runs.save(QUESTION, traces)


def test_no_version_of_the_workspace_stands_in_a_viewers_run(workspace: Workspace) -> None:
    for seen in (seen_of(workspace, ()), seen_of(workspace, ("staff",))):
        assert seen.runs.open(asked(seen)).version == (0, 0)
    whole = workspace.runs.save(QUESTION, {})
    assert workspace.runs.open(whole).version == workspace.store.version()


# --- what persons say ------------------------------------------------------------------------------------------------


def test_a_person_s_word_names_no_document_that_a_viewer_may_not_see(workspace: Workspace) -> None:
    workspace.records([GeneratedDocument("staff.md", (said("Hideout", "staff"),))])
    ours = next(row.document.id for row in workspace.library.documents() if row.document.id.endswith("open.md"))
    hidden = ours.replace("open.md", "staff.md")
    workspace.store.overlays.set(ours, "replaces", [hidden, "nowhere.md"])
    anyone, staff = seen_of(workspace, ()), seen_of(workspace, ("staff",))
    told = {seen.viewer: _replaces(seen, ours) for seen in (anyone, staff)}
    assert told == {(): [None, None, None], ("staff",): [[hidden]] * 3}
    for kind in anyone.transfer.kinds:
        assert not any(hidden.encode() in file.content for file in anyone.transfer.export(kind))
    assert workspace.views().evidence.chunks[f"{ours}#0"].metadata["replaces"] == [hidden, "nowhere.md"]


def _replaces(seen: Seen, document: str) -> list[object]:
    rows = [row.document.metadata for row in seen.library.documents() if row.document.id == document]
    return [found.get("replaces") for found in (*rows, *(row.chunk.metadata for row in seen.library.chunks(document)))]


def test_what_a_file_itself_says_of_others_stays(tmp_path: Path) -> None:
    made = Workspace(tmp_path)
    said_so = GeneratedChunk("The new one.", {"replaces": "hidden.md"}, (EntityRow("Vault", "place"),))
    made.records([GeneratedDocument("new.md", (said_so,)), GeneratedDocument("hidden.md", (said("Attic", "staff"),))])
    seen = seen_of(made, ())
    assert [row.chunk.metadata["replaces"] for row in seen.library.chunks("new.md")] == ["hidden.md"]
    made.close()


# --- runs and opened things ------------------------------------------------------------------------------------------


def test_runs_and_opened_things_are_each_viewers_own(workspace: Workspace) -> None:
    anyone, staff = seen_of(workspace, ()), seen_of(workspace, ("staff",))
    mine, theirs = asked(anyone), asked(staff)
    staff.runs.opened("entity", "hideout", "Hideout")
    whole = workspace.runs.save(QUESTION, {})
    for runs, own in ((anyone.runs, mine), (staff.runs, theirs), (workspace.runs, whole)):
        assert ([row.id for row in runs.list()], runs.count()) == ([own], 1)
        for other in {mine, theirs, whole} - {own}:
            with pytest.raises(UnknownName) as told:
                runs.open(other)
            assert str(told.value) == _unknown(runs, other)
            assert ("give that back" in str(told.value)) == (runs is workspace.runs)
            with pytest.raises(UnknownName):
                runs.star(other)
            runs.delete(other)
    assert [each.label for each in staff.runs.recent()] == ["Hideout", QUESTION]
    assert [each.label for each in anyone.runs.recent()] == [QUESTION] == [r.label for r in workspace.runs.recent()]


def _unknown(runs: object, id_: str) -> str:
    """What is said of a run that never was, with this id in it."""
    with pytest.raises(UnknownName) as told:
        runs.open("20260101-000000-nothing")  # type: ignore[attr-defined]
    return str(told.value).replace("20260101-000000-nothing", id_)


def test_a_viewers_run_goes_with_a_passage_that_he_sees_no_more_and_comes_back_with_it(workspace: Workspace) -> None:
    anyone = seen_of(workspace, ())
    run = asked(anyone)
    anyone.runs.opened("entity", "cellar", "Cellar")
    anyone.runs.opened("document", "mixed.md", "Mixed")
    anyone.runs.opened("document", "nowhere.md", "Nowhere")
    assert [each.label for each in anyone.runs.recent()] == ["Mixed", "Cellar", QUESTION]
    workspace.store.overlays.set("open.md", "audience", ["staff"])
    assert ([each.label for each in anyone.runs.recent()], anyone.runs.list()) == (["Mixed"], ())
    with pytest.raises(UnknownName):
        anyone.runs.open(run)
    workspace.store.overlays.set("open.md", "audience", None)
    assert len(anyone.runs.recent()) == 3
    assert {kept.chunk.document for kept in anyone.runs.open(run).traces["naive"].chunks} == {"open.md", "mixed.md"}


def test_a_thing_that_a_viewer_may_not_see_is_not_remembered_as_opened(workspace: Workspace) -> None:
    anyone = seen_of(workspace, ())
    for kind, key in (("entity", "hideout"), ("chunk", "mixed.md#1"), ("document", "nowhere.md")):
        anyone.runs.opened(kind, key, "A name that was guessed")  # type: ignore[arg-type]
    assert anyone.runs.recent() == ()


def test_an_answer_is_kept_for_the_viewer_whom_it_was_written_for(workspace: Workspace) -> None:
    from core.services.answer import _hash

    seen = seen_of(workspace, ())
    trace = seen.retrieve.run(Request(QUESTION, mode="naive"))
    prompt = seen.answers.prompt(trace)
    others = [_hash(prompt, replace(trace, viewer=viewer)) for viewer in (None, (), ("seen by",), ("staff",))]
    assert len({*others, _hash(prompt, trace)}) == 4


def test_a_purge_erases_what_viewers_asked_and_opened_of_a_document_that_many_others_name_too(
    workspace: Workspace,
) -> None:
    workspace.records([GeneratedDocument(f"a{n}.md", (said("Vault"),)) for n in range(9)], "more.jsonl")
    seen = seen_of(workspace, ("staff",))
    seen.runs.opened("entity", "vault", "Vault")
    trace = seen.retrieve.run(Request(QUESTION, mode="local", seed_entities=("Vault",)))
    named = tuple(step for step in trace.steps if step.keys == ("vault",))
    seen.runs.save(QUESTION, {"local": replace(trace, entities=(), chunks=(), relations=(), cuts=(), steps=named)})
    connection = workspace.store.database.connection
    kept = {row[0] for row in connection.execute("SELECT document FROM run_documents")}
    assert "mixed.md" not in kept
    workspace.store.eraser.erase(["mixed.md"], workspace.store.runs.of_document("mixed.md"), {})
    assert [each.label for each in seen.runs.recent()] == []
    for table in ("run_passages", "opened_passages"):
        assert connection.execute(f"SELECT COUNT(*) FROM {table} WHERE passage LIKE 'mixed%'").fetchone() == (0,)


def test_a_purge_erases_what_viewers_asked_of_a_document(workspace: Workspace) -> None:
    asked(seen_of(workspace, ("staff",)))
    connection = workspace.store.database.connection
    (run,) = workspace.store.runs.of_document("mixed.md")
    workspace.store.eraser.erase(["mixed.md"], [run], {})
    for table in ("runs", "run_passages", "run_documents", "opened_passages"):
        assert connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone() == (0,)


# --- documents of which some is hidden -------------------------------------------------------------------------------


def test_of_a_document_only_the_visible_passages_are_counted_listed_and_shown_in_their_place(
    workspace: Workspace,
) -> None:
    seen = seen_of(workspace, ())
    mixed, open_ = seen.library.documents()
    assert (mixed.chunks, mixed.read, mixed.entities, open_.chunks) == (2, 2, 2, 2)
    assert [row.chunk.id for row in seen.library.chunks("mixed.md")] == ["mixed.md#0", "mixed.md#2"]
    assert seen.library.contents().entities == 4
    window = seen.originals.around("mixed.md#2")
    assert window.text == "The Vault is told of.\n\nThe Attic is told of."
    assert window.text[window.passage.start : window.passage.end] == "The Attic is told of."
    assert "Hideout" in seen_of(workspace, ("staff",)).originals.around("mixed.md#2").text


def test_a_hidden_passage_is_spoken_of_as_one_that_is_not_there(workspace: Workspace) -> None:
    seen = seen_of(workspace, ())
    for ask in (seen.originals.open, seen.originals.around, seen.originals.quote, seen.originals.page):
        told = []
        for chunk in ("mixed.md#1", "mixed.md#9"):
            with pytest.raises(UnknownName) as raised:
                ask(chunk)
            told.append(str(raised.value).replace(chunk, "…"))
        assert told[0] == told[1]


def test_a_file_is_given_where_all_of_it_may_be_seen(workspace: Workspace) -> None:
    workspace.texts({"front.md": "---\naudience: [partners]\n---\nAlice meets Bob in the garden behind the house."})
    partner, anyone = seen_of(workspace, ("partners",)), seen_of(workspace, ())
    chunk = partner.library.chunks("notes/front.md")[0].chunk.id
    assert b"Alice meets Bob" in partner.originals.file(chunk)
    assert (partner.originals.open(chunk).file, "garden" in partner.library.text("notes/front.md")) == (
        "front.md",
        True,
    )
    assert (anyone.library.text("notes/front.md"), anyone.library.chunks("notes/front.md")) == ("", ())
    with pytest.raises(UnknownName):
        anyone.originals.file(chunk)
    with workspace.store.database.write() as connection:  # one passage of it hidden by itself
        connection.execute('UPDATE chunks SET metadata = \'{"audience": "staff"}\' WHERE name = ?', (chunk,))
        connection.execute(_SECOND)
        connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'version:evidence'")
    workspace.views.forget()
    other = "notes/front.md#second"
    fresh = Workspace(workspace.store.folder)
    partner = seen_of(fresh, ("partners",))
    assert partner.library.text("notes/front.md") == ""
    assert (partner.originals.open(other).file, partner.originals.around(other).text) == ("", "Behind.")
    with pytest.raises(UnreadableFile):
        partner.originals.file(other)
    fresh.close()


_SECOND = """INSERT INTO chunks (revision, name, position, occurrence, text, title, state)
    SELECT revision, 'notes/front.md#second', 7, 0, 'Behind.', title, 'pending' FROM chunks WHERE name LIKE 'notes/%'"""


def test_a_document_without_passages_is_for_whom_its_own_labels_say(workspace: Workspace) -> None:
    workspace.texts({"empty.md": "---\naudience: staff\n---\n"})
    names = [row.document.id for row in workspace.library.documents()]
    anyone, staff = seen_of(workspace, ()), seen_of(workspace, ("staff",))
    assert [row.document.id for row in staff.library.documents()] == names
    assert [row.document.id for row in anyone.library.documents()] == ["mixed.md", "open.md"]


# --- nothing is forgotten --------------------------------------------------------------------------------------------


def test_every_reading_of_the_library_is_a_viewers_own_or_off(workspace: Workspace) -> None:
    """What is not said anew has to be made of what is: `contents`, the notes, `graph` and the like."""
    made_of_others = {"contents", "unread_note", "language_note", "alias_proposals", "graph", "version"}
    public = {name for name in vars(Library) if not name.startswith("_")}
    assert public - vars(SeenLibrary).keys() == made_of_others
    library = seen_of(workspace, ()).library
    for off in (library.retry_failed, library.queue, library.forget_order, library.costs, library.collections):
        with pytest.raises(InputError, match="is off while you view"):
            off()


def test_what_everyone_else_looks_at_does_not_make_the_everyday_view_anew(workspace: Workspace) -> None:
    everyday = workspace.views().graph
    for labels in (("a",), ("b",), ("c",), ("d",)):
        assert seen_of(workspace, labels).library.graph("classic").entities
        assert "hideout" not in seen_of(workspace, labels).views().graph
    assert workspace.views().graph is everyday


def test_who_withdraws_a_document_is_told_of_his_own_runs(workspace: Workspace) -> None:
    asked(seen_of(workspace, ()))
    traces = ran(workspace)
    run = workspace.runs.save(QUESTION, traces)
    assert [each.id for each in workspace.store.withheld.falling(["mixed.md", "open.md"])] == [run]
