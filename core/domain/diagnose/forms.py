"""Two names side by side: what they have in common, and what parts them for good.

`Form` takes a name apart; `parted` says what makes two names name two things, whatever else is alike: other digits
(also Roman and spelt out), other marks like + or #, another qualifier in brackets, Jr. against Sr., or north against
south. Pure functions of the names.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import regex

from core.domain.names import name_key

_BRACKETS = regex.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]|【([^【】]*)】")
_DOTTED = regex.compile(r"(?<=\b\p{L})\.(?=\p{L}\b|$|\s)")
_ARABIC_VOWELS = frozenset(map(chr, range(0x064B, 0x0653)))
_DIAERESIS = "\u0308"
_TOKEN = regex.compile(r"[\p{L}\p{M}]+|\p{N}+")
_MARKS = regex.compile(r"[+#%@$€£¥*§°<>=^~]")
_APOSTROPHE = regex.compile(r"(?<=\p{L})['’ʼ](?=\p{L})")
_NUMERAL = regex.compile(r"[ivxlcdm]+")
_ROMAN = regex.compile(r"m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
_HAN_NUMBER = regex.compile(r"[零〇一二三四五六七八九十百千]+")
_ARTICLES = frozenset(("the", "a", "an"))
_SMALL = frozenset(("of", "the", "and", "for", "in", "on", "a", "an", "de", "la", "du", "des", "und", "der"))
_COMPANY = frozenset("inc incorporated ltd limited llc llp corp corporation co gmbh ag plc sa nv bv oy ab".split())
_HAN_COMPANY = regex.compile(r"(股份有限公司|有限责任公司|有限公司|公司)$")
_NUMBERS = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve first second third fourth fifth sixth seventh "
    "eighth ninth tenth single double triple".split()
)
_TELLING = frozenset(
    "jr junior sr senior elder younger north south east west northern southern eastern western northeast northwest "
    "southeast southwest northeastern northwestern southeastern southwestern upper lower inner outer male female men "
    "women boys girls left right min max pre post pro anti non un new old big little great greater lesser super sub "
    "v vs".split()
)
"""Words that tell two things apart where only one of the names has them."""
_HAN_TELLING = regex.compile(r"[东西南北上下左右前后男女大小新旧甲乙丙丁非不]")


@dataclass(frozen=True, slots=True)
class Form:
    """A name taken apart: its words without articles, all in one case and without accents; `joined` has no gaps.

    `digits` are all its numbers, `marks` its signs, `qualifiers` what stands in brackets (but for its own initials),
    `telling` its words that tell things apart; each sorted. `initials` are those of its words, small words left out.
    """

    name: str
    words: tuple[str, ...]
    joined: str
    digits: tuple[str, ...]
    marks: tuple[str, ...]
    qualifiers: tuple[str, ...]
    telling: tuple[str, ...]
    article: bool

    @property
    def initials(self) -> str:
        return initials(self.words)

    @property
    def firm(self) -> tuple[str, ...]:
        """The words without a company's legal form at their end."""
        words = self.words
        while len(words) > 1 and words[-1] in _COMPANY:
            words = words[:-1]
        return words if len(words) != 1 else (_HAN_COMPANY.sub("", words[0]) or words[0],)

    @property
    def singular(self) -> tuple[str, ...]:
        return tuple(map(singular, self.words))


def initials(words: Iterable[str]) -> str:
    """The first letters of words, small words left out."""
    return "".join(word[0] for word in words if word not in _SMALL)


@lru_cache(maxsize=100_000)
def form(name: str) -> Form:
    """The form of a name as written."""
    key = name_key(name)
    bare = _BRACKETS.sub(" ", key)
    tokens = _tokens(bare)
    article = len(tokens) > 1 and tokens[0] in _ARTICLES and not tokens[1][0].isnumeric()
    words = tuple(tokens[1:] if article else tokens)
    digits = sorted(number for token in words if (number := _number(token, len(words))))
    digits += sorted(found for token in words for found in _HAN_NUMBER.findall(token) if not token.isascii())
    telling = sorted(word for word in words if word in _TELLING)
    telling += sorted(c for word in words for c in _HAN_TELLING.findall(word))
    in_brackets = [" ".join(_tokens("".join(groups))) for groups in _BRACKETS.findall(key)]
    return Form(
        name=key,
        words=words,
        joined="".join(words),
        digits=tuple(digits),
        marks=tuple(sorted(_MARKS.findall(bare))),
        qualifiers=tuple(sorted(told for told in in_brackets if told.replace(" ", "") != initials(words))),
        telling=tuple(telling),
        article=article,
    )


def _tokens(text: str) -> list[str]:
    text = _APOSTROPHE.sub("", _DOTTED.sub("", text.replace("&", " and ")))
    return list(map(str, _TOKEN.findall(_unaccented(text))))


def _unaccented(text: str) -> str:
    """Without the accents of Latin and Greek letters, the dots of ё and Arabic vowel marks, which many texts leave out.

    Other marks tell letters apart.
    """
    if text.isascii():
        return text
    kept: list[str] = []
    base = ""
    for char in unicodedata.normalize("NFD", text):
        if not unicodedata.combining(char):
            base = char
        elif _left_out(base, char):
            continue
        kept.append(char)
    return unicodedata.normalize("NFC", "".join(kept))


def _left_out(base: str, mark: str) -> bool:
    if mark in _ARABIC_VOWELS or (base in "\u0435\u0415" and mark == _DIAERESIS):
        return True
    return unicodedata.name(base or " ", "").startswith(("LATIN", "GREEK"))


def _number(token: str, words: int) -> str:
    """The number that a word stands for, in digits where it is written in digits; empty if it is none."""
    if token[0].isnumeric():
        return "".join(str(unicodedata.digit(c, c)) for c in token).lstrip("0") or "0"
    if token in _NUMBERS:
        return token
    return token if words > 1 and _NUMERAL.fullmatch(token) and _ROMAN.fullmatch(token) else ""


def singular(word: str) -> str:
    """An English word without its plural ending."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def parted(a: Form, b: Form) -> bool:
    """Whether the names name two things, however alike they are."""
    return (
        a.digits != b.digits
        or a.marks != b.marks
        or a.qualifiers != b.qualifiers
        or a.telling != b.telling
        or not a.joined
        or not b.joined
    )


def edits(a: str, b: str, most: int) -> int:
    """How many letters to put in, take out, change or swap with a neighbour; `most` + 1 where that is not enough."""
    if abs(len(a) - len(b)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, char in enumerate(a, 1):
        earlier, before, row = before, row, [i]
        for j, other in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (char != other))
            if i > 1 and j > 1 and char == b[j - 2] and a[i - 2] == other:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)
