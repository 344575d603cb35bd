"""What is asked of a model, in English and in Chinese: extraction in three styles, a second look, search keywords.

Builders return frozen values and call nothing. Text of others is fenced as data; examples are placeholders, so that
none can come back as something that was found.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from core.domain.identity import digest
from core.domain.prompts.chinese import CHINESE
from core.domain.prompts.english import ENGLISH
from core.domain.prompts.fencing import defuse, fence
from core.domain.prompts.schemas import KEYWORDS_SCHEMA, entities_schema, extraction_schema, relations_schema
from core.domain.prompts.wording import Wording
from core.domain.recipe import ExtractionRecipe, language_of
from core.domain.records import Extraction

_WORDINGS: dict[Literal["en", "zh"], Wording] = {"en": ENGLISH, "zh": CHINESE}


@dataclass(frozen=True, slots=True)
class Prompt:
    """System and user text, and the JSON schema of the reply (None where rows are asked for)."""

    system: str
    user: str
    schema: Mapping[str, Any] | None = None

    @property
    def hash(self) -> str:
        """32 hex digits over all three parts."""
        return prompt_hash(self.system, self.user, self.schema)


def prompt_hash(system: str, user: str, schema: Mapping[str, Any] | None) -> str:
    """What a reply is kept under, beside the model and its options."""
    return digest("prompt", system, user, json.dumps(schema, sort_keys=True))


def extraction_prompt(recipe: ExtractionRecipe, text: str, title: str = "") -> Prompt:
    """All that a passage says, in one reply: JSON, or rows in style `tuple`."""
    words = _wording(recipe, text)
    rows = recipe.style == "tuple"
    shape = words.tuple_shape if rows else words.json_shape
    system = _system(words, recipe, words.entities, words.relations, words.themes, shape=shape)
    return Prompt(system, _user(words, text, title, words.ask), None if rows else extraction_schema(recipe.types))


def entities_prompt(recipe: ExtractionRecipe, text: str, title: str = "") -> Prompt:
    """The first of two steps: entities and themes."""
    words = _wording(recipe, text)
    system = _system(words, recipe, words.entities, words.themes, shape=words.json_entities_shape)
    return Prompt(system, _user(words, text, title, words.ask), entities_schema(recipe.types))


def relations_prompt(recipe: ExtractionRecipe, text: str, names: Sequence[str], title: str = "") -> Prompt:
    """The second of two steps: relations among the given names only."""
    words = _wording(recipe, text)
    system = _system(words, recipe, words.relations, words.among, shape=words.json_relations_shape)
    ask = f"{fence(chr(10).join(names), words.names)}\n\n{words.ask_relations}"
    return Prompt(system, _user(words, text, title, ask), relations_schema([defuse(name) for name in names]))


def gleaning_prompt(recipe: ExtractionRecipe, text: str, found: Extraction, title: str = "") -> Prompt:
    """A second look: what the first pass over the same passage missed."""
    words = _wording(recipe, text)
    first = extraction_prompt(recipe, text, title)
    lines = [row.name for row in found.entities]
    lines += [f"{row.source} -> {row.target}: {', '.join(row.keywords)}" for row in found.relations]
    listed = fence("\n".join(lines), words.names)
    return Prompt(
        first.system, _user(words, text, title, f"{words.listed}\n{listed}\n\n{words.ask_more}"), first.schema
    )


def keywords_prompt(question: str, recipe: ExtractionRecipe | None = None) -> Prompt:
    """The search words of a question, particular and general."""
    words = _wording(recipe or ExtractionRecipe(), question)
    return Prompt(words.keywords, f"{fence(question, words.question)}\n\n{words.ask_keywords}", KEYWORDS_SCHEMA)


def _wording(recipe: ExtractionRecipe, text: str) -> Wording:
    return _WORDINGS[language_of(text) if recipe.language == "auto" else recipe.language]


def _system(words: Wording, recipe: ExtractionRecipe, *parts: str, shape: str) -> str:
    language = words.write_in.replace("{language}", recipe.write_in) if recipe.write_in else words.keep_language
    body = "\n\n".join([words.reader, *parts, words.rules.replace("{language}", language), shape])
    return body.replace("{types}", _types(words, recipe.types))


def _types(words: Wording, types: Sequence[str]) -> str:
    named = [f"{name}（{words.glosses[name]}）" if name in words.glosses else name for name in types]
    return words.types.replace("{types}", ", ".join([*named, words.other]))


def _user(words: Wording, text: str, title: str, ask: str) -> str:
    data = f"{title}\n\n{text}" if title and not text.startswith(title) else text
    return f"{fence(data, words.passage)}\n\n{ask}"


__all__ = [
    "Prompt",
    "entities_prompt",
    "extraction_prompt",
    "gleaning_prompt",
    "keywords_prompt",
    "prompt_hash",
    "relations_prompt",
]
