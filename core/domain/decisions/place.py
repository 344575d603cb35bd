"""Where a mention stands, and what a decision does to that: values that can be compared, so that one sees what changed.

An effect acts on the node where a mention stands at that moment; `leads` says to which nodes it may send it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Protocol

from core.domain.names import NodeRef
from core.domain.policy import forms_of
from core.domain.records import Metadata


@dataclass(frozen=True, slots=True)
class Said:
    """What a decision may look at of a mention. For an end that nothing in its chunk describes `mention` is empty.

    `qualifier` is the key of what the reader gave, `type` as mentions of it are counted; the rest is the chunk's.
    """

    mention: str = ""
    qualifier: str = ""
    type: str = ""
    document: str = ""
    metadata: Metadata = field(default_factory=dict)


NOTHING_SAID = Said()


@dataclass(frozen=True, slots=True)
class Told:
    """A person's text that stands for a profile, and the mentions that it was written over."""

    text: str
    of: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a mention stands: its node, and what persons ruled on it on the way.

    `veiled` is the node under which it is shown where a viewer may not know the name of the one where it stands.
    `named`, `typed` and `at` are the numbers of the decisions that gave name, type and text (0: none): where the
    mentions of one node came by different ways, the later ruling wins.
    """

    ref: NodeRef
    name: str = ""
    qualifier: str = ""
    type: str = ""
    hidden: bool = False
    unassigned: bool = False
    told: Told | None = None
    veiled: NodeRef | None = None
    named: int = field(default=0, compare=False)
    typed: int = field(default=0, compare=False)
    at: int = field(default=0, compare=False)

    @property
    def shown(self) -> NodeRef:
        """The node under which it is shown."""
        return self.veiled or self.ref

    def veil(self, ref: NodeRef, waits: bool) -> Place:
        """At another node, shown as before."""
        return replace(self, ref=ref, veiled=self.shown, unassigned=waits)


class Effect(Protocol):
    """What a decision does to the mentions of one node."""

    def act(self, place: Place, said: Said, seq: int) -> Place: ...

    @property
    def leads(self) -> tuple[NodeRef, ...]: ...


@dataclass(frozen=True, slots=True)
class Move:
    """To another node, or the same under another form. Without a name that of the mention stays.

    What waits for a part waits on, unless this `settles` it. `veiled`: the viewer may not know the node; mentions go on
    as others rule on it, and are shown where they were.
    """

    ref: NodeRef
    name: str
    qualifier: str
    type: str = ""
    settles: bool = True
    veiled: bool = False

    def act(self, place: Place, said: Said, seq: int) -> Place:
        waits = place.unassigned and not self.settles
        if self.veiled:
            return place.veil(self.ref, waits)
        name, named = (self.name, seq) if self.name else (place.name, place.named)
        type_, typed = (self.type, seq) if self.type else (place.type, place.typed)
        moved = replace(place, ref=self.ref, qualifier=self.qualifier, unassigned=waits, veiled=None)
        return replace(moved, name=name, named=named, type=type_, typed=typed)

    @property
    def leads(self) -> tuple[NodeRef, ...]:
        return (self.ref,)


@dataclass(frozen=True, slots=True)
class Rule:
    """Which mentions belong to a part: one of the values of each field that is given; nothing given fits nothing."""

    qualifiers: frozenset[str] = frozenset()
    documents: frozenset[str] = frozenset()
    metadata: tuple[tuple[str, frozenset[str]], ...] = ()

    def fits(self, said: Said) -> bool:
        if not (self.qualifiers or self.documents or self.metadata):
            return False
        if self.qualifiers and said.qualifier not in self.qualifiers:
            return False
        if self.documents and said.document not in self.documents:
            return False
        return all(not values.isdisjoint(forms_of(said.metadata.get(name))) for name, values in self.metadata)


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a split: where it goes, mentions named for it, and rules for others, one of which is enough."""

    to: Move
    mentions: frozenset[str] = frozenset()
    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True, slots=True)
class Split:
    """A mention goes where it is named, else to the one part whose rule it fits, else it waits where it is.

    In the eyes of a viewer who may know of no other part nothing was split, and nothing waits.
    """

    parts: tuple[Part, ...]

    def act(self, place: Place, said: Said, seq: int) -> Place:
        chosen = [part for part in self.parts if said.mention in part.mentions]
        if not chosen:
            chosen = [part for part in self.parts if any(rule.fits(said) for rule in part.rules)]
            if len(chosen) > 1:
                chosen = []
        if chosen:
            return chosen[0].to.act(place, said, seq)
        return replace(place, unassigned=True) if self._told(place.ref) else place

    def _told(self, ref: NodeRef) -> bool:
        veiled = any(part.to.veiled for part in self.parts)
        return not veiled or any(part.to.ref != ref and not part.to.veiled for part in self.parts)

    @property
    def leads(self) -> tuple[NodeRef, ...]:
        return tuple(part.to.ref for part in self.parts)


@dataclass(frozen=True, slots=True)
class Retype:
    """Gives a type, which outranks the vote."""

    type: str

    def act(self, place: Place, said: Said, seq: int) -> Place:
        return replace(place, type=self.type, typed=seq)

    @property
    def leads(self) -> tuple[NodeRef, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class Hide:
    """Neither the node nor its edges are shown."""

    def act(self, place: Place, said: Said, seq: int) -> Place:
        return replace(place, hidden=True)

    @property
    def leads(self) -> tuple[NodeRef, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class Describe:
    """A text that stands for the profile."""

    told: Told

    def act(self, place: Place, said: Said, seq: int) -> Place:
        return replace(place, told=self.told, at=seq)

    @property
    def leads(self) -> tuple[NodeRef, ...]:
        return ()
