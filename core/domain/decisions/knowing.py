"""What a viewer may know of the names and texts that persons gave: what passages say that this viewer may see.

Looks at the chunks that it is given and at nothing else; worked out on first use.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from core.domain.fulltext import folded
from core.domain.identity import passage_id
from core.domain.names import UNRELATED, NodeRef, clean_name, name_key, qualifier_key
from core.domain.ordering import ChunkEvidence
from core.domain.policy import forms_of


class Known:
    """Of chunks, as they were read. Keys are those that decisions are folded by."""

    def __init__(self, parts: Sequence[ChunkEvidence]) -> None:
        self._parts = parts

    def rests(self, of: Collection[str]) -> bool:
        """Whether all these passages are here; what rests on nothing that is told, doesn't."""
        return bool(of) and self._passages.issuperset(of)

    def over(self, mentions: Collection[str]) -> bool:
        """The same for mentions."""
        return bool(mentions) and self._mentions.issuperset(mentions)

    def node(self, ref: NodeRef) -> bool:
        """Whether name and qualifier are said here."""
        return ref.name in self._names and (not ref.qualifier or self.qualifier(ref.qualifier))

    def qualifier(self, key: str) -> bool:
        return key in self._qualifiers

    def type(self, key: str) -> bool:
        return key in self._types

    def predicate(self, key: str) -> bool:
        return key == UNRELATED or key in self._predicates

    def passage(self, document: str, quote: str) -> str:
        """The first passage of a document that holds a quote, as words are compared; empty where there is none."""
        texts = (part.chunk.text for part in self._parts if part.chunk.document == document)
        return folded(next((text for text in texts if quote in text), ""))

    @cached_property
    def _passages(self) -> frozenset[str]:
        return frozenset(passage_id(part.chunk.document, part.chunk.text) for part in self._parts)

    @cached_property
    def _mentions(self) -> frozenset[str]:
        entities = {mention.id for part in self._parts for mention in part.entities}
        return frozenset(entities.union(mention.id for part in self._parts for mention in part.relations))

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(map(name_key, set(self._said())))

    def _said(self) -> Iterator[str]:
        for part in self._parts:
            for entity in part.entities:
                yield entity.name
            for relation in part.relations:
                yield relation.source
                yield relation.target

    @cached_property
    def _qualifiers(self) -> frozenset[str]:
        found = {qualifier_key(mention.qualifier) for part in self._parts for mention in part.entities}
        found.update(qualifier_key(part.chunk.document) for part in self._parts)
        metadata = {id(part.chunk.metadata): part.chunk.metadata for part in self._parts}
        return frozenset(found.union(*(forms_of(value) for one in metadata.values() for value in one.values())))

    @cached_property
    def _types(self) -> frozenset[str]:
        return frozenset(clean_name(kind).lower() for kind in {m.type for part in self._parts for m in part.entities})

    @cached_property
    def _predicates(self) -> frozenset[str]:
        words = {word for part in self._parts for mention in part.relations for word in mention.keywords}
        return frozenset(map(name_key, words))
