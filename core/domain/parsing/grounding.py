"""Whether a name stands in a text: the guard against names that a model took from its prompt or made up.

Compared are words without case, accents, plural and possessive endings; spaces and hyphens between them don't count,
so `back-up`, `backup` and `back up` are one. Characters of scripts written without spaces are words of their own.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace

import regex

from core.domain.records import EntityRow, Extraction, RelationRow

UNGROUNDED = "ungrounded"

MAX_BRACKETED = 200
"""In a longer name, in characters, brackets are not looked for."""

_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_WORD = regex.compile(rf"[{_UNSPACED}]|(?:(?![{_UNSPACED}])[\p{{L}}\p{{M}}\p{{N}}])+")
_POSSESSIVE = regex.compile(r"['’]s\b", regex.IGNORECASE)
_BRACKETED = regex.compile(r"^(.*?)\s*[(（\[]([^()（）\[\]]+)[)）\]]\s*$")
_ARTICLES = {"the", "a", "an"}
_WEAK = {"corp", "corporation", "inc", "ltd", "llc", "company", "group", "the", "and", "for"}


class Text:
    """A text made ready for many look-ups."""

    def __init__(self, text: str) -> None:
        words = words_of(text)
        self._plain = _folded(text)
        self._joined = "".join(words)
        self._starts: set[int] = set()
        at = 0
        for word in words:
            self._starts.add(at)
            at += len(word)
        self._ends = {*self._starts, at}

    def names(self, name: str) -> bool:
        """Whether the name stands in the text; of `Long name (LN)` either part is enough."""
        parts = _BRACKETED.match(name) if len(name) <= MAX_BRACKETED else None
        forms = [name, *(parts.groups() if parts else ())]
        return any(self._has(form) for form in forms)

    def hints_at(self, name: str) -> bool:
        """Whether the text names it at least in part: one word of it that carries meaning, or its first two signs."""
        if self.names(name):
            return True
        words = words_of(name)
        if words and all(len(word) == 1 for word in words):
            return len(words) > 2 and self._has("".join(words[:2]))
        return any(len(word) > 2 and word not in _WEAK and self._has(word) for word in words)

    def _has(self, form: str) -> bool:
        words = words_of(form)
        if not words:
            return bool(form.strip()) and _folded(form).strip() in self._plain
        if len(words) > 1 and words[0] in _ARTICLES:
            words = words[1:]
        wanted = "".join(words)
        at = self._joined.find(wanted)
        while at >= 0:
            if at in self._starts and at + len(wanted) in self._ends:
                return True
            at = self._joined.find(wanted, at + 1)
        return False


def words_of(text: str) -> Sequence[str]:
    """The words of a text as compared."""
    return [_singular(word) for word in _WORD.findall(_POSSESSIVE.sub("", _folded(text)))]


def ground(extraction: Extraction, chunk_text: str) -> Extraction:
    """Flag as `ungrounded` each entity whose name, and each relation one of whose ends, is not in the text."""
    text = Text(chunk_text)
    return replace(
        extraction,
        entities=tuple(_entity(row, text) for row in extraction.entities),
        relations=tuple(_relation(row, text) for row in extraction.relations),
    )


def _entity(row: EntityRow, text: Text) -> EntityRow:
    return row if text.names(row.name) else replace(row, flags=_flagged(row.flags))


def _relation(row: RelationRow, text: Text) -> RelationRow:
    return row if text.names(row.source) and text.names(row.target) else replace(row, flags=_flagged(row.flags))


def _flagged(flags: tuple[str, ...]) -> tuple[str, ...]:
    return flags if UNGROUNDED in flags else (*flags, UNGROUNDED)


def _folded(text: str) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if unicodedata.category(c) != "Mn")
    return unicodedata.normalize("NFKC", bare)


def _singular(word: str) -> str:
    """One stem for singular and plural (policy, policies; database, databases), not a word of any language."""
    if len(word) < 3:
        return word
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    word = word.removesuffix("e") if len(word) > 3 else word
    return word[:-1] + "i" if word.endswith("y") else word
