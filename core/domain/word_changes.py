"""Two texts word by word: what stayed, what went, what is new."""

from __future__ import annotations

import difflib
from typing import Literal, NamedTuple

import regex

State = Literal["same", "gone", "new"]

_TOKEN = regex.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}]|[\p{L}\p{M}\p{N}]+(?:['’.,][\p{L}\p{M}\p{N}]+)*|\s+|.", regex.S
)
LONGEST = 4000
"""Words beyond which two texts are compared line by line."""


class Piece(NamedTuple):
    """A stretch of text in one state."""

    state: State
    text: str


def word_changes(before: str, after: str) -> tuple[Piece, ...]:
    """The pieces in reading order; those not `new` joined are `before`, those not `gone` are `after`."""
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    if len(old) + len(new) > LONGEST:
        old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    found: list[Piece] = []
    for what, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            found.append(Piece("same", "".join(old[a:b])))
            continue
        if b > a:
            found.append(Piece("gone", "".join(old[a:b])))
        if d > c:
            found.append(Piece("new", "".join(new[c:d])))
    return tuple(found)
