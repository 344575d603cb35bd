"""Which node a mention belongs to: qualifiers, decisions, and the rules for the ends of a relation.

An end is, in turn: the only node of that name mentioned in its chunk (decisions have moved that mention already); the
node with the chunk's metadata qualifier; else the unqualified node, flagged `endpoint unclear` where qualified ones
exist.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from core.domain.decisions import Place, Resolution
from core.domain.names import NodeRef, classic_key, clean_name, name_key, qualifier_key
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


def is_local(policy: Policy) -> bool:
    """Whether the place of a mention depends on its own chunk alone: there are no qualifiers to bring from another."""
    return not (policy.qualifiers.ticks or policy.qualifiers.added)


class Placing:
    """Places every mention of `evidence` under one merge rule; computed on first use, never changed after."""

    def __init__(self, evidence: Evidence, resolution: Resolution, policy: Policy) -> None:
        self.policy, self.evidence = policy, evidence
        self._resolution = resolution
        self._undecided: dict[tuple[str, str], tuple[NodeRef, Placed]] = {}

    def entities(self) -> Iterator[tuple[EntityMention, Placed]]:
        """Entity mentions in document order with their nodes; hidden ones are left out."""
        for mention, _, placed in self._placed:
            if not placed.place.hidden:
                yield mention, placed

    def ends(self, mention: RelationMention) -> tuple[Placed, Placed] | None:
        """Source and target of a relation; None if one of them is hidden or has no name."""
        source, target = self._end(mention.source, mention.chunk), self._end(mention.target, mention.chunk)
        if source is None or target is None or source.place.hidden or target.place.hidden:
            return None
        return source, target

    @cached_property
    def _known(self) -> frozenset[str]:
        qualifiers = self.policy.qualifiers
        metadata = {id(c.metadata): c.metadata for c in self.evidence.chunks.values()} if qualifiers.ticks else {}
        return qualifiers.added.union(*(qualifiers.known(m) for m in metadata.values()))

    @cached_property
    def _placed(self) -> tuple[tuple[EntityMention, NodeRef, Placed], ...]:
        placed = []
        for mention in self.evidence.entities:
            ref, found = self._place(mention.name, self._qualifier(mention), mention.id)
            if ref.name:
                placed.append((mention, ref, found))
        return tuple(placed)

    def _place(self, name: str, qualifier: str, mention: str = "") -> tuple[NodeRef, Placed]:
        """The node of a name as written and a qualifier as shown, before and after decisions.

        What no decision touches is placed once for all mentions of the name.
        """
        found = self._undecided.get((name, qualifier))
        if found is None:
            ref = self._ref(name, qualifier)
            found = self._undecided[name, qualifier] = (ref, self._follow(ref, "", qualifier))
        if not self._resolution.steps or found[0] not in self._resolution.steps:
            return found
        return found[0], self._follow(found[0], mention, qualifier)

    def _ref(self, name: str, qualifier: str) -> NodeRef:
        return NodeRef.of(name).qualified(qualifier) if self.policy.normalises else NodeRef(classic_key(name))

    def _qualifier(self, mention: EntityMention) -> str:
        """The mention's own qualifier if the workspace knows that value, else what its chunk gives; as shown."""
        if not self.policy.normalises:
            return ""
        if mention.qualifier and qualifier_key(mention.qualifier) in self._known:
            return clean_name(mention.qualifier)
        if not self.policy.qualifiers.ticks:
            return ""
        chunk = self.evidence.chunks[mention.chunk]
        return self.policy.qualifiers.of_chunk(chunk, name_key(mention.name), name_key(mention.type))

    def _follow(self, ref: NodeRef, mention: str, qualifier: str) -> Placed:
        place = self._resolution.place(ref, mention)
        flags = (UNASSIGNED,) if place.unassigned else ()
        key = place.ref.key if self.policy.normalises else place.ref.name
        return Placed(key, place, qualifier if place.ref == ref else place.qualifier, flags)

    @cached_property
    def _by_chunk(self) -> dict[tuple[str, str], Placed | None]:
        """(chunk, name key) -> the node that its mentions of that name belong to; None if they belong to several."""
        index: dict[tuple[str, str], Placed | None] = {}
        for mention, ref, placed in self._placed:
            key = mention.chunk, ref.name
            before = index.setdefault(key, placed)
            if before is not placed:
                index[key] = placed if before and before.key == placed.key else None
        return index

    @cached_property
    def _natural(self) -> dict[str, dict[str, tuple[NodeRef, str]]]:
        """Name key -> qualifier key -> the node that mentions name by themselves, with the qualifier's form.

        Empty where there are no qualifiers at all.
        """
        index: dict[str, dict[str, tuple[NodeRef, str]]] = {}
        for mention, ref, _ in () if is_local(self.policy) else self._placed:
            index.setdefault(ref.name, {}).setdefault(ref.qualifier, (ref, self._qualifier(mention)))
        return index

    def _end(self, name: str, chunk: str) -> Placed | None:
        ref, alone = self._place(name, "")
        if not ref.name:
            return None
        here = self._by_chunk.get((chunk, ref.name))
        if here is not None:
            return here
        if not self.policy.normalises:
            return alone
        return self._by_metadata(ref.name, chunk) or self._unqualified(ref, alone)

    def _by_metadata(self, name: str, chunk: str) -> Placed | None:
        """The node of that name whose qualifier is the chunk's (metadata, document), if there is exactly one."""
        qualified = {q: found for q, found in self._natural.get(name, {}).items() if q}
        if not qualified:
            return None
        values = self.policy.qualifiers.at(self.evidence.chunks[chunk])
        matching = [found for q, found in qualified.items() if q in values]
        return self._follow(matching[0][0], "", matching[0][1]) if len(matching) == 1 else None

    def _unqualified(self, ref: NodeRef, placed: Placed) -> Placed:
        if not any(self._natural.get(ref.name, {})):
            return placed
        return replace(placed, flags=(*placed.flags, ENDPOINT_UNCLEAR))
