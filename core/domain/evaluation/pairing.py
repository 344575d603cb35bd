"""Two modes on the same questions: the mean difference, an interval for it, and whether it says anything.

The interval is a bootstrap over questions with a fixed seed (10,000 resamples, the middle 95 %), because differences of
recall take few values, many of them nought, and lie askew: no formula for normal values fits. Of few questions such an
interval is too narrow, up to no width at all where all differ alike; so a difference counts as clear only where at
least six questions differ too, the least for which an exact sign test can fall below one in twenty (2 / 2⁶ = 0.03).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

RECALL = "recall at 5"
ANSWERS = "share of answers that contain the expected one"
"""What a difference is told of."""

RESAMPLES = 10_000
LEAST_DIFFERING = 6
_SEED = 20_261
_BATCH = 1_000
_MOST_TOLD = 10_000


@dataclass(frozen=True, slots=True)
class Difference:
    """`mean` of (mode - base) over `count` questions, between `low` and `high`; `better` and `worse` count questions.

    `clear`: the interval leaves out nought, and at least six questions differ.
    """

    mode: str
    base: str
    count: int
    mean: float
    low: float
    high: float
    better: int
    worse: int

    @property
    def clear(self) -> bool:
        return (self.low > 0 or self.high < 0) and not self.few

    @property
    def few(self) -> bool:
        """Whether too few questions differ for any answer."""
        return self.better + self.worse < LEAST_DIFFERING

    @property
    def needed(self) -> int | None:
        """About how many questions like these would tell, as the width shrinks with their root; None if not to say."""
        if self.clear or not self.mean or self.few:
            return None
        wanted = ceil(self.count * ((self.high - self.low) / 2 / abs(self.mean)) ** 2)
        return wanted if self.count < wanted <= _MOST_TOLD else None


def difference(mode: str, base: str, ours: Sequence[float], theirs: Sequence[float]) -> Difference:
    """Compare two modes' values of the same questions, in the same order; at least one question is needed."""
    gaps = np.asarray(ours, dtype=np.float64) - np.asarray(theirs, dtype=np.float64)
    low, high = _interval(gaps)
    return Difference(
        mode, base, len(gaps), float(gaps.mean()), low, high, int((gaps > 0).sum()), int((gaps < 0).sum())
    )


def _interval(gaps: np.ndarray) -> tuple[float, float]:
    """The 2.5th and 97.5th percentile of the means of resamples; the same every time."""
    random = np.random.Generator(np.random.PCG64(_SEED))
    size = len(gaps)
    batches = [gaps[random.integers(0, size, size=(_BATCH, size))].mean(axis=1) for _ in range(RESAMPLES // _BATCH)]
    low, high = np.percentile(np.concatenate(batches), (2.5, 97.5))
    return round(float(low), 9), round(float(high), 9)


def difference_said(found: Difference, measure: str = RECALL) -> str:
    """One sentence on a difference, which says when it is too small for so few questions."""
    asked = f"{found.count:,} question{'' if found.count == 1 else 's'}"
    if not found.better and not found.worse:
        return f"{found.mode} and {found.base} have the same {measure} on each of the {asked}."
    counts = f"better on {found.better:,}, worse on {found.worse:,} of {asked}"
    numbers = f"{found.mean:+.3f} (95 % interval {found.low:+.3f} to {found.high:+.3f}; {counts})"
    if found.clear:
        more = "more" if found.mean > 0 else "less"
        return f"{found.mode} finds {more} than {found.base}: {measure} {numbers}."
    if found.few:
        differing = found.better + found.worse
        why = f"Only {differing} of them differ{'s' if differing == 1 else ''}; it takes {LEAST_DIFFERING} to tell."
    else:
        why = "The difference is too small for so few questions: it may be chance."
    needed = f" About {found.needed:,} questions like these would tell." if found.needed else ""
    return f"{found.mode} against {found.base}: {measure} {numbers}. {why}{needed}"
