"""Whether the passages of one node fall into groups that have nothing to do with each other.

Two passages belong together when they are of one document, when their vectors are near (or, without vectors, when they
share words), or when the node's neighbours there are the same or joined by an edge. Groups are what is left joined;
chaining joins, it never parts, so that a thing with several topics stays one as long as some passage bridges them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from core.domain.diagnose.finding import Signal
from core.domain.diagnose.scene import Scene, counted
from core.domain.lexical import content_words

MOST = 24
"""A node in more documents than this is a hub: that its passages have little in common says nothing."""

EACH = 5
"""Passages of a document that are compared: they stand together anyhow."""

COSINE = 0.3
"""Passages with at least this cosine are of one subject (unrelated ones lie around 0.05 with MiniLM)."""

WORDS = 0.12
"""Share of the smaller passage's words that the other has, from which on they are of one subject."""

TEXTS, NEIGHBOURS = 0.2, 0.2

Near = Callable[[str, str], bool]
Vectors = Mapping[str, NDArray[np.float32]]


class Separate:
    """The groups of one node's passages, by chunk ids."""

    def __init__(self, scene: Scene, key: str) -> None:
        self._scene, self._key = scene, key
        self.chunks = _some_of_each_document(scene, scene.entities[key].chunks)

    def texts(self) -> tuple[tuple[str, ...], ...]:
        """Groups by what the passages say."""
        vectors = self._scene.vectors(self.chunks)
        words = {c: content_words(self._scene.passage(c).text) for c in self.chunks if c not in vectors}
        own = content_words(self._scene.entities[self._key].name)
        return self._groups(lambda a, b: self._near(vectors, words, own, a, b))

    @staticmethod
    def _near(vectors: Vectors, words: Mapping[str, frozenset[str]], own: frozenset[str], a: str, b: str) -> bool:
        if a in vectors and b in vectors:
            return float(np.dot(vectors[a].astype(np.float64), vectors[b].astype(np.float64))) >= COSINE
        one, other = words.get(a, frozenset()) - own, words.get(b, frozenset()) - own
        least = min(len(one), len(other))
        return not least or len(one & other) >= WORDS * least

    def neighbours(self) -> tuple[tuple[str, ...], ...]:
        """Groups by the node's neighbours there; passages in which it has none stand with every other."""
        scene, at = self._scene, {chunk: set[str]() for chunk in self.chunks}
        for relation in scene.around(self._key):
            for chunk in at.keys() & set(relation.chunks):
                at[chunk].update({relation.source, relation.target} - {self._key})
        wider = {
            chunk: ends.union(*(scene.neighbours[end] for end in ends)) - {self._key} for chunk, ends in at.items()
        }
        return self._groups(lambda a, b: not at[a] or not at[b] or bool(at[a] & wider[b]))

    def _groups(self, near: Near) -> tuple[tuple[str, ...], ...]:
        return joined(self.chunks, lambda a, b: self._same_document(a, b) or near(a, b))

    def _same_document(self, a: str, b: str) -> bool:
        one, other = self._scene.passage(a), self._scene.passage(b)
        return one.document == other.document or (bool(one.title) and one.title == other.title)


def _some_of_each_document(scene: Scene, chunks: Iterable[str]) -> tuple[str, ...]:
    """At most `EACH` chunks of a document, the first ones."""
    counts: Counter[str] = Counter()
    kept = []
    for chunk in chunks:
        document = scene.passage(chunk).document
        counts[document] += 1
        if counts[document] <= EACH:
            kept.append(chunk)
    return tuple(kept)


def joined(items: Sequence[str], near: Near) -> tuple[tuple[str, ...], ...]:
    """The connected groups of items, each in the order given, the first by their first item."""
    leader = {item: item for item in items}

    def root(item: str) -> str:
        while leader[item] != item:
            item = leader[item]
        return item

    for a, b in combinations(items, 2):
        if root(a) != root(b) and near(a, b):
            leader[root(b)] = root(a)
    groups: dict[str, list[str]] = {}
    for item in items:
        groups.setdefault(root(item), []).append(item)
    return tuple(map(tuple, groups.values()))


def apart(scene: Scene, key: str) -> Iterator[tuple[Signal, tuple[tuple[str, ...], ...]]]:
    """The signals that the groups of a node's passages give, with the groups."""
    entity = scene.entities[key]
    if not 2 <= len(entity.documents) <= MOST:
        return
    separate = Separate(scene, key)
    for name, weight, groups in (
        ("texts apart", TEXTS, separate.texts()),
        ("neighbours apart", NEIGHBOURS, separate.neighbours()),
    ):
        if len(groups) > 1:
            kind = "share neither subject nor words" if name == "texts apart" else "have no neighbour in common"
            yield Signal(name, weight, f"{counted(len(groups), 'group')} of passages {kind}"), groups
