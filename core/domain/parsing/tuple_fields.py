"""One record of a tuple reply: its fields, and which row they make.

Three fields make an entity (name, type, description), a fourth is its qualifier; four a relation (source, target,
keywords, description), a fifth its strength, and the older style has description before keywords. A record with the
fields of the other kind under its prefix is moved only where its own words show it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from core.domain.parsing.cleaning import is_number, one_line
from core.domain.parsing.delimiters import DAMAGED, MARKS, OLD, plain
from core.domain.parsing.grounding import Text
from core.domain.parsing.rows import Rows

RecordKind = Literal["entity", "relation", "themes", ""]

LEAST: dict[RecordKind, int] = {"entity": 3, "relation": 4, "themes": 1, "": 99}
"""How many fields a record of each kind must have."""

MAX_QUALIFIER_LENGTH = 60
"""A fourth field of an entity longer than this, in characters, is more description."""

_MARK = re.compile(f"[{MARKS}]")
_SENTENCE = re.compile(r"[.。!?！？]\s*$|[。！？]|[.!?]\s+\w")
_QUOTED = {'"': '"', "'": "'", "“": "”", "‘": "’", "`": "`"}


@dataclass(frozen=True, slots=True)
class Field:
    """A field's text, and the mark of the delimiter before it."""

    text: str
    mark: str

    def with_text(self, text: str) -> Field:
        return replace(self, text=text)


@dataclass(frozen=True, slots=True)
class Record:
    """A record after its prefix; `enclosed` in parentheses, as the older style has it. No kind: no prefix."""

    kind: RecordKind
    fields: tuple[Field, ...]
    raw: str
    enclosed: bool = False

    def with_fields(self, fields: tuple[Field, ...]) -> Record:
        return replace(self, fields=fields)

    @property
    def old_style(self) -> bool:
        return self.enclosed and any(field.mark == OLD for field in self.fields)


def prefix_kind(prefix: str) -> RecordKind:
    """The kind that a record's first word announces."""
    word = prefix.strip(" \"'()“”*`").casefold()
    if word.startswith(("relation", "关系")):
        return "relation"
    return "entity" if word.startswith(("entit", "new", "实体")) else "themes"


def split_fields(marked: str, start: int, end: int, leading: bool = False) -> tuple[Field, ...]:
    """The fields between two places of a marked text; with `leading` also the text before the first mark."""
    places = [found.start() for found in _MARK.finditer(marked, start, end)]
    edges = [*places, end]
    fields = [Field(plain(marked[a + 1 : b]), marked[a]) for a, b in pairwise(edges)]
    if leading:
        fields.insert(0, Field(plain(marked[start : edges[0]]), ""))
    return tuple(fields)


def read_record(record: Record, rows: Rows) -> None:
    """Offer a record to the rows as what it is."""
    values = _values(record)
    repairs = _delimiter_repairs(record)
    if record.kind == "themes":
        rows.themes(", ".join(values))
    elif not record.kind:
        _without_prefix(values, record, rows, repairs)
    elif _is_relation(record, values, rows):
        _relation(values, record, rows, repairs)
    else:
        _entity(values, record, rows, repairs)


def _values(record: Record) -> list[str]:
    values = [_unquoted(one_line(field.text), record.enclosed) for field in record.fields]
    while len(values) > LEAST[record.kind] and not values[-1]:
        values.pop()
    return values


def _unquoted(text: str, enclosed: bool) -> str:
    """A field without what encloses it: parentheses and `##` of its record, its own quotes."""
    text = text.rstrip("#; ") if text.endswith("##") else text
    if enclosed:
        text = text.rstrip("#;, ")
        text = text.rstrip(") ") if text.count(")") > text.count("(") else text
    if len(text) > 1 and _QUOTED.get(text[0]) == text[-1]:
        inner = text[1:-1]
        return inner.strip() if text[0] not in inner and text[-1] not in inner else text
    return text


def _delimiter_repairs(record: Record) -> list[str]:
    marks = {field.mark for field in record.fields}
    damaged = DAMAGED in marks or (OLD in marks and not record.enclosed)
    return ["a damaged delimiter"] if damaged else []


def _is_relation(record: Record, values: Sequence[str], rows: Rows) -> bool:
    """Which row the fields make; against the prefix only where type and description both speak for it."""
    if len(values) < 3:
        return record.kind == "relation"
    typed = rows.types.knows(values[1])
    if record.kind == "entity":
        strength = len(values) == 5 and is_number(values[4])
        return (len(values) == 4 or strength) and not typed and _names_both(values[3], values)
    return not (typed and len(values) in (3, 4) and not _names_both(values[-1], values))


def _names_both(text: str, values: Sequence[str]) -> bool:
    words = Text(text)
    return words.hints_at(values[0]) and words.hints_at(values[1])


def _entity(values: list[str], record: Record, rows: Rows, repairs: list[str]) -> None:
    if len(values) < LEAST["entity"]:
        return rows.reject(record.raw, f"an entity needs name, type and description, but has {len(values)} fields")
    if record.kind == "relation":
        repairs.append("an entity under the prefix of a relation")
    name, kind, description, *rest = values
    qualifier = rest.pop() if len(rest) == 1 and _is_qualifier(rest[0]) else ""
    if rest:
        repairs.append("further fields joined to the description")
        description = " ".join([description, *rest]).strip()
    fields = {"name": name, "type": kind, "description": description, "qualifier": qualifier}
    rows.entity(fields, record.raw, repairs)


def _is_qualifier(text: str) -> bool:
    return len(text) <= MAX_QUALIFIER_LENGTH and not _SENTENCE.search(text)


def _relation(values: list[str], record: Record, rows: Rows, repairs: list[str]) -> None:
    if len(values) < LEAST["relation"]:
        reason = "a relation needs source, target, keywords and description, but has"
        return rows.reject(record.raw, f"{reason} {len(values)} fields")
    if record.kind == "entity":
        repairs.append("a relation under the prefix of an entity")
    source, target, *rest = values
    strength = _taken_strength(rest)
    keywords, description = _keywords_and_description(rest, record, repairs)
    fields = {
        "source": source,
        "target": target,
        "keywords": keywords,
        "description": description,
        "strength": strength,
    }
    rows.relation(fields, record.raw, repairs)


def _taken_strength(rest: list[str]) -> str:
    """Take the strength out of the fields behind the two ends: the last number, wherever it stands."""
    at = next((at for at in reversed(range(len(rest))) if is_number(rest[at])), None)
    return "" if at is None or len(rest) < 2 else rest.pop(at)


def _keywords_and_description(rest: list[str], record: Record, repairs: list[str]) -> tuple[str, str]:
    """Keywords come first, in the older style second; a single text is one or the other by its form."""
    if len(rest) == 1:
        return ("", rest[0]) if record.old_style or _SENTENCE.search(rest[0]) else (rest[0], "")
    first, second, *more = rest
    swapped = bool(_SENTENCE.search(first)) and not _SENTENCE.search(second)
    if record.old_style or swapped:
        first, second = second, first
    if swapped and not record.enclosed:
        repairs.append("description before keywords")
    if more:
        repairs.append("further fields joined to the description")
    return first, " ".join([second, *more]).strip()


def _without_prefix(values: list[str], record: Record, rows: Rows, repairs: list[str]) -> None:
    if len(values) in (3, 4) and rows.types.knows(values[1]) and values[0]:
        return _entity(values, record, rows, [*repairs, "the prefix was missing"])
    rows.reject(record.raw, "neither an entity nor a relation by its prefix")
