"""What a person had seen at the last visit of a page, by ids, kept in the workspace so that it survives a restart.

A visit goes on while it is opened again within half an hour; then the next one begins. Knows nothing of findings.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.ports import Clock
from core.store.database import Database

REST_S = 1800
"""Seconds without a look after which the next look is a new visit."""

AGAIN_S = 60
"""Seconds after which going on with a visit is written down again."""

_LETTERS = 12
"""Of an id that are kept: enough to tell a workspace's findings apart."""


@dataclass(frozen=True, slots=True)
class Before:
    """What was there at the last visit, which was `at` (UTC, ISO 8601)."""

    at: str
    seen: frozenset[str]

    def new(self, id_: str) -> bool:
        """Whether this was not there."""
        return id_[:_LETTERS] not in self.seen


class Visits:
    """The visits of one page; `page` may name a part of it."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._db, self._clock = database, clock
        self._kept: dict[str, dict[str, Any]] = {}

    def look(self, page: str, ids: Iterable[str]) -> Before | None:
        """Note a look at all of these, and say what was there at the visit before; None at the first visit."""
        now, known = self._clock.now(), self._read(page)
        there = sorted({id_[:_LETTERS] for id_ in ids})
        if _seconds(str(known.get("at", "")), now) > REST_S:
            known = {"at": now, "ids": there, "before_at": known.get("at", ""), "before": known.get("ids")}
            self._write(page, known)
        elif known.get("ids") != there or _seconds(str(known["at"]), now) > AGAIN_S:
            known = {**known, "at": now, "ids": there}
            self._write(page, known)
        return _before(known)

    def peek(self, page: str) -> Before | None:
        """What was there at the last visit, without making this one."""
        known = self._read(page)
        if _seconds(str(known.get("at", "")), self._clock.now()) > REST_S:
            known = {"before_at": known.get("at", ""), "before": known.get("ids")}
        return _before(known)

    def all_seen(self, page: str, ids: Iterable[str]) -> None:
        """Let nothing of this be new any more."""
        now, there = self._clock.now(), sorted({id_[:_LETTERS] for id_ in ids})
        self._write(page, {"at": now, "ids": there, "before_at": now, "before": there})

    def _read(self, page: str) -> dict[str, Any]:
        if page not in self._kept:
            self._kept[page] = _parsed(self._db.get(f"visit:{page}"))
        return self._kept[page]

    def _write(self, page: str, known: dict[str, Any]) -> None:
        """A workspace that is open for reading only remembers until it is closed."""
        self._kept[page] = known
        if not self._db.read_only:
            self._db.set(f"visit:{page}", json.dumps(known))


def _parsed(text: str | None) -> dict[str, Any]:
    try:
        found = json.loads(text or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _before(known: dict[str, Any]) -> Before | None:
    seen = known.get("before")
    return Before(str(known.get("before_at", "")), frozenset(map(str, seen))) if isinstance(seen, list) else None


def _seconds(since: str, now: str) -> float:
    """How long ago; without end where it can't be told."""
    try:
        return (datetime.fromisoformat(now) - datetime.fromisoformat(since)).total_seconds()
    except (ValueError, TypeError):
        return float("inf")
