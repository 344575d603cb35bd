"""The running account of one retrieval: stages, cuts and notes, in the order in which they happen.

An item has at most one cut, the last that struck it, and none if it was kept after all (a hit below the threshold may
come back as an endpoint). So kept and cut never overlap, and together they are all that was looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import get_args

from core.domain.trace import Cut, Hit, Kind, Step


class Journal:
    """Grows while a mode runs; `steps`, `cuts` and `notes` read it out."""

    def __init__(self, notes: Iterable[str] = ()) -> None:
        self._steps: list[Step] = []
        self._notes: dict[str, None] = dict.fromkeys(notes)
        self._cuts: dict[tuple[Kind, str], str] = {}

    def step(self, name: str, detail: str, hits: Sequence[Hit] = (), keys: Iterable[str] = ()) -> None:
        self._steps.append(Step(name, detail, tuple(hits), tuple(keys)))

    def note(self, text: str) -> None:
        self._notes.setdefault(text)

    def cut(self, kind: Kind, ids: Iterable[str], reason: str) -> None:
        for id_ in ids:
            self._cuts.pop((kind, id_), None)
            self._cuts[kind, id_] = reason

    def keep(self, kind: Kind, ids: Iterable[str]) -> None:
        for id_ in ids:
            self._cuts.pop((kind, id_), None)

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(self._steps)

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(self._notes)

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """Entities, then relations, then chunks; within a kind in the order of cutting."""
        kinds = get_args(Kind)
        ordered = sorted(self._cuts.items(), key=lambda item: kinds.index(item[0][0]))
        return tuple(Cut(kind, id_, reason) for (kind, id_), reason in ordered)


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 edge`, `3 edges`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
