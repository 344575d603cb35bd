"""How much harm a finding can do: how many hits bring what is in doubt into a context, and how many tokens each time.

A hit on one entity brings its profile and all its edges (the local route, section 5 of the design). So of what is in
doubt, a profile comes with 1 hit and an edge with 2, one for each end. Harm is the sum over all single hits of the
tokens in doubt that this hit brings, times the seriousness of the kind. It depends on the graph alone; tokens are
estimated from the bytes of a text, which is the same everywhere and enough for an order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.domain.diagnose.finding import FindingKind
from core.domain.profiles import rough_tokens
from core.domain.records import Entity, Relation
from core.domain.wording import entity_text, relation_text

SERIOUS: Mapping[FindingKind, float] = {
    "name-collision": 1.0,
    "contradicting-direction": 1.0,
    "unassigned": 0.5,
    "unsaid": 1.0,
    "ungrounded": 0.8,
    "near-duplicate": 0.5,
    "lost-direction": 0.5,
    "unknown-stub": 0.3,
    "parallel-relations": 0.2,
    "overlong-profile": 0.2,
    "hub-sprawl": 0.1,
    "self-loop": 0.1,
    "thin-profile": 0.1,
    "island": 0.1,
    "failed-chunks": 1.0,
    "rejected-rows": 1.0,
}
"""A wrong fact counts whole, a missing one half, clutter a tenth to a fifth. Set by hand, only to order a worklist."""

PROFILE_ALONE: frozenset[FindingKind] = frozenset({"unsaid", "overlong-profile", "thin-profile"})
"""Kinds that doubt what an entity says, not its edges."""


class Harm(NamedTuple):
    """`reach`: entities a hit on which brings something that is in doubt; `harm`: in tokens, summed over these hits."""

    reach: int
    harm: float


class Reach:
    """Tokens and edges of a graph. `at` is entity key -> keys of its relations, in the order of the graph."""

    def __init__(self, entities: Mapping[str, Entity], relations: Mapping[str, Relation]) -> None:
        self._entities, self._relations = entities, relations
        self._profiles: dict[str, int] = {}
        self._edges: dict[str, int] = {}
        at: dict[str, list[str]] = {key: [] for key in entities}
        for key, relation in relations.items():
            for end in {relation.source, relation.target}:
                at[end].append(key)
        self.at: Mapping[str, Sequence[str]] = at

    def profile(self, entity: str) -> int:
        """Tokens of an entity's name and description."""
        found = self._profiles.get(entity)
        if found is None:
            found = self._profiles[entity] = rough_tokens(entity_text(self._entities[entity]))
        return found

    def edge(self, relation: str) -> int:
        """Tokens of a relation's text."""
        found = self._edges.get(relation)
        if found is None:
            found = self._edges[relation] = rough_tokens(relation_text(self._relations[relation]))
        return found

    def brought(self, entity: str) -> int:
        """Tokens that one hit on this entity brings: its profile and all its edges."""
        return self.profile(entity) + sum(map(self.edge, self.at[entity]))

    def harm(self, kind: FindingKind, entities: Sequence[str], relations: Sequence[str]) -> Harm:
        """The harm of doubting these."""
        edges = set(relations)
        if kind not in PROFILE_ALONE:
            edges.update(relation for entity in entities for relation in self.at[entity])
        ends = {end for key in edges for end in (self._relations[key].source, self._relations[key].target)}
        tokens = sum(map(self.profile, entities)) + 2 * sum(map(self.edge, edges))
        return Harm(len(ends.union(entities)), round(SERIOUS[kind] * tokens, 3))
