"""Which chunks may give something else to the graph once decisions are others: few, where few decisions changed.

Decisions are compared by value. What changed at a node concerns every name from which a mention can come there. More
chunks may be named than need be, never fewer.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, TypeVar

from core.domain.decisions import LinkRule, Resolution
from core.domain.gathering import type_of
from core.domain.names import NodeRef, name_key, predicate_of
from core.domain.ordering import ChunkEvidence

Item = TypeVar("Item", bound=Hashable)


def affected(parts: Iterable[ChunkEvidence], before: Resolution, after: Resolution) -> frozenset[str]:
    """Ids of the chunks in which something may be placed or counted otherwise; qualifiers are taken to be the same."""
    change = _Change(before, after)
    return frozenset(part.chunk.id for part in parts if change.touches(part)) if change.any else frozenset()


class _Change:
    """What differs between two resolutions, as names, types, predicates and mentions of the evidence."""

    def __init__(self, before: Resolution, after: Resolution) -> None:
        self._both = before, after
        rules = _rules(before) ^ _rules(after)
        predicates = {rule.predicate for rule in set(before.relabels) ^ set(after.relabels)}
        self._predicates = self._words_to(predicates)
        refs = _different(before.steps, after.steps)
        refs |= {end for _, rule in (*rules, *self._relabelling()) for end in (rule.edge.source, rule.edge.target)}
        self._refs = self._refs_to(refs)
        self._names = {ref.name for ref in self._refs}
        self._types = _different(before.types, after.types)
        self._mentions = (before.hidden ^ after.hidden) | _different(before.jumps, after.jumps) | self._jumping()
        self.any = bool(self._names or self._types or self._predicates or self._mentions)

    def touches(self, part: ChunkEvidence) -> bool:
        """Whether a mention of the chunk is concerned."""
        names, mentions = self._names, self._mentions
        for mention in part.entities:
            if name_key(mention.name) in names or mention.id in mentions:
                return True
            if self._types and type_of(mention.type) in self._types:
                return True
        for relation in part.relations:
            if name_key(relation.source) in names or name_key(relation.target) in names or relation.id in mentions:
                return True
            if self._predicates and predicate_of(relation.keywords) in self._predicates:
                return True
        return False

    def _words_to(self, predicates: set[str]) -> set[str]:
        """These predicates and all that the vocabulary makes one of them."""
        came: dict[str, set[str]] = {}
        for rule in (rule for each in self._both for rule in each.relabels):
            came.setdefault(rule.to.key, set()).add(rule.predicate)
        return _closed(predicates, came)

    def _relabelling(self) -> Iterable[tuple[int, LinkRule]]:
        """Rules that give a relation one of the predicates that count otherwise now."""
        for each in self._both:
            for seq, rule in _rules(each):
                if self._predicates and rule.to is not None and rule.to.key in self._predicates:
                    yield seq, rule

    def _refs_to(self, refs: set[NodeRef]) -> set[NodeRef]:
        """These nodes and all from which decisions lead there."""
        came: dict[NodeRef, set[NodeRef]] = {}
        for each in self._both:
            for ref, steps in each.steps.items():
                for to in (to for _, effect in steps for to in effect.leads):
                    came.setdefault(to, set()).add(ref)
        return _closed(refs, came)

    def _jumping(self) -> set[str]:
        """Relation mentions that were given an end from which one gets to a node that changed."""
        found = ((mention, jump) for each in self._both for mention, jumps in each.jumps.items() for jump in jumps)
        return {mention for mention, jump in found if jump.to.ref in self._refs}


def _rules(resolution: Resolution) -> set[tuple[int, LinkRule]]:
    return {found for rules in resolution.links.values() for found in rules}


def _different(before: Mapping[Item, Any], after: Mapping[Item, Any]) -> set[Item]:
    return {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}


def _closed(found: set[Item], came: Mapping[Item, set[Item]]) -> set[Item]:
    """All from which one gets to what was found."""
    reached, waiting = set(found), list(found)
    while waiting:
        for earlier in came.get(waiting.pop(), set()) - reached:
            reached.add(earlier)
            waiting.append(earlier)
    return reached
