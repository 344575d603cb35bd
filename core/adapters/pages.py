"""Pages of originals as pictures. Owns the moment at which the library for it is imported: the first page."""

from __future__ import annotations

from core.domain.onpage import DrawnPage, PageMarks


def draw_page(content: bytes, number: int, marks: PageMarks, scale: float) -> DrawnPage:
    """Page `number` of a PDF (from 1; the nearest that there is), `scale` pixels to a point. Raises UnreadableFile."""
    from core.adapters.page_paint import painted

    return painted(content, number, marks, scale)
