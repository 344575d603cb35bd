"""The ways of all mentions through the decisions: which acted on them, and how they had come there.

A decision rests on others if all that it acts on at some node was put there by them. Chunks that no decision can
concern are not looked at.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from core.domain.affected import affected
from core.domain.decisions import NOTHING_RULED, Link, Resolution, Told
from core.domain.decisions.resolution import Trail
from core.domain.ground_of_names import Ground
from core.domain.names import NodeRef, predicate_of
from core.domain.ordering import ChunkEvidence, joined
from core.domain.placing import Placing
from core.domain.policy import CAREFUL

Where = tuple[NodeRef, ...]
"""The node, or the two ends, at which a decision acted."""
Came = frozenset[int]
"""The decisions by which a mention had come there; none if evidence alone put it there."""
Shown = tuple[NodeRef, ...] | tuple[NodeRef, NodeRef, str]
"""A node or an edge of the graph."""


class Ways:
    """Of chunks, which hold what is asserted, under one resolution; of those named in `within`, if that is given."""

    def __init__(
        self, parts: Sequence[ChunkEvidence], resolution: Resolution, within: Collection[str] | None = None
    ) -> None:
        self._resolution = resolution
        self._came: dict[int, dict[Where, set[Came]]] = defaultdict(lambda: defaultdict(set))
        self._told: dict[Shown, tuple[int, Told | None]] = {}
        self._held: dict[Shown, set[str]] = defaultdict(set)
        ground = Ground(joined(parts), resolution, CAREFUL)
        followed = _concerned(parts, resolution) if within is None else [p for p in parts if p.chunk.id in within]
        placing = Placing(joined(followed), resolution, CAREFUL, ground)
        for mention, trail in placing.entity_trails():
            self._follow(trail)
            place = trail[-1][1]
            self._hold((place.ref,), mention.id, (place.at, place.told))
        for relation, source, target in placing.relation_trails():
            self._follow(source)
            self._follow(target)
            self._join(relation.id, predicate_of(relation.keywords), source, target)

    def acted_at(self, seq: int) -> frozenset[Where]:
        """The nodes and edges at which a decision acted on a mention."""
        return frozenset(self._came.get(seq, ()))

    def rests_on(self, seq: int) -> frozenset[int]:
        """The decisions without which it would have nothing to act on somewhere."""
        somewhere = (came for came in self._came.get(seq, {}).values() if all(came))
        return frozenset().union(*(each for came in somewhere for each in came))

    def outdated(self, seq: int) -> bool:
        """Whether the text that a decision pinned was written over other mentions than those it stands for now."""
        pinned = ((shown, told) for shown, (at, told) in self._told.items() if at == seq)
        return any(told is not None and told.of != self._held[shown] for shown, told in pinned)

    def _follow(self, trail: Trail) -> None:
        """Note who acted on a mention, and by whom it had come to that node."""
        came: Came = frozenset()
        for (_, before), (seq, place) in pairwise(trail):
            self._came[seq][(before.ref,)].add(came)
            if place.ref != before.ref:
                came = frozenset({seq})

    def _join(self, mention: str, predicate: str, source: Trail, target: Trail) -> None:
        before, came = Link(predicate), frozenset[int]()
        for seq, link in self._resolution.link(predicate, source, target):
            if seq:
                ends = _moved(source, seq) | _moved(target, seq)
                where = tuple(_at(trail, seq) for trail in (source, target))
                self._came[seq][where].add(came | ends)
                if (link.predicate, link.turned) != (before.predicate, before.turned):
                    came = frozenset({seq})
            before = link
        ends_now = (source[-1][1].ref, target[-1][1].ref)
        if not before.hidden:
            shown = ends_now[::-1] if before.turned else ends_now
            self._hold((*shown, before.predicate), mention, (before.at, before.told))

    def _hold(self, shown: Shown, mention: str, told: tuple[int, Told | None]) -> None:
        self._held[shown].add(mention)
        if told[0] > self._told.get(shown, (0, None))[0]:
            self._told[shown] = told


def _concerned(parts: Sequence[ChunkEvidence], resolution: Resolution) -> Sequence[ChunkEvidence]:
    """The chunks with a mention on which a decision acts, or at a node to which one leads."""
    leads = {ref: () for steps in resolution.steps.values() for _, effect in steps for ref in effect.leads}
    found = affected(parts, NOTHING_RULED, replace(resolution, steps={**leads, **resolution.steps}))
    return [part for part in parts if part.chunk.id in found]


def _at(trail: Trail, seq: int) -> NodeRef:
    return next(place.ref for at, place in reversed(trail) if at < seq)


def _moved(trail: Trail, seq: int) -> Came:
    """The decision before `seq` that put a mention where it stood."""
    before = [step for step in trail if step[0] < seq]
    changes = [at for (_, old), (at, new) in pairwise(before) if old.ref != new.ref]
    return frozenset(changes[-1:])
