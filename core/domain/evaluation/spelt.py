"""Numbers in words and in digits brought into one form, so that `twenty-five`, `二十五` and `25` are one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from core.domain.lexical import chinese_number

CHINESE = r"[零〇一二两三四五六七八九十百千]+"

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_CARDINALS = {word: n for n, word in enumerate(_SMALL)} | {word: 10 * n for n, word in enumerate(_TENS, 2)}
_HUNDRED, _THOUSAND = "hundred", "thousand"
_WORDS = _CARDINALS.keys() | {_HUNDRED, _THOUSAND}
_COMMAS = regex.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_CHINESE = regex.compile(CHINESE)


def numbers_in_digits(words: Sequence[str]) -> Iterator[str]:
    """The words in order, each number in them in digits; a list of numbers (`3,5`) gives each."""
    run = _Run()
    for n, word in enumerate(words):
        if word == "and" and run.open and n + 1 < len(words) and words[n + 1] in _CARDINALS:
            continue
        if word in _WORDS:
            yield from run.take(word)
            continue
        yield from run.end()
        yield from _digits(word)
    yield from run.end()


def _digits(word: str) -> Iterator[str]:
    if _CHINESE.fullmatch(word):
        yield str(chinese_number(word))
    elif not word[:1].isdecimal():
        yield word
    else:
        yield from (_short(part) for part in ([word] if _COMMAS.fullmatch(word) else word.split(",")))


def _short(number: str) -> str:
    """Without commas, leading noughts and a fraction of nought; `1.10` is a version, and stays."""
    whole, dot, rest = number.replace(",", "").partition(".")
    whole = "".join(str(int(digit)) for digit in whole).lstrip("0") or "0"
    return whole if not rest.strip("0") and "." not in rest else f"{whole}{dot}{rest}"


@dataclass(slots=True)
class _Run:
    """A number in English words, as far as it was read: thousands, and what is below (None: nothing yet)."""

    thousands: int = 0
    rest: int | None = None
    open: bool = False

    def take(self, word: str) -> Iterator[str]:
        """One more word; the number before it, where the two don't make one."""
        if not self._fits(word):
            yield from self.end()
        if word == _THOUSAND:
            self.thousands, self.rest = 1000 * (self.rest or 1), None
        elif word == _HUNDRED:
            self.rest = 100 * (self.rest or 1)
        else:
            self.rest = (self.rest or 0) + _CARDINALS[word]
        self.open = word in (_HUNDRED, _THOUSAND)

    def _fits(self, word: str) -> bool:
        rest = self.rest
        if word == _THOUSAND:
            return not self.thousands
        if rest is None:
            return True
        if word == _HUNDRED:
            return 0 < rest < 100
        value = _CARDINALS[word]
        return rest > 0 and (rest % 100 == 0 or (rest % 100 >= 20 and rest % 10 == 0 and 0 < value < 10))

    def end(self) -> Iterator[str]:
        """The number, if any was begun."""
        if self.thousands or self.rest is not None:
            yield str(self.thousands + (self.rest or 0))
        self.thousands, self.rest, self.open = 0, None, False
