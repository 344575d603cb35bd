"""A document's next revision: previewed, put in its place in one step, with unchanged passages kept as read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.adapters.loaders import Files
from core.domain.chunking import Chunking
from core.domain.records import Extraction
from core.errors import InputError, UnknownName, UnreadableFile
from core.ports import Passage
from core.services.intake import Incoming, Intake
from core.services.looking_back import Means
from core.services.replace import Replacing
from core.store.person import Person
from tests.curating import desk_of, hide, rename
from tests.graphs import snapshot
from tests.keeping import ran
from tests.workspace import WordTokenizer, Workspace, all_there_is

DOC = "notes/a.md"
FIRST = "Alice meets Bob on the first floor, where the two of them talk about Ledgers and about nothing else at all."
OLD = "Carol keeps the Vault, in which no paper is ever lost, and of which nobody but her has ever had a key to use."
NEW = "Dave keeps the Cellar, in which no paper is ever lost, and of which nobody but him has ever had a key to use."


class Counting:
    """A reader that remembers what it was asked to read."""

    def __init__(self, reader: Any) -> None:
        self._reader, self.read, self.identity = reader, list[str](), reader.identity

    def extract(self, passage: Passage) -> Extraction:
        self.read.append(passage.text)
        found: Extraction = self._reader.extract(passage)
        return found

    def keywords(self, question: str) -> Any:
        return self._reader.keywords(question)


def page(*paragraphs: str) -> bytes:
    return "\n\n".join(paragraphs).encode()


def cutting(workspace: Workspace) -> Workspace:
    """With a passage for each paragraph."""
    chunking = Chunking("characters", 120, 0)
    workspace.intake = Intake(workspace.store, Files(), WordTokenizer(), chunking, workspace.clock)
    return workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    made = cutting(Workspace(tmp_path / "held"))
    made.intake.add([Incoming("notes", "a.md", page(FIRST, OLD))])
    made.texts({"b.md": "Bob asks Erin."})
    made.ingest.run()
    yield made
    made.close()


def replacing(workspace: Workspace) -> Replacing:
    person = Person(workspace.store.folder)
    means = Means(workspace.store, workspace.views, workspace.embeddings, workspace.clock, person)
    return Replacing(means, workspace.intake)


def texts(workspace: Workspace) -> list[str]:
    return [row.chunk.text for row in workspace.store.passages.of(DOC)]


def test_law_1_replaced_is_as_if_only_the_new_one_had_ever_been_there(workspace: Workspace, tmp_path: Path) -> None:
    desk_of(workspace).decide([rename("Bob", "Robert"), hide("Carol")])
    desk, reader = replacing(workspace), Counting(workspace.extractor)
    workspace.extractor = reader
    assert len(texts(workspace)) == 2
    desk.replace(desk.preview(DOC, Incoming("", "anything.txt", page(FIRST, NEW))))
    workspace.ingest.run()
    assert reader.read == [NEW]
    never = cutting(Workspace(tmp_path / "never"))
    never.intake.add([Incoming("notes", "a.md", page(FIRST, NEW))])
    never.texts({"b.md": "Bob asks Erin."})
    never.decide(workspace.store.ledger.decisions())
    never.ingest.run()
    there, expected = all_there_is(workspace), all_there_is(never)
    assert there["graphs"] == expected["graphs"]
    assert there["words"] == expected["words"]
    assert there["index"]["entities"] == expected["index"]["entities"]
    assert [row[3] for row in there["chunks"]] == [row[3] for row in expected["chunks"]]
    assert OLD not in repr(there)
    never.close()


def test_the_preview_shows_the_difference_and_stores_nothing(workspace: Workspace) -> None:
    desk_of(workspace).decide([hide("Carol")])
    before, version = all_there_is(workspace), workspace.store.version()
    found = replacing(workspace).preview(DOC, Incoming("", "a.md", page(FIRST, NEW)))
    assert (found.kept, found.to_read, found.gone) == (1, 1, 1)
    assert found.consequences.change.idle == ("Hide “Carol”",)
    assert {each.key for each in found.consequences.change.entities if each.after is None} == {"vault"}
    assert (all_there_is(workspace), workspace.store.version()) == (before, version)
    assert not workspace.store.has_original(found.revised.revision.original or "")


def test_the_preview_names_the_questions_that_can_not_be_opened_then(workspace: Workspace) -> None:
    runs = [workspace.runs.save(f"Number {n}?", ran(workspace, ("naive",))) for n in range(2)]
    desk = replacing(workspace)
    found = desk.preview(DOC, Incoming("notes", "a.md", page(FIRST, NEW)))
    assert [run.id for run in found.consequences.runs] == runs[::-1]
    desk.replace(found)
    assert [row.earlier for row in workspace.runs.list()] == [(DOC,), (DOC,)]
    again = desk.preview(DOC, Incoming("notes", "a.md", page(NEW)))
    assert again.consequences.runs == ()


def test_what_is_read_again_for_equal_text_is_nothing_and_ids_stay(workspace: Workspace) -> None:
    before = [mention.id for mention in workspace.views().evidence.entities]
    workspace.extractor = reader = Counting(workspace.extractor)
    report = workspace.intake.add([Incoming("notes", "a.md", b"---\nplan: Business\n---\n" + page(FIRST, OLD))])
    assert (report.overwritten, report.kept, workspace.store.queue.count()) == ([DOC], 2, 0)
    assert [mention.id for mention in workspace.views().evidence.entities] == before
    assert reader.read == []


def test_going_back_to_the_first_revision_reads_nothing(workspace: Workspace) -> None:
    before = snapshot(workspace.views().graph)
    desk = replacing(workspace)
    for content in (page(NEW), page(FIRST, OLD)):
        desk.replace(desk.preview(DOC, Incoming("", "a.md", content)))
    assert (snapshot(workspace.views().graph), workspace.store.queue.count()) == (before, 0)


def test_what_can_not_be_put_there_is_refused(workspace: Workspace) -> None:
    desk = replacing(workspace)
    new = Incoming("", "a.md", page(NEW))
    with pytest.raises(UnknownName, match="There is no document 'nowhere'"):
        desk.preview("nowhere", new)
    with pytest.raises(InputError, match="just this content already"):
        desk.preview(DOC, Incoming("", "a.md", page(FIRST, OLD)))
    with pytest.raises(InputError, match="bring their own documents"):
        desk.preview(DOC, Incoming("", "a.jsonl", b"{}"))
    with pytest.raises(UnreadableFile, match=r"'a\.pdf' can't be read"):
        desk.preview(DOC, Incoming("", "a.pdf", b"no pdf"))
    workspace.store.documents.set_withdrawn(DOC, True)
    with pytest.raises(InputError, match="is withdrawn"):
        desk.preview(DOC, new)


def test_a_withdrawn_document_stays_so_when_its_folder_is_taken_in_again(workspace: Workspace) -> None:
    workspace.store.documents.set_withdrawn(DOC, True)
    report = workspace.intake.add([Incoming("notes", "a.md", content) for content in (page(FIRST, OLD),)])
    assert (report.withheld, report.sentence) == ([DOC], "1 withdrawn here and left so")
    report = workspace.intake.add([Incoming("notes", "a.md", page(NEW))])
    assert report.withheld == [DOC]
    assert "alice" not in workspace.views().graph
