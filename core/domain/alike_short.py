"""Short texts that differ at one place: a number, a name, a phrase.

A short text has few runs of words, and one changed word touches five of them; so it is compared word by word. What two
texts begin and end with alike is at least 0.8 of the words of both; texts made from one form, filled in at two places,
differ at both and are not alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

LEAST, MOST = 12, 59
"""Words of a short text; of a shorter one, one word is too much of it."""
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

    def near(self, name: str) -> Iterator[tuple[str, float]]:
        """(other, share) of texts that differ from this one at one place; the share is as of runs of words."""
        mine = self._texts.get(name)
        if mine is None:
            return
        size = len(mine)
        both = np.minimum(_equal(self._first, mine) + _equal(self._last, mine[::-1]), np.minimum(self._sizes, size))
        shares = both / (self._sizes + size - both)
        for n in np.flatnonzero(shares >= self._least):
            if self._names[int(n)] != name:
                yield self._names[int(n)], float(shares[n])


def _equal(rows: NDArray[np.uint32], words: NDArray[np.uint32]) -> NDArray[np.int64]:
    """How many words from the first on each row has in common with these."""
    found: NDArray[np.int64] = np.logical_and.accumulate(rows[:, : len(words)] == words, axis=1).sum(axis=1)
    return found
