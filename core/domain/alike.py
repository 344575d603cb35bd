"""Which documents say nearly the same, and which call themselves drafts.

Documents are compared by their runs of five words (shingles), with pairs of characters for words in scripts without
spaces. Two are alike where at least 0.8 of the shingles that either has are in both; a draft also where as much of the
shorter one is in the longer. One passage that two long documents have in common does not make them alike. Short ones
are alike, too, where they differ at one place.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from core.domain.alike_short import Short, short_words
from core.domain.fulltext import index_text
from core.domain.records import Metadata

LEAST_SHARE = 0.8
SHINGLE = 5
"""Words that are looked at together."""
LEAST_SHINGLES = 15
"""Shorter texts are not compared by shingles."""

_MARKS = 72
_LEAST_EQUAL = 43
"""Of the marks of two texts: at a true share of 0.8 fewer are equal once in 40,000 pairs (binomial); then a pair that
is just about alike is missed."""

_ROW = "#row-"
_STATES = frozenset(
    {"draft", "drafts", "entwurf", "brouillon", "borrador", "bozza", "черновик", "草稿", "下書き", "초안"}
)
_WORDS = "|".join((*sorted(_STATES), "v0", r"v0\.[0-9]+", "copy of", "kopie von", "copie de", "copia de"))
_IN_NAME = re.compile(rf"(?<![^\W_])(?:{_WORDS}|copy)(?![^\W_])|草稿|副本")
_IN_TITLE = re.compile(
    rf"^[\W_]*(?:{_WORDS})(?=$|[\W_]*[:\-–—(\[]|\s+of\b)|^(?:copy|kopie|copie|copia) |[(\[](?:{_WORDS})[)\]]"
    rf"|[\-–—:,] ?(?:{_WORDS})$|(?<![^\W_])v0(?:\.[0-9]+)*(?![^\W_])|草稿|副本"
)


@dataclass(frozen=True, slots=True)
class Alike:
    """Two documents with nearly the same text, or the `same`; `share` of their shingles in [0, 1] is in both.

    `draft` names the one of the two that calls itself a draft; empty where none or both do.
    """

    document: str
    other: str
    share: float
    same: bool = False
    draft: str = ""


@dataclass(frozen=True, slots=True)
class Sketch:
    """What is kept of a text to compare it: a hash of its words, its shingles (sorted), and their marks.

    `words` are hashes of the words of a short text, in order.
    """

    text: str
    shingles: NDArray[np.uint64]
    marks: NDArray[np.uint32]
    draft: bool = False
    words: NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))


def sketch(text: str, draft: bool = False) -> Sketch:
    """The sketch of a text."""
    words = index_text(text).split()
    hashes = np.fromiter(map(_hash, words), np.uint64, len(words))
    found, text = _shingles(hashes), hashlib.sha256(" ".join(words).encode()).hexdigest() if words else ""
    return Sketch(text, found, _marks(found), draft, short_words(hashes))


def is_draft(name: str, title: str, metadata: Metadata) -> bool:
    """Whether a document calls itself a draft: in its metadata (`status`, `draft`), its file's name or its title."""
    status = str(metadata.get("status") or "").strip().casefold()
    said = status in _STATES or str(metadata.get("draft") or "").strip().casefold() in ("true", "yes", "1")
    last = name.rpartition("/")[2].partition(_ROW)[0].rpartition(".")
    return said or bool(_IN_NAME.search((last[0] or last[2]).casefold()) or _IN_TITLE.search(title.strip().casefold()))


def alike(sketches: Mapping[str, Sketch], of: Collection[str] | None = None) -> tuple[Alike, ...]:
    """Each document with one that is the same, and the one that is most like it, if there are; by share, then name.

    Every pair is named once. `of`: only pairs with one of these, which then comes first. Of two a draft comes first, or
    the later name. Documents of the same file (rows) are not compared.
    """
    found = _Pairs(sketches, frozenset(sketches if of is None else of).intersection(sketches))
    chosen: dict[frozenset[str], Alike] = {}
    for name in sorted(found.of):
        for others in (found.same(name), found.near(name)):
            best = max(others, key=lambda pair: (pair[1], pair[0]), default=None)
            if best is not None:
                chosen.setdefault(frozenset((name, best[0])), _pair(sketches, name, best, best[0] not in found.of))
    return tuple(sorted(chosen.values(), key=lambda pair: (-pair.share, pair.document, pair.other)))


def _pair(sketches: Mapping[str, Sketch], name: str, best: tuple[str, float], first: bool) -> Alike:
    other, share = best
    drafts = [each for each in (name, other) if sketches[each].draft]
    draft = drafts[0] if len(drafts) == 1 else ""
    if not first and (draft == other or (not draft and other > name)):
        name, other = other, name
    return Alike(name, other, share, sketches[name].text == sketches[other].text, draft)


