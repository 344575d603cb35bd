"""From a passage back to where it stands: the page of the file that was added, or its place in the document's text.

Reads kept files and the store, changes nothing. What can't be drawn or is no longer there is said, and the text of the
document is still at hand.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from threading import Lock

from core.domain.identity import content_hash
from core.domain.onpage import DrawnPage, PageMarks
from core.domain.pagemarks import first_page, inside, marks_on, pages_of
from core.domain.paths import safe_name
from core.domain.records import Chunk, Span
from core.errors import UnknownName, UnreadableFile
from core.services.visible import Visible
from core.store.documents import NewRevision
from core.store.store import Store

DrawPage = Callable[[bytes, int, PageMarks, float], DrawnPage]
"""Draws a page of a PDF, `scale` pixels to a point. Raises UnreadableFile."""

SCALE = 2.0
KEPT = 12
"""Drawn pages that are held, a few hundred kB each."""

_SHORT = 8
_GAP = "\n\n"


@dataclass(frozen=True, slots=True)
class Original:
    """Where a passage comes from. `revision` is short for the hash of the document's content, `source` the folder.

    `pages` are those that the passage stands on, `page_count` how many pages were read. `file` is a safe name for the
    kept file, empty where there is none or it is gone. `drawable`: it has pages that can be asked for. `alone`: the
    passage came as an evidence record, without its document.
    """

    chunk: str
    document: str
    title: str
    source: str
    kind: str
    revision: str
    position: int
    text: str
    added_at: str
    page: int | None = None
    pages: tuple[int, ...] = ()
    page_count: int = 0
    file: str = ""
    drawable: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a document's text, `text[passage.start:passage.end]` being the passage, or what of it is in the part.

    `before` and `after` count the characters of the document that are left out. `words` are marks in the passage.
    """

    text: str
    passage: Span
    words: tuple[Span, ...]
    before: int
    after: int


