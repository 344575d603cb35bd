"""The column `documents.superseded`: which document takes this one's place; kept in step with what it follows from.

Whatever changes which documents stand, or what they say that they replace, calls `keep_superseded` in the same
transaction. The domain decides; views don't look here, for each viewer has a succession of their own.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from core.domain.records import Metadata
from core.domain.superseding import REPLACES, Succession, claims_of, succession
from core.store.database import Database
from core.store.stored_json import metadata_of, value_of


def keep_superseded(connection: sqlite3.Connection) -> None:
    """Bring the column in step, inside the transaction that changes what it follows from."""
    wanted = read_succession(connection).by
    there = dict(connection.execute(_THERE))
    if there == wanted:
        return
    changed = [(wanted.get(name, ""), name) for name in there.keys() | wanted if there.get(name) != wanted.get(name)]
    connection.executemany("UPDATE documents SET superseded = ? WHERE name = ?", changed)
    Database.bump(connection, "evidence")
    Database.bump(connection, "queue")


def settle_superseded(database: Database) -> None:
    """Bring the column in step on opening: of a workspace from before there was one, it is not."""
    with database.snapshot() as connection:
        wanted = read_succession(connection).by
        there = dict(connection.execute(_THERE))
    if there != wanted:
        with database.write() as connection:
            keep_superseded(connection)


def note_all_claims(database: Database) -> None:
    """Work out anew which revisions say what they replace, and bring the column in step."""
    with database.write() as connection:
        connection.execute("DELETE FROM claiming")
        connection.execute(_NOTE_ALL)
        keep_superseded(connection)


def note_claims(connection: sqlite3.Connection, revision: int, metadata: Iterable[Metadata | None]) -> None:
    """Remember of a new revision that it, or one of its chunks, says what it replaces."""
    if any(each and REPLACES in each for each in metadata):
        connection.execute("INSERT OR IGNORE INTO claiming VALUES (?)", (revision,))


def read_succession(connection: sqlite3.Connection) -> Succession:
    """The succession of all documents that are not withdrawn, for whoever may see everything."""
    said: dict[str, dict[str, None]] = {}
    persons = _Persons(connection)
    for name, own, chunk in connection.execute(_CLAIMING):
        said.setdefault(name, {}).update(dict.fromkeys(claims_of(metadata_of(own, chunk))))
    for name in (*said, *persons.documents()):
        told = persons.of(name)
        if told is not None:
            said[name] = dict.fromkeys(claims_of({REPLACES: told[0]}))
    claims = {name: tuple(found) for name, found in said.items() if found}
    return succession(claims, _standing(connection) if claims else ())


def read_superseded(connection: sqlite3.Connection) -> tuple[tuple[str, str, str], ...]:
    """(document, its title, the document that takes its place), by name."""
    return tuple((str(name), str(title), str(by)) for name, title, by in connection.execute(_REPLACED))


def own_claims(connection: sqlite3.Connection, document: str) -> tuple[str, ...]:
    """What the file of a document says that it replaces, in its words."""
    said: dict[str, None] = {}
    for own, chunk in connection.execute(_OWN, (document,)):
        said |= dict.fromkeys(claims_of(metadata_of(own, chunk)))
    return tuple(said)


def by_person(connection: sqlite3.Connection, document: str) -> bool:
    """Whether a person said what this document replaces."""
    return _Persons(connection).of(document) is not None


def _standing(connection: sqlite3.Connection) -> list[str]:
    return [str(row[0]) for row in connection.execute(_STANDING)]


class _Persons:
    """What persons say over what files say; the longest path wins."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        rows = connection.execute(f"SELECT path, value FROM overlays WHERE field = ? AND {READABLE}", (REPLACES,))
        self._said = {str(path): found[0] for path, value in rows if (found := value_of(value))}
        self._folders = sorted((path for path in self._said if path.endswith("/")), key=len, reverse=True)

    def of(self, document: str) -> tuple[Any] | None:
        """The value, if there is one."""
        if document in self._said:
            return (self._said[document],)
        return next(((self._said[path],) for path in self._folders if document.startswith(path)), None)

    def documents(self) -> Sequence[str]:
        """The documents that something is said of, of those that have chunks and are not withdrawn."""
        if not self._said:
            return ()
        return [name for name in _standing(self._connection) if self.of(name) is not None]


READABLE = "IIF(json_valid(value), json(value) != 'null', 0)"
"""Whether an overlay's value can be read; NULL is no value that a person gave."""

_NOTE_ALL = """INSERT INTO claiming SELECT id FROM revisions r
    WHERE json_type(IIF(json_valid(r.metadata), r.metadata, '{}'), '$.replaces') NOT NULL
    OR EXISTS (SELECT 1 FROM chunks c WHERE c.revision = r.id
    AND json_type(IIF(json_valid(c.metadata), c.metadata, '{}'), '$.replaces') NOT NULL)"""
_THERE = "SELECT name, superseded FROM documents WHERE superseded != ''"
_REPLACED = """SELECT d.name, r.title, d.superseded FROM documents d JOIN revisions r ON r.id = d.revision
    WHERE d.superseded != '' ORDER BY d.name"""
_STANDING = """SELECT d.name FROM documents d WHERE NOT d.withdrawn
    AND EXISTS (SELECT 1 FROM chunks c WHERE c.revision = d.revision)"""
_OWN = """SELECT r.metadata, c.metadata FROM documents d JOIN revisions r ON r.id = d.revision
    JOIN chunks c ON c.revision = r.id WHERE d.name = ? ORDER BY c.position"""
_CLAIMING = """SELECT DISTINCT d.name, r.metadata, c.metadata FROM claiming k
    CROSS JOIN revisions r ON r.id = k.revision CROSS JOIN documents d ON d.id = r.document AND d.revision = r.id
    CROSS JOIN chunks c ON c.revision = r.id WHERE NOT d.withdrawn ORDER BY d.name, c.position"""
