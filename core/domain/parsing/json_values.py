"""A piece of JSON-like text to a Python value: strictly if it can be, else repaired, else not at all.

Guards against what breaks readers: repeated keys (kept, in order), NaN and infinity (no value), numbers of thousands
of digits, nesting that would exhaust the stack.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

import json_repair

from core.domain.parsing.json_scan import Node

MAX_DEPTH = 12
"""Rows are flat; deeper nesting is taken for a model gone astray."""

MAX_LENGTH = 100_000
"""A longer piece, in characters, is not repaired: repair takes more than linear time."""


_ATOMS = {"null": None, "none": None, "nan": None, "true": True, "false": False}


class Members(dict[str, Any]):
    """An object that also remembers its members as written, repeated keys included."""

    pairs: list[tuple[str, Any]]

    @staticmethod
    def of(pairs: list[tuple[str, Any]]) -> Members:
        members = Members(pairs)
        members.pairs = pairs
        return members


@dataclass(frozen=True, slots=True)
class Loaded:
    """A value, and whether its text had to be repaired; `fault` says why there is none."""

    value: Any = None
    repaired: bool = False
    fault: str = ""


def load(text: str) -> Loaded:
    """Read one value."""
    return _strict(text) or _repair(text)


def load_members(text: str, node: Node) -> Loaded:
    """Read the object at a place: strictly, else member by member as the scan found them, else repaired."""
    raw = text[node.start : node.end]
    loaded = _strict(raw)
    if loaded:
        return loaded
    if node.children and all(child.key and child.closed for child in node.children):
        return Loaded(Members.of([(child.key, value_at(text, child)) for child in node.children]), repaired=True)
    return _repair(raw)


def value_at(text: str, node: Node) -> Any:
    """The value at a place: of a string its text with the escapes undone, however its quotes are."""
    inner = text[node.start : node.end]
    if node.kind in ("object", "array"):
        return load(inner).value
    if node.kind == "text":
        return _unescaped(inner)
    return _ATOMS.get(inner.casefold(), _number(inner))


def _strict(text: str) -> Loaded | None:
    if _depth(text) > MAX_DEPTH:
        return Loaded(fault="nested too deep to be a row")
    try:
        return Loaded(_DECODER.decode(text.strip()))
    except (ValueError, RecursionError):
        return None


def _unescaped(inner: str) -> str:
    """The text of a string; a backslash that escapes nothing is itself."""
    quoted = re.sub(r'(?<!\\)((?:\\\\)*)"', r'\1\\"', inner)
    for attempt in (quoted, re.sub(r'\\(?!["\\/bfnrtu])', r"\\\\", quoted)):
        try:
            return str(json.loads(f'"{attempt}"', strict=False))
        except ValueError:
            continue
    return inner


def _number(word: str) -> Any:
    loaded = _strict(word) if word[:1] in "-0123456789" else None
    return loaded.value if loaded else word


def _repair(text: str) -> Loaded:
    if len(text) > MAX_LENGTH:
        return Loaded(fault="can't be read as JSON, and is too long to repair")
    try:
        value = json_repair.loads(text)
    except (ValueError, RecursionError, IndexError, TypeError, KeyError):
        return Loaded(fault="can't be read as JSON")
    if isinstance(value, dict):
        return Loaded(Members.of(list(value.items())), repaired=True)
    return Loaded(value, repaired=True)


def _depth(text: str) -> int:
    """An upper bound of the nesting: brackets inside strings count too."""
    depth = deepest = 0
    for char in text:
        if char in "{[":
            depth += 1
            deepest = max(deepest, depth)
        elif char in "}]":
            depth -= 1
    return deepest


def _whole_number(digits: str) -> int | float:
    return int(digits) if len(digits) < 300 else float("inf")


def _nothing(_: str) -> None:
    return None


_DECODER = json.JSONDecoder(
    strict=False, object_pairs_hook=Members.of, parse_constant=_nothing, parse_int=_whole_number
)
