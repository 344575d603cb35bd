"""Short texts that differ at one place: a number, a name, a phrase.

A short text has few runs of words, and one changed word touches five of them; so it is compared word by word. What two
texts begin and end with alike is at least 0.8 of the words of both; texts made from one form, filled in at two places,
differ at both and are not alike.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

LEAST, MOST = 12, 59
"""Words of a short text; of a shorter one, one word is too much of it."""
_LOOKED_AT = 4
_NONE = np.empty(0, np.uint32)


def short_words(hashes: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """What is kept of a short text: a hash for each word, in order; nothing of another one."""
    if not LEAST <= len(hashes) <= MOST:
        return _NONE
    return np.maximum(hashes.astype(np.uint32), 1)


class Short:
    """The short ones among texts, by name."""

    def __init__(self, texts: Mapping[str, NDArray[np.uint32]], least: float) -> None:
        self._texts = {name: words for name, words in texts.items() if len(words)}
        self._least, self._names = least, sorted(self._texts)
        self._sizes = np.array([len(self._texts[name]) for name in self._names], np.int64)
        self._first = np.zeros((len(self._names), MOST), np.uint32)
        self._last = np.zeros((len(self._names), MOST), np.uint32)
        for n, name in enumerate(self._names):
            words = self._texts[name]
            self._first[n, : len(words)] = words
            self._last[n, : len(words)] = words[::-1]
        self._begin, self._end = _by_words(self._first), _by_words(self._last)

    def near(self, name: str) -> Iterator[tuple[str, float]]:
        """(other, share) of texts that differ from this one at one place; the share is as of runs of words."""
        mine = self._texts.get(name)
        if mine is None:
            return
        rows, size = self._likely(mine), len(mine)
        both = _equal(self._first[rows], mine) + _equal(self._last[rows], mine[::-1])
        both = np.minimum(both, np.minimum(self._sizes[rows], size))
        shares = both / (self._sizes[rows] + size - both)
        for n in np.flatnonzero(shares >= self._least):
            other = self._names[int(rows[n])]
            if other != name:
                yield other, float(shares[n])

    def _likely(self, words: NDArray[np.uint32]) -> NDArray[np.int64]:
        """The rows that begin or end like these words: of 12 words at least, with a share of 0.8, six do."""
        begin = self._begin.get(words[:_LOOKED_AT].tobytes(), [])
        end = self._end.get(words[::-1][:_LOOKED_AT].tobytes(), [])
        return np.array(sorted({*begin, *end}), np.int64)


def _by_words(rows: NDArray[np.uint32]) -> Mapping[bytes, list[int]]:
    """The rows by the words that they begin with."""
    found: dict[bytes, list[int]] = defaultdict(list)
    for n in range(len(rows)):
        found[rows[n, :_LOOKED_AT].tobytes()].append(n)
    return found


def _equal(rows: NDArray[np.uint32], words: NDArray[np.uint32]) -> NDArray[np.int64]:
    """How many words from the first on each row has in common with these."""
    found: NDArray[np.int64] = np.logical_and.accumulate(rows[:, : len(words)] == words, axis=1).sum(axis=1)
    return found
