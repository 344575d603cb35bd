"""What two merge rules make of the same evidence: what classic glued, reversed or dropped that careful keeps.

Each difference names the nodes or edges in both graphs and the mentions that each part comes from. Pure: it reads two
graphs and their evidence, and rules nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

import networkx as nx

from core.domain.diagnose.directions import directions
from core.domain.diagnose.finding import FindingKind, Group
from core.domain.diagnose.harm import Reach
from core.domain.diagnose.scene import Scene, counted
from core.domain.names import classic_key, name_key
from core.domain.packing import entity_label
from core.domain.records import Evidence, Relation, RelationMention

DifferenceKind = Literal["glued", "two directions", "folded", "kept apart", "hidden"]
DIFFERENCE_KINDS: tuple[DifferenceKind, ...] = get_args(DifferenceKind)
_AS_BAD_AS: Mapping[DifferenceKind, FindingKind] = {
    "glued": "name-collision",
    "two directions": "lost-direction",
    "folded": "parallel-relations",
    "kept apart": "near-duplicate",
    "hidden": "self-loop",
}
"""The finding whose seriousness a difference has."""


@dataclass(frozen=True, slots=True)
class Difference:
    """`classic` and `careful` are keys of nodes (`glued`, `kept apart`) or edges there; `evidence` stands side by side.

    glued: a node of classic is several of careful. two directions: an edge of classic held both ways. folded: an edge
    of classic is several relations. kept apart: several nodes of classic are one of careful. hidden: careful leaves
    out, by a decision or as a self-loop, what classic shows; the reverse does not happen, because two ends that one
    passage names are one under careful wherever they are one under classic. `harm` and `reach` as `Reach` gives them,
    in the graph of classic.
    """

    kind: DifferenceKind
    classic: tuple[str, ...]
    careful: tuple[str, ...]
    evidence: tuple[Group, ...]
    why: str
    harm: float = 0.0
    reach: int = 0


def differences(careful: nx.MultiDiGraph, classic: nx.MultiDiGraph, evidence: Evidence) -> tuple[Difference, ...]:
    """All differences: by kind, then by keys."""
    scene = Scene(classic, evidence)
    return tuple(_weighed(found, scene.reach) for found in _Beside(Scene(careful, evidence), scene).all())


def worst_first(found: Iterable[Difference]) -> tuple[Difference, ...]:
    """By harm, then reach, ties by kind and keys."""
    order = DIFFERENCE_KINDS.index
    return tuple(sorted(found, key=lambda d: (-d.harm, -d.reach, order(d.kind), d.classic, d.careful)))


def _weighed(found: Difference, reach: Reach) -> Difference:
    nodes = found.classic if found.kind in ("glued", "kept apart") else ()
    worth = reach.harm(_AS_BAD_AS[found.kind], nodes, () if nodes else found.classic)
    return replace(found, harm=worth.harm, reach=worth.reach)


class _Beside:
    def __init__(self, careful: Scene, classic: Scene) -> None:
        self._careful, self._classic = careful, classic
        self._in_careful, self._in_classic = _nodes(careful), _nodes(classic)
        self._edges = {i: r for r in careful.relations.values() for i in r.mentions}

    def all(self) -> Iterator[Difference]:
        yield from self._glued()
        yield from self._both_ways()
        yield from self._folded()
        yield from self._kept_apart()
        yield from self._hidden()

    def _glued(self) -> Iterator[Difference]:
        for key, found in _across(self._in_classic, self._in_careful).items():
            if len(found) > 1:
                names = ", ".join(self._careful.said(k) for k in found)
                why = f"One node under classic is {len(found):,} under careful: {names}."
                yield Difference("glued", (key,), tuple(found), self._groups(found), why)

    def _kept_apart(self) -> Iterator[Difference]:
        for key, found in _across(self._in_careful, self._in_classic).items():
            if len(found) > 1:
                groups = tuple(self._classic.group(k, mentions) for k, mentions in found.items())
                why = f"{self._careful.said(key)} is {counted(len(found), 'node')} under classic: {', '.join(found)}."
                yield Difference("kept apart", tuple(found), (key,), groups, why)

    def _groups(self, found: Mapping[str, list[str]]) -> tuple[Group, ...]:
        labels = {key: entity_label(self._careful.entities[key]) for key in found}
        return tuple(self._careful.group(labels[key], mentions) for key, mentions in found.items())

    def _both_ways(self) -> Iterator[Difference]:
        for relation in self._classic.relations.values():
            groups = directions(self._classic, relation)
            if len(groups) == 2:
                why = f"One edge under classic points both ways: {groups[0].label}, and {groups[1].label}."
                yield Difference("two directions", (relation.key,), self._apart(relation), groups, why)

    def _folded(self) -> Iterator[Difference]:
        for relation in self._classic.relations.values():
            kept = self._apart(relation)
            if len({self._careful.relations[key].predicate for key in kept}) > 1:
                groups = tuple(
                    self._careful.group(_shown(self._careful, self._careful.relations[k]), self._of(k, relation))
                    for k in kept
                )
                why = f"{counted(len(kept), 'relation')} became one edge: {'; '.join(g.label for g in groups)}."
                yield Difference("folded", (relation.key,), kept, groups, why)

    def _apart(self, relation: Relation) -> tuple[str, ...]:
        """The edges of careful that the mentions of an edge of classic went to."""
        return tuple(dict.fromkeys(self._edges[i].key for i in relation.mentions if i in self._edges))

    def _of(self, careful: str, classic: Relation) -> tuple[str, ...]:
        there = frozenset(classic.mentions)
        return tuple(i for i in self._careful.relations[careful].mentions if i in there)

    def _hidden(self) -> Iterator[Difference]:
        for relation in self._classic.relations.values():
            gone = [i for i in relation.mentions if i not in self._edges]
            if gone:
                group = self._classic.group(f"{relation.source_name} – {relation.target_name}", gone)
                why = f"Careful leaves this out, because of a decision or as a self-loop: {group.label}."
                yield Difference("hidden", (relation.key,), (), (group,), why)


Said = tuple[str, Literal["entity", "source", "target"]]
"""A mention's id, and which of the things that it names is meant."""


