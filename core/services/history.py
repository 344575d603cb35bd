"""What was asked and opened, in one list by time, to be searched: kept runs with all that is known of them, and things.

Reads what `Runs` keeps. A star and a note belong to runs alone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from core.domain.fulltext import folded
from core.domain.runs import Recent, RunRow
from core.services.runs import Runs

MOST = 1000
"""Lines that are looked through."""

Sort = Literal["ask", "compare", "opened"]
"""A question with one answer, a comparison of modes, or a thing that was opened."""


@dataclass(frozen=True, slots=True)
class Line:
    """Something done; `run` tells the rest of a run, and is None for a thing that was opened."""

    recent: Recent
    run: RunRow | None = None

    @property
    def sort(self) -> Sort:
        return "opened" if self.run is None else self.run.page


def lately(runs: Runs, limit: int = 10) -> tuple[Line, ...]:
    """The last runs and things opened, latest first."""
    return _joined(runs.recent(limit), runs.list(limit=limit))


def history(runs: Runs, text: str = "", starred: bool = False, sorts: Collection[Sort] = ()) -> tuple[Line, ...]:
    """All lines with every piece of `text` (in question, note or answers, or in a thing's name), latest first.

    Of these sorts, or of all; `starred` leaves only runs with a star.
    """
    pieces = folded(text).split()
    lines = _joined(runs.recent(MOST), runs.list(text, starred, limit=MOST))
    return tuple(
        line
        for line in lines
        if (not sorts or line.sort in sorts)
        and (line.run is not None or (not starred and all(piece in folded(line.recent.label) for piece in pieces)))
    )


def _joined(recent: Sequence[Recent], rows: Sequence[RunRow]) -> tuple[Line, ...]:
    """Runs without a row are left out: they were not asked for, or went meanwhile."""
    by_id = {row.id: row for row in rows}
    lines = (Line(one, by_id.get(one.key) if one.kind == "run" else None) for one in recent)
    return tuple(line for line in lines if line.recent.kind != "run" or line.run is not None)
