"""What a person says of documents, over what their files say: of one document, or of all below a folder.

The most specific path wins. Everything that makes the metadata of chunks or documents takes `OVERLAY` in, so that
nobody sees a document without it; one that is added later below a folder has it at once.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from core.store.database import Database
from core.store.stored_json import CLOSED, object_of, value_of
from core.store.superseding import READABLE, keep_superseded

Field = Literal["audience", "replaces"]


@dataclass(frozen=True, slots=True)
class Overlay:
    """`path` is a document's id, or a folder that ends with "/"; `value` a JSON value, never null.

    `unreadable`: a fault left what is no JSON. Then an audience is for nobody, and what is replaced is not said.
    """

    path: str
    field: Field
    value: Any
    unreadable: bool = False


class Overlays:
    """Reads and writes of overlays."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def set(self, path: str, field: Field, value: Any | None) -> None:
        """Say something of a document or a folder; None takes it off, and what the file or a folder above says holds.

        One transaction: views, searches and lists notice it.
        """
        with self._db.write() as connection:
            if value is None:
                connection.execute("DELETE FROM overlays WHERE path = ? AND field = ?", (path, field))
            else:
                said = json.dumps(value, ensure_ascii=False, sort_keys=True)
                connection.execute("INSERT OR REPLACE INTO overlays VALUES (?, ?, ?)", (path, field, said))
            keep_superseded(connection)
            Database.bump(connection, "evidence")
            Database.bump(connection, "queue")

    def all(self) -> tuple[Overlay, ...]:
        """All that is said, by path and field."""
        rows = self._db.connection.execute("SELECT path, field, value FROM overlays ORDER BY path, field")
        return tuple(_overlay(str(path), field, value) for path, field, value in rows)

    def of(self, document: str) -> dict[str, Any]:
        """What is said of a document, by field; it need not be here."""
        said = self._db.connection.execute(f"SELECT {OVERLAY} FROM (SELECT ? AS name) d", (document,)).fetchone()[0]
        return object_of(said)


def _overlay(path: str, field: Field, text: object) -> Overlay:
    found = value_of(text)
    if found is None or found[0] is None:
        return Overlay(path, field, CLOSED[field] if field == "audience" else None, unreadable=True)
    return Overlay(path, field, found[0])


def forget_overlays(connection: sqlite3.Connection, documents: Sequence[str]) -> None:
    """Erase what was said of these documents, which are erased already, and of folders that held no others."""
    connection.execute(_FORGET, (json.dumps(list(documents), ensure_ascii=False),))


# Folders are few, and looked through; documents are looked up. Of the paths of one field the longest wins.
# Of what can't be read, an audience is for nobody, and what is replaced is as if nobody had said it.
OVERLAY = f"""CASE WHEN EXISTS (SELECT 1 FROM overlays) THEN (
    SELECT NULLIF(json_group_object(field, json(IIF({READABLE}, value, '{{}}'))), '{{}}') FROM (
        SELECT field, value, MAX(LENGTH(path)) FROM (
            SELECT path, field, value FROM overlays WHERE path = d.name AND (field = 'audience' OR {READABLE})
            UNION ALL SELECT path, field, value FROM overlays
            WHERE substr(path, -1) = '/' AND substr(d.name, 1, LENGTH(path)) = path
            AND (field = 'audience' OR {READABLE})
        ) GROUP BY field
    )) END"""
"""What is said of the document `d` as a JSON object, NULL where nothing is."""

_BELOW = "name = path OR substr(path, -1) = '/' AND substr(name, 1, LENGTH(path)) = path"
_FORGET = f"""DELETE FROM overlays WHERE EXISTS (SELECT 1 FROM (SELECT value AS name FROM json_each(?)) WHERE {_BELOW})
    AND NOT EXISTS (SELECT 1 FROM documents WHERE {_BELOW})"""
