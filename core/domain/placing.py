"""Which node a mention belongs to: qualifiers, decisions, and the rules for the ends of a relation.

An end is, in turn: the node that a decision names for it; the only node of that name mentioned in its chunk (decisions
have moved that mention already); the node with the chunk's metadata qualifier; else the unqualified node, flagged
`endpoint unclear` where qualified ones exist.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from core.domain.decisions import Place, Resolution, Said, Told
from core.domain.decisions.resolution import Jump, Side, Trail
from core.domain.ground_of_names import Ground
from core.domain.names import NodeRef, name_key, predicate_of, qualifier_key
from core.domain.policy import Policy
from core.domain.records import EntityMention, Evidence, RelationMention

ENDPOINT_UNCLEAR = "endpoint unclear"
UNASSIGNED = "unassigned"


@dataclass(frozen=True, slots=True)
class Placed:
    """A node's key, what decisions said on the way, the form of its qualifier, and flags that the place gives."""

    key: str
    place: Place
    qualifier: str = ""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stand:
    """A mention, or the end of a relation: the node that evidence alone gives it, and the one that it has.

    `mention` is what describes an end in its chunk, None where nothing does.
    """

    mention: EntityMention | None
    chunk: str
    ref: NodeRef
    placed: Placed


@dataclass(frozen=True, slots=True)
class Joined:
    """A relation mention between its nodes, as decisions let it count. `told` is a text that stands for its profile."""

    mention: RelationMention
    source: Placed
    target: Placed
    predicate: str
    told: Told | None = None
    at: int = 0


