"""Text cut into the words that full text search compares: for the index, for what a person types, for marks in a hit.

A word is a run of letters and digits, folded (NFKC, case, accents of Latin letters); numbers keep their point (99.9).
Scripts written without spaces are cut into overlapping pairs of characters, and a run's last character stands alone
behind them. So a string of two characters or more is a row of pairs, and is found where it stands and nowhere else.
Nothing here knows of an index; `query.py` puts words into an expression.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import regex

FORMAT = "1"
"""Another one means other words: what was indexed under an older one is made anew."""

LONGEST = 200
"""Characters of a word that are compared: longer ones are no words of a language."""

_SCRIPTS = ("Han", "Hiragana", "Katakana", "Bopomofo", "Hangul", "Thai", "Lao", "Khmer", "Myanmar")
_UNSPACED = "".join(rf"\p{{{name}}}" for name in _SCRIPTS) + "ー々〆〇ﾞﾟ"
_SOFT = "\u00ad\u200c\u200d\u2060\ufeff"
_POINTS = ".,．，"
_PAIRED = rf"[{_UNSPACED}]\p{{M}}*"
_SPACED = rf"[\p{{L}}\p{{M}}\p{{N}}--[{_UNSPACED}]]"
_JOINT = rf"(?<=\p{{Nd}})[{_POINTS}](?=\p{{Nd}})|(?<=\w)[{_SOFT}]+(?={_SPACED})"
# A page breaks lines inside a word of these scripts: one line break parts nothing.
_RUN = rf"(?P<run>{_PAIRED}(?:(?:[ \t]*\n[ \t]*)?{_PAIRED})*+)"
_WORDS = regex.compile(rf"{_RUN}|{_SPACED}(?:{_SPACED}|{_JOINT})*+", regex.V1)
_CLUSTERS = regex.compile(rf"[{_UNSPACED}][\p{{M}}ﾞﾟ]*", regex.V1)
_SIGNS = regex.compile(rf"[^\x00-\x7f\p{{L}}\p{{M}}\p{{N}}{_SOFT}．，ー々〆〇ﾞﾟ]", regex.V1)
_ANY_UNSPACED = regex.compile(rf"[{_UNSPACED}]", regex.V1)

_LATIN_ACCENTS = regex.compile(r"(?<=\p{Latin})\p{Mn}+")
_NOT_OF_A_WORD = re.compile(rf"[\x00-\x2b\x2d\x2f\x3a-\x60\x7b-\x7f\s{_SOFT}]+")
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_MAY_BE_THOUSANDS = re.compile(r"[0-9],[0-9]")
_ASCII_WORDS = re.compile(r"[A-Za-z0-9]+(?:(?<=[0-9])[.,](?=[0-9])[A-Za-z0-9]+)*")
_POINTED = re.compile(r"[a-z0-9]+(?:(?<=[0-9])[.,](?=[0-9])[a-z0-9]+)+")
_LONE_POINT = re.compile(r"(?<![0-9])[.,]|[.,](?![0-9])")
_LONG = re.compile(rf"[^ ]{{{LONGEST + 1},}}")


class Word(NamedTuple):
    """A word as it is compared, and where it stands (code points). `tail`: the last character of an unspaced run.

    Of a pair of characters the first one ends at `middle`; 0 for other words.
    """

    form: str
    start: int
    end: int
    tail: bool = False
    middle: int = 0


def words(text: str) -> Iterator[Word]:
    """The words of a text in order; a pair of characters and the pair after it overlap."""
    bare = _bare(text)
    if bare.isascii():
        return (Word(_folded(match[0]), match.start(), match.end()) for match in _ASCII_WORDS.finditer(bare))
    return _words(text)


def _words(text: str) -> Iterator[Word]:
    for match in _WORDS.finditer(text):
        if match["run"] is None:
            form = _folded(match[0])
            if form:
                yield Word(form, match.start(), match.end())
        else:
            yield from _pairs(match[0], match.start())


def index_text(text: str) -> str:
    """What an index is given: the forms of `words` in order, parted by what is no letter, digit, point or comma."""
    bare = _bare(text)
    return _plain(bare) if bare.isascii() else " ".join(word.form for word in words(text))


def unspaced(text: str) -> bool:
    """Whether there is a character of a script that is written without spaces."""
    return _ANY_UNSPACED.search(text) is not None


def folded(text: str) -> str:
    """A text as it is compared where no words are looked for: NFKC, case folded, halves of surrogate pairs out."""
    whole = text.encode("utf-8", "ignore").decode("utf-8")
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", whole).casefold())


def _bare(text: str) -> str:
    """Without signs that are in no word, a blank for each: much text is ASCII but for its quotation marks."""
    return text if text.isascii() else _SIGNS.sub(" ", text)


def _plain(text: str) -> str:
    """`index_text` of ASCII: nearly all of it is left to the index."""
    text = text.lower()
    if _MAY_BE_THOUSANDS.search(text):
        text = _POINTED.sub(lambda match: _folded(match[0]), text)
    text = _LONE_POINT.sub(" ", text)
    return text if len(text) <= LONGEST else _LONG.sub(_shortened, text)


def _shortened(match: re.Match[str]) -> str:
    return " ".join(word.form for word in words(match[0]))


def _pairs(run: str, start: int) -> Iterator[Word]:
    chars = [
        (char, start + cluster.start(), start + cluster.end())
        for cluster in _CLUSTERS.finditer(run)
        for char in _NOT_OF_A_WORD.sub("", unicodedata.normalize("NFKC", cluster[0]).casefold())
    ]
    for (one, begins, middle), (other, _, ends) in pairwise(chars):
        yield Word(one + other, begins, ends, middle=middle)
    for char, begins, ends in chars[-1:]:
        yield Word(char, begins, ends, tail=True)


@lru_cache(maxsize=50_000)
def _folded(word: str) -> str:
    """The form of a word; may be empty."""
    if word.isascii():
        form = word.lower()
    else:
        form = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", word).casefold())
        form = unicodedata.normalize("NFC", _LATIN_ACCENTS.sub("", form))
        form = _NOT_OF_A_WORD.sub("", form).lower().strip(".,")
    if "," in form and _THOUSANDS.fullmatch(form):
        form = form.replace(",", "")
    return form[:LONGEST]
