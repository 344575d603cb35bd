"""The shape of what is said to a model: one field for each piece of wording, filled once for each language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wording:
    """Pieces of prompts in one language. `{…}` are filled in by the builders; examples hold placeholders only."""

    reader: str
    entities: str
    relations: str
    themes: str
    rules: str
    keep_language: str
    write_in: str
    json_shape: str
    json_entities_shape: str
    json_relations_shape: str
    tuple_shape: str
    among: str
    passage: str
    names: str
    ask: str
    ask_relations: str
    listed: str
    ask_more: str
    keywords: str
    question: str
    ask_keywords: str
    types: str
    other: str
    glosses: dict[str, str]
