"""PDF files: one document with its pages, less what repeats on every page.

Owns the judgement of each page (text, picture only, rubbish) and the pages' offsets in the text. Refuses to read
pictures: a scan needs OCR first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from core.adapters.loaders.furniture import without_furniture
from core.adapters.loaders.pdf_engines import BROKEN, RawPage, RawPdf, open_pdf, with_pypdf
from core.adapters.loaders.quality import layer_fault
from core.adapters.loaders.source import Source, sensible_title
from core.domain.cleaning import tidy
from core.domain.records import LoadedDocument, Page, Reading, Unread
from core.errors import UnreadableFile

_OCR = "Run it through OCR (for example ocrmypdf) and add the result."
_BULLETS = dict.fromkeys(map(ord, "\uf0b7\uf0a7\uf0d8\uf0fc\uf0a8\uf076"), "•")  # of the fonts Symbol and Wingdings
_GAP = "\n\n"
# A word broken at a line's end. PDFium marks the place by U+FFFE (or 2), other writers by a hyphen and a new line.
_BROKEN_WORD = re.compile(r"\b(\w++)(?:[\ufffe\x02\u00ad]\s*|[-\u2010]\r?\n)(\w+)")


def read_pdf(source: Source) -> Reading:
    """One document, and a note for each page that gave none. Raises UnreadableFile if no page did."""
    raw = _better(source, open_pdf(source.content, source.options.max_pages))
    texts = {number: _unbroken(page.text) for number, page in enumerate(raw.pages, start=1)}
    faults = {number: _fault(page, texts[number]) for number, page in enumerate(raw.pages, start=1)}
    readable = {number: text for number, text in texts.items() if not faults[number]}
    if not readable:
        raise _unreadable(raw.pages, faults)
    kept, removed = without_furniture({number: tidy(text) for number, text in readable.items()})
    text, pages = _joined(kept)
    document = LoadedDocument(
        source.name, source.title(sensible_title(raw.title)), text, "pdf", pages=pages, removed=removed
    )
    return Reading((document,), tuple(_notes(source.name, raw.pages, faults)))


def _notes(name: str, pages: Sequence[RawPage], faults: dict[int, str]) -> Iterator[Unread]:
    """A line for each page that was left out, and for each that shows more than its text says."""
    for number, page in enumerate(pages, start=1):
        stamped = "The page is a picture with hardly any text." if page.pictured else ""
        if faults[number] or stamped:
            yield Unread(name, faults[number] or stamped, _OCR if page.text.strip() or page.pictured else "", number)


def _better(source: Source, raw: RawPdf) -> RawPdf:
    """What pypdf reads, if that is language and what PDFium read is not."""
    if not layer_fault(_all_text(raw)):
        return raw
    try:
        other = with_pypdf(source.content, source.options.max_pages)
    except (*BROKEN, UnreadableFile):
        return raw
    text = _all_text(other)
    return other if text.strip() and not layer_fault(text) else raw


def _all_text(raw: RawPdf) -> str:
    return "\n".join(_unbroken(page.text) for page in raw.pages)


def _fault(page: RawPage, text: str) -> str:
    if page.fault:
        return page.fault
    if not text.strip():
        return "The page holds only a picture, no text." if page.pictured else "The page is blank."
    why = layer_fault(text)
    return f"The page's text layer is rubbish: {why}." if why else ""


def _unreadable(pages: Sequence[RawPage], faults: dict[int, str]) -> UnreadableFile:
    count = f"{len(pages):,} page{'s' * (len(pages) != 1)}"
    rubbish = next((fault for page, fault in zip(pages, faults.values(), strict=True) if page.text.strip()), "")
    if rubbish:
        return UnreadableFile(f"The PDF's text layer can't be used ({count}). {rubbish}", _OCR)
    return UnreadableFile(f"The PDF has no text layer: {count} of pictures or nothing, as a scan has.", _OCR)


def _joined(kept: dict[int, str]) -> tuple[str, tuple[Page, ...]]:
    pages: list[Page] = []
    start = 0
    for number, text in kept.items():
        pages.append(Page(number, start, start + len(text)))
        start += len(text) + len(_GAP)
    return _GAP.join(kept.values()), tuple(pages)


def _unbroken(text: str) -> str:
    """Words broken at a line's end made whole; a hyphen that belongs to the word stays, as far as the text tells."""
    words = set(re.findall(r"\w+(?:-\w+)*", text))
    halves = Counter(re.findall(r"\w+", text))

    def whole(match: re.Match[str]) -> str:
        left, right = match[1], match[2]
        if f"{left}{right}" in words:
            return f"{left}{right}"
        hyphened = f"{left}-{right}" in words or not right[0].islower() or left[-1].isdigit()
        both_words = halves[left] > 1 and halves[right] > 1
        return f"{left}-{right}" if hyphened or both_words else f"{left}{right}"

    return _BROKEN_WORD.sub(whole, text.translate(_BULLETS))
