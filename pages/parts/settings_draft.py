"""Settings as a person is changing them: kept for the browser session until they are saved or discarded.

A draft may hold what can't be (an overlap larger than the passage); `choice` tells. Nothing here draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

import streamlit as st

from core.domain.chunking import TOKENS, WORD_PIECES, Chunking
from core.domain.recipe import ExtractionRecipe
from core.services.configuration import Choice
from core.settings import Engine
from pages.parts import words_settings as words

Part = Literal["engine", "chunking", "recipe"]
_KEY = "lightprism.settings.{}"
_USUAL = {"embedded": WORD_PIECES, "ollama": TOKENS}
OTHER = "other"
"""The type that is always allowed; it is not listed."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The three parts as plain values by field name."""

    engine: Mapping[str, Any]
    chunking: Mapping[str, Any]
    recipe: Mapping[str, Any]

    @property
    def embedded(self) -> bool:
        return bool(self.engine["kind"] == "embedded")

    def choice(self) -> Choice:
        """Raises InputError where the values don't go together."""
        return Choice(Engine(**self.engine), Chunking(**self.chunking), ExtractionRecipe(**self.recipe))

    def changed(self, part: Part, name: str, value: Any) -> Draft:
        """The draft with one value changed."""
        values: Mapping[str, Any] = {**getattr(self, part), name: value}
        return replace(self, **{part: values})

    def with_kind(self, kind: str) -> Draft:
        """Another engine; passages that were cut as is usual for the old one are cut as is usual for the new one."""
        usual = self.chunking == asdict(_USUAL[self.engine["kind"]])
        draft = self.changed("engine", "kind", kind)
        return replace(draft, chunking=asdict(_USUAL[kind])) if usual else draft


def saved(explorer: Any) -> Draft:
    """What holds in the workspace now."""
    return Draft(asdict(explorer.engine), asdict(explorer.chunking), asdict(explorer.recipe))


def draft(explorer: Any) -> Draft:
    """What a person has made of it in this session."""
    found: Draft | None = st.session_state.get(_KEY.format(explorer.name))
    return found or saved(explorer)


def keep(explorer: Any, changed: Draft) -> None:
    """Keep it until it is saved or discarded."""
    st.session_state[_KEY.format(explorer.name)] = changed


def discard(explorer: Any) -> None:
    """Back to what holds."""
    st.session_state.pop(_KEY.format(explorer.name), None)


def changes(before: Draft, after: Draft) -> Iterator[tuple[str, str, str]]:
    """Field, old value and new value of whatever differs and means something under the new engine."""
    for part in ("engine", "chunking", "recipe"):
        old, new = getattr(before, part), getattr(after, part)
        for name, value in new.items():
            if old[name] != value and _applies(after, part, name):
                yield name, shown(name, old[name]), shown(name, value)


def _applies(after: Draft, part: str, name: str) -> bool:
    return not after.embedded or part == "chunking" or name == "kind"


def shown(name: str, value: Any) -> str:
    """A value for the eye."""
    if name == "gleaning":
        return words.ON if value else words.OFF
    if isinstance(value, tuple | list):
        return ", ".join(value) or words.NOTHING
    if isinstance(value, float):
        return f"{value:g}"
    return _NAMES.get(name, {}).get(value) or f"{value}" or words.NOTHING


_NAMES: Mapping[str, Mapping[Any, str]] = {
    "kind": words.KINDS,
    "unit": words.UNITS,
    "style": {key: label for key, (label, _) in words.STYLES.items()},
    "language": words.LANGUAGES,
}


@dataclass(frozen=True, slots=True)
class Field:
    """One setting on the page: its key in the session, its value now, and what to do when a person changes it."""

    key: str
    value: Any
    put: Callable[[], None]


def field(explorer: Any, part: Part, name: str, clean: Callable[[Any], Any] = lambda value: value) -> Field:
    """Ready to be drawn: the widget with this key will show the draft's value."""
    key = f"settings-{part}-{name}"

    def put() -> None:
        keep(explorer, draft(explorer).changed(part, name, clean(st.session_state[key])))

    value = getattr(draft(explorer), part)[name]
    st.session_state[key] = list(value) if isinstance(value, tuple) else value
    return Field(key, value, put)
