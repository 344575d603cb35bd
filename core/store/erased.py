"""Files whose documents were erased for good: hashes of names and contents, so that nobody takes one in unawares.

No word of a document or of its name is kept. Whoever adds such a file on purpose lets it be forgotten here.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping

from core.domain.identity import content_hash
from core.store.database import Database

_ROW = "#row-"


class Erased:
    """Reads and writes of what was erased."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def among(self, files: Mapping[str, str]) -> frozenset[str]:
        """Of files (source/path below it -> hash of the content) those of which the name or the content was erased."""
        rows = self._db.connection.execute("SELECT file, content FROM erased").fetchall()
        names, contents = {str(row[0]) for row in rows}, {str(row[1]) for row in rows} - {""}
        return frozenset(
            file for file, content in files.items() if names and (content in contents or hash_of(file) in names)
        )

    def forget(self, file: str, content: str) -> None:
        """This file was taken in again, on purpose."""
        if not self.among({file: content}):
            return
        with self._db.write() as connection:
            connection.execute("DELETE FROM erased WHERE file = ?", (hash_of(file),))
            connection.execute("UPDATE OR REPLACE erased SET content = '' WHERE content = ?", (content,))


def hash_of(file: str) -> str:
    """What is kept of a file's name."""
    return content_hash(file.encode("utf-8", "replace"))


def remember_erased(connection: sqlite3.Connection, documents: Collection[str]) -> None:
    """Note the files of documents that are about to be erased, inside the transaction that does it."""
    given = {"docs": json.dumps(list(documents), ensure_ascii=False)}
    found = {(str(name).partition(_ROW)[0], str(hash_)) for name, hash_ in connection.execute(_REVISIONS, given)}
    found |= {(f"{source}/{name}", str(hash_)) for source, name, hash_ in connection.execute(_FILES, given)}
    held = {str(row[0]) for row in connection.execute(_HELD, given)}
    _note(connection, ((file, "" if content in held else content) for file, content in found))


def _note(connection: sqlite3.Connection, files: Iterable[tuple[str, str]]) -> None:
    rows = sorted((hash_of(file), content) for file, content in files)
    connection.executemany("INSERT OR IGNORE INTO erased VALUES (?, ?)", rows)


_REVISIONS = """SELECT d.name, COALESCE(r.original, '') FROM documents d JOIN revisions r ON r.document = d.id
    WHERE d.name IN (SELECT value FROM json_each(:docs))"""
_FILES = """SELECT source, name, hash FROM files WHERE EXISTS (SELECT 1 FROM
    json_each(IIF(json_valid(documents), documents, '[]')) WHERE value IN (SELECT value FROM json_each(:docs)))"""
_HELD = """SELECT r.original FROM documents d JOIN revisions r ON r.document = d.id
    WHERE r.original NOT NULL AND d.name NOT IN (SELECT value FROM json_each(:docs))"""
