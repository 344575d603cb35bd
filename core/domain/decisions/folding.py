"""Decisions that stand -> Resolution: each kind adds to a draft what it does, in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from core.domain.decisions.knowing import Known
from core.domain.decisions.links import LinkRule, Relabel
from core.domain.decisions.place import Effect, Move, Retype
from core.domain.decisions.resolution import Asserted, Jump, Resolution
from core.domain.decisions.rows import Decision
from core.domain.names import NodeRef
from core.domain.policy import Qualifiers, Tick

Key = TypeVar("Key")
Item = TypeVar("Item")


@dataclass(slots=True)
class Draft:
    """What has been folded so far. `seq` is the number of the decision at hand; `known` is None for who sees all."""

    known: Known | None = None
    seq: int = 0
    free: bool = True
    decisions: list[Decision] = field(default_factory=list)
    steps: dict[NodeRef, list[tuple[int, Effect]]] = field(default_factory=dict)
    jumps: dict[str, list[Jump]] = field(default_factory=dict)
    links: dict[NodeRef, list[tuple[int, LinkRule]]] = field(default_factory=dict)
    types: list[tuple[int, str, str]] = field(default_factory=list)
    relabels: list[Relabel] = field(default_factory=list)
    hidden: set[str] = field(default_factory=set)
    ticks: list[Tick] = field(default_factory=list)
    values: set[str] = field(default_factory=set)
    asserted: dict[str, Asserted] = field(default_factory=dict)

    def begin(self, decision: Decision) -> None:
        """The decision at hand; where all is seen that it was made over, all that it says may be known."""
        self.decisions.append(decision)
        self.seq, self.free = decision.seq, self.known is None or self.known.rests(decision.of)

    def may(self, know: Callable[[Known], bool]) -> bool:
        """Whether a name or a text of the decision at hand may be known."""
        return self.free or (self.known is not None and know(self.known))

    def at(self, ref: NodeRef, effect: Effect) -> None:
        """What the decision does to the mentions of a node."""
        self.steps.setdefault(ref, []).append((self.seq, effect))

    def on(self, rule: LinkRule) -> None:
        """What it does to the mentions of an edge."""
        self.links.setdefault(rule.edge.source, []).append((self.seq, rule))

    def jump(self, mention: str, jump: Jump) -> None:
        """The end that it gives to a relation mention."""
        self.jumps.setdefault(mention, []).append(jump)

    def resolution(self) -> Resolution:
        """All of it, to be followed."""
        steps = {ref: tuple((seq, self._typed(effect, seq)) for seq, effect in at) for ref, at in self.steps.items()}
        return Resolution(
            steps=steps,
            qualifiers=Qualifiers(tuple(map(self._widened, dict.fromkeys(self.ticks))), frozenset(self.values)),
            types={old: new for _, old, _ in self.types if (new := _followed(self.types, old)) != old},
            hidden=frozenset(self.hidden),
            jumps=_frozen(self.jumps),
            links=_frozen(self.links),
            relabels=tuple(self.relabels),
            asserted=tuple(self.asserted.values()),
            decisions=tuple(self.decisions),
        )

    def _typed(self, effect: Effect, seq: int) -> Effect:
        """A type that a person gave goes with the vocabulary, as it was ruled later."""
        if self.types and isinstance(effect, Retype | Move) and effect.type:
            counted = effect.type.lower()
            new = _followed(self.types, counted, seq)
            return effect if new == counted else replace(effect, type=new)
        return effect

    def _widened(self, tick: Tick) -> Tick:
        """A tick for a type is one for those that count as it, too."""
        also = {old for _, old, _ in self.types if _followed(self.types, old) in tick.types}
        return replace(tick, types=tick.types | also) if also else tick


def _followed(rows: Sequence[tuple[int, str, str]], word: str, after: int = 0) -> str:
    for seq, old, new in rows:
        if seq > after and word == old:
            word = new
    return word


def _frozen(found: Mapping[Key, Sequence[Item]]) -> dict[Key, tuple[Item, ...]]:
    return {key: tuple(rows) for key, rows in found.items()}
