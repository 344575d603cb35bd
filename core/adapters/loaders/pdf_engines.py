"""The two PDF libraries, each giving the raw text of every page: PDFium first, pypdf where it fails.

Owns the lock that PDFium needs (it is not thread-safe, whatever the document) and what each raises. Refuses to judge or
change the text.
"""

from __future__ import annotations

import io
import logging
import threading
from dataclasses import dataclass

import pypdf
import pypdf.errors
import pypdfium2
import pypdfium2.raw

from core.adapters.loaders.source import FAULTS
from core.errors import UnreadableFile

LITTLE_TEXT = 100
"""Characters: a page with fewer and a large picture is taken for a scan with a stamp or page number on it."""

PDFIUM = threading.Lock()
BROKEN = (
    *FAULTS,
    pypdfium2.PdfiumError,
    pypdf.errors.PyPdfError,
    pypdf.errors.DependencyError,
    pypdf.errors.DeprecationError,
)

logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it warns of every oddity; what counts is what can be read


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page's text as the library gave it; `pictured` where there is little and a large picture; `fault` if broken."""

    text: str
    pictured: bool = False
    fault: str = ""


@dataclass(frozen=True, slots=True)
class RawPdf:
    title: str
    pages: tuple[RawPage, ...]


def open_pdf(content: bytes, max_pages: int) -> RawPdf:
    """By PDFium, or by pypdf if PDFium can't. Raises UnreadableFile: encrypted, too many pages, broken."""
    try:
        return with_pdfium(content, max_pages)
    except pypdfium2.PdfiumError as error:
        if error.err_code == pypdfium2.raw.FPDF_ERR_PASSWORD:
            raise _encrypted() from error
    except FAULTS:
        pass
    try:
        return with_pypdf(content, max_pages)
    except BROKEN as error:
        raise UnreadableFile(
            "The PDF is broken: neither of two readers can open it.",
            "Open it in a PDF viewer, print or save it as a new PDF, and add that.",
        ) from error


def with_pdfium(content: bytes, max_pages: int) -> RawPdf:
    with PDFIUM:
        document = pypdfium2.PdfDocument(content)
        try:
            _check_pages(len(document), max_pages)
            title = document.get_metadata_value("Title")
            return RawPdf(title, tuple(_pdfium_page(document, index) for index in range(len(document))))
        finally:
            document.close()


def _pdfium_page(document: pypdfium2.PdfDocument, index: int) -> RawPage:
    try:
        page = document[index]
    except (*FAULTS, pypdfium2.PdfiumError):
        return RawPage("", fault="The page is broken.")
    try:
        layer = page.get_textpage()
        text = layer.get_text_range() if layer.count_chars() else ""
        layer.close()
        return RawPage(text, pictured=len(text.strip()) < LITTLE_TEXT and _has_large_picture(page))
    except (*FAULTS, pypdfium2.PdfiumError):
        return RawPage("", fault="The page is broken.")
    finally:
        page.close()


def _has_large_picture(page: pypdfium2.PdfPage) -> bool:
    """Does one picture cover half of the page?"""
    half = page.get_width() * page.get_height() / 2
    for picture in page.get_objects([pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]):
        left, bottom, right, top = picture.get_bounds()
        if (right - left) * (top - bottom) >= half:
            return True
    return False


def with_pypdf(content: bytes, max_pages: int) -> RawPdf:
    reader = pypdf.PdfReader(io.BytesIO(content))
    if reader.is_encrypted and not reader.decrypt(""):
        raise _encrypted()
    _check_pages(len(reader.pages), max_pages)
    title = reader.metadata.title if reader.metadata else ""
    return RawPdf(title or "", tuple(_pypdf_page(reader, index) for index in range(len(reader.pages))))


def _pypdf_page(reader: pypdf.PdfReader, index: int) -> RawPage:
    try:
        page = reader.pages[index]
        text = page.extract_text()
        return RawPage(text, pictured=not text.strip() and "/XObject" in (page.get("/Resources") or {}))
    except BROKEN:
        return RawPage("", fault="The page is broken.")


def _check_pages(found: int, limit: int) -> None:
    if found > limit:
        raise UnreadableFile(
            f"The PDF has {found:,} pages, more than the {limit:,} that are read.", "Split it into parts."
        )


def _encrypted() -> UnreadableFile:
    return UnreadableFile("The PDF is encrypted and needs a password.", "Save a copy without a password and add that.")
