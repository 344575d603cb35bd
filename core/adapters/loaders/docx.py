"""Word files (.docx): paragraphs, lists and tables in their order, notes at the end.

Owns the walk through the body, tracked insertions and content controls included, deletions left out. Headers and
footers are taken off and listed. Refuses archives that unpack to more than a file may have.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any

import docx
import docx.document
import docx.exceptions
from docx.oxml.ns import qn
from lxml import etree  # type: ignore[import-untyped]

from core.adapters.loaders.source import Source, broken_as_unreadable, nothing_to_read, sensible_title
from core.domain.cleaning import clean, tidy
from core.domain.records import LoadedDocument, Reading, Removed
from core.errors import UnreadableFile

_MARKS = {qn("w:tab"): "\t", qn("w:br"): "\n", qn("w:cr"): "\n", qn("w:noBreakHyphen"): "-"}
# A text box stands twice in the file, the second time for old programs; deletions and field codes are no text.
_SKIPPED = frozenset(
    (
        qn("w:del"),
        qn("w:moveFrom"),
        qn("w:instrText"),
        "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback",
    )
)
_MAX_RATIO = 200  # Word's XML shrinks to a tenth or twentieth; a zip bomb to a thousandth
_ALWAYS_TAKEN = 20 * 1024 * 1024
_NOTES = ("footnotes", "endnotes")


def read_docx(source: Source) -> Reading:
    """One document; its title is the Title paragraph's, the file's own, or the first heading's."""
    with broken_as_unreadable("DOCX", docx.exceptions.PythonDocxError, etree.LxmlError):
        _check_archive(source)
        word = docx.Document(io.BytesIO(source.content))
        styles = {style.style_id: str(style.name or "") for style in word.styles}
        blocks = list(_blocks(word.element.body, styles))
        notes = list(_notes(word))
        removed = tuple(_margins(word))
        titles = (_styled(blocks, "title"), sensible_title(word.core_properties.title), _styled(blocks, "heading"))
    text = tidy("\n\n".join([text for _, text in blocks] + notes))
    if not text:
        raise nothing_to_read()
    return Reading((LoadedDocument(source.name, source.title(*titles), text, "docx", removed=removed),))


def _check_archive(source: Source) -> None:
    with zipfile.ZipFile(io.BytesIO(source.content)) as archive:
        unpacked = sum(member.file_size for member in archive.infolist())
    limit = min(source.options.max_bytes, max(_ALWAYS_TAKEN, len(source.content) * _MAX_RATIO))
    if unpacked > limit:
        raise UnreadableFile(
            f"The DOCX file unpacks to {unpacked:,} bytes, more than the {limit:,} that are read.",
            "Remove large pictures, or split the document.",
        )


def _blocks(parent: Any, styles: dict[str, str]) -> Iterator[tuple[str, str]]:
    """(style name, text) of each paragraph and table; lists of neighbours are joined line by line."""
    items: list[str] = []
    for element in _block_elements(parent):
        style, text = _block(element, styles)
        if style.lower().startswith("list"):
            items.append(f"- {text}")
            continue
        if items:
            yield "List", "\n".join(items)
            items = []
        if text:
            yield style, text
    if items:
        yield "List", "\n".join(items)


def _block_elements(parent: Any) -> Iterator[Any]:
    """Paragraphs and tables, through content controls and the like, which python-docx's own iterator leaves out."""
    for child in parent:
        if child.tag in (qn("w:p"), qn("w:tbl")):
            yield child
        elif child.tag not in _SKIPPED and isinstance(child.tag, str) and not child.tag.endswith("Pr"):
            yield from _block_elements(child)


def _block(element: Any, styles: dict[str, str]) -> tuple[str, str]:
    if element.tag == qn("w:tbl"):
        return "Table", "\n".join(filter(None, (_row(row) for row in _rows(element))))
    style = element.find(f"{qn('w:pPr')}/{qn('w:pStyle')}")
    name = styles.get(style.get(qn("w:val")), "") if style is not None else ""
    numbered = element.find(f"{qn('w:pPr')}/{qn('w:numPr')}") is not None
    return ("List" if numbered and not name.lower().startswith("heading") else name), _text(element).strip()


def _rows(table: Any) -> Iterable[Any]:
    return (element for element in table.iter(qn("w:tr")) if next(element.iterancestors(qn("w:tbl"))) is table)


def _row(row: Any) -> str:
    cells = (cell for cell in row.iter(qn("w:tc")) if next(cell.iterancestors(qn("w:tr"))) is row)
    texts = [" ".join(_text(cell).split()) for cell in cells]
    return " | ".join(texts) if any(texts) else ""


def _text(element: Any) -> str:
    """The visible text below an element, with a new line between its paragraphs."""
    parts: list[str] = []
    stack = [element]
    while stack:
        node = stack.pop()
        if node.tag in _SKIPPED:
            continue
        if node.tag == qn("w:p") and parts:
            parts.append("\n")
        parts.append(str(node.text or "") if node.tag == qn("w:t") else _MARKS.get(node.tag, ""))
        stack.extend(reversed(node))
    return "".join(parts)


def _notes(word: docx.document.Document) -> Iterator[str]:
    """The texts of footnotes and endnotes; python-docx has no names for them."""
    for relation in word.part.rels.values():
        if relation.reltype.rsplit("/", 1)[-1] in _NOTES and not relation.is_external:
            root = etree.fromstring(relation.target_part.blob, etree.XMLParser(resolve_entities=False, no_network=True))
            yield from filter(None, (_text(note).strip() for note in root))


def _margins(word: docx.document.Document) -> Iterator[Removed]:
    """Headers and footers of all sections, each once; a Word file has no pages, so page 0."""
    seen: set[str] = set()
    for section in word.sections:
        headers = (section.header, section.first_page_header, section.even_page_header)
        footers = (section.footer, section.first_page_footer, section.even_page_footer)
        for part in (*headers, *footers):
            text = "" if part.is_linked_to_previous else clean(_text(part._element)).strip()
            if text and text not in seen:
                seen.add(text)
                yield Removed(0, text, f"{'header' if part in headers else 'footer'} of its pages")


def _styled(blocks: list[tuple[str, str]], style: str) -> str:
    return next((text for name, text in blocks if name.lower().startswith(style) and text), "")
