"""Is a PDF's text layer language? Scanners and odd fonts leave layers that copy as rubbish.

Owns the measures and their limits, kept loose: only what is surely no text is refused. Refuses to repair anything.
"""

from __future__ import annotations

import re
import unicodedata

_RUN = re.compile(r"([^\w\s])(?:\s*\1)+")  # dot leaders, rulers
_VOWELS = frozenset("aeiouy")
_ENOUGH = 50
_ENOUGH_LETTERS = 200


def layer_fault(text: str) -> str:
    """Why the text can't be one, or nothing. Short texts are only checked for characters that can't be read."""
    marks = [character for character in _RUN.sub(r"\1", text) if not character.isspace()]
    if not marks:
        return ""
    unreadable = sum(_unreadable(character) for character in marks)
    if unreadable * 10 > len(marks):
        return f"{_percent(unreadable, len(marks))} of its characters stand for no letter"
    words = sum(unicodedata.category(character)[0] in "LMN" for character in marks)
    if len(marks) >= _ENOUGH and words * 2 < len(marks):
        return f"only {_percent(words, len(marks))} of its characters are letters or digits"
    return _vowel_fault(text)


def _vowel_fault(text: str) -> str:
    """Latin text has 30 to 50 % vowels; fonts without a character map shift the letters and lose them."""
    latin = [c for c in unicodedata.normalize("NFD", text).lower() if "a" <= c <= "z"]
    vowels = sum(letter in _VOWELS for letter in latin)
    if len(latin) >= _ENOUGH_LETTERS and vowels * 100 < len(latin) * 18:
        return f"its letters form no words ({_percent(vowels, len(latin))} vowels)"
    return ""


def _unreadable(character: str) -> bool:
    return character == "\ufffd" or unicodedata.category(character) in ("Cc", "Cn", "Co", "Cs")


def _percent(part: int, whole: int) -> str:
    return f"{100 * part // whole} %"
