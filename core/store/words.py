"""Full text over the passages that count now: an FTS5 index that keeps no text, brought up to date when it is asked.

What was indexed is told by revision, whose passages never change, so that bringing it up costs what has changed. All
of it is derived: it can be emptied at any time, and must be (`forget`) before passages are erased. It holds nothing of
withdrawn or superseded documents, and so neither finds them nor counts them in a score.
"""

from __future__ import annotations

import heapq
import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock

from core.domain.fulltext import FORMAT, index_text
from core.domain.records import Chunk
from core.store.database import Database
from core.store.documents import CHUNK, chunk_of
from core.store.queue import VERSION

_SHOWS = "words:shows"
"""In the meta table: which words, and which documents, the index shows."""

_BATCH = 200
"""Revisions that go in or out in one transaction: others may write in between."""


@dataclass(frozen=True, slots=True)
class WordHit:
    """A passage that was found; `score` is BM25 (k1 1.2, b 0.75) over title and text, higher is better."""

    chunk: str
    document: str
    score: float


@dataclass(frozen=True, slots=True)
class Only:
    """Which of all hits are wanted: those in these documents, if any are named; the best `limit`, or all."""

    limit: int | None = None
    documents: frozenset[str] = frozenset()


EVERYTHING = Only()


@dataclass(frozen=True, slots=True)
class WordsFound:
    """The hits that were wanted, by (-score, chunk), and how many there are in each document, wanted or not."""

    hits: tuple[WordHit, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)


class Words:
    """Search in the workspace's own index."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def search(self, expression: str, only: Only = EVERYTHING) -> WordsFound | None:
        """What an expression finds; None where the index is not up to date, and this process may not write."""
        while self._bring_up():
            with self._db.snapshot() as connection:
                if self._current(connection):
                    return _found(connection, connection.execute(_SEARCH, (expression,)).fetchall(), only)
        return None

    def chunks(self, names: Sequence[str]) -> dict[str, Chunk]:
        """Passages that are not withdrawn, by id."""
        rows = self._db.connection.execute(_CHUNKS, (json.dumps(list(names)),))
        found = (chunk_of(row) for row in rows)
        return {chunk.id: chunk for chunk in found}

    def titles(self, documents: Iterable[str]) -> dict[str, str]:
        """Titles of documents that count now, by name."""
        given = (json.dumps(list(documents), ensure_ascii=False),)
        return dict(self._db.connection.execute(_TITLES, given))

    def in_step(self) -> bool:
        """Whether the index says that it shows what counts now."""
        return self._current(self._db.connection)

    def bring_up(self) -> None:
        """Let the index show what counts now, where this process may write."""
        self._bring_up()

    def forget(self) -> None:
        """Empty the index; it is filled again by the next search."""
        with self._db.write() as connection:
            _empty(connection)

    def _bring_up(self) -> bool:
        """Whether the index shows what counts now; it is made to, where this process may write."""
        while not self._current(self._db.connection):
            if self._db.read_only:
                return False
            with self._db.write() as connection:
                _step(connection, self._wanted())
        return True

    def _wanted(self) -> str:
        return f"{FORMAT}:{self._db.version(VERSION)}"

    def _current(self, connection: sqlite3.Connection) -> bool:
        shows = _shows(connection)
        return shows == self._wanted() or (self._db.read_only and _same_passages(connection, shows))


class MemoryWords:
    """The same index over some texts only, in memory; equal texts give equal scores."""

    def __init__(self, texts: Iterable[tuple[str, str, str]], weights: tuple[float, float] = (1.0, 1.0)) -> None:
        """(key, title, text) of each; `weights` are those of title and text."""
        self._connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self._connection.execute(_TABLE)
        self._keys: list[str] = []
        self._weights, self._lock = weights, Lock()
        self._connection.execute("BEGIN")
        self._connection.executemany("INSERT INTO words (rowid, title, text) VALUES (?, ?, ?)", self._rows(texts))
        self._connection.execute("COMMIT")

    def _rows(self, texts: Iterable[tuple[str, str, str]]) -> Iterable[tuple[int, str, str]]:
        for number, (key, title, text) in enumerate(texts):
            self._keys.append(key)
            yield number, index_text(title), index_text(text)

    def search(self, expression: str) -> tuple[tuple[str, float], ...]:
        """(key, score) of all that an expression finds, by (-score, key)."""
        with self._lock:
            rows = self._connection.execute(_SEARCH_MEMORY, (*self._weights, expression)).fetchall()
        return tuple((key, -score) for score, key in sorted((score, self._keys[number]) for number, score in rows))


_TABLE = """CREATE VIRTUAL TABLE words USING fts5(title, text, content='', tokenize="ascii tokenchars '.,'")"""
"""As the migration has it: every word is cut and folded before it comes here."""

_POSITIONS = 1 << 24
_SEARCH = "SELECT bm25(words), rowid FROM words WHERE words MATCH ?"
_DOCUMENTS = """SELECT r.id, d.name FROM revisions r JOIN documents d ON d.id = r.document
    WHERE r.id IN (SELECT value FROM json_each(?))"""
_NAME = f"SELECT name FROM chunks WHERE revision = ?1 / {_POSITIONS} AND position = ?1 % {_POSITIONS}"
_SEARCH_MEMORY = "SELECT rowid, bm25(words, ?, ?) FROM words WHERE words MATCH ?"
# From the passages to their documents: the planner would rather read all documents first.
_CHUNKS = f"""SELECT {CHUNK} FROM chunks c CROSS JOIN revisions r ON r.id = c.revision
    CROSS JOIN documents d ON d.id = r.document AND d.revision = r.id AND NOT d.withdrawn
    WHERE c.name IN (SELECT value FROM json_each(?))"""
_TITLES = """SELECT d.name, r.title FROM documents d JOIN revisions r ON r.id = d.revision
    WHERE d.counts AND d.name IN (SELECT value FROM json_each(?))"""
_GONE = """SELECT revision FROM word_revisions
    WHERE revision NOT IN (SELECT revision FROM documents WHERE counts AND revision NOT NULL) LIMIT ?"""
_NEW = """SELECT revision FROM documents
    WHERE counts AND revision NOT NULL AND revision NOT IN (SELECT revision FROM word_revisions) LIMIT ?"""
_TEXTS = f"SELECT revision * {_POSITIONS} + position, title, text FROM chunks WHERE revision = ?"
_PUT = "INSERT INTO words (rowid, title, text) VALUES (?, ?, ?)"
_TAKE_OUT = "INSERT INTO words (words, rowid, title, text) VALUES ('delete', ?, ?, ?)"


def _found(connection: sqlite3.Connection, scored: list[tuple[float, int]], only: Only) -> WordsFound:
    """Names are looked up for as few as possible: a common word may stand in every passage."""
    counted = Counter(place // _POSITIONS for _, place in scored)
    named = dict(connection.execute(_DOCUMENTS, (json.dumps(list(counted)),)))
    if only.documents:
        scored = [row for row in scored if named[row[1] // _POSITIONS] in only.documents]
    hits = [
        WordHit(connection.execute(_NAME, (place,)).fetchone()[0], named[place // _POSITIONS], -score)
        for score, place in _best(scored, only.limit)
    ]
    ordered = sorted(hits, key=lambda hit: (-hit.score, hit.chunk))[: only.limit]
    return WordsFound(tuple(ordered), {named[revision]: count for revision, count in counted.items()})


def _best(scored: list[tuple[float, int]], limit: int | None) -> list[tuple[float, int]]:
    """The best `limit`, and those with a score equal to the last one's: ids decide between them."""
    if limit is None or len(scored) <= limit:
        return scored
    worst = heapq.nsmallest(limit, (score for score, _ in scored))
    return [row for row in scored if worst and row[0] <= worst[-1]]


