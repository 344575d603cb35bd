"""One row of an evidence record: JSON value to entity or relation row, and back.

Owns which values are taken as they are, which are repaired, and which are rejected, with the reason for each. A row is
kept in `raw` as the JSON it was read from, so unknown fields are never lost. It never decides what a name means: two
names are the same thing where `names.name_key` says so.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from core.domain.names import name_key
from core.domain.plain_json import dump, kind_of
from core.domain.records import EntityRow, RelationRow, RowIssue
from core.errors import InputError

MAX_STRENGTH = 1e9
"""A larger weight is taken for a slip: sums and means of such numbers would run out of range."""

Issues = tuple[RowIssue, ...]

_SEPARATORS = re.compile("[,;，、；]")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def read_entity(value: Any) -> tuple[EntityRow | None, Issues]:
    """Read an entity row; None where it was rejected, and then the last issue says why."""
    row = _Row("entity", value)
    try:
        name = row.name("name")
    except InputError as error:
        return None, row.rejected(error)
    entity = EntityRow(
        name=name,
        type=row.text("type"),
        description=row.text("description"),
        qualifier=row.text("qualifier"),
        raw=row.raw,
        flags=row.flags(),
    )
    return entity, tuple(row.issues)


def read_relation(value: Any) -> tuple[RelationRow | None, Issues]:
    """Read a relation row; None where it was rejected, and then the last issue says why."""
    row = _Row("relation", value)
    try:
        source, target = row.ends()
    except InputError as error:
        return None, row.rejected(error)
    relation = RelationRow(
        source=source,
        target=target,
        description=row.text("description"),
        keywords=row.keywords(),
        strength=row.strength(),
        raw=row.raw,
        flags=row.flags(),
    )
    return relation, tuple(row.issues)


def write_entity(row: EntityRow) -> Any:
    """The JSON value of an entity row: the one it was read from, where that still says the same."""
    original = _original(row.raw)
    if original is not None and read_entity(original)[0] == row:
        return original
    value = {"name": row.name, "type": row.type, "description": row.description, "qualifier": row.qualifier}
    return value | _flags(row.flags)


def write_relation(row: RelationRow) -> Any:
    """The JSON value of a relation row: the one it was read from, where that still says the same."""
    original = _original(row.raw)
    if original is not None and read_relation(original)[0] == row:
        return original
    value = {
        "source": row.source,
        "target": row.target,
        "description": row.description,
        "keywords": _join(row.keywords),
        "weight": int(row.strength) if row.strength.is_integer() else row.strength,
    }
    return value | _flags(row.flags)


def clean_line(text: str) -> str:
    """Text for one line: control characters out, white space around it off, line ends and tabs as spaces."""
    return re.sub(r"[\t\n]+", " ", clean_text(text)).strip()


def clean_identity(text: str) -> str:
    """A name that is an identity: as given, but for control characters."""
    return _CONTROL.sub("", text).replace("\t", "").replace("\n", "")


def clean_text(text: str) -> str:
    """Text with `\\n` line ends and no control characters but `\\n` and `\\t`, and no half of a surrogate pair."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


class _Row:
    """A row while it is read: its fields, its raw JSON, and the issues found so far."""

    def __init__(self, kind: str, value: Any) -> None:
        self.kind = kind
        self.value = value
        self.fields: Mapping[str, Any] = value if isinstance(value, dict) else {}
        self.raw = dump(value)
        self.issues: list[RowIssue] = []

    def rejected(self, error: InputError) -> Issues:
        return (RowIssue("rejected", self.raw, f"{self.kind}: {error}"),)

    def repair(self, reason: str) -> None:
        self.issues.append(RowIssue("repaired", self.raw, f"{self.kind}: {reason}"))

    def name(self, field: str) -> str:
        if not isinstance(self.value, dict):
            raise InputError(f"is {kind_of(self.value)}, not an object.")
        name = clean_line(self.text(field))
        if not name_key(name):
            raise InputError(f"has no {field}.")
        return name

    def ends(self) -> tuple[str, str]:
        parts = self.fields.get("row")
        if isinstance(parts, list) and not {"source", "target"} & self.fields.keys():
            raise InputError(_parts(len(parts)))
        source, target = self.name("source"), self.name("target")
        if name_key(source) == name_key(target):
            raise InputError(f"joins {source!r} to itself.")
        return source, target

    def text(self, field: str) -> str:
        value = self.fields.get(field)
        if value is None or isinstance(value, str):
            return clean_text(value or "")
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.repair(f"{field} is {kind_of(value)}, not text; left out.")
            return ""
        self.repair(f"{field} is a number, read as text.")
        return str(value)

    def keywords(self) -> tuple[str, ...]:
        value = self.fields.get("keywords")
        if isinstance(value, list):
            words = [word for word in value if isinstance(word, str)]
            if len(words) < len(value):
                self.repair("keywords that are not text left out.")
        else:
            words = _SEPARATORS.split(self.text("keywords"))
        return tuple(clean for word in words if (clean := clean_line(word)))

    def strength(self) -> float:
        value = self.fields.get("weight")
        if value is None or value == "":
            return 1.0
        number = _number(value)
        if number is None or not 0 < number <= MAX_STRENGTH:
            self.repair(f"weight {dump(value)[:40]} is not a number above 0 (and at most 1e9); read as 1.")
            return 1.0
        return number

    def flags(self) -> tuple[str, ...]:
        value = self.fields.get("flags")
        if isinstance(value, list) and all(isinstance(flag, str) for flag in value):
            return tuple(value)
        return ()


def _parts(count: int) -> str:
    if count == 3:
        return "gives its parts as a list; write them as source, keywords and target."
    return f"has not three parts but {count}."


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _original(raw: str) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None


def _join(keywords: tuple[str, ...]) -> str | list[str]:
    return list(keywords) if any(_SEPARATORS.search(word) for word in keywords) else ", ".join(keywords)


def _flags(flags: tuple[str, ...]) -> dict[str, Any]:
    return {"flags": list(flags)} if flags else {}
