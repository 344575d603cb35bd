"""How sets and questions are written where they are kept: on one line, whole; names of sets with nothing invisible."""

from __future__ import annotations

import unicodedata

from core.errors import InputError

LONGEST_NAME = 80
_UNSEEN, _JOINERS = ("Cc", "Cf", "Cs"), "\u200c\u200d"


def named(text: str) -> str:
    """The name of a set as it is kept: one line, nothing invisible in it. Raises InputError."""
    found = seen(text)
    if not found or len(found) > LONGEST_NAME:
        raise InputError(
            f"The name of a question set is too long: {len(found)} characters." if found else "A set needs a name.",
            f"Give it a name of at most {LONGEST_NAME} characters.",
        )
    return found


def seen(text: str) -> str:
    """On one line, with nothing invisible in it: no control or direction marks."""
    return line("".join(char for char in text if _is_seen(char)))


def _is_seen(char: str) -> bool:
    return char.isspace() or char in _JOINERS or unicodedata.category(char) not in _UNSEEN


def line(text: str) -> str:
    """On one line."""
    return whole(" ".join(text.split()))


def whole(text: str) -> str:
    """Without halves of surrogate pairs, which no page can show."""
    return text.encode("utf-8", "replace").decode("utf-8")
