"""Folders that were added whole: where they are, and which file gave which documents when it was last taken in."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from core.store.database import Database
from core.store.stored_json import object_of, strings_of

_SOURCES = "sources"


@dataclass(frozen=True, slots=True)
class TakenFile:
    """A file as it was taken in: a hash of its content, and the documents that it gave (none: it could not be read)."""

    hash: str
    documents: tuple[str, ...]


class Folders:
    """Reads and writes of sources and of what came from them."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def sources(self) -> dict[str, str]:
        """Source -> path of its folder."""
        return {name: path for name, path in object_of(self._db.get(_SOURCES)).items() if isinstance(path, str)}

    def source_of(self, path: str, name: str, taken: Collection[str]) -> str:
        """What a folder is called here: its name, with a number where another has that one already, or it is taken."""
        sources, base, number = self.sources(), name, 1
        known = next((source for source, there in sources.items() if there == path), None)
        if known:
            return known
        while name in sources or name in taken:
            number += 1
            name = f"{base}-{number}"
        self._db.set(_SOURCES, json.dumps(sources | {name: path}))
        return name

    def whole(self) -> tuple[str, ...]:
        """The sources that were added whole, by name."""
        known = self.sources()
        rows = self._db.connection.execute("SELECT source FROM files WHERE name = '' ORDER BY source")
        return tuple(str(source) for (source,) in rows if source in known)

    def is_whole(self, source: str) -> bool:
        """Whether a source was added whole."""
        found = self._db.connection.execute("SELECT 1 FROM files WHERE source = ? AND name = ''", (source,))
        return found.fetchone() is not None

    def add_whole(self, source: str) -> None:
        """Remember that a source was added whole."""
        self.note(source, "", "", ())

    def files(self, source: str) -> dict[str, TakenFile]:
        """The files of a source by path below it."""
        rows = self._db.connection.execute(
            "SELECT name, hash, documents FROM files WHERE source = ? AND name != '' ORDER BY name", (source,)
        )
        return {str(name): TakenFile(str(hash_), strings_of(documents)) for name, hash_, documents in rows}

    def note(self, source: str, name: str, hash_: str, documents: Iterable[str]) -> None:
        """Remember what a file gave."""
        given = json.dumps(list(dict.fromkeys(documents)), ensure_ascii=False)
        with self._db.write() as connection:
            connection.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)", (source, name, hash_, given))

    def forget(self, source: str, names: Iterable[str]) -> None:
        """These files are gone."""
        with self._db.write() as connection:
            connection.executemany("DELETE FROM files WHERE source = ? AND name = ?", [(source, n) for n in names])
