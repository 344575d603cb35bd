"""The words that readers used for types and predicates: how often, and which are near spellings of one.

Proposes to join `works at`, `work at` and `Works-At`; never words that differ in digits, direction or opposite. Nothing
is chained: each joins a commoner word that it resembles itself. Pure.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import regex

from core.domain.diagnose.forms import Form, edits, form, parted

LONG = 6
"""Letters from which on a slip of one letter is likelier than another word."""
_SMALL = frozenset("a an the of to in on at by for from with into onto is are was were be been as and or".split())
_TURNING = frozenset("of to in on at by for from with into onto as".split())
"""Small words that say which way a predicate points: `born in` is not `born to`."""
_JOINERS = regex.compile(r"[_\-/.]+|(?<=\p{Ll})(?=\p{Lu})")
_ENDINGS = ("ings", "ing", "ies", "ied", "es", "ed", "s")


@dataclass(frozen=True, slots=True)
class Word:
    """A type or predicate with how often it occurs."""

    value: str
    count: int


@dataclass(frozen=True, slots=True)
class Near:
    """Words that may be one: `others` would become `to`, the commonest; each with what they have in common."""

    to: str
    others: tuple[tuple[str, str], ...]
    count: int


def near_spellings(words: Iterable[Word]) -> tuple[Near, ...]:
    """Words that look like one, most affected first, ties by word."""
    ordered = sorted(words, key=lambda word: (-word.count, word.value))
    taken: set[str] = set()
    found = []
    blocks = _Blocks(ordered)
    for word in ordered:
        if word.value in taken:
            continue
        others = [(o, why) for o in blocks.near(word) if o.value not in taken and (why := blocks.why(word, o))]
        if others:
            taken.update((word.value, *(other.value for other, _ in others)))
            told = tuple((other.value, why) for other, why in others)
            found.append(Near(word.value, told, sum(other.count for other, _ in others)))
    return tuple(sorted(found, key=lambda near: (-near.count, near.to)))


def alike(a: str, b: str) -> str:
    """What makes two words spellings of one: `spacing`, `ending`, `small words`, `a letter`; empty if nothing does."""
    one, other = _form(a), _form(b)
    if a == b or parted(one, other) or not _same_way(one, other):
        return ""
    if one.joined == other.joined:
        return "spacing"
    if _stems(one) == _stems(other):
        return "ending"
    if _core(one) and _core(one) == _core(other):
        return "small words"
    short = min(len(one.joined), len(other.joined))
    return "a letter" if short >= LONG and edits(one.joined, other.joined, 1) == 1 and _inside(one, other) else ""


def _form(word: str) -> Form:
    return form(_JOINERS.sub(" ", word))


def _same_way(a: Form, b: Form) -> bool:
    return [w for w in a.words if w in _TURNING] == [w for w in b.words if w in _TURNING]


def _inside(a: Form, b: Form) -> bool:
    """Whether the letter that differs is no beginning: `export` is not `import`, `informal` not `formal`."""
    return a.joined[:2] == b.joined[:2]


def _stems(word: Form) -> tuple[str, ...]:
    return tuple(map(stem, word.words))


def _core(word: Form) -> tuple[str, ...]:
    return tuple(w for w in word.words if w not in _SMALL)


def stem(word: str) -> str:
    """An English word without the endings of number, person and tense; others stay."""
    if not word.isascii():
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            base = word[: -len(ending)] + ("y" if ending in ("ies", "ied") else "")
            doubled = len(base) > 3 and base[-1] == base[-2] and base[-1] not in "sl"
            return base[:-1] if doubled else base.removesuffix("e")
    return word.removesuffix("e") if len(word) > 3 else word


class _Blocks:
    """Words that share a block are worth comparing."""

    def __init__(self, words: Sequence[Word]) -> None:
        blocks: defaultdict[str, list[Word]] = defaultdict(list)
        self._of: dict[str, set[str]] = {}
        self._used = Counter(part for word in words for part in set(_form(word.value).words) for _ in range(word.count))
        for word in words:
            self._of[word.value] = set(_blocks(_form(word.value)))
            for block in self._of[word.value]:
                blocks[block].append(word)
        self._blocks: Mapping[str, Sequence[Word]] = blocks

    def why(self, word: Word, other: Word) -> str:
        """What the rarer one has in common; a letter counts as a slip only where it makes a word used nowhere else."""
        why = alike(word.value, other.value)
        fresh = set(_form(other.value).words).difference(_form(word.value).words)
        return "" if why == "a letter" and any(self._used[part] > 1 for part in fresh) else why

    def near(self, word: Word) -> list[Word]:
        """Others that share a block, commonest first."""
        found = {o.value: o for block in self._of[word.value] for o in self._blocks[block] if o.value != word.value}
        return sorted(found.values(), key=lambda other: (-other.count, other.value))


def _blocks(word: Form) -> Iterator[str]:
    yield f"joined {word.joined}"
    yield f"stems {' '.join(_stems(word))}"
    if core := _core(word):
        yield f"core {' '.join(core)}"
    if LONG <= len(word.joined) <= 40:
        yield from (f"less {word.joined[:at]}{word.joined[at + 1 :]}" for at in range(2, len(word.joined)))
        yield f"less {word.joined}"
