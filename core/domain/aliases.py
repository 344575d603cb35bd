"""Names that bring their own translation: `奇瑞 (Chery)` proposes that `奇瑞`, `Chery` and the whole are one thing.

A proposal is a decision that a person may take as it is; nothing is merged here. Only a change of script between the
name and what is in brackets counts: `Mercury (planet)` tells two things apart and `Hello Love (song)` names a kind.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import regex

from core.domain.names import clean_name, name_key
from core.domain.records import EntityMention

_TRANSLATED = regex.compile(r"^(?P<name>[^()]+?) ?\((?P<other>[^()]+)\)$")
_SCRIPTS = (
    "Han",
    "Hiragana",
    "Katakana",
    "Hangul",
    "Latin",
    "Cyrillic",
    "Greek",
    "Arabic",
    "Hebrew",
    "Devanagari",
    "Thai",
)
_SCRIPT = {script: regex.compile(rf"\p{{{script}}}") for script in _SCRIPTS}
_JAPANESE = frozenset(("Han", "Hiragana", "Katakana"))


@dataclass(frozen=True, slots=True)
class AliasProposal:
    """`forms` of the whole were said by `mentions` (ids, in document order); `name` and `alias` are its two parts."""

    forms: tuple[str, ...]
    name: str
    alias: str
    mentions: tuple[str, ...]

    @property
    def decision(self) -> dict[str, Any]:
        """The merge that would make them one node under `name`."""
        nodes = [{"name": one, "qualifier": ""} for one in (*self.forms, self.name, self.alias)]
        return {"kind": "merge", "nodes": nodes, "into": {"name": self.name, "qualifier": ""}}


def translation(name: str) -> tuple[str, str] | None:
    """(name, translation) of a name with a translation in brackets; None where both parts share a script."""
    found = _TRANSLATED.match(clean_name(name))
    if found is None:
        return None
    first, second = found["name"].strip(), found["other"].strip()
    one, other = _scripts(first), _scripts(second)
    if not one or not other or one & other or (one | other) <= _JAPANESE:
        return None
    return first, second


def alias_proposals(mentions: Iterable[EntityMention]) -> tuple[AliasProposal, ...]:
    """One proposal for each name and translation, by their keys; mentions are taken in document order."""
    said: dict[tuple[str, str], list[EntityMention]] = {}
    for mention in mentions:
        if parts := translation(mention.name):
            said.setdefault((name_key(parts[0]), name_key(parts[1])), []).append(mention)
    return tuple(_proposal(found) for _, found in sorted(said.items()))


def _proposal(mentions: list[EntityMention]) -> AliasProposal:
    forms = tuple(dict.fromkeys(clean_name(mention.name) for mention in mentions))
    name, alias = translation(forms[0]) or (forms[0], "")
    return AliasProposal(forms, name, alias, tuple(mention.id for mention in mentions))


def _scripts(text: str) -> frozenset[str]:
    return frozenset(script for script, pattern in _SCRIPT.items() if pattern.search(text))
