"""Answers that models gave, each with the documents that its context was taken from.

An answer is found only while each of these documents is here, counts, and has the content that it had.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.store.database import Database


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """`key` hashes request and model, `prompt` the request alone; `body` is JSON; `model` is name and digest."""

    key: str
    prompt: str
    model: str
    body: str


class Answers:
    """Reads and writes of kept answers."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def get(self, key: str, viewed: bool = False) -> KeptAnswer | None:
        """The answer of that key, if all its documents still stand.

        `viewed`: for a viewer, who may see documents that are replaced for those who see everything.
        """
        row = self._db.connection.execute(f"{_STANDING[viewed]} AND a.key = ?", (key,)).fetchone()
        return None if row is None else KeptAnswer(*row)

    def latest(self, prompt: str, model: str, viewed: bool = False) -> KeptAnswer | None:
        """The newest answer to a request by a model of that name, whatever its digest."""
        row = self._db.connection.execute(
            f"{_STANDING[viewed]} AND a.prompt = ? AND SUBSTR(a.model, 1, LENGTH(?2)) = ?2"
            " ORDER BY a.at DESC, a.key LIMIT 1",
            (prompt, f"{model}@"),
        ).fetchone()
        return None if row is None else KeptAnswer(*row)

    def put(self, answer: KeptAnswer, documents: Iterable[str], at: str, viewed: bool = False) -> bool:
        """Keep an answer with its documents as they are now; False where one of them is gone or this is read only."""
        if self._db.read_only:
            return False
        with self._db.write() as connection:
            values = (answer.key, answer.prompt, answer.model, answer.body, at)
            connection.execute("DELETE FROM answers WHERE key = ?", (answer.key,))
            connection.execute("INSERT INTO answers VALUES (?, ?, ?, ?, ?)", values)
            wanted = sorted(set(documents))
            connection.executemany(_SOURCE[viewed], [(answer.key, document) for document in wanted])
            made = connection.execute("SELECT COUNT(*) FROM answer_sources WHERE key = ?", (answer.key,)).fetchone()[0]
            if made != len(wanted):
                connection.execute("DELETE FROM answers WHERE key = ?", (answer.key,))
            return bool(made == len(wanted))

    def forget(self, documents: Iterable[str]) -> int:
        """Erase every answer whose context was taken from one of these; how many."""
        with self._db.write() as connection:
            found = {
                str(row[0])
                for document in documents
                for row in connection.execute("SELECT key FROM answer_sources WHERE document = ?", (document,))
            }
            connection.executemany("DELETE FROM answers WHERE key = ?", [(key,) for key in found])
        return len(found)


_STANDS = ("d.counts", "NOT d.withdrawn")
"""Of a document, for who sees everything and for a viewer."""
_STANDING = [
    f"""
SELECT a.key, a.prompt, a.model, a.body FROM answers a WHERE NOT EXISTS (
    SELECT 1 FROM answer_sources s LEFT JOIN documents d ON d.name = s.document AND {stands}
    LEFT JOIN revisions r ON r.id = d.revision WHERE s.key = a.key AND r.hash IS NOT s.revision)
"""
    for stands in _STANDS
]
_SOURCE = [
    f"""
INSERT INTO answer_sources SELECT ?1, d.name, r.hash FROM documents d JOIN revisions r ON r.id = d.revision
WHERE d.name = ?2 AND {stands}
"""
    for stands in _STANDS
]
