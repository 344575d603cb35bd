"""Question sets that a person makes in the app: their questions, what supports each, and what is expected.

A support is kept with its document, and a passage with the hash of its text, so that a passage that says something else
by now is not taken for it. Whether a support stands just now is not asked here.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from core.store.database import Database


@dataclass(frozen=True, slots=True)
class Support:
    """A document or a passage by its id; `document` is its document, `hash` that of the passage's text if it is one."""

    id: str
    document: str
    hash: str = ""


@dataclass(frozen=True, slots=True)
class StoredQuestion:
    """`lost` counts supports that were erased with their documents since a person last looked at the question."""

    text: str
    answer: str = ""
    kind: str = ""
    support: tuple[Support, ...] = ()
    lost: int = 0


class QuestionSetTable:
    """Reads and writes of question sets. A question stands once in a set; questions keep the order they came in."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def held(self) -> AbstractContextManager[sqlite3.Connection]:
        """Nobody else writes within; what is read and written in it is one step."""
        return self._db.write()

    def names(self) -> tuple[tuple[str, int], ...]:
        """Each set with how many questions it holds, by name."""
        return tuple((str(name), int(count)) for name, count in self._db.connection.execute(_NAMES))

    def latest(self) -> str:
        """The set that was changed last; empty where there is none."""
        row = self._db.connection.execute("SELECT name FROM question_sets ORDER BY changed DESC, name LIMIT 1")
        found = row.fetchone()
        return "" if found is None else str(found[0])

    def questions(self, name: str, text: str | None = None) -> tuple[StoredQuestion, ...]:
        """The questions of a set in order, or the one with this text; none where there is no such set."""
        where, values = ("", (name,)) if text is None else (" AND text = ?", (name, text))
        with self._db.snapshot() as connection:
            rows = connection.execute(f"{_QUESTIONS}{where} ORDER BY key", values).fetchall()
            support: dict[int, list[Support]] = {}
            for key, *each in connection.execute(f"{_SUPPORT}{where} ORDER BY s.key", values):
                support.setdefault(key, []).append(Support(*each))
        return tuple(
            StoredQuestion(text, answer, kind, tuple(support.get(key, ())), lost)
            for key, text, answer, kind, lost in rows
        )

    def make(self, name: str, at: str) -> None:
        """Make a set, or say that it has changed now."""
        with self._db.write() as connection:
            _make(connection, name, at)

    def put(self, name: str, at: str, questions: Sequence[StoredQuestion]) -> None:
        """Store questions as given: one that the set has keeps its place. The set is made where it is missing."""
        with self._db.write() as connection:
            _make(connection, name, at)
            for one in questions:
                connection.execute(_PUT, (name, one.text, one.answer, one.kind, one.lost))
                (key,) = connection.execute(
                    "SELECT key FROM set_questions WHERE in_set = ? AND text = ?", (name, one.text)
                ).fetchone()
                connection.execute("DELETE FROM set_support WHERE question = ?", (key,))
                connection.executemany(
                    "INSERT OR IGNORE INTO set_support (question, support, document, hash) VALUES (?, ?, ?, ?)",
                    [(key, each.id, each.document, each.hash) for each in one.support],
                )

    def replace(self, name: str, at: str, questions: Sequence[StoredQuestion]) -> None:
        """Let a set hold these questions and no others, in this order."""
        with self._db.write() as connection:
            connection.execute("DELETE FROM set_questions WHERE in_set = ?", (name,))
            self.put(name, at, questions)

    def remove(self, name: str, text: str, at: str) -> None:
        """Erase one question; nothing where there is none."""
        with self._db.write() as connection:
            connection.execute("UPDATE question_sets SET changed = ? WHERE name = ?", (at, name))
            connection.execute("DELETE FROM set_questions WHERE in_set = ? AND text = ?", (name, text))

    def rename(self, name: str, to: str) -> None:
        """Give a set another name, which no set has."""
        with self._db.write() as connection:
            connection.execute("UPDATE question_sets SET name = ? WHERE name = ?", (to, name))

    def delete(self, name: str) -> None:
        """Erase a set with its questions; nothing where there is none."""
        with self._db.write() as connection:
            connection.execute("DELETE FROM question_sets WHERE name = ?", (name,))

    # --- what a purge needs ------------------------------------------------------------------------------------------

    def written(self) -> dict[int, str]:
        """What a person wrote in each question, by its number."""
        rows = self._db.connection.execute("SELECT key, text, answer FROM set_questions")
        return {int(key): f"{text}\n{answer}" for key, text, answer in rows}

    def resting_on(self, documents: Iterable[str]) -> tuple[int, ...]:
        """The numbers of questions that have support, and none but of these documents.

        An unanswerable one rests on none: what it keeps aside goes without it.
        """
        rows = self._db.connection.execute(_RESTING, (json.dumps(list(documents)),))
        return tuple(int(row[0]) for row in rows)

    def leaning_on(self, documents: Iterable[str]) -> int:
        """How many questions have a support of these documents, but for unanswerable ones."""
        return int(self._db.connection.execute(_LEANING, (json.dumps(list(documents)),)).fetchone()[0])

    def erase(self, documents: Iterable[str], questions: Iterable[int], names: Mapping[str, str]) -> None:
        """Take away these questions and all support of these documents; `names` gives sets other names."""
        with self._db.write() as connection:
            gone = json.dumps(list(documents))
            connection.executemany("DELETE FROM set_questions WHERE key = ?", [(key,) for key in questions])
            connection.execute(_LOST, (gone,))
            connection.execute(f"DELETE FROM set_support WHERE {_GONE}", (gone,))
            for name, to in names.items():
                self.rename(name, to)


def _make(connection: sqlite3.Connection, name: str, at: str) -> None:
    connection.execute(
        "INSERT INTO question_sets VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET changed = excluded.changed",
        (name, at),
    )


_NAMES = """SELECT s.name, COUNT(q.key) FROM question_sets s LEFT JOIN set_questions q ON q.in_set = s.name
    GROUP BY s.name ORDER BY s.name"""
_QUESTIONS = "SELECT key, text, answer, kind, lost FROM set_questions WHERE in_set = ?"
_SUPPORT = """SELECT s.question, s.support, s.document, s.hash FROM set_support s
    JOIN set_questions q ON q.key = s.question WHERE q.in_set = ?"""
_PUT = """INSERT INTO set_questions (in_set, text, answer, kind, lost) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (in_set, text) DO UPDATE SET answer = excluded.answer, kind = excluded.kind, lost = excluded.lost"""
_GONE = """EXISTS (SELECT 1 FROM json_each(?) d WHERE d.value IN (document, support)
    OR (hash = '' AND SUBSTR(support, 1, LENGTH(d.value) + 1) = d.value || '#'))"""
_RESTING = f"""SELECT question FROM set_support
    WHERE question NOT IN (SELECT key FROM set_questions WHERE kind = 'unanswerable')
    GROUP BY question HAVING SUM(NOT {_GONE}) = 0 ORDER BY question"""
_LOST = f"""UPDATE set_questions SET lost = lost + g.count
    FROM (SELECT question, COUNT(*) AS count FROM set_support WHERE {_GONE} GROUP BY question) g
    WHERE key = g.question"""
_LEANING = f"""SELECT COUNT(DISTINCT question) FROM set_support WHERE {_GONE}
    AND question NOT IN (SELECT key FROM set_questions WHERE kind = 'unanswerable')"""
