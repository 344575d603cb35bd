"""Files and pages that could not be read, with why, until they come again."""

from __future__ import annotations

from collections.abc import Iterable

from core.domain.records import Unread
from core.store.database import Database


class UnreadFiles:
    """Reads and writes of what could not be read."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def list_unread(self, items: Iterable[Unread], at: str) -> None:
        """Remember files and pages that could not be read; a later reason replaces an earlier one."""
        with self._db.write() as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO unread VALUES (?, ?, ?, ?, ?)",
                [(u.name, u.page or 0, u.reason, u.remedy, at) for u in items],
            )

    def forget_unread(self, name: str) -> None:
        """What was listed for a file of that name, or for a line or document in it, is to be listed anew."""
        with self._db.write() as connection:
            connection.execute("DELETE FROM unread WHERE name = ? OR name LIKE ? ESCAPE '!'", (name, _below(name)))

    def unread(self, replaced: bool = False) -> tuple[Unread, ...]:
        """Files and pages not read, by name and page; of superseded documents on request, of withdrawn ones none."""
        rows = self._db.connection.execute(_UNREAD.format("withdrawn" if replaced else "NOT counts"))
        return tuple(Unread(name, reason, remedy, page or None) for name, reason, remedy, page in rows)


def _below(name: str) -> str:
    """A LIKE pattern for the name followed by a space: lines and documents of a file of evidence records."""
    return "".join(f"!{c}" if c in "!%_" else c for c in name) + " %"


_UNREAD = """SELECT name, reason, remedy, page FROM unread
    WHERE name NOT IN (SELECT name FROM documents WHERE {}) ORDER BY name, page"""
