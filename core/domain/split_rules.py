"""The rules of a split, which say what part a later mention belongs to; and filters and facets over its rows.

A rule looks at the mention's qualifier, its document and the metadata of its passage: any of the values of each, all
that are given. A filter can also look for words, and then it is no rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from core.domain.names import clean_name, name_key, qualifier_key
from core.domain.records import Chunk

Conditions = tuple[tuple[str, tuple[str, ...]], ...]
"""Metadata field -> the values that fit, in the order of the fields."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Which later mentions belong to a part. An empty one takes none."""

    qualifiers: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    metadata: Conditions = ()

    def __bool__(self) -> bool:
        return bool(self.qualifiers or self.documents or self.metadata)

    def fits(self, at: Chunk, qualifier: str = "") -> bool:
        """Whether it takes a mention of this qualifier in this chunk."""
        if not self:
            return False
        own = qualifier_key(qualifier)
        return (
            (not self.qualifiers or (bool(own) and own in map(qualifier_key, self.qualifiers)))
            and (not self.documents or at.document in self.documents)
            and all(not _keys(at.metadata.get(name)).isdisjoint(map(qualifier_key, of)) for name, of in self.metadata)
        )

    def body(self) -> dict[str, Any]:
        """As the decision has it."""
        metadata = {name: list(values) for name, values in self.metadata}
        given = {"qualifiers": list(self.qualifiers), "documents": list(self.documents), "metadata": metadata}
        return {name: value for name, value in given.items() if value}

    @staticmethod
    def read(body: object) -> Rule:
        """From a stored body; what can't be read is left out."""
        if not isinstance(body, Mapping):
            return Rule()
        metadata = body.get("metadata")
        fields = metadata if isinstance(metadata, Mapping) else {}
        conditions = tuple((str(name), texts) for name, values in sorted(fields.items()) if (texts := _texts(values)))
        return Rule(_texts(body.get("qualifiers")), _texts(body.get("documents")), conditions)


def _texts(values: object) -> tuple[str, ...]:
    items = values if isinstance(values, list | tuple) else (values,)
    return tuple(str(item) for item in items if isinstance(item, str | int | float) and str(item).strip())


def metadata_values(value: object) -> tuple[str, ...]:
    """The values of a metadata field, as shown; what shows nothing is none."""
    if value is None or isinstance(value, Mapping):
        return ()
    items = value if isinstance(value, list | tuple) else (value,)
    return tuple(dict.fromkeys(name for item in items if (name := clean_name(str(item)))))


def _keys(value: object) -> frozenset[str]:
    return frozenset(map(qualifier_key, metadata_values(value)))


class _Row(Protocol):
    @property
    def text(self) -> str: ...
    @property
    def qualifier(self) -> str: ...
    @property
    def at(self) -> Chunk: ...


@dataclass(frozen=True, slots=True)
class RowFilter:
    """Which rows are shown: any of the values of each, all that are given. `words` stand in the text or its passage."""

    words: str = ""
    qualifiers: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    metadata: Conditions = ()

    def __bool__(self) -> bool:
        return bool(self.words.strip() or self.rule)

    def takes(self, row: _Row) -> bool:
        """Whether a row is shown."""
        if self.rule and not self.rule.fits(row.at, row.qualifier):
            return False
        text = name_key(f"{row.text}\n{row.at.text}\n{row.at.title}")
        return all(word in text for word in name_key(self.words).split())

    @property
    def rule(self) -> Rule:
        """The same as a rule for later mentions, without the words."""
        return Rule(self.qualifiers, self.documents, self.metadata)


@dataclass(frozen=True, slots=True)
class Facets:
    """What the rows can be narrowed to: (value, rows) by count, then value; fields that have one value only are out."""

    documents: tuple[tuple[str, int], ...]
    qualifiers: tuple[tuple[str, int], ...]
    metadata: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]


_MANY = 200
"""Values of one field beyond which it tells single passages apart and is no facet."""


def facets(rows: Sequence[_Row]) -> Facets:
    """The facets of these rows."""
    fields: dict[str, Counter[str]] = {}
    for row in rows:
        for name, value in row.at.metadata.items():
            fields.setdefault(name, Counter()).update(metadata_values(value))
    useful = {
        name: counts for name, counts in fields.items() if 1 <= len(counts) <= _MANY and not _everywhere(counts, rows)
    }
    return Facets(
        _ordered(Counter(row.at.document for row in rows)),
        _ordered(Counter(clean_name(row.qualifier) for row in rows if clean_name(row.qualifier))),
        tuple((name, _ordered(useful[name])) for name in sorted(useful)),
    )


def _everywhere(counts: Counter[str], rows: Sequence[_Row]) -> bool:
    """Whether every row has the one value there is."""
    return len(counts) == 1 and next(iter(counts.values())) == len(rows)


def _ordered(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def separating(groups: Sequence[Iterable[_Row]], field: str) -> tuple[tuple[str, ...], ...] | None:
    """The values of a metadata field in each group, if every row has one and no two groups share any; else None."""
    found: list[dict[str, str]] = []
    for group in groups:
        values: dict[str, str] = {}
        for row in group:
            own = {qualifier_key(value): value for value in metadata_values(row.at.metadata.get(field))}
            if not own:
                return None
            values |= own
        found.append(values)
    keys = [key for values in found for key in values]
    return tuple(tuple(values.values()) for values in found) if len(keys) == len(set(keys)) else None
