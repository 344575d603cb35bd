"""Check of the index of words: what it holds of each passage, against what the same texts give in memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing

from core.domain.fulltext import FORMAT, index_text
from core.services.integrity_truth import Looking
from core.store.documents import CURRENT

PLACES = 1 << 24
"""A passage's row in the index is its revision's number times this, and its position."""

_TABLE = """CREATE VIRTUAL TABLE words USING fts5(title, text, content='', tokenize="ascii tokenchars '.,'")"""
_TEXTS = f"""SELECT c.revision * {PLACES} + c.position, c.title, c.text FROM chunks c
    JOIN word_revisions w ON w.revision = c.revision ORDER BY 1"""
_SHOWN = """SELECT DISTINCT d.name FROM word_revisions w JOIN chunks c ON c.revision = w.revision
    JOIN revisions r ON r.id = w.revision JOIN documents d ON d.id = r.document"""
_NAMES = f"SELECT name FROM chunks WHERE revision = ?1 / {PLACES} AND position = ?1 % {PLACES}"


def words(looking: Looking) -> None:
    """Words, their places, and lengths of passages. An index that is behind is no fault: it follows when searched."""
    connection = looking.inspector.connection
    shows = looking.store.database.get("words:shows") or ""
    if shows and not shows.startswith(f"{FORMAT}:"):
        looking.notes.append("The search index is of an older version: it is made anew when it is next searched.")
        return
    try:
        stored = _fingerprints(connection)
    except sqlite3.DatabaseError as error:
        looking.wrong("words", "search index", f"The search index can't be read ({error}).")
        return
    with closing(_made(looking.inspector.query(_TEXTS))) as made:
        right = _fingerprints(made)
        totals = [list(each.execute("SELECT block FROM words_data WHERE id = 1")) for each in (connection, made)]
    looking.count("passages in the search index", len(right))
    different = sorted({place for place in stored.keys() | right.keys() if stored.get(place) != right.get(place)})
    for place in different:
        looking.wrong("words", _name(connection, place), "The search index has other words of this passage.")
    if not different and totals[0] != totals[1]:
        looking.wrong("words", "search index", "The search index counts passages or words wrongly.")
    if looking.store.words.in_step():
        for document in _out_of_step(looking):
            looking.wrong("words", document, "The search index does not show this document as it counts now.")


def _out_of_step(looking: Looking) -> list[str]:
    """Documents that the index shows and should not, or the other way round."""
    counts = {name for (name,) in looking.inspector.query(f"SELECT DISTINCT d.name FROM {CURRENT}")}
    shown = {name for (name,) in looking.inspector.query(_SHOWN)}
    return sorted(counts ^ shown)


def _made(texts: Iterable[tuple[int, str, str]]) -> sqlite3.Connection:
    made = sqlite3.connect(":memory:", isolation_level=None)
    made.execute(_TABLE)
    made.execute("BEGIN")
    rows = ((place, index_text(title), index_text(text)) for place, title, text in texts)
    made.executemany("INSERT INTO words (rowid, title, text) VALUES (?, ?, ?)", rows)
    made.execute("COMMIT")
    return made


def _fingerprints(connection: sqlite3.Connection) -> dict[int, int]:
    """A number for each passage that sums up its words with their places and how many there are."""
    connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.terms USING fts5vocab(main, words, instance)")
    found: dict[int, int] = {}
    for place, sum_ in _instances(connection):
        found[place] = found.get(place, 0) + sum_
    for place, lengths in connection.execute("SELECT id, sz FROM words_docsize"):
        found[place] = found.get(place, 0) + hash(("length", lengths))
    return found


def _instances(connection: sqlite3.Connection) -> Iterator[tuple[int, int]]:
    for term, place, column, offset in connection.execute("SELECT term, doc, col, offset FROM temp.terms"):
        yield place, hash((term, column, offset))


def _name(connection: sqlite3.Connection, place: int) -> str:
    row = connection.execute(_NAMES, (place,)).fetchone()
    return str(row[0]) if row else f"row {place}"
