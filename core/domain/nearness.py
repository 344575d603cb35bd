"""Names that look like what was typed, where nothing has that name: by the pairs of letters that they share.

Pure, and quick over many names: only names that share a pair are looked at.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import pairwise

from core.domain.names import name_key

LEAST = 0.34
"""Share of pairs (Dice's coefficient) below which a name is not offered."""


class NearNames:
    """Names by their pairs of letters; (name, key) of each, the name as `name_key` gives it."""

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        self._keys: list[tuple[str, int]] = []
        self._by_pair: defaultdict[str, list[int]] = defaultdict(list)
        for place, (name, key) in enumerate(names):
            pairs = _pairs(name)
            self._keys.append((key, len(pairs)))
            for pair in pairs:
                self._by_pair[pair].append(place)

    def nearest(self, text: str, limit: int) -> tuple[str, ...]:
        """Keys, most alike first, ties by key; each word of the text may be the one that is meant."""
        best: dict[str, float] = {}
        for piece in dict.fromkeys((text, *text.split())):
            for key, share in self._alike(_pairs(name_key(piece))):
                best[key] = max(best.get(key, 0.0), share)
        return tuple(sorted(best, key=lambda key: (-best[key], key))[:limit])

    def _alike(self, wanted: frozenset[str]) -> Iterable[tuple[str, float]]:
        shared = Counter(place for pair in wanted for place in self._by_pair.get(pair, ()))
        for place, count in shared.items():
            key, size = self._keys[place]
            share = 2 * count / (len(wanted) + size)
            if share >= LEAST:
                yield key, share


def _pairs(name: str) -> frozenset[str]:
    """Its pairs of neighbours, each word with its beginning and end; of one character, that."""
    return frozenset("".join(pair) for word in name.split() for pair in pairwise(f"\x02{word}\x03"))
