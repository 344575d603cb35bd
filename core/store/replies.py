"""Replies of chat models, kept so that what was asked once is not asked again.

`prompt_hash` joins a reply to the calls in the log, and so to the passage that it was about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.store.database import Database

_BATCH = 5000


@dataclass(frozen=True, slots=True)
class KeptReply:
    """A whole reply, and how many tokens it took when it was asked for."""

    text: str
    model: str
    digest: str
    prompt_hash: str
    tokens_in: int
    tokens_out: int


class Replies:
    """Reads and writes of kept replies."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def get(self, key: str) -> KeptReply | None:
        row = self._db.connection.execute(
            "SELECT text, model, digest, prompt_hash, tokens_in, tokens_out FROM replies WHERE key = ?", (key,)
        ).fetchone()
        return None if row is None else KeptReply(*row)

    def put(self, key: str, reply: KeptReply, at: str) -> None:
        """Keep a reply; a process that only reads the workspace keeps nothing."""
        if self._db.read_only:
            return
        values = (key, reply.model, reply.digest, reply.prompt_hash, reply.text, reply.tokens_in, reply.tokens_out, at)
        with self._db.write() as connection:
            connection.execute("INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)

    def known(self, keys: Sequence[str]) -> set[str]:
        """Those of the keys that have a reply."""
        found: set[str] = set()
        for start in range(0, len(keys), _BATCH):
            batch = keys[start : start + _BATCH]
            marks = ",".join("?" * len(batch))
            rows = self._db.connection.execute(f"SELECT key FROM replies WHERE key IN ({marks})", tuple(batch))
            found |= {str(row[0]) for row in rows}
        return found
