"""Looks for a phrase in every byte of a folder, and in what a database keeps packed, split over pages or in an index.

Says where it stands, never what stands around it. Changes nothing.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.domain.fulltext import folded, index_text
from core.store.scanning import counted

_TABLES = """SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
    AND name NOT LIKE 'words\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' OR name = 'word_revisions'"""


@dataclass(frozen=True, slots=True)
class Remain:
    """A file below the folder, or a column of the database (`table.column`, or `search index`), and how many times."""

    place: str
    count: int


def in_files(folder: Path, phrase: str) -> Iterator[Remain]:
    """Files with the phrase in UTF-8, UTF-16 or as JSON has it, whatever its case. Raises WorkspaceDamaged."""
    for name, count in counted(folder, _needles(phrase)):
        count += folded(phrase) in folded(name)
        if count:
            yield Remain(name, count)


def in_database(connection: sqlite3.Connection, phrase: str) -> Iterator[Remain]:
    """Columns that hold the phrase, white space and case aside; packed ones are opened."""
    wanted = _plain(phrase)
    for (table,) in connection.execute(_TABLES).fetchall():
        rows = connection.execute(f'SELECT * FROM "{table}"')
        counts = [0] * len(rows.description)
        for row in rows:
            for n, value in enumerate(row):
                counts[n] += wanted in _plain(_text(value))
        for column, count in zip(rows.description, counts, strict=True):
            if count:
                yield Remain(f"{table}.{column[0]}", count)
    yield from _in_index(connection, phrase)


def _in_index(connection: sqlite3.Connection, phrase: str) -> Iterator[Remain]:
    words = index_text(phrase).replace('"', " ").strip()
    if words:
        found = connection.execute("SELECT COUNT(*) FROM words WHERE words MATCH ?", (f'"{words}"',)).fetchone()[0]
        if found:
            yield Remain("search index", int(found))


def _text(value: object) -> str:
    if isinstance(value, bytes):
        try:
            return zlib.decompress(value).decode("utf-8", "replace")
        except zlib.error:
            return ""
    return _unescaped(value) if isinstance(value, str) else ""


def _unescaped(text: str) -> str:
    """With the letters that JSON writes as numbers."""
    if "\\u" not in text:
        return text
    try:
        return f"{text}\n{json.dumps(json.loads(text), ensure_ascii=False)}".encode("utf-8", "replace").decode("utf-8")
    except ValueError:
        return text


def _plain(text: str) -> str:
    return " ".join(folded(text).split())


def _needles(phrase: str) -> Sequence[bytes]:
    cases = {phrase, phrase.lower(), phrase.upper(), phrase.casefold(), phrase.title(), folded(phrase)}
    found = {case.encode(code) for case in cases for code in ("utf-8", "utf-16-le", "utf-16-be")}
    found |= {json.dumps(case)[1:-1].encode() for case in cases}
    return sorted({needle.lower() for needle in found if needle})