class Placing:
    """Places every mention of `evidence` under one merge rule; computed on first use, never changed after.

    `ground` is that of all evidence, where `evidence` is a part of it only.
    """

    def __init__(
        self, evidence: Evidence, resolution: Resolution, policy: Policy, ground: Ground | None = None
    ) -> None:
        self._ground = ground or Ground(evidence, resolution, policy)
        self.policy, self.evidence = self._ground.policy, evidence
        self._resolution = resolution
        self._undecided: dict[tuple[str, str], tuple[NodeRef, Placed]] = {}

    def entities(self) -> Iterator[tuple[EntityMention, Placed]]:
        """Entity mentions in document order with their nodes; hidden ones are left out."""
        for stand in self._stands:
            if stand.mention and not stand.placed.place.hidden:
                yield stand.mention, stand.placed

    def joined(self, mention: RelationMention) -> Joined | None:
        """A relation with its ends; None if it or one of them is hidden, or has no name."""
        ends = self._ends(mention)
        if ends is None or any(end.placed.place.hidden for end in ends):
            return None
        source, target = ends
        if not (self._resolution.links or self._resolution.relabels):
            return Joined(mention, source.placed, target.placed, predicate_of(mention.keywords))
        *_, (_, link) = self._resolution.link(predicate_of(mention.keywords), *self._trails(mention, ends))
        if link.hidden:
            return None
        if link.word:
            mention = replace(mention, keywords=(link.word, *mention.keywords[1:]))
        if link.turned:
            mention, source, target = replace(mention, source=mention.target, target=mention.source), target, source
        return Joined(mention, source.placed, target.placed, link.shown, link.told, link.at)

    def counted(self, type_: str) -> str:
        """What a type counts as in the vocabulary."""
        return self._resolution.types.get(type_, type_)

    def entity_trails(self) -> Iterator[tuple[EntityMention, Trail]]:
        """The places of each entity mention, one after another; hidden ones too."""
        for stand in self._stands:
            if stand.mention:
                yield stand.mention, self._trail(stand)

    def relation_trails(self) -> Iterator[tuple[RelationMention, Trail, Trail]]:
        """The places of source and target of each relation mention; hidden ones too."""
        for mention in self.evidence.relations:
            ends = self._ends(mention)
            if ends is not None:
                source, target = self._trails(mention, ends)
                yield mention, source, target

    def _ends(self, mention: RelationMention) -> tuple[Stand, Stand] | None:
        if mention.id in self._resolution.hidden:
            return None
        source, target = self._end(mention.source, mention.chunk), self._end(mention.target, mention.chunk)
        if source is None or target is None:
            return None
        if mention.id in self._resolution.jumps:
            return self._jumped(mention, "source", source), self._jumped(mention, "target", target)
        return source, target

    def _jumped(self, mention: RelationMention, side: Side, stand: Stand) -> Stand:
        """The end where a person says it is; from there it follows later decisions."""
        own = self._own(mention, side)
        if not own:
            return stand
        _, place = self._trail(stand, own)[-1]
        return replace(stand, placed=self._placed(place, place.qualifier))

    def _own(self, mention: RelationMention, side: Side) -> list[tuple[int, Jump]]:
        return [(jump.seq, jump) for jump in self._resolution.jumps.get(mention.id, ()) if jump.end == side]

    def _trails(self, mention: RelationMention, ends: tuple[Stand, Stand]) -> tuple[Trail, Trail]:
        source, target = ends
        own = self._own(mention, "source"), self._own(mention, "target")
        return self._trail(source, own[0]), self._trail(target, own[1])

    def _trail(self, stand: Stand, own: Sequence[tuple[int, Jump]] = ()) -> Trail:
        if not own and stand.ref not in self._resolution.steps:
            return ((0, Place(stand.ref)),)
        return tuple(self._resolution.walk(Place(stand.ref), self._said(stand.chunk, stand.mention), own))

    def _said(self, chunk: str, mention: EntityMention | None) -> Said:
        found = self.evidence.chunks[chunk]
        if mention is None:
            return Said(document=found.document, metadata=found.metadata)
        key = qualifier_key(mention.qualifier)
        return Said(mention.id, key, name_key(mention.type), found.document, found.metadata)

    @cached_property
    def _stands(self) -> tuple[Stand, ...]:
        hidden = self._resolution.hidden
        stands = []
        for mention in self.evidence.entities:
            if mention.id not in hidden:
                stand = self._place(mention.name, self._ground.qualifier(mention), mention.chunk, mention)
                if stand.ref.name:
                    stands.append(stand)
        return tuple(stands)

    def _place(self, name: str, qualifier: str, chunk: str, mention: EntityMention | None = None) -> Stand:
        """The node of a name as written and a qualifier as shown, before and after decisions.

        What no decision touches is placed once for all mentions of the name.
        """
        found = self._undecided.get((name, qualifier))
        if found is None:
            ref = self._ground.ref(name, qualifier)
            found = self._undecided[name, qualifier] = (ref, self._placed(Place(ref), qualifier))
        ref, placed = found
        if ref in self._resolution.steps:
            placed = self._follow(ref, self._said(chunk, mention), qualifier)
        return Stand(mention, chunk, ref, placed)

    def _follow(self, ref: NodeRef, said: Said, qualifier: str) -> Placed:
        place = self._resolution.place(ref, said)
        return self._placed(place, qualifier if place.shown == ref else place.qualifier)

    def _placed(self, place: Place, qualifier: str) -> Placed:
        flags = (UNASSIGNED,) if place.unassigned else ()
        key = place.shown.key if self.policy.normalises else place.shown.name
        return Placed(key, place, qualifier, flags)

    @cached_property
    def _by_chunk(self) -> dict[tuple[str, str], Stand | None]:
        """(chunk, name key) -> where its mentions of that name stand; None if they belong to several nodes."""
        index: dict[tuple[str, str], Stand | None] = {}
        for stand in self._stands:
            key = stand.chunk, stand.ref.name
            before = index.setdefault(key, stand)
            if before is not stand:
                index[key] = before if before and before.placed.key == stand.placed.key else None
        return index

    def _end(self, name: str, chunk: str) -> Stand | None:
        alone = self._place(name, "", chunk)
        if not alone.ref.name:
            return None
        here = self._by_chunk.get((chunk, alone.ref.name))
        if here is not None:
            return here
        if not self.policy.normalises:
            return alone
        return self._by_metadata(alone.ref.name, chunk) or self._unqualified(alone)

    def _by_metadata(self, name: str, chunk: str) -> Stand | None:
        """The node of that name whose qualifier is the chunk's (metadata, document), if there is exactly one."""
        qualified = {q: found for q, found in self._ground.natural.get(name, {}).items() if q}
        if not qualified:
            return None
        values = self.policy.qualifiers.at(self.evidence.chunks[chunk])
        matching = [found for q, found in qualified.items() if q in values]
        if len(matching) != 1:
            return None
        ref, form = matching[0]
        return Stand(None, chunk, ref, self._follow(ref, self._said(chunk, None), form))

    def _unqualified(self, stand: Stand) -> Stand:
        if not any(self._ground.natural.get(stand.ref.name, {})):
            return stand
        placed = stand.placed
        return replace(stand, placed=replace(placed, flags=(*placed.flags, ENDPOINT_UNCLEAR)))
