"""All decisions that stand, folded into what the graph asks for: how a mention moves, and what else counts.

A decision acts on the node where a mention stands at that moment, so later rulings build on earlier ones, and evidence
that comes later goes the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from core.domain.decisions.links import Link, LinkRule, Relabel
from core.domain.decisions.place import NOTHING_SAID, Effect, Move, Place, Said, Split
from core.domain.decisions.rows import Decision
from core.domain.names import NodeRef
from core.domain.policy import Qualifiers

Steps = tuple[tuple[int, Effect], ...]
"""(number of the decision, what it does), ascending."""

Side = Literal["source", "target"]


@dataclass(frozen=True, slots=True)
class Jump:
    """The end of one relation mention is this node from decision `seq` on; `end` is the side that its passage says."""

    seq: int
    end: Side
    to: Move

    def act(self, place: Place, said: Said, seq: int) -> Place:
        return Place(self.to.ref, self.to.name, self.to.qualifier, named=seq)

    @property
    def leads(self) -> tuple[NodeRef, ...]:
        return (self.to.ref,)


@dataclass(frozen=True, slots=True)
class Asserted:
    """What the reader missed: a row that a person wrote over a quote. `row` is an entity's or a relation's fields."""

    seq: int
    id: str
    kind: Literal["entity", "relation"]
    row: Mapping[str, Any]
    document: str
    quote: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """Decisions by what they act on.

    `steps` by node; `jumps` by relation mention; `links` by the source of the edge named; `hidden` are mentions;
    `types` says what a type counts as; `qualifiers` are those of the careful rule. `decisions` are what it was made of.
    """

    steps: Mapping[NodeRef, Steps] = field(default_factory=dict)
    qualifiers: Qualifiers = field(default_factory=Qualifiers)
    types: Mapping[str, str] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
    jumps: Mapping[str, tuple[Jump, ...]] = field(default_factory=dict)
    links: Mapping[NodeRef, tuple[tuple[int, LinkRule], ...]] = field(default_factory=dict)
    relabels: tuple[Relabel, ...] = ()
    asserted: tuple[Asserted, ...] = ()
    decisions: tuple[Decision, ...] = field(default=(), compare=False, repr=False)

    def walk(self, start: Place, said: Said = NOTHING_SAID, own: Sequence[tuple[int, Effect]] = ()) -> Iterator[Walked]:
        """The places of a mention, one after each decision that acts on it; (0, start) comes first.

        `own` are steps that are this mention's wherever it stands, ascending.
        """
        place, done = start, 0
        yield done, place
        while True:
            nearest = _next(self.steps.get(place.ref, ()), done), _next(own, done)
            found = [step for step in nearest if step is not None]
            if not found:
                return
            done, effect = min(found, key=lambda step: step[0])
            place = effect.act(place, said, done)
            yield done, place

    def place(self, ref: NodeRef, said: Said = NOTHING_SAID) -> Place:
        """Follow the decisions from the node that the evidence alone would give."""
        *_, (_, place) = self.walk(Place(ref), said)
        return place

    def became(self, ref: NodeRef, since: int = 0) -> tuple[NodeRef, ...]:
        """The nodes where mentions of what was this node just after decision `since` may stand now; parts in order.

        What a split leaves waiting stays, so the old node comes after the parts; itself alone where nothing moves it.
        """
        ends: dict[NodeRef, None] = {}
        seen: set[tuple[NodeRef, int]] = set()
        waiting = [(ref, since)]
        while waiting:
            at, done = waiting.pop()
            if (at, done) in seen:
                continue
            seen.add((at, done))
            step = _next([found for found in self.steps.get(at, ()) if found[1].leads], done)
            if step is None:
                ends[at] = None
                continue
            seq, effect = step
            ways = (*effect.leads, at) if isinstance(effect, Split) else effect.leads
            waiting += [(to, seq) for to in reversed(ways)]
        return tuple(ends)

    def link(self, predicate: str, source: Trail, target: Trail) -> Iterator[tuple[int, Link]]:
        """How a relation mention counts, after each decision that acts on it; (0, as it was read) comes first."""
        link = Link(predicate)
        yield 0, link
        for seq, rule in self._rules(source, target):
            if isinstance(rule, Relabel):
                acts = link.predicate == rule.predicate
            else:
                ends = (_before(target, seq), _before(source, seq)) if link.turned else None
                ends = ends or (_before(source, seq), _before(target, seq))
                acts = rule.edge == (*ends, link.predicate)
            if acts:
                link = rule.act(link, seq)
                yield seq, link

    def _rules(self, source: Trail, target: Trail) -> list[tuple[int, LinkRule | Relabel]]:
        """The rules that may act on a mention whose ends went these ways, in order."""
        refs = {place.ref for _, place in (*source, *target)} if self.links else ()
        rules: list[tuple[int, LinkRule | Relabel]] = [found for ref in refs for found in self.links.get(ref, ())]
        return sorted([*rules, *((rule.seq, rule) for rule in self.relabels)], key=lambda found: found[0])


Walked = tuple[int, Place]
Trail = Sequence[Walked]
"""The places of a mention, each with the number of the decision that put it there."""


def _before(trail: Trail, seq: int) -> NodeRef:
    """Where a mention stood when decision `seq` was made."""
    return next(place.ref for at, place in reversed(trail) if at < seq)


NOTHING_RULED = Resolution()


def _next(steps: Sequence[tuple[int, Effect]], done: int) -> tuple[int, Effect] | None:
    return next((step for step in steps if step[0] > done), None)
