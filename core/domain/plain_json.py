"""JSON as evidence records carry it: read strictly, written plainly.

What comes out of `load_object` can be stored and written again anywhere: no NaN, no infinity, no half of a surrogate
pair, no nesting that a later reader may choke on. It refuses with a message that says what to do.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from core.errors import InputError

MAX_DEPTH = 64
"""Deeper nesting is refused: what reads it later may not be able to."""

_HALF = re.compile("[\ud800-\udfff]")
_MAY_BE_HALF = re.compile("\\\\u[dD][89a-fA-F]|[\ud800-\udfff]")


def load_object(line: str) -> Mapping[str, Any]:
    """The JSON object on a line; NaN and infinite numbers become text. Raises InputError."""
    try:
        value = json.loads(line, parse_constant=str, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise InputError(f"is not JSON ({_short(error)}).", "Write one JSON object a line.") from error
    if not isinstance(value, dict):
        raise InputError(f"is {kind_of(value)}, not an object.", "Write one JSON object a line.")
    if line.count("{") + line.count("[") > MAX_DEPTH and _depth(value) > MAX_DEPTH:
        raise InputError(f"is nested more than {MAX_DEPTH} deep.")
    whole: Mapping[str, Any] = _whole(value) if _MAY_BE_HALF.search(line) else value
    return whole


def dump(value: Any) -> str:
    """JSON on one line, in the order given, with every letter as itself; what JSON can't say (NaN, a date) as text."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, default=str)
    except ValueError:
        return json.dumps(json.loads(json.dumps(value, default=str), parse_constant=str), ensure_ascii=False)


def kind_of(value: Any) -> str:
    """What a JSON value is, for a message: `text`, `a number`, `a list`, `an object`, `true or false`, `empty`."""
    if isinstance(value, bool):
        return "true or false"
    names = {str: "text", int: "a number", float: "a number", list: "a list", dict: "an object"}
    return names.get(type(value), "empty")


def _finite(number: str) -> float | str:
    value = float(number)
    return number if value in (float("inf"), float("-inf")) else value


def _short(error: Exception) -> str:
    return "nested too deep" if isinstance(error, RecursionError) else str(error)[:80]


def _depth(value: Any) -> int:
    """How deep lists and objects are nested, counted without recursion."""
    depth, level = 0, [value]
    while level and depth <= MAX_DEPTH:
        depth += 1
        level = [
            part
            for item in level
            for part in (item.values() if isinstance(item, dict) else item)
            if isinstance(part, dict | list)
        ]
    return depth


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return _HALF.sub("\ufffd", value)
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {_whole(name): _whole(item) for name, item in value.items()}
    return value
