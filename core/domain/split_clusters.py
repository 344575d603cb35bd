"""Groups of one node's passages by what they are about and what the node is related to there, where nothing else tells.

First those that share nothing at all; then two halves, for nodes whose passages all hang together: a person may want to
see along which line they lie furthest apart. Asks no model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import regex
from numpy.typing import NDArray

from core.domain.diagnose.apart import MOST, Separate
from core.domain.diagnose.scene import Scene
from core.domain.lexical import content_words
from core.domain.names import clean_name

TEXTS, NEIGHBOURS, HALVES = "texts apart", "neighbours apart", "two halves"
MOST_HALVED = 300
"""Documents beyond which no halves are looked for: likeness is worked out for each two of them."""

Parts = Mapping[str, tuple[str, ...]]
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_ROUNDS = 8


def clusters(scene: Scene, key: str) -> Iterator[tuple[str, Parts]]:
    """(how they were found, mention ids by label), each of two or more groups."""
    documents = len(scene.entities[key].documents)
    if 2 <= documents <= MOST:
        separate = Separate(scene, key)
        yield from _told(scene, key, TEXTS, separate.texts())
        yield from _told(scene, key, NEIGHBOURS, separate.neighbours())
    if 3 < documents <= MOST_HALVED:
        yield from _told(scene, key, HALVES, _halves(scene, key))


def _told(scene: Scene, key: str, basis: str, groups: Sequence[Sequence[str]]) -> Iterator[tuple[str, Parts]]:
    """Groups of chunks as mentions under labels; nothing where only one group has any."""
    entity = scene.entities[key]
    labels = _labels(scene, groups, content_words(entity.name))
    found = {
        label: tuple(i for i in entity.mentions if scene.chunk(i) in frozenset(chunks))
        for label, chunks in zip(labels, groups, strict=True)
    }
    parts = {label: ids for label, ids in found.items() if ids}
    if len(parts) > 1:
        yield basis, parts


def _halves(scene: Scene, key: str) -> tuple[tuple[str, ...], ...]:
    """Documents around the two that are least alike, each with the half that it is more like; their chunks."""
    chunks: dict[str, list[str]] = {}
    for chunk in scene.entities[key].chunks:
        chunks.setdefault(scene.passage(chunk).document, []).append(chunk)
    near = _likeness(scene, key, list(chunks.values()))
    first, second = np.unravel_index(int(np.argmin(near)), near.shape)
    side = near[:, second] > near[:, first]
    for _ in range(_ROUNDS):
        if side.all() or not side.any():
            return ()
        now = near[:, side].mean(axis=1) > near[:, ~side].mean(axis=1)
        if (now == side).all():
            break
        side = now
    halves: tuple[list[str], list[str]] = ([], [])
    for at, of in enumerate(chunks.values()):
        halves[int(side[at])].extend(of)
    return tuple(tuple(half) for half in halves if half)


def _likeness(scene: Scene, key: str, documents: Sequence[Sequence[str]]) -> NDArray[np.float64]:
    """(n, n), 0 to about 2: the share of words, and of neighbours, that two documents have in common."""
    own = content_words(scene.entities[key].name)
    words = [frozenset().union(*(content_words(scene.passage(c).text) for c in of)) - own for of in documents]
    ends: dict[str, set[str]] = {}
    for relation in scene.around(key):
        for chunk in relation.chunks:
            ends.setdefault(chunk, set()).update({relation.source, relation.target} - {key})
    around = [frozenset().union(*(ends.get(c, ()) for c in of)) for of in documents]
    return _shared(words) + _shared(around)


def _shared(sets: Sequence[frozenset[str]]) -> NDArray[np.float64]:
    """Of each two sets, what they have in common of the smaller; 0 where one is empty."""
    values = {value: n for n, value in enumerate(sorted(set().union(*sets)))}
    table = np.zeros((len(sets), max(1, len(values))))
    for row, found in enumerate(sets):
        table[row, [values[value] for value in found]] = 1
    sizes = table.sum(axis=1)
    least = np.minimum.outer(sizes, sizes)
    common: NDArray[np.float64] = table @ table.T
    shares: NDArray[np.float64] = np.divide(common, least, out=np.zeros_like(common), where=least > 0)
    return shares


def _labels(scene: Scene, groups: Sequence[Sequence[str]], own: frozenset[str]) -> list[str]:
    """For each group the word that most of its passages have and no other group's, as it is written there."""
    words = [Counter(w for c in group for w in content_words(scene.passage(c).text) - own) for group in groups]
    labels: list[str] = []
    for number, group in enumerate(groups):
        others = set().union(*(found for n, found in enumerate(words) if n != number))
        alone = [(-count, word) for word, count in words[number].items() if word not in others and not word.isdigit()]
        passage = scene.passage(group[0])
        title = clean_name(passage.title) or passage.document
        label = _written(scene, group, min(alone)[1]) if alone else title
        labels.append(label if label not in labels else f"{label} {number + 1}")
    return labels


def _written(scene: Scene, group: Sequence[str], word: str) -> str:
    texts = (found for c in group for found in _WORD.findall(scene.passage(c).text))
    return next((text for text in texts if text.casefold().startswith(word)), word)
