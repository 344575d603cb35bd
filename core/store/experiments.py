"""Stored experiments: a plan, and a result for each question that was asked. Bodies are JSON here.

What a mode finds depends on all documents that were there. So an experiment is given only while each of them is here
and counts: it goes out of sight with a document, and comes back with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.errors import InputError
from core.store.database import Database
from core.store.documents import CURRENT
from core.store.stored_json import is_object, object_of


@dataclass(frozen=True, slots=True)
class StoredExperiment:
    """`version` is (evidence, last decision) when it was begun; `results` are by the question's row, in order.

    `facts` is what was known then beside the engine, as JSON values.
    """

    id: str
    at: str
    plan: Mapping[str, Any]
    engine: Mapping[str, str]
    version: tuple[int, int]
    results: Mapping[int, Mapping[str, Any]]
    facts: Mapping[str, Any] = field(default_factory=dict)


class ExperimentTable:
    """Reads and writes of experiments."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def insert(self, new: StoredExperiment, documents: Iterable[str]) -> None:
        """Store one without results yet, over these documents."""
        with self._db.write() as connection:
            bodies = (json.dumps(dict(body)) for body in (new.plan, new.engine, new.facts))
            connection.execute(
                "INSERT INTO experiments (id, at, plan, engine, facts, evidence, decision)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (new.id, new.at, *bodies, *new.version),
            )
            connection.executemany(
                "INSERT INTO experiment_documents VALUES (?, ?)", [(new.id, name) for name in sorted(set(documents))]
            )

    def add(self, id_: str, row: int, body: Mapping[str, Any]) -> bool:
        """Store what a question gave; False where the experiment was deleted meanwhile."""
        with self._db.write() as connection:
            if connection.execute("SELECT 1 FROM experiments WHERE id = ?", (id_,)).fetchone() is None:
                return False
            values = (id_, row, json.dumps(body))
            connection.execute("INSERT OR REPLACE INTO experiment_results VALUES (?, ?, ?)", values)
        return True

    def get(self, id_: str) -> StoredExperiment | None:
        """An experiment; None where there is none of that id that stands."""
        with self._db.snapshot() as connection:
            row = connection.execute(f"{_ROWS} AND e.id = ?", (id_,)).fetchone()
            if row is None:
                return None
            found = connection.execute(
                "SELECT row, body FROM experiment_results WHERE experiment = ? ORDER BY row", (id_,)
            ).fetchall()  # an error below would keep a half read cursor open, and with it an old state
            return StoredExperiment(
                row[0],
                row[1],
                _told(row[2]),
                object_of(row[3]),
                (row[4], row[5]),
                {number: _told(body) for number, body in found},
                object_of(row[6]),
            )

    def stands(self, id_: str) -> bool:
        """Whether `get` would give it."""
        return self._db.connection.execute(f"{_ROWS} AND e.id = ?", (id_,)).fetchone() is not None

    def ids(self) -> tuple[str, ...]:
        """Those that stand, latest first."""
        rows = self._db.connection.execute(f"{_ROWS} ORDER BY e.at DESC, e.id DESC")
        return tuple(str(row[0]) for row in rows)

    def hidden(self) -> int:
        """How many do not stand, though they are kept."""
        (count,) = self._db.connection.execute("SELECT COUNT(*) FROM experiments").fetchone()
        return int(count) - len(self.ids())

    def falling(self, documents: Iterable[str]) -> int:
        """How many stand, and would not without one of these documents."""
        given = (json.dumps(list(documents), ensure_ascii=False),)
        return int(self._db.connection.execute(_FALLING, given).fetchone()[0])

    def written(self) -> dict[str, str]:
        """What each was asked, by id: it may name what was not here when it ran."""
        return {str(id_): str(plan) for id_, plan in self._db.connection.execute("SELECT id, plan FROM experiments")}

    def made_of(self) -> tuple[Mapping[str, int], Mapping[str, int]]:
        """How many documents were cut by each recipe, and how many passages read by each reader; most first."""
        with self._db.snapshot() as connection:
            cut, read = (
                connection.execute(
                    f"SELECT {column}, COUNT(DISTINCT {what}) AS n FROM {CURRENT} GROUP BY 1 ORDER BY n DESC, 1"
                ).fetchall()
                for column, what in (("r.recipe", "d.name"), ("c.reader", "c.id"))
            )
        return dict(cut), dict(read)

    def delete(self, id_: str) -> None:
        """Erase one with its results; nothing where there is none."""
        with self._db.write() as connection:
            connection.execute("DELETE FROM experiments WHERE id = ?", (id_,))


def _told(text: object) -> dict[str, Any]:
    if not is_object(text):
        raise InputError("An experiment can't be read.", "Delete it, and run it again.")
    return object_of(text)


_ROWS = """SELECT e.id, e.at, e.plan, e.engine, e.evidence, e.decision, e.facts FROM experiments e
    WHERE NOT EXISTS (SELECT 1 FROM experiment_documents g WHERE g.experiment = e.id
        AND g.document NOT IN (SELECT name FROM documents WHERE counts))"""
_FALLING = f"""SELECT COUNT(*) FROM ({_ROWS} AND e.id IN
    (SELECT experiment FROM experiment_documents WHERE document IN (SELECT value FROM json_each(?))))"""
