"""The append-only list of decisions, each with the step that it was made in and what that step changed.

A step is what was decided at once: one transaction, so that all of it is in the list or nothing. A row that a fault
made unreadable stays in the list: its body then has one field that no kind knows, acts on nothing, and can be undone.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields

from core.domain.curation import Effect
from core.domain.decisions import Body, Decision
from core.store.database import Database
from core.store.stored_json import is_object, object_of, strings_of

UNREADABLE = "unreadable"
"""The field of a body that holds the text which is no JSON object."""


@dataclass(frozen=True, slots=True)
class NewDecision:
    """A decision that has no number yet."""

    kind: str
    body: Body
    who: str = ""
    why: str = ""
    of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recorded:
    """A decision with the number of the first of its step, and the effect of that step where it was counted."""

    decision: Decision
    step: int
    effect: Effect | None


class Ledger:
    """Reads and writes of a person's decisions."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def append(self, kind: str, body: Body, *, at: str, who: str = "", why: str = "") -> int:
        """Add one decision, a step of its own; its number."""
        return self.add([NewDecision(kind, body, who, why)], at)[0]

    def add(self, rows: Sequence[NewDecision], at: str, effect: Effect | None = None) -> tuple[int, ...]:
        """Add decisions as one step with its effect; their numbers. Raises WorkspaceBusy."""
        counted = json.dumps(asdict(effect)) if effect else ""
        seqs: list[int] = []
        with self._db.write() as connection:
            for row in rows:
                given = row.kind, canonical(row.body), at, row.who, row.why, _rests(row.of)
                cursor = connection.execute(_INSERT, (*given, seqs[0] if seqs else 0, counted))
                seqs.append(int(cursor.lastrowid or 0))
        return tuple(seqs)

    def decisions(self) -> tuple[Decision, ...]:
        """All decisions in order."""
        return tuple(row.decision for row in self.recorded())

    def recorded(self) -> tuple[Recorded, ...]:
        """All decisions in order, with step and effect."""
        rows = self._db.connection.execute(
            "SELECT seq, kind, body, at, who, why, rests, step, effect FROM decisions ORDER BY seq"
        )
        return tuple(
            Recorded(
                Decision(seq, str(kind), _body(body), at, who, why, strings_of(rests)),
                step or seq,
                _effect(effect),
            )
            for seq, kind, body, at, who, why, rests, step, effect in rows
        )

    def last(self) -> int:
        """The number of the last decision; 0 if there is none."""
        row = self._db.connection.execute("SELECT COALESCE(MAX(seq), 0) FROM decisions").fetchone()
        return int(row[0])


def canonical(body: object) -> str:
    """A body as JSON; equal bodies give equal text."""
    return json.dumps(body, ensure_ascii=False, sort_keys=True)


_INSERT = """INSERT INTO decisions (kind, body, at, who, why, rests, step, effect)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""


def _body(text: object) -> Body:
    return object_of(text) if is_object(text) else {UNREADABLE: str(text)}


def _effect(text: object) -> Effect | None:
    """None where it was not counted, or can't be read."""
    found = object_of(text)
    whole = found.keys() == {field.name for field in fields(Effect)} and all(type(n) is int for n in found.values())
    return Effect(**found) if whole else None


def _rests(of: Sequence[str]) -> str:
    return json.dumps(list(of)) if of else ""
