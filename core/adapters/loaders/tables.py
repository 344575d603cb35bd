"""CSV and TSV files: the file as one document, or each row as one.

Owns the delimiter, the header and the names of rows (`#row-N`, N counts data rows from 1). Every value is text: "NA"
and "007" stay. Refuses more rows than a workspace can take as documents.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.adapters.loaders.encodings import decode
from core.adapters.loaders.source import Source, nothing_to_read, sensible_title
from core.domain.cleaning import clean
from core.domain.paths import ending
from core.domain.records import LoadedDocument, Reading
from core.errors import UnreadableFile

MAX_ROWS = 50_000
_LONGEST_METADATA = 200
_LONGEST_CELL = 2**31 - 1
_SNIFFED = 16 * 1024
_QUOTED = re.compile(r'"[^"]*"')


@dataclass(frozen=True, slots=True)
class _Row:
    """A data row: its number from 1 and its filled cells as (column, value) in order."""

    number: int
    cells: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        return "\n".join(f"{column}: {value}" for column, value in self.cells)


def read_csv(source: Source) -> Reading:
    """One document, its rows as paragraphs of `column: value` lines; or, by `csv_rows`, a document for each row."""
    raw, encoding = decode(source.content, source.options.encoding)
    rows = _rows(source, clean(raw))
    if not rows:
        raise nothing_to_read()
    if source.options.csv_rows:
        return Reading(tuple(_row_document(source, row, encoding) for row in rows))
    text = "\n\n".join(row.text for row in rows)
    return Reading((LoadedDocument(source.name, source.title(), text, "csv", encoding=encoding),))


def _row_document(source: Source, row: _Row, encoding: str) -> LoadedDocument:
    """Its title is the `title` column's value, else the first; the other columns, where short, are metadata too."""
    column, title = next((cell for cell in row.cells if cell[0].casefold() == "title"), row.cells[0])
    metadata = {name: value for name, value in row.cells if name != column and len(value) <= _LONGEST_METADATA}
    title = sensible_title(title) or f"{source.title()}, row {row.number}"
    name = f"{source.name}#row-{row.number}"
    return LoadedDocument(name, title, row.text, "csv", metadata=metadata, encoding=encoding)


def _rows(source: Source, text: str) -> list[_Row]:
    csv.field_size_limit(_LONGEST_CELL)  # the module's own limit, one for all threads, is 128 kB
    try:
        table = list(csv.reader(io.StringIO(text), delimiter=_delimiter(source.name, text)))
    except csv.Error as error:
        raise UnreadableFile(f"The table can't be read: {error}.", "Save it again as CSV in UTF-8.") from error
    filled = [row for row in table if any(map(str.strip, row))]
    if source.options.csv_rows and len(filled) > MAX_ROWS:
        raise UnreadableFile(
            f"The table has {len(filled):,} rows, more than the {MAX_ROWS:,} that can be documents.",
            "Read it as one document, or split it.",
        )
    header, data = _header(filled)
    cells = (tuple(_cells(header, row)) for row in data)
    return [_Row(number, filled_cells) for number, filled_cells in enumerate(cells, start=1)]


def _delimiter(name: str, text: str) -> str:
    if ending(name) == ".tsv":
        return "\t"
    first_line = _QUOTED.sub("", text[:_SNIFFED]).lstrip().split("\n", 1)[0]
    counts = {delimiter: first_line.count(delimiter) for delimiter in ",;\t|"}
    return max(counts, key=lambda delimiter: counts[delimiter])


def _header(rows: Sequence[Sequence[str]]) -> tuple[list[str], Sequence[Sequence[str]]]:
    """The first row if it names columns: filled, different, and no numbers; else made-up names."""
    names = [" ".join(cell.split()) for cell in rows[0]] if rows else []
    named = names and all(names) and len({name.casefold() for name in names}) == len(names)
    if named and len(rows) > 1 and not any(_is_number(name) for name in names):
        return names, rows[1:]
    return [f"column {number}" for number in range(1, len(names) + 1)], rows


def _cells(header: Sequence[str], row: Sequence[str]) -> Iterator[tuple[str, str]]:
    for number, value in enumerate(row):
        folded = " ".join(value.split())
        if folded:
            yield (header[number] if number < len(header) else f"column {number + 1}"), folded


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", "."))
    except ValueError:
        return False
    return True
