"""Metadata fields of documents as possible keys: their values, and how likely each tells things apart."""

from __future__ import annotations

from dataclasses import dataclass

from core.domain.names import name_key

_FOR_READERS = frozenset({"access", "acl", "audience", "confidentiality", "readers", "roles", "viewers", "visibility"})


@dataclass(frozen=True, slots=True)
class FieldValue:
    """A value of a metadata field and how many documents have it. `for_all`: it sets nothing apart."""

    value: str
    documents: int
    for_all: bool = False


@dataclass(frozen=True, slots=True)
class KeyField:
    """A metadata field: its values, most documents first; `several`: documents with more than one value at once."""

    source: str
    documents: int
    values: tuple[FieldValue, ...]
    several: int = 0

    @property
    def parts(self) -> int:
        """How many values set something apart."""
        return sum(not value.for_all for value in self.values)

    @property
    def unlikely(self) -> int:
        """0 for what looks like a key; 1 where documents share no value or have several at once; 2 where all agree."""
        if self.parts < 2:
            return 2
        return int(2 * self.several > self.documents or 2 * self.parts > self.documents > 2)

    @property
    def for_readers(self) -> bool:
        """Whether it says who may read a document, rather than what the document is about."""
        return name_key(self.source) in _FOR_READERS
