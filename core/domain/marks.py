"""Where a passage names a thing: the words to mark.

Names are compared without regard to case, compatibility forms (NFKC) and runs of white space; a match must be a whole
word, singular or plural. Says nothing about meaning: a passage that names a thing by a pronoun has no mark.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from core.domain.records import Span

_UNSPACED = (
    "CJK ",
    "HIRAGANA",
    "KATAKANA",
    "HANGUL",
    "THAI",
    "LAO",
    "KHMER",
    "MYANMAR",
)
_ENDINGS = ("", "s", "es", "'s", "’s")


def find_marks(text: str, names: Iterable[str]) -> tuple[Span, ...]:
    """Spans of `text` that name one of `names`, ascending and disjoint; overlapping ones are joined."""
    folded, origin = _folded(text)
    forms = {form for name in names for form in _forms(name)}
    found = sorted(hit for form in forms for hit in _whole_words(folded, form))
    return _joined([(origin[start], origin[end - 1] + 1) for start, end in found])


def _folded(text: str) -> tuple[str, list[int]]:
    """The text as compared, and for each of its characters the offset in `text` that it came from."""
    chars: list[str] = []
    origin: list[int] = []
    for offset, char in enumerate(text):
        for part in unicodedata.normalize("NFKC", char).casefold():
            blank = part.isspace()
            if blank and chars and chars[-1] == " ":
                continue
            chars.append(" " if blank else part)
            origin.append(offset)
    return "".join(chars), origin


def _forms(name: str) -> set[str]:
    """The name as compared, and its singular where it looks like a plural."""
    base = _folded(name)[0].strip()
    forms = {base} if base else set()
    if len(base) > 3 and base.endswith("s") and not base.endswith(("ss", "us", "is")):
        forms.add(base[:-1])
    if len(base) > 3 and base.endswith("y"):
        forms.add(base[:-1] + "ies")
    return forms


def _whole_words(text: str, form: str) -> Iterator[tuple[int, int]]:
    """(start, end) of each place where `form` stands as a word, its plural or possessive ending included."""
    start = text.find(form)
    while start >= 0:
        end = start + len(form)
        if not _joined_at(text, start):
            longest = next((e for e in reversed(_ENDINGS) if text.startswith(e, end) and not _cut(text, end, e)), None)
            if longest is not None:
                yield start, end + len(longest)
        start = text.find(form, start + 1)


def _cut(text: str, end: int, ending: str) -> bool:
    return _joined_at(text, end + len(ending))


def _joined_at(text: str, at: int) -> bool:
    """Whether a word goes on across the offset: letters or digits of a spaced script on both sides."""
    if at <= 0 or at >= len(text):
        return False
    return _in_word(text[at - 1]) and _in_word(text[at])


def _in_word(char: str) -> bool:
    return char.isalnum() and not unicodedata.name(char, "").startswith(_UNSPACED)


def _joined(spans: Sequence[tuple[int, int]]) -> tuple[Span, ...]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(Span(start, end) for start, end in merged)
