"""Decisions as a file: what is handed to a colleague, and what is read from one that came.

Takes an export, one decision, or a list; a decision as {"kind", "body"} or, as findings propose it, {"kind", …}.
Refuses to judge whether a ruling can apply.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from core.domain.curation import FORMAT, FORMAT_VERSION, Ruling, Unreadable
from core.domain.decisions import Decision
from core.domain.decisions.reading import ids
from core.errors import InputError

MOST_BYTES = 64 * 1024 * 1024
_BESIDE = ("kind", "why")
"""What stands beside a body that is written out flat."""


@dataclass(frozen=True, slots=True)
class Row:
    """One decision of a file: its place there (from 0), its number where it was exported with one (else 0)."""

    place: int
    ruling: Ruling
    seq: int = 0
    who: str = ""
    at: str = ""
    of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class File:
    """The rows that can be read, and those that can't; whether it is an export, which holds all of a list."""

    rows: tuple[Row, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()
    whole: bool = False


def exported(decisions: Iterable[Decision]) -> bytes:
    """All decisions as JSON, one a line so that two files can be compared by lines."""
    head = json.dumps({"format": FORMAT, "version": FORMAT_VERSION})[:-1]
    return f'{head}, "decisions": [\n{_lines(decisions)}\n]}}\n'.encode()


def _lines(decisions: Iterable[Decision]) -> str:
    return ",\n".join(json.dumps(as_json(decision), ensure_ascii=False) for decision in decisions)


def as_json(decision: Decision) -> dict[str, Any]:
    """A decision as an export holds it."""
    return {
        "seq": decision.seq,
        "kind": decision.kind,
        "body": decision.body,
        "at": decision.at,
        "who": decision.who,
        "why": decision.why,
        **({"of": list(decision.of)} if decision.of else {}),
    }


def read_file(content: bytes) -> File:
    """The decisions of a file. Raises InputError where it is no JSON, or holds no list of decisions."""
    found = _parsed(content)
    items = _items(found)
    rows: list[Row] = []
    unreadable: list[Unreadable] = []
    for place, item in enumerate(items):
        reason = _unreadable(item)
        if reason:
            unreadable.append(Unreadable(place, _raw(item), reason))
        else:
            rows.append(_row(place, item))
    return File(tuple(rows), tuple(unreadable), _is_export(found))


def _parsed(content: bytes) -> Any:
    if len(content) > MOST_BYTES:
        raise InputError("The file of decisions is larger than 64 MiB.", "Take it apart.")
    try:
        return json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"The file of decisions is no JSON ({error}).", "Export it again.") from error


def _items(found: Any) -> list[Any]:
    if _is_export(found):
        version = found.get("version", FORMAT_VERSION)
        if isinstance(version, int) and version > FORMAT_VERSION:
            raise InputError("The file of decisions is from a newer version.", "Update LightPrism and take it again.")
        found = found["decisions"]
    elif isinstance(found, Mapping):
        found = [found]
    if not isinstance(found, list):
        raise InputError("The file holds no list of decisions.", "Take one that `decide` or the History page wrote.")
    return found


def _is_export(found: Any) -> bool:
    return isinstance(found, Mapping) and "decisions" in found and "kind" not in found


def _unreadable(item: Any) -> str:
    if not isinstance(item, Mapping):
        return "It is no object."
    if not isinstance(item.get("kind"), str) or not item["kind"].strip():
        return "It names no kind."
    if "body" in item and not isinstance(item["body"], Mapping):
        return "Its body is no object."
    return ""


def _raw(item: Any) -> str:
    return json.dumps(item, ensure_ascii=False)[:500]


def _row(place: int, item: Mapping[str, Any]) -> Row:
    if "body" not in item:
        body = {key: value for key, value in item.items() if key not in _BESIDE}
        return Row(place, Ruling(item["kind"], body, _text(item, "why")))
    seq = item.get("seq")
    ruling = Ruling(item["kind"], item["body"], _text(item, "why"))
    number = seq if type(seq) is int else 0
    return Row(place, ruling, number, _text(item, "who"), _text(item, "at"), ids(item.get("of")))


def _text(item: Mapping[str, Any], field: str) -> str:
    value = item.get(field)
    return value if isinstance(value, str) else ""
