"""The texts of documents that count now, for comparing them, and pairs that a person says are to stay as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.domain.records import Metadata
from core.store.database import Database
from core.store.stored_json import metadata_of

Key = tuple[int, str]
"""A revision: its number, which another one may get after a purge, and the hash of its content."""


@dataclass(frozen=True, slots=True)
class DocumentText:
    """A revision's whole text; of evidence records that of all passages, with the metadata of the first."""

    document: str
    key: Key
    title: str
    metadata: Metadata
    text: str


class Texts:
    """Reads of texts, reads and writes of pairs."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def keys(self) -> dict[str, Key]:
        """The documents that count now, by name; what a key stands for never changes."""
        rows = self._db.connection.execute(_KEYS)
        return {str(name): (int(revision), str(hash_)) for name, revision, hash_ in rows}

    def read(self, keys: Iterable[Key]) -> Iterator[DocumentText]:
        """The texts of these revisions."""
        for key in keys:
            row = self._db.connection.execute(_TEXT, key).fetchone()
            if row is not None:
                name, title, text, metadata, passages, own = row
                yield DocumentText(str(name), key, str(title), metadata_of(metadata, own), str(text or passages or ""))

    def dismissed(self) -> frozenset[frozenset[str]]:
        """The pairs that are to stay as they are."""
        rows = self._db.connection.execute("SELECT document, other FROM dismissed")
        return frozenset(frozenset(map(str, row)) for row in rows)

    def dismiss(self, document: str, other: str) -> None:
        """Remember that these two are to stay as they are; without another, that the one is no draft."""
        with self._db.write() as connection:
            connection.execute("INSERT OR REPLACE INTO dismissed VALUES (?, ?)", tuple(sorted((document, other))))


_KEYS = """SELECT d.name, r.id, r.hash FROM documents d JOIN revisions r ON r.id = d.revision WHERE d.counts"""
_TEXT = """SELECT d.name, r.title, r.text, r.metadata,
    IIF(r.text = '', (SELECT group_concat(text, char(10)) FROM
        (SELECT text FROM chunks WHERE revision = r.id ORDER BY position)), ''),
    (SELECT metadata FROM chunks WHERE revision = r.id AND position = 0)
    FROM revisions r JOIN documents d ON d.id = r.document WHERE r.id = ? AND r.hash = ?"""
