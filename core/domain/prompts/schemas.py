"""JSON schemas for replies, kept to what constrained decoding is known to follow: flat objects, enums, `maxItems`.

No `$ref`, `anyOf`, `const` or `pattern`: servers drop these in silence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

MAX_ENTITIES = 40
MAX_RELATIONS = 40
MAX_THEMES = 6
MAX_KEYWORDS = 5
MAX_QUESTION_KEYWORDS = 8
MAX_NAMES = 60
"""More names than this are not forced by the schema: the grammar would grow too large."""

Schema = Mapping[str, Any]

_TEXT: Schema = {"type": "string"}


def extraction_schema(types: Sequence[str]) -> Schema:
    """Entities, relations and themes."""
    return _object(entities=_entities(types), relations=_relations(()), themes=_texts(MAX_THEMES))


def entities_schema(types: Sequence[str]) -> Schema:
    """The first of two steps: entities and themes."""
    return _object(entities=_entities(types), themes=_texts(MAX_THEMES))


def relations_schema(names: Sequence[str]) -> Schema:
    """The second of two steps: relations whose ends are among the names."""
    return _object(relations=_relations(names))


KEYWORDS_SCHEMA: Schema = {
    "type": "object",
    "properties": {
        "high_level_keywords": {"type": "array", "items": _TEXT, "maxItems": MAX_QUESTION_KEYWORDS},
        "low_level_keywords": {"type": "array", "items": _TEXT, "maxItems": MAX_QUESTION_KEYWORDS},
    },
    "required": ["high_level_keywords", "low_level_keywords"],
}


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _entities(types: Sequence[str]) -> Schema:
    kind = {"type": "string", "enum": [*types, "other"]} if types else _TEXT
    return _list(_object(name=_TEXT, type=kind, description=_TEXT, qualifier=_TEXT), MAX_ENTITIES)


def _relations(names: Sequence[str]) -> Schema:
    end = {"type": "string", "enum": list(names)} if 0 < len(names) <= MAX_NAMES else _TEXT
    strength = {"type": "integer", "minimum": 1, "maximum": 10}
    return _list(
        _object(source=end, target=end, description=_TEXT, keywords=_texts(MAX_KEYWORDS), strength=strength),
        MAX_RELATIONS,
    )


def _texts(most: int) -> Schema:
    return _list(_TEXT, most)


def _list(items: Schema, most: int) -> Schema:
    return {"type": "array", "items": items, "maxItems": most}