def _shows(connection: sqlite3.Connection) -> str:
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (_SHOWS,)).fetchone()
    return "" if row is None else str(row[0])


def _same_passages(connection: sqlite3.Connection, shows: str) -> bool:
    """Whether only the order of reading has changed: a process that may not write can't say that it has looked."""
    same = (connection.execute(query, (1,)).fetchone() is None for query in (_GONE, _NEW))
    return shows.startswith(f"{FORMAT}:") and all(same)


def _step(connection: sqlite3.Connection, wanted: str) -> None:
    """Bring the index nearer to what counts now, and say so once it is there."""
    if not _shows(connection).startswith(f"{FORMAT}:"):
        _empty(connection)
    gone = connection.execute(_GONE, (_BATCH,)).fetchall()
    new = connection.execute(_NEW, (_BATCH,)).fetchall()
    for revisions, statement in ((gone, _TAKE_OUT), (new, _PUT)):
        for revision in revisions:
            rows = connection.execute(_TEXTS, revision).fetchall()
            connection.executemany(statement, [(n, index_text(title), index_text(text)) for n, title, text in rows])
    connection.executemany("DELETE FROM word_revisions WHERE revision = ?", gone)
    connection.executemany("INSERT INTO word_revisions VALUES (?)", new)
    whole = len(gone) < _BATCH and len(new) < _BATCH
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_SHOWS, wanted if whole else f"{FORMAT}:"))


def _empty(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT INTO words (words) VALUES ('delete-all')")
    connection.execute("DELETE FROM word_revisions")
    connection.execute("DELETE FROM meta WHERE key = ?", (_SHOWS,))
