"""The append-only list of decisions."""

from __future__ import annotations

import json

from core.domain.decisions import Body, Decision
from core.store.database import Database


class Ledger:
    """Reads and writes of a person's decisions."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def append(self, kind: str, body: Body, *, at: str, who: str = "", why: str = "") -> int:
        """Add one decision; its number."""
        with self._db.write() as connection:
            cursor = connection.execute(
                "INSERT INTO decisions (kind, body, at, who, why) VALUES (?, ?, ?, ?, ?)",
                (kind, json.dumps(body, ensure_ascii=False, sort_keys=True), at, who, why),
            )
            return int(cursor.lastrowid or 0)

    def decisions(self) -> tuple[Decision, ...]:
        """All decisions in order."""
        rows = self._db.connection.execute("SELECT seq, kind, body, at, who, why FROM decisions ORDER BY seq")
        return tuple(Decision(seq, kind, json.loads(body), at, who, why) for seq, kind, body, at, who, why in rows)

    def last(self) -> int:
        """The number of the last decision; 0 if there is none."""
        row = self._db.connection.execute("SELECT COALESCE(MAX(seq), 0) FROM decisions").fetchone()
        return int(row[0])
