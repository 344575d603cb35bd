"""Personalised PageRank over a weighted graph without directions: where a walker is who keeps going back to its starts.

Owns the arrays and the iteration; what a node stands for is the caller's business. All sums are taken in an order that
depends only on the numbers of the nodes, in float64.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.intp]

TOLERANCE = 1e-6
"""The walk is done when a round moves less than this part of the whole."""

ROUNDS = 200


@dataclass(frozen=True, eq=False)
class Links:
    """Links of `size` nodes, each held from both its ends, sorted by (source, target); weights are positive."""

    size: int
    source: Places
    target: Places
    weight: Floats

    @cached_property
    def share(self) -> Floats:
        """Of each link, the part of its source's weight that it has, in (0, 1]."""
        whole = np.bincount(self.source, self.weight, self.size)
        shares: Floats = self.weight / whole[self.source]
        return shares

    @cached_property
    def stuck(self) -> Places:
        """The nodes without links."""
        return np.flatnonzero(np.bincount(self.source, minlength=self.size) == 0)


def links(size: int, ends: Sequence[tuple[int, int]], weights: Sequence[float]) -> Links:
    """Links between numbered nodes, in whatever order and direction; those without a positive weight are left out.

    Several between the same two nodes stay several. A loop is held once from each of its ends, so twice.
    """
    pairs = np.array(ends, np.intp).reshape(-1, 2)
    each = np.array(weights, np.float64)
    pairs, each = pairs[each > 0], each[each > 0]
    source, target = np.concatenate([pairs, pairs[:, ::-1]]).T
    both = np.concatenate([each, each])
    order = np.lexsort((both, target, source))
    return Links(size, source[order], target[order], both[order])


def walked(graph: Links, starts: Floats, damping: float) -> Floats:
    """The share of time (size,) that the walker spends at each node, summing to 1; all 0 without any start.

    `starts` (size,) are not negative, and give the chances of where it goes back to. At each round it goes along a
    link with the chance `damping`, in [0, 1), chosen by weight, else back; from a node without links always back.
    """
    total = starts.sum()
    if total <= 0:
        return np.zeros(graph.size)
    back: Floats = starts / total
    now = back
    for _ in range(ROUNDS):
        along = np.bincount(graph.target, now[graph.source] * graph.share, graph.size)
        then: Floats = damping * along + (1 - damping + damping * now[graph.stuck].sum()) * back
        moved = np.abs(then - now).sum()
        now = then
        if moved < TOLERANCE:
            break
    return now
