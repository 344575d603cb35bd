"""JSON columns read back. What a fault made unreadable says as little as is safe, and never ends the program.

A list that can't be read is empty, an object has no fields. Metadata that can't be read may have held an audience, so
it is for nobody but who sees everything. Looking through the workspace names each of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

CLOSED: Mapping[str, Any] = {"audience": {}}
"""Metadata of what nobody may see but who sees everything: neither a label nor a list of labels."""


def value_of(text: object) -> tuple[Any] | None:
    """The value, alone in a tuple; None where the text is no JSON."""
    try:
        return (json.loads(text if isinstance(text, str | bytes) else str(text)),)
    except (ValueError, RecursionError):
        return None


def object_of(text: object) -> dict[str, Any]:
    """An object; without fields where the text is none."""
    found = value_of(text)
    return found[0] if found and isinstance(found[0], dict) else {}


def strings_of(text: object) -> tuple[str, ...]:
    """A list of texts; empty where the text is none."""
    found = value_of(text)
    listed = found[0] if found and isinstance(found[0], list) else ()
    return tuple(listed) if all(isinstance(each, str) for each in listed) else ()


def metadata_of(*texts: object) -> dict[str, Any]:
    """The fields of several objects, later ones over earlier; NULL and an empty text say nothing."""
    merged: dict[str, Any] = {}
    for text in texts:
        if text is not None and text != "":
            found = value_of(text)
            merged |= found[0] if found and isinstance(found[0], dict) else CLOSED
    return merged


def is_object(text: object) -> bool:
    """Whether the text is a JSON object."""
    found = value_of(text)
    return found is not None and isinstance(found[0], dict)
