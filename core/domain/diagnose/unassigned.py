"""Mentions that wait: a person split their node, and no part of the split claims them.

For each it is looked which part it fits: by its own qualifier, by its passage's metadata, title or words, by its
document. Nothing is assigned here; a finding proposes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.domain.decisions import Resolution
from core.domain.diagnose.finding import Finding, Group
from core.domain.diagnose.scene import Scene, counted
from core.domain.lexical import content_words
from core.domain.names import name_key, qualifier_key
from core.domain.placing import UNASSIGNED, Placing
from core.domain.policy import Policy
from core.domain.records import Entity, Evidence


def waiting(evidence: Evidence, resolution: Resolution, policy: Policy) -> frozenset[str]:
    """The ids of entity mentions that a split left without a part."""
    placed = Placing(evidence, resolution, policy).entities()
    return frozenset(mention.id for mention, place in placed if UNASSIGNED in place.flags)


def unassigned(scene: Scene) -> Iterator[Finding]:
    """A finding for each node in which mentions wait, in the order of the graph."""
    for entity in scene.entities.values():
        if UNASSIGNED in entity.flags:
            yield _Tray(scene, entity).finding()


class _Tray:
    """The mentions of one node that wait, and the parts that they may belong to."""

    def __init__(self, scene: Scene, entity: Entity) -> None:
        self._scene, self._entity = scene, entity
        held = [i for i in entity.mentions if i in scene.waiting]
        self._waiting = held or list(entity.mentions)
        self._parts = _siblings(scene, entity)
        if len(self._waiting) < len(entity.mentions):
            self._parts = [entity, *self._parts]  # a part under the bare name, beside what waits

    def finding(self) -> Finding:
        scene, key = self._scene, self._entity.key
        fitting = {i: self._fitting(i) for i in self._waiting}
        relations = () if self._waiting else tuple(i for relation in scene.around(key) for i in relation.mentions)
        what = counted(len(self._waiting), "mention") if self._waiting else counted(len(relations), "relation")
        names = " or ".join(scene.said(part.key) for part in self._parts[:4] if part.key != key)
        which = f": {names}" if names else ""
        verb = "waits" if len(self._waiting or relations) == 1 else "wait"
        return scene.finding(
            "unassigned",
            f"{what} of {scene.said(key)} {verb} to be given to a part{which}.",
            entities=(key,),
            evidence=(*self._groups(fitting), *([scene.group("", relations)] if relations else [])),
            proposal=self._split(fitting),
            near=tuple(part.key for part in self._parts if part.key != key),
        )

    def _groups(self, fitting: Mapping[str, str]) -> Iterator[Group]:
        """What waits, by the part that it fits; what fits none comes last."""
        for part in self._parts:
            if ids := [i for i in self._waiting if fitting[i] == part.key]:
                yield self._scene.group(f"May be {self._scene.said(part.key)}", ids)
        if rest := [i for i in self._waiting if not fitting[i]]:
            yield self._scene.group("Fits no part", rest)

    def _split(self, fitting: Mapping[str, str]) -> dict[str, Any] | None:
        """One more split of the node, in which the mentions that fit a part go to it; None where none does."""
        placed: dict[str, list[str]] = {}
        for mention, part in fitting.items():
            if part:
                placed.setdefault(part, []).append(mention)
        if not placed:
            return None
        stay = [i for i in self._entity.mentions if i not in self._waiting]
        if stay:
            placed[self._entity.key] = [*stay, *placed.get(self._entity.key, [])]
        scene = self._scene
        parts = [{**scene.node(key), "mentions": ids} for key, ids in placed.items()]
        return {"kind": "split", "node": scene.node(self._entity.key), "parts": parts}

    def _fitting(self, mention: str) -> str:
        """The key of the only part that a mention fits, by the first sign that says so; empty where none does."""
        for sign in (self._by_qualifier, self._by_metadata, self._by_words, self._by_document):
            fits = [part.key for part in self._parts if sign(mention, part)]
            if len(fits) == 1:
                return fits[0]
        return ""

    def _by_qualifier(self, mention: str, part: Entity) -> bool:
        said = self._scene.mentions[mention].qualifier
        return bool(part.qualifier) and qualifier_key(said) == qualifier_key(part.qualifier)

    def _by_metadata(self, mention: str, part: Entity) -> bool:
        values = self._scene.passage(self._scene.chunk(mention)).metadata.values()
        texts = [value for value in values if isinstance(value, str)]
        return bool(part.qualifier) and qualifier_key(part.qualifier) in map(qualifier_key, texts)

    def _by_words(self, mention: str, part: Entity) -> bool:
        passage = self._scene.passage(self._scene.chunk(mention))
        words = content_words(part.qualifier)
        said = f"{passage.title} {passage.text} {self._scene.mentions[mention].description}"
        return bool(words) and words <= content_words(said)

    def _by_document(self, mention: str, part: Entity) -> bool:
        others = part.documents if part.key != self._entity.key else ()
        return self._scene.passage(self._scene.chunk(mention)).document in others


def _siblings(scene: Scene, entity: Entity) -> Sequence[Entity]:
    """The other nodes of the same name, by key."""
    own = name_key(entity.name)
    return [other for key, other in scene.entities.items() if key != entity.key and name_key(other.name) == own]