class _Pairs:
    """Looks for pairs; of documents with the same text, one (no draft, then by name) is compared for all of them."""

    def __init__(self, sketches: Mapping[str, Sketch], of: frozenset[str]) -> None:
        self._all, self.of, self._every = sketches, of, len(of) == len(sketches)
        self._same: dict[str, list[str]] = {}
        for name in sorted(sketches, key=lambda name: (sketches[name].draft, name)):
            self._same.setdefault(sketches[name].text, []).append(name)
        firsts = [names[0] for text, names in self._same.items() if text]
        self._names = sorted(
            (name for name in firsts if len(sketches[name].shingles) >= LEAST_SHINGLES),
            key=lambda name: (len(sketches[name].shingles), name),
        )
        self._sizes = np.array([len(sketches[name].shingles) for name in self._names])
        self._marks = np.array([sketches[name].marks for name in self._names]).reshape(len(self._names), _MARKS)
        self._short = Short({name: sketches[name].words for name in firsts}, LEAST_SHARE)
        self._drafts = [name for name in self._names if sketches[name].draft]

    def same(self, name: str) -> Iterator[tuple[str, float]]:
        """(other, 1) of one with the same text."""
        text = self._all[name].text
        same = (each for each in self._same[text] if text and each != name and _apart(each, name))
        yield from ((each, 1.0) for each in islice(same, 1))

    def near(self, name: str) -> Iterator[tuple[str, float]]:
        """(other, share) of what is nearly like it; nothing for one whose text another one is compared for."""
        text = self._all[name].text
        if not text or self._same[text][0] != name:
            return
        yield from (each for each in self._short.near(name) if _apart(each[0], name))
        if len(self._all[name].shingles) >= LEAST_SHINGLES:
            yield from self._near(name)
            yield from self._within(name)

    def _near(self, name: str) -> Iterator[tuple[str, float]]:
        mine = self._all[name]
        size = len(mine.shingles)
        low = int(np.searchsorted(self._sizes, size * LEAST_SHARE, "left"))
        high = int(np.searchsorted(self._sizes, size / LEAST_SHARE, "right"))
        equal = (self._marks[low:high] == mine.marks).sum(axis=1)
        for n in np.flatnonzero(equal >= _LEAST_EQUAL):
            other = self._names[low + int(n)]
            if other != name and _apart(other, name):
                both = len(np.intersect1d(mine.shingles, self._all[other].shingles, assume_unique=True))
                share = both / (size + len(self._all[other].shingles) - both)
                if share >= LEAST_SHARE:
                    yield other, share

    def _within(self, name: str) -> Iterator[tuple[str, float]]:
        """What is in the shorter of the two of a draft and another."""
        for other, share in self._contained.get(name, ()) if self._every else self._among_few(name):
            if other != name and _apart(other, name):
                yield other, share

    def _among_few(self, name: str) -> Iterator[tuple[str, float]]:
        """The same for one document, without the places of all shingles."""
        mine = self._all[name]
        for other in self._names if mine.draft else self._drafts:
            theirs = self._all[other].shingles
            both = len(np.intersect1d(mine.shingles, theirs, assume_unique=True))
            share = both / min(len(mine.shingles), len(theirs))
            if share >= LEAST_SHARE:
                yield other, share

    @cached_property
    def _contained(self) -> Mapping[str, Sequence[tuple[str, float]]]:
        """Of each draft the documents of which the shorter is in the longer: one draft may be in all of them."""
        found: dict[str, list[tuple[str, float]]] = {}
        for draft in self._drafts:
            mine = self._all[draft].shingles
            shares = self._shared(mine) / np.minimum(self._sizes, len(mine))
            for n in np.flatnonzero(shares >= LEAST_SHARE):
                found.setdefault(draft, []).append((self._names[int(n)], float(shares[n])))
        return found

    def _shared(self, shingles: NDArray[np.uint64]) -> NDArray[np.int64]:
        """How many of these each document has."""
        values, whose = self._where
        start, end = np.searchsorted(values, shingles, "left"), np.searchsorted(values, shingles, "right")
        places = np.repeat(end - np.cumsum(end - start), end - start) + np.arange(int((end - start).sum()))
        return np.bincount(whose[places], minlength=len(self._names))

    @cached_property
    def _where(self) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """All shingles, ascending, and the place of the document that has each."""
        values = np.concatenate([self._all[name].shingles for name in self._names])
        order = np.argsort(values, kind="stable")
        return values[order], np.repeat(np.arange(len(self._names)), self._sizes)[order]


def _apart(one: str, two: str) -> bool:
    """Whether they are not rows of one file."""
    return _ROW not in one or one.partition(_ROW)[0] != two.partition(_ROW)[0]


@lru_cache(maxsize=1 << 16)
def _hash(word: str) -> int:
    return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest(), "little")


def _shingles(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Hashes of all runs of words, each once, ascending; a shorter text is one run."""
    if not len(hashes):
        return hashes
    width = min(SHINGLE, len(hashes))
    mixed = np.zeros(len(hashes) - width + 1, np.uint64)
    for place in range(width):
        mixed = _mix(mixed + hashes[place : len(hashes) - width + 1 + place])
    return np.unique(mixed)


def _mix(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """One step of splitmix64."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    return values ^ (values >> np.uint64(27))


_FACTORS = _mix(np.arange(1, _MARKS + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)) | np.uint64(1)


def _marks(shingles: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """The least value of the shingles under each of some orders (MinHash): the share of equal ones estimates theirs."""
    if not len(shingles):
        return np.zeros(_MARKS, np.uint32)
    return np.array([int((shingles * factor >> np.uint64(32)).min()) for factor in _FACTORS], np.uint32)
