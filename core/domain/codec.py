"""Frozen records to JSON values and back, led by the types of their fields.

A field that a later version wrote is passed over, and one that an earlier version lacked takes its default, so that
what was stored once can be read for good. Knows dataclasses, tuples, mappings, plain values and their unions with None.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from numbers import Integral, Real
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from core.errors import InputError

T = TypeVar("T")


def plain(value: Any) -> Any:
    """JSON values: a record is an object, a tuple a list, a number of numpy's a number."""
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value)
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return str(value)


def restored(kind: type[T], data: Any) -> T:
    """The record of this kind from what `plain` gave; a record that is made already stays as it is.

    Raises InputError where a field without default is missing.
    """
    found = _restored(kind, data)
    return found  # type: ignore[no-any-return]


def _restored(kind: Any, data: Any) -> Any:
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        inner = [part for part in get_args(kind) if part is not type(None)]
        return None if data is None else _restored(inner[0], data)
    if origin is tuple:
        return _tuple(get_args(kind), data)
    if origin is not None and _is_mapping(origin):
        return dict(data)
    if is_dataclass(kind):
        return data if type(data) is kind else _record(kind, data)
    return float(data) if kind is float else data


def _tuple(parts: tuple[Any, ...], data: Any) -> tuple[Any, ...]:
    if len(parts) == 2 and parts[1] is Ellipsis:
        return tuple(_restored(parts[0], item) for item in data)
    return tuple(_restored(part, item) for part, item in zip(parts, data, strict=False))


def _is_mapping(origin: Any) -> bool:
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _record(kind: Any, data: Any) -> Any:
    if not isinstance(data, Mapping):
        raise InputError(f"A stored {kind.__name__} can't be read.", "It was written by another version.")
    values = {}
    for name, type_, default in _fields(kind):
        if name in data:
            values[name] = _restored(type_, data[name])
        elif not default:
            raise InputError(f"A stored {kind.__name__} lacks '{name}'.", "It was written by another version.")
    return kind(**values)


@cache
def _fields(kind: Any) -> tuple[tuple[str, Any, bool], ...]:
    """Name, type, and whether there is a default."""
    hints = get_type_hints(kind)
    return tuple((field.name, hints[field.name], _has_default(field)) for field in fields(kind))


def _has_default(field: Field[Any]) -> bool:
    return field.default is not MISSING or field.default_factory is not MISSING
