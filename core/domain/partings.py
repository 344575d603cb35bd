"""What becomes of nodes when keys change: which node parts, into what, and which become one. Pure.

Reads entities before and after; follows mentions, so a node that only changed its key or qualifier is seen as such.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.domain.records import Entity


@dataclass(frozen=True, slots=True)
class Parting:
    """A node from before, and the nodes that hold its mentions now with how many; most first."""

    before: Entity
    after: tuple[tuple[Entity, int], ...]

    @property
    def parts(self) -> bool:
        """Whether it is several now, not one under another key."""
        return len(self.after) > 1


def partings(changes: Iterable[tuple[Entity | None, Entity | None]]) -> tuple[Parting, ...]:
    """(before, after) by key, of keys that changed -> nodes that part or move: the most parts and mentions first.

    A node without mentions (a stub) is left out: nothing tells where it went.
    """
    listed = tuple(changes)
    home: Mapping[str, Entity] = {m: now for _, now in listed if now is not None for m in now.mentions}
    found = []
    for before, _ in listed:
        if before is None:
            continue
        counts: dict[str, tuple[Entity, int]] = {}
        for now in (home[m] for m in before.mentions if m in home):
            counts[now.key] = now, counts.get(now.key, (now, 0))[1] + 1
        if set(counts) - {before.key}:
            after = sorted(counts.values(), key=lambda each: (-each[1], each[0].key))
            found.append(Parting(before, tuple(after)))
    return tuple(sorted(found, key=lambda p: (-len(p.after), -len(p.before.mentions), p.before.key)))
