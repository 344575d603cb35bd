"""Documents erased for good: no word that only they had is left in any byte of the workspace's folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from core.bootstrap import Explorer
from core.domain.curation import Ruling
from core.domain.erasing import Redaction, forms
from core.domain.modes import Parameters
from core.domain.query import any_of_them, loose
from core.domain.records import EntityRow
from core.errors import InputError, UnknownName, WorkspaceBusy
from core.services.intake import Incoming
from core.services.looking_back import Means
from core.services.purge import Purging
from core.services.question import Request
from core.store.answers import KeptAnswer
from core.store.person import Person
from core.store.remains import in_database
from core.store.replies import KeptReply
from tests.curating import merge, node, rename
from tests.exploring import scripted_explorer
from tests.strategies import GeneratedChunk, GeneratedDocument, workspaces
from tests.workspace import Workspace, all_there_is

WORDS = ("Zyxquorl", "zyxquorl", "Quibblefrost", "Wendelmoor", "Brackenhythe", "磷灰石")
SECRET = "Zyxquorl meets Alice at Quibblefrost. Wendelmoor keeps 磷灰石 for Zyxquorl. " * 60
PUBLIC = "Alice meets Bob. Bob asks Carol."
DOC = "notes/Brackenhythe.md"


@pytest.fixture
def explorer(tmp_path: Path, chroma_apart: None) -> Iterator[Explorer]:
    opened = scripted_explorer(tmp_path)
    opened.intake.add(
        [
            Incoming("notes", "Brackenhythe.md", b"---\nplan: Wendelmoor\n---\n" + SECRET.encode()),
            Incoming("notes", "b.md", PUBLIC.encode()),
        ]
    )
    opened.ingest.run()
    yield opened
    opened.close()


def use(explorer: Explorer) -> None:
    """Leave its words wherever the app may."""
    said = [
        merge("Zyxquorl", "Quibblefrost", into="Quibblefrost Hall"),
        rename("Quibblefrost Hall", "Great Hall"),
        Ruling("rename", {"node": node("Alice"), "to": node("Alice Wendelmoor")}, "as Brackenhythe has it"),
        rename("Bob", "Robert"),
    ]
    for ruling in said:
        explorer.curate.decide([ruling])
        explorer.job.wait()
    parameters = Parameters(threshold=-1.0)
    traces = explorer.retrieve.compare(Request("Who meets Zyxquorl?", parameters=parameters), ["hybrid", "naive"])
    explorer.runs.save("Who meets Zyxquorl?", traces)
    bobs = explorer.retrieve.compare(Request("Who is Bob?", "naive", Parameters(top_k=1, chunk_top_k=1)), ["naive"])
    explorer.runs.save("Who is Bob of Quibblefrost?", bobs)
    explorer.runs.opened("document", DOC, "Zyxquorl")
    explorer.words.search(any_of_them(loose("Zyxquorl")), None)
    store = explorer._store
    store.answers.put(KeptAnswer("k", "p", "m@1", '{"text": "Zyxquorl"}'), [DOC], "t")
    store.replies.put("r", KeptReply("Zyxquorl said so", "m", "1", "hash", 1, 1), "t")


def found(explorer: Explorer) -> list[Any]:
    return [remain for word in WORDS for remain in explorer.remains(word)]


def test_no_byte_of_the_folder_holds_a_word_that_only_it_had(explorer: Explorer) -> None:
    use(explorer)
    places = {remain.place for remain in found(explorer)}
    assert {
        "revisions.text",
        "chunks.text",
        "decisions.body",
        "decisions.why",
        "replies.text",
        "run_traces.body",
    } <= places
    assert {"answers.body", "runs.question", "opened.label", "search index", "documents.name"} <= places
    assert any(place.startswith("lightprism.db") for place in places)
    assert any(place.startswith("originals/") for place in places)
    plan = explorer.purging.purge([DOC])
    explorer.job.wait()
    assert (plan.inventory.documents, plan.inventory.files, len(plan.decisions)) == (1, 1, 3)
    assert found(explorer) == []
    for path in explorer.path.rglob("*"):
        content = path.read_bytes() if path.is_file() else b""
        assert not any(word.encode() in content or word.encode("utf-16-le") in content for word in WORDS), path
    assert explorer.remains("Alice meets Bob")
    assert not explorer.purging.unfinished


def test_law_1_what_is_left_is_that_of_a_workspace_that_never_held_it(explorer: Explorer, tmp_path: Path) -> None:
    explorer.curate.decide([rename("Bob", "Robert")])
    explorer.job.wait()
    explorer.purging.purge([DOC])
    never = scripted_explorer(tmp_path, name="Never")
    never.intake.add([Incoming("notes", "b.md", PUBLIC.encode())])
    never.ingest.run()
    never.curate.decide([rename("Bob", "Robert")])
    for each in (explorer, never):
        each.job.wait()
    assert explorer._index().hashes("entities") == never._index().hashes("entities")
    assert explorer.views().evidence == never.views().evidence
    assert [row.document.id for row in explorer.library.documents()] == ["notes/b.md"]
    assert explorer.library.costs().indexing == never.library.costs().indexing
    never.close()


def test_decisions_go_on_fitting_together(explorer: Explorer) -> None:
    use(explorer)
    explorer.purging.purge([DOC])
    sentences = [entry.sentence for entry in explorer.curate.history()]
    assert sentences[-1] == "Merge “erased2” and “erased1” into “erased1 Hall”"
    assert sentences[-2] == "Rename “erased1 Hall” to “Great Hall”"
    assert sentences[-3] == "Rename “Alice” to “Alice erased3”"
    assert sentences[-4] == "Rename “Bob” to “Robert”"
    assert "words in 3 decisions" in sentences[0]
    assert "robert" in explorer.views().graph


def test_the_preview_lists_what_goes_and_erases_nothing(explorer: Explorer) -> None:
    use(explorer)
    version, there = explorer._store.version(), len(found(explorer))
    plan = explorer.purging.preview([DOC])
    assert sorted(plan.runs) == ["Who is Bob of Quibblefrost?", "Who meets Zyxquorl?"]
    assert (plan.inventory.runs, plan.inventory.answers, plan.inventory.replies, plan.inventory.opened) == (2, 1, 1, 1)
    assert (explorer._store.version(), len(found(explorer))) == (version, there)
    with pytest.raises(UnknownName, match="no document 'nowhere'"):
        explorer.purging.preview(["nowhere"])
    with pytest.raises(InputError, match="No document is named"):
        explorer.purging.purge([])


def test_a_withdrawn_document_can_be_purged_and_added_again(explorer: Explorer) -> None:
    explorer.withdrawals.withdraw([DOC])
    explorer.job.wait()
    explorer.purging.purge([DOC])
    report = explorer.intake.add([Incoming("notes", "Brackenhythe.md", SECRET.encode())])
    assert report.added == [DOC]


def test_a_file_that_another_document_came_from_too_is_kept(explorer: Explorer) -> None:
    explorer.intake.add([Incoming("other", "same.md", PUBLIC.encode())])
    explorer.purging.purge(["other/same.md"])
    original = explorer._store.documents.revision("notes/b.md").original  # type: ignore[union-attr]
    assert explorer._store.has_original(original or "")


def test_what_a_crash_left_undone_the_next_purge_does(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    workspace.texts({"a.md": "Zyxquorl.", "b.md": PUBLIC})
    workspace.ingest.run()
    desk = purging(workspace)
    workspace.store.eraser.clear = lambda: False  # type: ignore[method-assign]
    with pytest.raises(WorkspaceBusy, match="free pages"):
        desk.purge(["notes/a.md"])
    assert desk.unfinished
    del workspace.store.eraser.clear
    desk.finish()
    assert (desk.unfinished, workspace.store.remains("Zyxquorl")) == (False, ())
    workspace.close()


def purging(workspace: Workspace) -> Purging:
    person = Person(workspace.store.folder)
    means = Means(workspace.store, workspace.views, workspace.embeddings, workspace.clock, person)
    return Purging(means, workspace.collections, lambda: None)


@settings(max_examples=6, deadline=None)
@given(workspaces())
def test_law_1_purged_is_never_held_and_nothing_tells_of_it(
    tmp_path_factory: pytest.TempPathFactory, generated: Any
) -> None:
    rest, decisions = generated
    row = EntityRow("Zyxquorl", "thing", "Lies at Quibblefrost.")
    secret = GeneratedDocument("Brackenhythe.md", (GeneratedChunk("Wendelmoor 磷灰石", {}, (row,)),))
    held, never = (Workspace(tmp_path_factory.mktemp("w"), ticked=True) for _ in range(2))
    held.records([*rest, secret])
    never.records(rest)
    for workspace in (held, never):
        workspace.decide(decisions)
        workspace.collections.update()
    try:
        purging(held).purge([secret.id])
        held.collections.update()
        assert all_there_is(held) == all_there_is(never)
        assert [remain for word in WORDS for remain in held.store.remains(word)] == []
    finally:
        held.close()
        never.close()


# --- taking words out ------------------------------------------------------------------------------------------------


def test_equal_words_get_equal_stand_ins_and_others_stay() -> None:
    redaction = Redaction(forms(["Foo 数据保留"]) - forms(["bar 数据"]), ["erased4"])
    assert redaction.value({"foo": ["FOO bar", "food", {"a": "foo-bar", "n": 3}]}) == {
        "foo": ["erased5 bar", "food", {"a": "erased5-bar", "n": 3}]
    }
    assert redaction.text("按数据保留删") == "按数erased6删"
    assert (redaction.holds("a Foo"), redaction.holds("bar")) == (True, False)


def test_packed_and_escaped_texts_are_looked_into(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    workspace.store.database.set("note", '{"a": "caf\\u00e9   au\\nlait"}')
    places = [remain.place for remain in in_database(workspace.store.database.connection, "CAFÉ au")]
    assert places == ["meta.value"]
    workspace.close()
