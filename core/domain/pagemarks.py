"""Which pages a passage stands on, and what of it, and of words in it, stands on one of them. Offsets alone; pure."""

from __future__ import annotations

from collections.abc import Sequence

from core.domain.onpage import PageMarks
from core.domain.records import Chunk, Page, Span


def pages_of(chunk: Chunk, pages: Sequence[Page]) -> list[Page]:
    """The pages that the passage stands on."""
    if chunk.start is None or chunk.end is None:
        return []
    return [page for page in pages if page.start < chunk.end and chunk.start < page.end]


def first_page(chunk: Chunk, pages: Sequence[Page], words: Sequence[Span]) -> int:
    """The page with the first of the words, else that on which the passage begins."""
    start = (chunk.start or 0) + min((word.start for word in inside(words, len(chunk.text))), default=0)
    return next((page.number for page in pages if page.start <= start < page.end), pages[0].number)


def marks_on(chunk: Chunk, page: Page | None, text: str, words: Sequence[Span]) -> PageMarks:
    """What of the passage stands on this page of a document's text, in offsets of the page's own text."""
    if page is None or chunk.start is None or chunk.end is None:
        return PageMarks()
    first = chunk.start - page.start
    pieces = (_cut(Span(first + word.start, first + word.end), page) for word in inside(words, len(chunk.text)))
    return PageMarks(
        read=text[page.start : page.end],
        passage=_cut(Span(first, chunk.end - page.start), page),
        words=tuple(piece for piece in pieces if piece.start < piece.end),
    )


def _cut(span: Span, page: Page) -> Span:
    longest = page.end - page.start
    return Span(min(max(span.start, 0), longest), min(max(span.end, 0), longest))


def inside(words: Sequence[Span], length: int) -> tuple[Span, ...]:
    """Marks come from outside: those that do not fit the passage are left out."""
    return tuple(word for word in words if 0 <= word.start < word.end <= length)
