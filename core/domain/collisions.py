"""Whether the texts of one profile contradict each other: one attribute, the same unit, different numbers.

Two numbers are of one attribute where the words near them are half the same, the entity's own name left aside ("kept
for 7 days", "kept for 30 days"), or where one stands alone. What is said in other words is missed; the other signals
belong to diagnostics.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, pairwise
from typing import NamedTuple

import regex

_UNITS = (
    "second minute hour day week month quarter year percent % kb mb gb tb kib mib gib tib user seat member record "
    "request euro dollar pound eur usd gbp cm mm km kg "
    "秒 分钟 小时 天 日 周 个月 月 年 元 人 次 条"
).split()
_UNIT = "|".join(sorted(_UNITS, key=lambda unit: (-len(unit), unit)))
# A number may follow a Chinese or Japanese character directly, but no other letter (`v7`).
_BEFORE = r"(?<![\d.]|[^\P{L}\p{Han}\p{Hiragana}\p{Katakana}])"
_AFTER = r"(?:s?(?!\w)|(?<=\p{Han}))"
_QUANTITY = regex.compile(rf"{_BEFORE}(\d+(?:[.,]\d+)*)[ \u00a0-]?({_UNIT}){_AFTER}", regex.IGNORECASE)
_SENTENCE_END = regex.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])|\n+")
_WORD = regex.compile(r"\p{Han}+|[^\W\d_]+")
_NEAR = 80
"""Characters to either side of a number in which a word may say what it counts."""
_EMPTY_WORDS = frozenset(
    "the and for are was were has have had its this that these those with from into per each every all any can may "
    "will must not than then one least most about after before within during until when which who their there been "
    "being more less only also them they over under between 的 是 在 了 和".split()
)


class Claim(NamedTuple):
    """A number with its unit, both also as `said`, the sentence around them, and the words near that tell what of."""

    number: str
    unit: str
    said: str
    sentence: str
    words: frozenset[str]


Claims = Sequence[Claim]
"""What one text claims, in its order."""


def claims(text: str, name: str = "") -> Claims:
    """The quantities of a text on an entity of this name, whose own words are not counted among `words`."""
    if not _QUANTITY.search(text):
        return ()
    own = frozenset(_words(name))
    return tuple(found for sentence in _SENTENCE_END.split(text) for found in _claims(sentence.strip(), own))


def _claims(sentence: str, own: frozenset[str]) -> Iterator[Claim]:
    for match in _QUANTITY.finditer(sentence):
        around = f"{sentence[max(0, match.start() - _NEAR) : match.start()]} {sentence[match.end() :][:_NEAR]}"
        words = frozenset(_words(_QUANTITY.sub(" ", around))) - own
        yield Claim(match[1], match[2].lower(), match[0], sentence, words)


def _words(text: str) -> Iterator[str]:
    """Content words without a plural s; pairs of neighbours where a script has no spaces."""
    for word in _WORD.findall(text.lower()):
        if regex.match(r"\p{Han}", word):
            yield from (a + b for a, b in pairwise(word))
        elif len(word) > 2 and word not in _EMPTY_WORDS:
            yield word.removesuffix("s")


def quantities(text: str) -> Mapping[str, frozenset[str]]:
    """Unit (lower case, singular) -> the numbers that stand before it in the text."""
    return _numbers(claims(text))


def _numbers(found: Claims) -> dict[str, frozenset[str]]:
    return {unit: frozenset(c.number for c in found if c.unit == unit) for unit in {c.unit for c in found}}


def in_conflict(texts: Iterable[str], name: str = "") -> bool:
    """Whether two of the texts give one attribute different numbers, and have none of that unit in common."""
    return disagree(claims(text, name) for text in texts)


def disagree(found: Iterable[Claims]) -> bool:
    """`in_conflict` of texts whose claims are known.

    Compared are only claims that share a word, or of which one has none: large nodes have thousands.
    """
    said: defaultdict[str, _Said] = defaultdict(_Said)
    for each in dict.fromkeys(tuple(claims) for claims in found if claims):
        numbers = _numbers(each)
        if any(said[c.unit].contradicts(numbers[c.unit], c.words) for c in each):
            return True
        for c in each:
            said[c.unit].add(numbers[c.unit], c.words)
    return False


class _Said:
    """What the texts so far claim in one unit: all numbers of a text, with the words near one of them."""

    def __init__(self) -> None:
        self._claims: dict[tuple[frozenset[str], frozenset[str]], None] = {}
        self._by_word: defaultdict[str, list[tuple[frozenset[str], frozenset[str]]]] = defaultdict(list)

    def add(self, numbers: frozenset[str], words: frozenset[str]) -> None:
        claim = numbers, words
        if claim not in self._claims:
            self._claims[claim] = None
            for word in words or {""}:
                self._by_word[word].append(claim)

    def contradicts(self, numbers: frozenset[str], words: frozenset[str]) -> bool:
        """Whether a claim of another text does not fit together with this one."""
        if not words:
            return any(numbers.isdisjoint(others) for others, _ in self._claims)
        shared = Counter(chain.from_iterable(self._by_word.get(word, ()) for word in words))
        shared.update(dict.fromkeys(self._by_word.get("", ()), 0))
        return any(
            numbers.isdisjoint(others) and _enough(count, words, their) for (others, their), count in shared.items()
        )


def conflicting(found: Sequence[Claims]) -> tuple[tuple[int, Claim], ...]:
    """The claims that contradict another text's, each once, with the number of their text; in order."""
    held = {(at, claim) for (i, a), (j, b) in _conflicts(found) for at, claim in ((i, a), (j, b))}
    return tuple((i, claim) for i, each in enumerate(found) for claim in dict.fromkeys(each) if (i, claim) in held)


def _conflicts(found: Sequence[Claims]) -> Iterator[tuple[tuple[int, Claim], tuple[int, Claim]]]:
    """Pairs of claims that do not fit together, each with the number of its text."""
    numbers = [_numbers(each) for each in found]
    for (i, first), (j, second) in combinations(enumerate(found), 2):
        for unit in numbers[i].keys() & numbers[j].keys():
            if numbers[i][unit].isdisjoint(numbers[j][unit]):
                yield from (
                    ((i, a), (j, b))
                    for a in first
                    for b in second
                    if a.unit == b.unit == unit and _same_attribute(a, b)
                )


def _same_attribute(a: Claim, b: Claim) -> bool:
    return _enough(len(a.words & b.words), a.words, b.words)


def _enough(shared: int, a: frozenset[str], b: frozenset[str]) -> bool:
    """Whether they share half the words of the one with fewer: one verb alone (`kept`) says too little."""
    return 2 * shared >= min(len(a), len(b))
