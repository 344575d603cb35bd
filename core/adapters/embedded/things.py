"""The things of an English chunk: phrases that name the same, with the name to show and the type.

Owns the choice of form and of type; what is a phrase at all is decided in `phrases`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.adapters.embedded.phrases import Phrase
from core.adapters.embedded.vocabulary import NAMED, TECHNOLOGIES, TYPE_OF_HEAD


@dataclass(frozen=True, slots=True)
class Thing:
    """All phrases of a chunk that name one thing, in order; `label` is spaCy's commonest (empty for none)."""

    key: str
    name: str
    type: str
    phrases: tuple[Phrase, ...]
    label: str


def things_of(phrases: Iterable[Phrase], fields: Mapping[str, str]) -> list[Thing]:
    """Group phrases by key, in order of first naming. `fields` gives the type of names that metadata knows."""
    grouped: dict[str, list[Phrase]] = {}
    for phrase in phrases:
        grouped.setdefault(phrase.key, []).append(phrase)
    return [_thing(key, group, fields) for key, group in grouped.items()]


def type_of_head(key: str) -> str:
    """The type that the last word of a noun phrase's key tells, or nothing."""
    return TYPE_OF_HEAD.get(key.rsplit(" ", 1)[-1], "")


def _thing(key: str, group: Sequence[Phrase], fields: Mapping[str, str]) -> Thing:
    forms = Counter(phrase.name for phrase in group if not phrase.opens) or Counter(phrase.name for phrase in group)
    first = {phrase.name: place for place, phrase in reversed(list(enumerate(group)))}
    name = min(forms, key=lambda form: (-forms[form], first[form]))
    labels = Counter(phrase.label for phrase in group if phrase.label)
    label = min(labels, key=lambda one: (-labels[one], one)) if labels else ""
    return Thing(key, name, _type(key, label, fields), tuple(group), label)


def _type(key: str, label: str, fields: Mapping[str, str]) -> str:
    if key in fields:
        return fields[key]
    first, *others = key.split(" ")
    if first in TECHNOLOGIES and (not others or others[0][0].isdigit()):
        return "technology"
    if label and others:
        return NAMED[label]
    return type_of_head(key) or NAMED.get(label, "concept")