class OriginalDesk:
    """Opens originals. With `visible` only those that a viewer may see, and files only where all of them is."""

    def __init__(self, store: Store, draw: DrawPage, visible: Visible | None = None) -> None:
        self._store, self._draw, self._visible = store, draw, visible
        self._drawn: OrderedDict[tuple[str, int, PageMarks, float], DrawnPage] = OrderedDict()
        self._lock = Lock()

    def open(self, chunk: str) -> Original:
        """Raises UnknownName where the passage is not here, or its document is withdrawn."""
        found, revision = self._found(chunk)
        pages = tuple(page.number for page in pages_of(found, revision.pages))
        return Original(
            chunk=found.id,
            document=found.document,
            title=found.title or revision.title or found.document,
            source=found.document.partition("/")[0],
            kind=revision.kind,
            revision=revision.hash[:_SHORT],
            position=found.position,
            text=found.text,
            added_at=revision.at,
            page=pages[0] if pages else found.page,
            pages=pages,
            page_count=max((page.number for page in revision.pages), default=0),
            file=self._file_name(revision),
            drawable=revision.original is not None and revision.kind == "pdf" and bool(pages),
            alone=found.start is None,
        )

    def page(
        self, chunk: str, number: int | None = None, words: Sequence[Span] = (), scale: float = SCALE
    ) -> DrawnPage:
        """A page of the PDF with the passage marked as far as it stands there.

        `words` are pieces of the passage's text to be marked stronger. By default it is the page with the first of
        them, or on which the passage begins. Raises UnknownName, UnreadableFile.
        """
        found, revision = self._found(chunk)
        pages = pages_of(found, revision.pages)
        if revision.original is None or not pages:
            raise UnreadableFile("This document has no pages to draw.", "Its text is shown instead.")
        number = number or first_page(found, pages, words)
        page = next((page for page in pages if page.number == number), None)
        marks = marks_on(found, page, revision.text, words)
        key = (revision.original, number, marks, scale)
        with self._lock:
            held = self._drawn.get(key)
        return held or self._kept(key, self._draw(self._content(revision.original), number, marks, scale))

    def around(self, chunk: str, before: int = 600, after: int = 600, words: Sequence[Span] = ()) -> Window:
        """The passage in its place, with so many characters of the document before and behind it, at most.

        A passage that came as an evidence record stands between those that came with it. Raises UnknownName.
        """
        found, revision = self._found(chunk)
        text, at = self._text(found, revision)
        start, end = max(0, at.start - before), min(len(text), at.end + after)
        start, end = _blank_after(text, start, at.start), _blank_before(text, end, at.end)
        shift = at.start - start
        return Window(
            text=text[start:end],
            passage=Span(shift, at.end - start),
            words=tuple(Span(word.start + shift, word.end + shift) for word in inside(words, at.end - at.start)),
            before=start,
            after=len(text) - end,
        )

    def quote(self, chunk: str, span: Span | None = None) -> str:
        """The passage, or a piece of it, with its source: document, page, revision; to be pasted elsewhere.

        Raises UnknownName.
        """
        found, revision = self._found(chunk)
        piece = span or Span(0, len(found.text))
        said = found.text[piece.start : piece.end].strip()
        start = (found.start or 0) + piece.start
        page = next((p.number for p in revision.pages if p.start <= start < p.end), found.page)
        where = [f"page {page}"] if page is not None and found.start is not None else []
        source = ", ".join([found.document, *where, f"revision {revision.hash[:_SHORT]}"])
        return f"“{said}”\n— {found.title or revision.title} ({source})"

    def file(self, chunk: str) -> bytes:
        """The file that was added, as it was. Raises UnknownName, UnreadableFile."""
        _, revision = self._found(chunk)
        if revision.original is None:
            raise UnreadableFile("No file was kept for this document.", "It came as evidence records.")
        return self._content(revision.original)

    # --- helpers -----------------------------------------------------------------------------------------------------

    def _found(self, chunk: str) -> tuple[Chunk, NewRevision]:
        found = (self._visible or self._store.words).chunks([chunk]).get(chunk)
        revision = self._store.documents.revision(found.document) if found else None
        if found is None or revision is None:
            raise UnknownName(
                f"There is no passage '{chunk}' now.", "Its document was withdrawn, replaced or cut in another way."
            )
        if self._visible and found.document not in self._visible.now().whole:
            revision = replace(revision, text="", original=None, pages=(), removed=())
        return found, revision

    def _file_name(self, revision: NewRevision) -> str:
        if revision.original is None or not self._store.has_original(revision.original):
            return ""
        below = safe_name(revision.document.partition("/")[2] or revision.document)
        return below.rpartition("/")[2].partition("#row-")[0]

    def _content(self, original: str) -> bytes:
        """The kept file. Raises UnreadableFile: gone, or another one by now."""
        content = self._store.original(original)
        if content is None:
            raise UnreadableFile(
                "The original file is no longer in the workspace's folder.",
                "Add it again; its text is kept, and shown.",
            )
        if content_hash(content) != original:
            raise UnreadableFile(
                "The original file in the workspace's folder was changed or is damaged.",
                "Add it again; the text that was read from it is kept, and shown.",
            )
        return content

    def _kept(self, key: tuple[str, int, PageMarks, float], drawn: DrawnPage) -> DrawnPage:
        with self._lock:
            self._drawn[key] = drawn
            while len(self._drawn) > KEPT:
                self._drawn.popitem(last=False)
        return drawn

    def _text(self, found: Chunk, revision: NewRevision) -> tuple[str, Span]:
        """The text around a passage, and its place there."""
        if revision.text and found.start is not None and found.end is not None:
            return revision.text, Span(found.start, found.end)
        chunks = self._passages(found.document)
        before = takewhile(lambda chunk: chunk.id != found.id, chunks)
        start = sum(len(chunk.text) + len(_GAP) for chunk in before)
        return _GAP.join(chunk.text for chunk in chunks), Span(start, start + len(found.text))

    def _passages(self, document: str) -> list[Chunk]:
        if self._visible is None:
            return [row.chunk for row in self._store.passages.of(document)]
        return [chunk for chunk in self._visible.now().chunks.values() if chunk.document == document]


def _blank_after(text: str, start: int, latest: int) -> int:
    """The beginning of a word near `start`."""
    if start == 0:
        return 0
    return next((at + 1 for at in range(start, min(start + 40, latest)) if text[at].isspace()), start)


def _blank_before(text: str, end: int, earliest: int) -> int:
    if end == len(text):
        return end
    return next((at for at in range(end - 1, max(end - 40, earliest), -1) if text[at].isspace()), end)