def _nodes(scene: Scene) -> dict[Said, str]:
    """What mentions name -> the node that it belongs to; ends of relations, too."""
    found: dict[Said, str] = {(i, "entity"): key for key, entity in scene.entities.items() for i in entity.mentions}
    for relation in scene.relations.values():
        for mention in (scene.relation_mentions[i] for i in relation.mentions):
            ends = relation.source, relation.target
            found[mention.id, "source"], found[mention.id, "target"] = (
                ends if _forward(scene, relation, mention) else ends[::-1]
            )
    return found


def _forward(scene: Scene, relation: Relation, mention: RelationMention) -> bool:
    """Whether the edge begins where its mention does: not where direction is lost, or where a person turned it."""
    if not relation.directed:
        return classic_key(mention.source) == relation.source
    source, target = name_key(mention.source), name_key(mention.target)
    if source == name_key(relation.source_name):
        return True
    first, second = (frozenset(map(name_key, scene.names[end])) for end in (relation.source, relation.target))
    return source in first or target in second or source not in second or target not in first


def _across(from_: Mapping[Said, str], to: Mapping[Said, str]) -> Mapping[str, dict[str, list[str]]]:
    """Node in one graph -> the nodes in the other that its mentions belong to, with these mentions; both by key."""
    found: defaultdict[str, defaultdict[str, dict[str, None]]] = defaultdict(lambda: defaultdict(dict))
    for said, key in from_.items():
        if said in to:
            found[key][to[said]][said[0]] = None
    return {key: {k: list(found[key][k]) for k in sorted(found[key])} for key in sorted(found)}


def _shown(scene: Scene, relation: Relation) -> str:
    source, target = (entity_label(scene.entities[end]) for end in (relation.source, relation.target))
    return f"{source} – {relation.predicate} → {target}"
