"""Freezes what was gathered of a node or an edge into its record. Nothing is decided here about which mentions belong.

Parts are given in document order, and every list in a record is in that order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import attrgetter

from core.domain.collisions import disagree
from core.domain.decisions import Told
from core.domain.gathering import EdgePart, Named, NodePart, shown
from core.domain.placing import Placed
from core.domain.policy import Policy
from core.domain.profiles import CountTokens, Profile, commonest, joined_profile, vote
from core.domain.records import Entity, ProfileText, Relation

UNKNOWN_TYPE = "unknown"
DESCRIBED, REVIEW = "described", "review"
"""Flags: a person's text stands for the profile; it was written over other mentions than there are now."""
_SAID, _TYPE, _CLAIMS = attrgetter("said", "document"), attrgetter("type"), attrgetter("claims")
"""Of a `Named`."""


class Shaper:
    """Makes records under one merge rule. `documents` holds the document of each chunk, and may grow."""

    def __init__(self, policy: Policy, count: CountTokens, documents: Mapping[str, str]) -> None:
        self._policy, self._count, self._document = policy, count, documents

    def entity(self, key: str, parts: Sequence[NodePart]) -> Entity:
        """The record of a node."""
        named = list(chain.from_iterable(part.named for part in parts))
        ends = list(chain.from_iterable(part.ends for part in parts))
        places = [item.placed for item in named]
        text = joined_profile(list(map(_SAID, named)), self._policy.profile_tokens, self._count)
        types = vote(filter(None, map(_TYPE, named)))
        rulings = [placed.place for placed in _different(places or [end for _, end in ends])]
        mentions = tuple(chain.from_iterable(item.said.mentions for item in named))
        text, pinned = self._pinned(text, _told((place.at, place.told) for place in rulings), mentions)
        chunks = tuple(part.chunk for part in parts)
        return Entity(
            key=key,
            name=_ruled((place.named, place.name) for place in rulings) or self._form(named, ends),
            qualifier=_qualifier(places or [end for _, end in ends]),
            type=_ruled((place.typed, place.type) for place in rulings) or (types[0][0] if types else UNKNOWN_TYPE),
            types=types,
            description=text.description,
            texts=text.texts,
            cut=text.cut,
            mentions=mentions,
            chunks=chunks,
            documents=self._documents(chunks),
            stub=not named,
            flags=tuple(sorted(self._flags(named, ends) | pinned)),
        )

    def _flags(self, named: Sequence[Named], ends: Sequence[tuple[str, Placed]]) -> set[str]:
        places = _different([*(item.placed for item in named), *(end for _, end in ends)])
        flags = {flag for placed in places for flag in placed.flags}
        if not named:
            flags.add("stub")
        if self._policy.normalises and disagree(filter(None, map(_CLAIMS, named))):
            flags.add("collision")
        return flags

    def _form(self, named: Sequence[Named], ends: Sequence[tuple[str, Placed]]) -> str:
        """The commonest form of mentions; of a node that nothing describes, of the ends that name it."""
        if named:
            return commonest(item.form for item in named)
        return commonest(end.place.name or shown(form, self._policy) for form, end in ends)

    def relation(self, key: str, parts: Sequence[EdgePart], names: Mapping[str, Entity]) -> Relation:
        """The record of an edge; `names` holds the records of its ends."""
        edge = parts[0]
        mentions = list(chain.from_iterable(part.mentions for part in parts))
        said = [(ProfileText(m.description, (m.id,)), self._document[m.chunk]) for m in mentions]
        text = joined_profile(said, self._policy.profile_tokens, self._count)
        ids = tuple([m.id for m in mentions])
        text, pinned = self._pinned(text, _told(part.told for part in parts), ids)
        chunks = tuple(part.chunk for part in parts)
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
            mentions=ids,
            chunks=chunks,
            documents=self._documents(chunks),
            weight=len(chunks),
            strength=sum(m.strength for m in mentions) / len(mentions),
            directed=self._policy.keeps_direction,
            flags=tuple(sorted(pinned.union(*(part.flags for part in parts)))),
        )

    def _pinned(self, text: Profile, told: Told | None, mentions: tuple[str, ...]) -> tuple[Profile, frozenset[str]]:
        """A person's text instead of what mentions say, which is then listed as cut, and the flags that go with it."""
        if told is None:
            return text, frozenset()
        flags = {DESCRIBED} if told.of == frozenset(mentions) else {DESCRIBED, REVIEW}
        return Profile((ProfileText(told.text, ()),), (*text.texts, *text.cut)), frozenset(flags)

    def _documents(self, chunks: Sequence[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(map(self._document.__getitem__, chunks)))


def _distinct(lists: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(lists))) if len(lists) > 1 else tuple(dict.fromkeys(lists[0]))


def _different(places: Iterable[Placed]) -> Iterable[Placed]:
    """Each once: mentions that no decision parts share one place."""
    return {id(placed): placed for placed in places}.values()


def _qualifier(places: Sequence[Placed]) -> str:
    if not any(placed.qualifier for placed in _different(places)):
        return ""
    return commonest(placed.qualifier for placed in places if placed.qualifier)


def _ruled(rulings: Iterable[tuple[int, str]]) -> str:
    """What the latest ruling says, by its number; empty if there is none."""
    return max(rulings, default=(0, ""))[1]


def _told(rulings: Iterable[tuple[int, Told | None]]) -> Told | None:
    """The text that was pinned last."""
    return max(rulings, default=(0, None), key=lambda told: told[0])[1]
