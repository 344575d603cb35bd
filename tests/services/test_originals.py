"""From a passage to its original: the PDF's page with the passage marked, the document's text around it, its source."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from core.adapters.pages import draw_page
from core.domain.onpage import DrawnPage, PageMarks
from core.domain.records import Span
from core.errors import UnknownName, UnreadableFile
from core.services.intake import Incoming
from core.services.originals import OriginalDesk
from tests.workspace import Workspace

FILES = Path(__file__).resolve().parents[1] / "files"
RECORD = '{"document": "handbook/export", "title": "Export", "chunk": "%s", "text": "%s"}\n'


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    workspace = Workspace(tmp_path)
    yield workspace
    workspace.close()


def added(workspace: Workspace, name: str, content: bytes | None = None) -> OriginalDesk:
    workspace.intake.add([Incoming("uploads", name, content or (FILES / name).read_bytes())])
    return OriginalDesk(workspace.store, draw_page)


def passage(workspace: Workspace, words: str) -> tuple[str, Span]:
    """The first passage with these words, and where they are in it."""
    chunk = next(chunk for chunk in workspace.store.documents.chunks() if words in chunk.text)
    at = chunk.text.index(words)
    return chunk.id, Span(at, at + len(words))


def yellow(page: DrawnPage) -> np.ndarray:
    """Where the picture is tinted."""
    picture = np.asarray(Image.open(io.BytesIO(page.png))).astype(int)
    assert picture.shape == (page.height, page.width, 3)
    return (picture[:, :, 0] > 200) & (picture[:, :, 2] < 200)


def test_a_pdf_opens_at_the_page_with_the_passage_marked_where_it_stands(workspace: Workspace) -> None:
    desk = added(workspace, "yearbook.pdf")
    chunk, words = passage(workspace, "note 3")
    original = desk.open(chunk)
    assert (original.kind, original.drawable, original.page_count) == ("pdf", True, 5)
    page = desk.page(chunk, words=[words], scale=1.0)
    assert (page.number, page.pages, page.coverage) == (original.page, 5, "whole")
    rows = np.flatnonzero(yellow(page).any(axis=1))
    assert 0 < rows.min() < rows.max() < page.height * 0.6
    strong = desk.page(chunk, scale=1.0).png != page.png
    assert strong


def test_a_passage_over_two_pages_is_marked_on_both(workspace: Workspace) -> None:
    desk = added(workspace, "yearbook.pdf")
    chunk = next(c.id for c in workspace.store.documents.chunks() if len(desk.open(c.id).pages) == 2)
    first, second = (desk.page(chunk, number, scale=1.0) for number in desk.open(chunk).pages)
    assert (first.coverage, second.coverage) == ("whole", "whole")
    assert yellow(first).any(axis=1).nonzero()[0].max() > yellow(second).any(axis=1).nonzero()[0].max()


def test_it_opens_at_the_page_with_the_words(workspace: Workspace) -> None:
    desk = added(workspace, "yearbook.pdf")
    chunk = next(c for c in workspace.store.documents.chunks() if len(desk.open(c.id).pages) == 2)
    first, second = desk.open(chunk.id).pages
    end = len(chunk.text.rstrip())
    assert [desk.page(chunk.id, words=words).number for words in ([], [Span(end - 3, end)], [Span(0, 3)])] == [
        first,
        second,
        first,
    ]


def test_another_page_is_drawn_without_marks(workspace: Workspace) -> None:
    desk = added(workspace, "yearbook.pdf")
    chunk, _ = passage(workspace, "note 1")
    page = desk.page(chunk, 5, scale=1.0)
    assert (page.number, page.coverage) == (5, "none")
    assert not yellow(page).any()


def test_what_the_page_does_not_say_is_not_marked(workspace: Workspace) -> None:
    content = (FILES / "rules.pdf").read_bytes()
    page = draw_page(content, 1, PageMarks("Nothing of the kind", Span(0, 19)), 1.0)
    assert page.coverage == "none"
    assert not yellow(page).any()


def test_a_huge_scale_is_lowered_to_what_a_picture_may_have() -> None:
    page = draw_page((FILES / "rules.pdf").read_bytes(), 1, PageMarks(), 1000.0)
    assert page.width * page.height < 8_100_000


@pytest.mark.parametrize("name", ["encrypted.pdf", "all-ff.txt", "empty.txt"])
def test_a_file_that_can_not_be_drawn_says_so(name: str) -> None:
    with pytest.raises(UnreadableFile, match="can't be drawn"):
        draw_page((FILES / name).read_bytes(), 1, PageMarks(), 1.0)


def test_a_missing_or_changed_file_is_said_and_the_text_is_still_there(workspace: Workspace, tmp_path: Path) -> None:
    desk = added(workspace, "rules.pdf")
    chunk, _ = passage(workspace, "north well")
    (kept,) = (path for path in (tmp_path / "originals").rglob("*") if path.is_file())
    kept.write_bytes(b"%PDF-1.4 something else")
    with pytest.raises(UnreadableFile, match="changed or is damaged"):
        desk.page(chunk)
    kept.unlink()
    assert desk.open(chunk).file == ""
    with pytest.raises(UnreadableFile, match="no longer in"):
        desk.page(chunk)
    assert "north well" in desk.around(chunk).text


def test_a_text_file_shows_the_passage_in_its_place(workspace: Workspace) -> None:
    text = " ".join(f"Sentence {number} stands here." for number in range(60))
    desk = added(workspace, "notes.txt", text.encode())
    chunk, words = passage(workspace, "Sentence 30 ")
    assert not desk.open(chunk).drawable
    window = desk.around(chunk, 100, 100, [words])
    own = next(c for c in workspace.store.documents.chunks() if c.id == chunk)
    assert window.text[window.passage.start : window.passage.end] == own.text
    assert [window.text[word.start : word.end] for word in window.words] == ["Sentence 30 "]
    assert window.before + len(window.text) + window.after == len(text)
    assert text[window.before :].startswith(window.text)
    whole = desk.around(chunk, 10_000, 10_000)
    assert (whole.text, whole.before, whole.after) == (text, 0, 0)
    with pytest.raises(UnreadableFile):
        desk.page(chunk)


def test_an_evidence_record_stands_between_those_that_came_with_it(workspace: Workspace) -> None:
    lines = RECORD % ("1", "First passage.") + RECORD % ("2", "Second passage.")
    desk = added(workspace, "records.jsonl", lines.encode())
    original = desk.open("handbook/export#2")
    assert (original.alone, original.drawable, original.file, original.title) == (True, False, "", "Export")
    window = desk.around("handbook/export#2")
    assert window.text == "First passage.\n\nSecond passage."
    assert window.text[window.passage.start : window.passage.end] == "Second passage."
    with pytest.raises(UnreadableFile):
        desk.file("handbook/export#2")


def test_a_quote_carries_document_page_and_revision(workspace: Workspace) -> None:
    desk = added(workspace, "yearbook.pdf")
    chunk, words = passage(workspace, "This is note 2")
    original = desk.open(chunk)
    place = f"page {original.page}, revision {original.revision}"
    assert desk.quote(chunk, words) == f"“This is note 2”\n— {original.title} (uploads/yearbook.pdf, {place})"
    assert desk.quote(chunk).startswith(f"“{original.text.strip()}”")


def test_the_file_comes_back_as_it_was_added(workspace: Workspace) -> None:
    desk = added(workspace, "rules.pdf")
    chunk, _ = passage(workspace, "north well")
    assert desk.open(chunk).file == "rules.pdf"
    assert desk.file(chunk) == (FILES / "rules.pdf").read_bytes()


def test_marks_that_do_not_fit_the_passage_are_left_out(workspace: Workspace) -> None:
    desk = added(workspace, "rules.pdf")
    chunk, _ = passage(workspace, "north well")
    words = [Span(-5, 3), Span(4, 4), Span(0, 10_000)]
    assert desk.around(chunk, words=words).words == ()
    assert desk.page(chunk, words=words, scale=1.0).png == desk.page(chunk, scale=1.0).png


def test_a_passage_of_a_withdrawn_document_is_not_opened(workspace: Workspace) -> None:
    desk = added(workspace, "rules.pdf")
    chunk, _ = passage(workspace, "north well")
    workspace.store.documents.set_withdrawn("uploads/rules.pdf", True)
    for act in (desk.open, desk.page, desk.around, desk.quote, desk.file):
        with pytest.raises(UnknownName, match="withdrawn"):
            act(chunk)
