"""JSON values that nobody vouches for, read into frozen records: every field is of its type, or the whole is refused.

`codec.restored` trusts what the store holds; this trusts nothing. What a later version wrote beside is passed over.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")

LONGEST = 200_000
"""Characters of one text."""

_MOST = 2**53
"""Whole numbers beyond are no counts."""


class Unfit(ValueError):
    """Where a value is not what it should be: `where` is a path of field names, `wanted` what was expected there."""

    def __init__(self, where: str, wanted: str) -> None:
        super().__init__(f"{where or 'it'} is not {wanted}")
        self.where, self.wanted = where, wanted


def json_values(text: str) -> Any:
    """The values of a JSON text; raises Unfit for what is none, or holds NaN or Infinity."""

    def refuse(_: str) -> NoReturn:
        raise Unfit("", "JSON")

    try:
        return json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError):
        raise Unfit("", "JSON") from None


def strictly(kind: type[T], data: Any, where: str = "") -> T:
    """The record of this kind; raises Unfit, and whatever the record itself raises for a value."""
    found = _read(kind, data, where)
    return found  # type: ignore[no-any-return]


def _read(kind: Any, data: Any, where: str) -> Any:
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        inner = [part for part in get_args(kind) if part is not type(None)]
        return None if data is None else _read(inner[0], data, where)
    if origin is Literal:
        if not any(data is one or (isinstance(data, str) and data == one) for one in get_args(kind)):
            raise Unfit(where, f"one of {', '.join(map(str, get_args(kind)))}")
        return data
    if origin is tuple:
        return _tuple(get_args(kind), data, where)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(get_args(kind), data, where)
    if is_dataclass(kind):
        return _record(kind, data, where)
    return _PLAIN[kind](data, where)


def _tuple(parts: tuple[Any, ...], data: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise Unfit(where, "a list")
    if len(parts) == 2 and parts[1] is Ellipsis:
        return tuple(_read(parts[0], item, f"{where}[{n}]") for n, item in enumerate(data))
    if len(data) != len(parts):
        raise Unfit(where, f"a list of {len(parts)}")
    return tuple(_read(part, item, f"{where}[{n}]") for n, (part, item) in enumerate(zip(parts, data, strict=True)))


def _mapping(parts: tuple[Any, ...], data: Any, where: str) -> dict[Any, Any]:
    if not isinstance(data, dict):
        raise Unfit(where, "an object")
    return {
        _text(name, where): _read(parts[1], item, f"{where}.{_text(name, where)[:40]}") for name, item in data.items()
    }


def _record(kind: Any, data: Any, where: str) -> Any:
    if not isinstance(data, dict):
        raise Unfit(where, "an object")
    values = {}
    for name, type_, needed in _fields(kind):
        path = f"{where}.{name}" if where else name
        if name in data:
            values[name] = _read(type_, data[name], path)
        elif needed:
            raise Unfit(path, "there")
    return kind(**values)


@cache
def _fields(kind: Any) -> tuple[tuple[str, Any, bool], ...]:
    """Name, type, and whether it has to be there."""
    hints = get_type_hints(kind)
    none = MISSING
    return tuple((f.name, hints[f.name], f.default is none and f.default_factory is none) for f in fields(kind))


def _text(data: Any, where: str) -> str:
    """Without halves of surrogate pairs, which no page can show."""
    if not isinstance(data, str) or len(data) > LONGEST:
        raise Unfit(where, f"a text of at most {LONGEST:,} characters")
    return data.encode("utf-8", "replace").decode("utf-8")


def _flag(data: Any, where: str) -> bool:
    if not isinstance(data, bool):
        raise Unfit(where, "true or false")
    return data


def _whole(data: Any, where: str) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or abs(data) > _MOST:
        raise Unfit(where, "a whole number")
    return data


def _number(data: Any, where: str) -> float:
    if isinstance(data, bool) or not isinstance(data, int | float) or not math.isfinite(data) or abs(data) > _MOST:
        raise Unfit(where, "a number")
    return float(data)


_PLAIN: Mapping[Any, Callable[[Any, str], Any]] = {str: _text, bool: _flag, int: _whole, float: _number}
