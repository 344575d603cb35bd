"""What two texts share word by word and number by number, English and Chinese, without any model.

Content words leave out the small words of English; a script without spaces gives pairs of neighbouring characters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import pairwise

import regex

_WORD = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]+|[\p{L}\p{M}]+|\d+(?:[.,]\d+)*")
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")
_SMALL = frozenset(
    "a an the and or but if of to in on at by for from with as is are was were be been being am it its this that these "
    "those there here they them their he she his her you your we our i my me do does did has have had can could may "
    "might will would shall should must not no so than then too also only just such each any all both which who whom "
    "whose what when where why how into onto over under between within after before during until about per".split()
)
_CHINESE_SMALL = regex.compile(r"[的了是在和与及也都就而或被把从对于其这那]")
_NUMBER = regex.compile(r"\d+(?:[.,]\d+)*")
_THOUSANDS = regex.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
)
_SPELT = {word: n for n, word in enumerate(f"{_ONES} eighteen nineteen".split())} | {
    word: 10 * n for n, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
_SPELT |= {"hundred": 100, "thousand": 1000, "once": 1, "twice": 2, "first": 1, "second": 2, "third": 3}
_CHINESE_DIGITS = {char: n for n, char in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_CHINESE_NUMBER = regex.compile(r"[零〇一二两三四五六七八九十百千]+")
_TENS = {"十": 10, "百": 100, "千": 1000}


def content_words(text: str) -> frozenset[str]:
    """The words that carry meaning, in one case and without a plural s."""
    return frozenset(_content(unicodedata.normalize("NFKC", text).casefold()))


def _content(text: str) -> Iterator[str]:
    for word in _WORD.findall(text):
        if not _UNSPACED.match(word):
            if word not in _SMALL:
                yield word.removesuffix("s") if len(word) > 3 else word
        elif len(word) == 1:
            yield word
        else:
            yield from (a + b for a, b in pairwise(word) if not _CHINESE_SMALL.search(a + b))


def coverage(said: frozenset[str], held: frozenset[str]) -> float:
    """The share of the words said that are held, in [0, 1]; 0 where nothing is said."""
    return len(said & held) / len(said) if said else 0.0


def figures(text: str) -> dict[str, str]:
    """The numbers written in digits: in one form (`1000`, `3.5`) -> as written first."""
    found: dict[str, str] = {}
    for written in _NUMBER.findall(unicodedata.normalize("NFKC", text)):
        for part in _parts(written):
            found.setdefault(_plain(part), part)
    return found


def numbers(text: str) -> frozenset[str]:
    """All numbers of a text in one form: in digits, and spelt out in English or Chinese (`thirty`, `三十`)."""
    words = {str(_SPELT[word]) for word in regex.findall(r"[a-z]+", text.casefold()) if word in _SPELT}
    chinese = {str(chinese_number(word)) for word in _CHINESE_NUMBER.findall(text)}
    return frozenset(figures(text)) | words | chinese


def _parts(written: str) -> list[str]:
    return [written] if _THOUSANDS.fullmatch(written) else written.split(",")


def _plain(number: str) -> str:
    plain = number.replace(",", "")
    if plain.count(".") == 1:
        plain = plain.rstrip("0").rstrip(".")
    return plain.lstrip("0") or "0" if "." not in plain else plain


def chinese_number(word: str) -> int:
    """The value of a number in Chinese digits, below ten thousand: `三十`, `一百零五`, `二〇二〇`."""
    total, digit = 0, 0
    for char in word:
        if char in _TENS:
            total, digit = total + (digit or 1) * _TENS[char], 0
        else:
            digit = 10 * digit + _CHINESE_DIGITS[char]
    return total + digit
