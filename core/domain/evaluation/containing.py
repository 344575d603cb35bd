"""Whether an answer contains the expected one: as a row of words, both in one form.

One form: NFKC, without case, accents of Latin letters, marks of citations and Markdown, and English articles; numbers
without thousands' commas and in digits (`thirty`, `三十` and `30` are one); scripts without spaces sign by sign. Only
the row of words is looked for: `not Paris` contains `Paris`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import regex

from core.domain.citations import without_marks
from core.domain.evaluation.spelt import CHINESE, numbers_in_digits

FORMS = "|"
"""Parts the forms of an expected answer, any of which will do."""

_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}ー々〆〇"
_NUMBER = r"\d+(?:[.,]\d+)*"
_TOKEN = regex.compile(
    rf"{_NUMBER}|{CHINESE}|[{_UNSPACED}]\p{{M}}*|[\p{{L}}\p{{M}}--[{_UNSPACED}]]+|[%‰°$€£¥]", regex.V1
)
_ACCENTS = regex.compile(r"(?<=\p{Latin})\p{Mn}+")
_POSSESSIVE = regex.compile(r"(?<=\p{Latin})['’]s\b")
_INITIALS = regex.compile(r"(?<=\b\p{L})\.(?=\p{L}\b)")
_ARTICLES = frozenset(("a", "an", "the"))


def accepted(expected: str) -> tuple[str, ...]:
    """The forms of an expected answer, in order; blank ones are none."""
    return tuple(form for part in expected.split(FORMS) if (form := part.strip()))


def contains(text: str, expected: str) -> bool:
    """Whether any form of the expected answer stands in the text."""
    said = signs(without_marks(text))
    return any(_within(said, signs(form)) for form in accepted(expected))


def signs(text: str) -> tuple[str, ...]:
    """The words of a text in one form, in order; of scripts without spaces each sign."""
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold()))
    plain = unicodedata.normalize("NFC", _INITIALS.sub("", _POSSESSIVE.sub("", plain)))
    words = [word for word in _TOKEN.findall(plain) if word not in _ARTICLES]
    return tuple(numbers_in_digits(words))


def _within(said: Sequence[str], wanted: Sequence[str]) -> bool:
    size = len(wanted)
    return size > 0 and any(said[n : n + size] == wanted for n in range(len(said) - size + 1))
