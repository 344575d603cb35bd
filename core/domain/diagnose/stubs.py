"""Unknown stubs: things that relations name and nothing describes, with the names near them that they may be."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from core.domain.diagnose.finding import Finding
from core.domain.diagnose.forms import form, parted
from core.domain.diagnose.scene import Scene, counted
from core.domain.diagnose.twins import THRESHOLD, differ, scored, told

NEAR = 3
"""Near names that are shown."""

NEARLY = 0.25
"""Score of a pair of names from which the other is shown as near: shared initials alone are not."""

LIKE = 0.5
"""Share of the words, the rare ones counting more, from which a described name is near."""

_COMMON = 60
"""A word in more names than this brings no name near."""


def stubs(scene: Scene) -> Iterator[Finding]:
    """A finding for each stub, in the order of the graph."""
    partners: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for (a, b), signals in scored(scene).items():
        partners[a][b] = partners[b][a] = sum(signal.weight for signal in signals)
    words = _Words(scene)
    for key, entity in scene.entities.items():
        if entity.stub:
            yield _stub(scene, key, partners[key], words)


def _stub(scene: Scene, key: str, partners: Mapping[str, float], words: _Words) -> Finding:
    described = {k: score for k, score in partners.items() if score >= NEARLY and not scene.entities[k].stub}
    sure = [k for k, score in described.items() if round(score, 6) >= THRESHOLD]
    likely = sorted(described, key=lambda k: (-described[k], k))
    near = tuple(dict.fromkeys([*likely, *words.near(key)]))[:NEAR]
    mentions = told(scene, key)
    perhaps = f" It may be {' or '.join(scene.said(k) for k in near)}." if near else ""
    return scene.finding(
        "unknown-stub",
        f"{scene.said(key)} is named in {counted(len(mentions), 'relation')} and described nowhere.{perhaps}",
        entities=(key,),
        evidence=(scene.group("", mentions),),
        proposal=_merge(scene, key, sure[0]) if len(sure) == 1 else None,
        near=near,
    )


def _merge(scene: Scene, stub: str, into: str) -> dict[str, Any]:
    return {"kind": "merge", "nodes": [scene.node(into), scene.node(stub)], "into": scene.node(into)}


class _Words:
    """The words of names, each weighing the more the fewer names have it."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._words = {key: frozenset(form(entity.name).singular) for key, entity in scene.entities.items()}
        self._count = Counter(word for words in self._words.values() for word in words)
        self._weights = {word: math.log1p(len(self._words) / count) for word, count in self._count.items()}
        self._at: defaultdict[str, list[str]] = defaultdict(list)
        for key, words in self._words.items():
            for word in () if scene.entities[key].stub else words:
                self._at[word].append(key)

    def near(self, key: str) -> list[str]:
        """Described entities whose names share most of their rare words, most alike first, ties by key."""
        own = self._words[key]
        found = {k for word in own if self._count[word] <= _COMMON for k in self._at[word]} - {key}
        shares = {k: self._share(own, self._words[k]) for k in found}
        best = sorted((k for k, share in shares.items() if share >= LIKE), key=lambda k: (-shares[k], k))
        return [k for k in best if self._may(key, k)][:NEAR]

    def _may(self, a: str, b: str) -> bool:
        one, other = self._scene.entities[a], self._scene.entities[b]
        return not differ(one, other) and not parted(form(one.name), form(other.name))

    def _share(self, a: frozenset[str], b: frozenset[str]) -> float:
        return self._weight(a & b) / self._weight(a | b)  # summed exactly, so in no order

    def _weight(self, words: frozenset[str]) -> float:
        return math.fsum(map(self._weights.__getitem__, words))
