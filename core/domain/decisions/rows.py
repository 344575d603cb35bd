"""What a person ruled, as rows of an append-only list, and which of them stand.

Rows are tolerated when read: a kind that this version does not know is kept and has no effect. Undo is one more row,
`revoke`, and a revoked revoke is redo.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Decision:
    """One ruling: `seq` counts from 1, `body` is JSON and names nodes as {"name", "qualifier"}, mentions by id.

    `of` are ids of the passages that what it names rested on when it was made (`resting`); empty: not known. That says
    nothing of what is ruled, so decisions are equal without it.
    """

    seq: int
    kind: str
    body: Body
    at: str = ""
    who: str = ""
    why: str = ""
    of: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision before it has a number."""

    kind: str
    body: Body
    why: str = ""


def revoked(decisions: Iterable[Decision]) -> frozenset[int]:
    """The numbers of the decisions that a standing revoke names. The last row decides first."""
    gone: set[int] = set()
    for row in sorted(decisions, key=lambda d: d.seq, reverse=True):
        if row.kind == "revoke" and row.seq not in gone:
            target = readable(row.body).get("seq")
            if type(target) is int and target < row.seq:
                gone.add(target)
    return frozenset(gone)


def in_force(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """The decisions that stand: neither revoked nor a revoke, in order."""
    rows = sorted(decisions, key=lambda d: d.seq)
    gone = revoked(rows)
    return tuple(row for row in rows if row.kind != "revoke" and row.seq not in gone)


def readable(body: object) -> Body:
    """Stored JSON may hold anything; what is no object says nothing."""
    return body if isinstance(body, Mapping) else {}
