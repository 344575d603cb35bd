"""Documents that are withdrawn: withholding and giving back, what they said, and what of what is kept goes with them.

Their evidence stays as it is. Nothing else in the store sees it: everything joins on what counts.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from core.domain.ordering import ChunkEvidence
from core.store.database import Database
from core.store.evidence import withheld_evidence
from core.store.revisions import set_withdrawn


@dataclass(frozen=True, slots=True)
class FallingRun:
    """A stored run that goes out of sight with documents."""

    id: str
    at: str
    question: str


class Withheld:
    """Reads and writes of withdrawn documents."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def set(self, documents: Sequence[str], withdrawn: bool, at: str = "") -> int:
        """See `set_withdrawn`."""
        return set_withdrawn(self._db, documents, withdrawn, at)

    def since(self) -> dict[str, str]:
        """The withdrawn documents by name, with the time when each was withdrawn (empty: not known)."""
        found = "SELECT name, withdrawn_at FROM documents WHERE withdrawn AND revision NOT NULL ORDER BY name"
        return {str(name): str(at) for name, at in self._db.connection.execute(found)}

    def evidence(self, documents: Sequence[str]) -> tuple[ChunkEvidence, ...]:
        """What the chunks of withdrawn documents say, in document order."""
        with self._db.snapshot() as connection:
            return withheld_evidence(connection, documents)

    def falling(self, documents: Sequence[str]) -> tuple[FallingRun, ...]:
        """The runs that can be opened, and could not without these documents as they are; latest first."""
        given = json.dumps(list(documents), ensure_ascii=False)
        return tuple(FallingRun(*row) for row in self._db.connection.execute(_FALLING, {"given": given}))

    def answers(self, documents: Sequence[str]) -> int:
        """How many kept answers had one of these documents in their context."""
        given = (json.dumps(list(documents), ensure_ascii=False),)
        return int(self._db.connection.execute(_ANSWERS, given).fetchone()[0])


_ANSWERS = """SELECT COUNT(DISTINCT key) FROM answer_sources
    WHERE document IN (SELECT value FROM json_each(?))"""
_FALLING = """
WITH given AS (SELECT value AS name FROM json_each(:given)),
parts AS (
    SELECT g.run, MAX(d.name IS NOT NULL) AS now, MAX(d.name IS NOT NULL AND g.document NOT IN given) AS then_
    FROM run_documents g LEFT JOIN documents d ON d.name = g.document AND d.counts AND NOT EXISTS (
        SELECT 1 FROM run_revisions v JOIN revisions x ON x.id = d.revision AND x.hash != v.revision
        WHERE v.run = g.run AND v.document = g.document)
    WHERE g.run IN (SELECT run FROM run_documents WHERE document IN given) GROUP BY g.run, g.part
)
SELECT r.id, r.at, r.question FROM runs r
WHERE r.viewer = '' AND r.id IN (SELECT run FROM parts GROUP BY run HAVING MIN(now) = 1 AND MIN(then_) = 0)
ORDER BY r.place DESC
"""
