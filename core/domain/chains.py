"""Chains of links between hits: bounded in length and width, scored by the flow that they carry, without doubles.

A step from u to v carries the share of u's weight that its links to v have, so that little flows through a hub. A
chain's score is the geometric mean of its ends' strengths, times that of what its steps carry (taken both ways and
averaged), times 0.8 for each step after the first. So it is the same from either end, and long chains compare with
short ones. Nodes are numbers, and of equals the smaller number comes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import prod, sqrt

import numpy as np

from core.domain.walk import Links

DECAY = 0.8
"""What each step after the first takes off, as in PathRAG."""

FAN_OUT = 32
"""How many neighbours of a node are followed, the strongest; other ends that lie beside it are always seen."""

LEAST_FLOW = 1e-3
"""Where less than this share of a start arrives, the search goes no further."""

Way = tuple[int, ...]


class Steps:
    """The steps out of each node: links to the same neighbour are one step, loops are none. Kept once looked up."""

    def __init__(self, graph: Links) -> None:
        self._graph = graph
        self._first = np.searchsorted(graph.source, np.arange(graph.size + 1))
        self._known: dict[int, Mapping[int, float]] = {}

    def of(self, node: int) -> Mapping[int, float]:
        """By neighbour the share of the node's weight in (0, 1]: the largest first, then by number."""
        if node not in self._known:
            self._known[node] = self._shares(node)
        return self._known[node]

    def _shares(self, node: int) -> Mapping[int, float]:
        here = slice(self._first[node], self._first[node + 1])
        weights: dict[int, float] = {}
        for other, weight in zip(self._graph.target[here].tolist(), self._graph.weight[here].tolist(), strict=True):
            if other != node:
                weights[other] = weights.get(other, 0.0) + weight
        total = sum(weights.values())
        ordered = sorted(weights.items(), key=lambda item: (-item[1], item[0]))
        return {other: weight / total for other, weight in ordered}


def chains(steps: Steps, ends: Mapping[int, float], hops: int, limit: int) -> list[tuple[float, Way]]:
    """(score, way) of the `limit` best chains of at most `hops` steps between two of the `ends` (strengths in [0, 1]).

    By (-score, way). A lone end has chains to what lies around it instead. Left out are chains with no step that is not
    in a better one as long, and chains that are part of a longer one at least half as good. A larger limit gives what a
    smaller one does, and more.
    """
    ways = {_from_stronger(way, ends) for start in sorted(ends) for way in _ways(steps, start, ends, hops)}
    ordered = sorted((-_score(steps, way, ends), way) for way in ways)
    return _without_doubles([(-minus, way) for minus, way in ordered])[:limit]


def _ways(steps: Steps, start: int, ends: Mapping[int, float], hops: int) -> Iterator[Way]:
    """Simple ways from `start` to another end; with no other end, to every node that is followed."""
    border: list[tuple[Way, float]] = [((start,), 1.0)]
    for _ in range(hops):
        further: list[tuple[Way, float]] = []
        for way, flow in border:
            around = steps.of(way[-1])
            followed = _followed(around, way, flow)
            reached = [end for end in ends if end in around and end not in way] if len(ends) > 1 else followed
            yield from ((*way, to) for to in reached)
            further += [((*way, to), flow * around[to]) for to in followed]
        border = further


def _followed(around: Mapping[int, float], way: Way, flow: float) -> list[int]:
    strongest = list(around)[:FAN_OUT]
    return [to for to in strongest if to not in way and flow * around[to] >= LEAST_FLOW]


def _from_stronger(way: Way, ends: Mapping[int, float]) -> Way:
    """A way is told from its stronger end; of equals, from the smaller number."""
    first, last = way[0], way[-1]
    return way if (-ends.get(first, 0.0), first) <= (-ends.get(last, 0.0), last) else way[::-1]


def _score(steps: Steps, way: Way, ends: Mapping[int, float]) -> float:
    there = prod(steps.of(u)[v] for u, v in pairwise(way))
    back = prod(steps.of(v)[u] for u, v in pairwise(way))
    hops = len(way) - 1
    strength = sqrt(ends[way[0]] * ends.get(way[-1], ends[way[0]]))
    return round(float(strength * ((there + back) / 2) ** (1 / hops) * DECAY ** (hops - 1)), 12)


def _without_doubles(ordered: Sequence[tuple[float, Way]]) -> list[tuple[float, Way]]:
    kept: list[tuple[float, Way]] = []
    longest: dict[frozenset[int], int] = {}
    for score, way in ordered:
        pairs = [frozenset(pair) for pair in pairwise(way)]
        if any(longest.get(pair, 0) < len(way) for pair in pairs):
            kept.append((score, way))
            longest.update({pair: max(len(way), longest.get(pair, 0)) for pair in pairs})
    whole: dict[Way, float] = {}
    for score, way in kept:
        for part in _parts(way):
            whole[part] = max(score, whole.get(part, 0.0))
    return [(score, way) for score, way in kept if whole.get(way, -1.0) < score / 2]


def _parts(way: Way) -> Iterator[Way]:
    """All shorter ways within a way, told from either end."""
    for length in range(2, len(way)):
        for start in range(len(way) - length + 1):
            part = way[start : start + length]
            yield part
            yield part[::-1]
