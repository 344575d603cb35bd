"""A page of a PDF drawn as a picture on this machine, with pieces of its text marked. PDFium draws, nothing else does.

Owns the way from a page's characters to rectangles of pixels, and the paint. Refuses to decide what is marked, and
waits for the one lock under which PDFium may be used.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pypdfium2
import pypdfium2.raw

from core.adapters.loaders.pdf_engines import BROKEN, PDFIUM
from core.domain.onpage import Coverage, DrawnPage, PageMarks, PageText
from core.domain.records import Span
from core.errors import UnreadableFile

MOST_PIXELS = 8_000_000
"""A picture never has more, whatever the size of the page."""

_PASSAGE, _WORDS = (255, 241, 150), (255, 196, 92)
_LINE = (176, 92, 0)
_SAME_LINE = 0.5

_Picture = npt.NDArray[np.uint8]
_Box = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels from the upper left corner."""


def painted(content: bytes, number: int, marks: PageMarks, scale: float) -> DrawnPage:
    """Page `number` (from 1; the nearest that there is) with `scale` pixels to a point (1/72 inch).

    The passage is tinted as a pen would; its words stronger, and underlined. Raises UnreadableFile.
    """
    try:
        with PDFIUM:
            document = pypdfium2.PdfDocument(content)
            try:
                return _drawn(document, number, marks, scale)
            finally:
                document.close()
    except BROKEN as error:
        raise UnreadableFile("The page can't be drawn.", _remedy(error)) from error


def _remedy(error: Exception) -> str:
    locked = getattr(error, "err_code", None) == pypdfium2.raw.FPDF_ERR_PASSWORD
    return "The file needs a password now." if locked else "The file may be damaged. Its text is kept, and shown."


def _drawn(document: pypdfium2.PdfDocument, number: int, marks: PageMarks, scale: float) -> DrawnPage:
    number = min(max(number, 1), len(document))
    page = document[number - 1]
    try:
        width, height = page.get_size()
        scale = min(scale, (MOST_PIXELS / max(width * height, 1.0)) ** 0.5)
        bitmap = page.render(scale=scale, rev_byteorder=True)
        picture: _Picture = bitmap.to_numpy().copy()
        coverage = _mark(picture, page, bitmap.get_posconv(page), marks)
        return DrawnPage(_png(picture), picture.shape[1], picture.shape[0], number, len(document), coverage)
    finally:
        page.close()


def _mark(picture: _Picture, page: Any, where: Any, marks: PageMarks) -> Coverage:
    """Paint what is found; how much of the passage that was."""
    if marks.passage is None:
        return "none"
    layer = page.get_textpage()
    try:
        drawn = "".join(map(chr, _codes(layer)))
        text = PageText(drawn, marks.read)
        passage = text.find(marks.passage)
        for box in _boxes(layer, where, passage.ranges):
            _tint(picture, box, _PASSAGE)
        words = [span for word in marks.words for span in text.find(word).ranges]
        for box in _boxes(layer, where, words):
            _tint(picture, box, _WORDS)
            _underline(picture, box)
        return passage.coverage
    finally:
        layer.close()


def _codes(layer: Any) -> Iterable[int]:
    """The code points of all characters, with 0 for what is none."""
    for index in range(layer.count_chars()):
        code = pypdfium2.raw.FPDFText_GetUnicode(layer, index)
        yield code if code <= 0x10FFFF else 0


def _boxes(layer: Any, where: Any, ranges: Iterable[Span]) -> list[_Box]:
    """One box for each piece of a line."""
    found: list[_Box] = []
    for span in ranges:
        line: _Box | None = None
        for box in (_box(layer, where, index) for index in range(span.start, span.end)):
            if box is None:
                continue
            if line is not None and _on_one_line(line, box):
                line = _around(line, box)
                continue
            found += [line] if line else []
            line = box
        found += [line] if line else []
    return found


def _box(layer: Any, where: Any, index: int) -> _Box | None:
    """The place of a character in the picture; None for what takes no room, as a line's end."""
    try:
        left, bottom, right, top = layer.get_charbox(index, loose=True)
    except pypdfium2.PdfiumError:
        return None
    if right - left <= 0 or top - bottom <= 0:
        return None
    (x1, y1), (x2, y2) = where.to_bitmap(left, top), where.to_bitmap(right, bottom)
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def _on_one_line(line: _Box, box: _Box) -> bool:
    """Whether the box stands beside the line's end, on its height."""
    shared = min(line[3], box[3]) - max(line[1], box[1])
    height = min(line[3] - line[1], box[3] - box[1])
    near = line[0] - 2 * height <= box[0] <= line[2] + 2 * height
    return near and shared >= height * _SAME_LINE


def _around(one: _Box, other: _Box) -> _Box:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _tint(picture: _Picture, box: _Box, colour: Sequence[int]) -> None:
    """As ink over paper: white takes the colour, black stays black."""
    left, top, right, bottom = (max(side, 0) for side in box)
    part = picture[top:bottom, left:right].astype(np.uint16)
    picture[top:bottom, left:right] = np.minimum(part, part * np.array(colour, np.uint16) // 255).astype(np.uint8)


def _underline(picture: _Picture, box: _Box) -> None:
    left, _, right, bottom = (max(side, 0) for side in box)
    thick = max(2, picture.shape[1] // 600)
    picture[max(bottom - thick, 0) : bottom, left:right] = _LINE


def _png(picture: _Picture) -> bytes:
    """RGB, 8 bits, no filter."""
    height, width, _ = picture.shape
    rows = np.zeros((height, width * 3 + 1), np.uint8)
    rows[:, 1:] = picture.reshape(height, -1)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
