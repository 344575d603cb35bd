"""Collects what a reply says, row by row: entities, relations, themes, and what was rejected or repaired, and why.

The one place that decides whether a row is kept. Each row that is offered ends among the entities, the relations or
the rejected; a row that had to be changed is listed as repaired once, with all the reasons.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.domain.names import name_key
from core.domain.parsing.cleaning import Repairs, Types, distinct, keywords_of, name_of, strength_of, text_of
from core.domain.records import EntityRow, Extraction, RelationRow, RowIssue

Fields = Mapping[str, Any]
"""name, type, description, qualifier of an entity; source, target, description, keywords, strength of a relation."""

MAX_NAME_LENGTH = 120
"""A longer name, in characters, is flagged `long name`: it is most likely a sentence."""


class Rows:
    """The rows of one reply, in its order."""

    def __init__(self, types: Sequence[str]) -> None:
        self.types = Types(types)
        self._entities: list[EntityRow] = []
        self._relations: list[RelationRow] = []
        self._themes: list[str] = []
        self._issues: list[RowIssue] = []
        self._said: set[tuple[object, ...]] = set()

    @property
    def offered(self) -> int:
        """How much was offered so far: grows with every row, theme and issue."""
        return len(self._entities) + len(self._relations) + len(self._themes) + len(self._issues)

    @property
    def empty(self) -> bool:
        """Whether nothing at all was offered."""
        return not self.offered

    def entity(self, fields: Fields, raw: str, repairs: Sequence[str] = ()) -> None:
        """Take an entity row, or reject it where it has no name."""
        changed = list(repairs)
        name = name_of(fields.get("name"), "name", changed)
        if not name_key(name):
            return self.reject(raw, "the entity has no name")
        kind, flags = self.types.read(fields.get("type"), changed)
        row = EntityRow(
            name=name,
            type=kind,
            description=text_of(fields.get("description"), "description", changed),
            qualifier=text_of(fields.get("qualifier"), "qualifier", changed),
            raw=raw,
            flags=flags + _long(name),
        )
        if self._is_new(raw, "entity", row.name, row.type, row.description, row.qualifier):
            self._entities.append(row)
            self._repaired(raw, changed)

    def relation(self, fields: Fields, raw: str, repairs: Sequence[str] = ()) -> None:
        """Take a relation row, or reject it where an end is missing or both ends are the same."""
        changed = list(repairs)
        source = name_of(fields.get("source"), "source", changed)
        target = name_of(fields.get("target"), "target", changed)
        fault = _fault(source, target)
        if fault:
            return self.reject(raw, fault)
        row = RelationRow(
            source=source,
            target=target,
            description=text_of(fields.get("description"), "description", changed),
            keywords=keywords_of(fields.get("keywords"), "keywords", changed),
            strength=strength_of(fields.get("strength"), changed),
            raw=raw,
            flags=_long(source, target),
        )
        if self._is_new(raw, "relation", source, target, row.description, row.keywords, row.strength):
            self._relations.append(row)
            self._repaired(raw, changed)

    def themes(self, value: Any) -> None:
        """Take themes of the chunk, from a list or from text."""
        ignored: Repairs = []
        self._themes.extend(keywords_of(value, "themes", ignored))

    def reject(self, raw: str, reason: str) -> None:
        """List a row that can't be used."""
        self._issues.append(RowIssue("rejected", raw, reason))

    def result(self, flags: Sequence[str], reply: str) -> Extraction:
        return Extraction(
            entities=tuple(self._entities),
            relations=tuple(self._relations),
            themes=distinct(self._themes),
            issues=tuple(self._issues),
            flags=tuple(flags),
            reply=reply,
        )

    def _is_new(self, raw: str, *content: object) -> bool:
        """Models that loop say the same row again and again: kept once, the others are listed."""
        if content in self._said:
            self.reject(raw, "the reply says the same again")
            return False
        self._said.add(content)
        return True

    def _repaired(self, raw: str, reasons: Repairs) -> None:
        if reasons:
            self._issues.append(RowIssue("repaired", raw, "; ".join(reasons)))


def _fault(source: str, target: str) -> str:
    if not name_key(source):
        return "the relation has no source"
    if not name_key(target):
        return "the relation has no target"
    return f"the relation joins {source!r} to itself" if name_key(source) == name_key(target) else ""


def _long(*names: str) -> tuple[str, ...]:
    return ("long name",) if any(len(name) > MAX_NAME_LENGTH for name in names) else ()
