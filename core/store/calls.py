"""The log of model calls: what each was for, what it took, how it ended. Written once, only added up."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.domain.records import ModelCall
from core.store.database import Database

Job = Literal["indexing", "question", "trial"]
CACHED = "cached"
"""Outcome of a call that was not made: the reply was kept from an earlier one."""

LEAST_PROMPT = 200
"""Tokens; how fast a shorter prompt was read says little."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one model was asked for one kind of work: calls made, tokens, seconds that they took.

    `cached` calls were answered from kept replies; `saved` is the tokens, in and out, that they did not take.
    """

    job: Job
    model: str
    calls: int
    tokens_in: int
    tokens_out: int
    seconds: float
    failed: int
    cached: int
    saved: int


def insert_calls(
    connection: sqlite3.Connection, chunk: int | None, calls: Sequence[ModelCall], at: str, job: Job = "indexing"
) -> None:
    """Add calls to the log, inside the transaction of what they gave."""
    connection.executemany(
        "INSERT INTO model_calls (chunk, purpose, model, digest, prompt_hash, tokens_in, tokens_out, duration_ms,"
        " outcome, prompt_ms, load_ms, at, job) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(chunk, *_values(call), at, job) for call in calls],
    )


def _values(call: ModelCall) -> tuple[str | int, ...]:
    taken = (call.tokens_in, call.tokens_out, call.duration_ms)
    return call.purpose, call.model, call.digest, call.prompt_hash, *taken, call.outcome, call.prompt_ms, call.load_ms


class Calls:
    """Reads and writes of the log."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def record(self, calls: Sequence[ModelCall], job: Job, at: str) -> None:
        """Log calls that belong to no chunk; a process that only reads the workspace logs nothing."""
        if calls and not self._db.read_only:
            with self._db.write() as connection:
                insert_calls(connection, None, calls, at, job)

    def costs(self) -> tuple[Cost, ...]:
        """By job (indexing, question, trial) and model."""
        rows = self._db.connection.execute(_COSTS, {"cached": CACHED})
        return tuple(Cost(*row) for row in rows)

    def pace(self, identity: str) -> float | None:
        """Mean seconds of a model's calls that read passages, by its name or `name@digest`; None if there were none."""
        row = self._db.connection.execute(
            "SELECT AVG(duration_ms) / 1000.0 FROM model_calls WHERE job != 'question' AND outcome != ?"
            " AND tokens_out > 0 AND ? IN (model, model || '@' || SUBSTR(digest, 1, 12))",
            (CACHED, identity),
        ).fetchone()
        return None if row[0] is None else float(row[0])

    def prompt_rates(self, identity: str, most: int = 20) -> tuple[float, ...]:
        """Tokens of prompt a second in a model's last calls, newest first, of prompts long enough to tell.

        Reading a passage or a question alike; `identity` is the model's name or `name@digest`.
        """
        rows = self._db.connection.execute(
            "SELECT 1000.0 * tokens_in / prompt_ms FROM model_calls WHERE prompt_ms > 0 AND tokens_in >= ?"
            " AND outcome != ? AND ? IN (model, model || '@' || SUBSTR(digest, 1, 12)) ORDER BY key DESC LIMIT ?",
            (LEAST_PROMPT, CACHED, identity, most),
        )
        return tuple(float(row[0]) for row in rows)


_COSTS = """
SELECT job, model, SUM(outcome != :cached),
    SUM(IIF(outcome != :cached, tokens_in, 0)), SUM(IIF(outcome != :cached, tokens_out, 0)),
    SUM(IIF(outcome != :cached, duration_ms, 0)) / 1000.0,
    SUM(outcome NOT IN ('ok', 'length', 'loop', :cached)), SUM(outcome = :cached),
    SUM(IIF(outcome = :cached, tokens_in + tokens_out, 0))
FROM model_calls GROUP BY job, model ORDER BY job, model
"""
