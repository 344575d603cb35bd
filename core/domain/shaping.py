"""Freezes what was gathered of a node or an edge into its record. Nothing is decided here about which mentions belong.

Parts are given in document order, and every list in a record is in that order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from core.domain.collisions import disagree
from core.domain.gathering import EdgePart, NodePart
from core.domain.names import clean_name
from core.domain.policy import Policy
from core.domain.profiles import CountTokens, Profile, Said, commonest, profile, vote
from core.domain.records import Entity, EntityMention, Relation, RelationMention

UNKNOWN_TYPE = "unknown"
Parts = Sequence[tuple[str, NodePart]]
"""Chunk ids with what each says of one node."""


class Shaper:
    """Makes records under one merge rule. `documents` holds the document of each chunk, and may grow."""

    def __init__(self, policy: Policy, count: CountTokens, documents: Mapping[str, str]) -> None:
        self._policy, self._count, self._document = policy, count, documents

    def entity(self, key: str, parts: Parts) -> Entity:
        """The record of a node."""
        named = [item for _, part in parts for item in part.named]
        mentions, places = [item.mention for item in named], [item.placed for item in named]
        text = self._profile(mentions)
        types = vote(type_ for item in named if (type_ := item.placed.place.type or _type(item.mention.type)))
        ends = [placed for _, part in parts for _, placed in part.ends]
        flags = {flag for placed in (*places, *ends) for flag in placed.flags}
        if not named:
            flags.add("stub")
        if self._policy.normalises and disagree(item.claims for item in named):
            flags.add("collision")
        chunks = tuple(chunk for chunk, _ in parts)
        return Entity(
            key=key,
            name=_ruled((p.place.named, p.place.name) for p in places) or self._form(parts, mentions),
            qualifier=commonest(placed.qualifier for placed in places or ends if placed.qualifier),
            type=_ruled((p.place.typed, p.place.type) for p in places) or (types[0][0] if types else UNKNOWN_TYPE),
            types=types,
            description=text.description,
            texts=text.texts,
            cut=text.cut,
            mentions=tuple(mention.id for mention in mentions),
            chunks=chunks,
            documents=self._documents(chunks),
            stub=not named,
            flags=tuple(sorted(flags)),
        )

    def relation(self, key: str, parts: Sequence[tuple[str, EdgePart]], names: Mapping[str, Entity]) -> Relation:
        """The record of an edge; `names` holds the records of its ends."""
        edge = parts[0][1]
        mentions = [mention for _, part in parts for mention in part.mentions]
        text = self._profile(mentions)
        chunks = tuple(chunk for chunk, _ in parts)
        return Relation(
            key=key,
            source=edge.source,
            target=edge.target,
            source_name=names[edge.source].name,
            target_name=names[edge.target].name,
            predicate=edge.predicate,
            keywords=_distinct([m.keywords for m in mentions]),
            description=text.description,
            texts=text.texts,
            cut=text.cut,
            mentions=tuple(m.id for m in mentions),
            chunks=chunks,
            documents=self._documents(chunks),
            weight=len(chunks),
            strength=sum(m.strength for m in mentions) / len(mentions),
            directed=self._policy.keeps_direction,
            flags=tuple(sorted({flag for _, part in parts for flag in part.flags})),
        )

    def _profile(self, mentions: Sequence[EntityMention] | Sequence[RelationMention]) -> Profile:
        said = [Said(m.description, m.id, self._document[m.chunk]) for m in mentions]
        return profile(said, self._policy.profile_tokens, self._count)

    def _form(self, parts: Parts, mentions: Sequence[EntityMention]) -> str:
        """The commonest form of mentions; of a node that nothing describes, of the ends that name it."""
        if mentions:
            return commonest(self._shown(mention.name) for mention in mentions)
        return commonest(end.place.name or self._shown(form) for _, part in parts for form, end in part.ends)

    def _shown(self, name: str) -> str:
        return clean_name(name) if self._policy.normalises else name.strip()

    def _documents(self, chunks: Sequence[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(map(self._document.__getitem__, chunks)))


def _distinct(lists: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(lists)))


def _ruled(rulings: Iterable[tuple[int, str]]) -> str:
    """What the latest ruling says, by its number; empty if there is none."""
    return max(rulings, default=(0, ""))[1]


@lru_cache(maxsize=4096)
def _type(text: str) -> str:
    return clean_name(text).lower()
