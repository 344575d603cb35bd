"""Findings on edges: direction that was lost, directions that contradict, relations that one edge folds, self-loops.

Refuses to take opposite edges for a fault where the predicate goes both ways by its meaning (`borders`, `married to`)
or by its use in this graph.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

import regex

from core.domain.diagnose.finding import Finding, Group
from core.domain.diagnose.scene import Scene, counted
from core.domain.names import UNRELATED, NodeRef, classic_key, name_key, predicate_of
from core.domain.packing import entity_label
from core.domain.records import Relation, RelationMention

_BOTH_WAYS = regex.compile(
    r"^(is|are|was|were|be)$|\b(with|related|married|spouse|sibling|brother|sister|cousin|friend|partner|twin|rival|border\w*|adjacent|near"
    r"|next to|across|opposite|between|each other|similar|same|equal|equivalent|synonym|interact\w*|meets?|linked"
    r"|connect\w*|associat\w*|alongside|together|versus|vs)\b|相邻|接壤|相关|有关|夫妻|兄弟|姐妹|朋友|合作|同义|联系|关联"
)
_USUAL = 0.3
"""Share of the edges of a predicate that have an opposite, from which on (and from 3 pairs) it is meant both ways."""


def pairs(scene: Scene) -> Mapping[tuple[str, str], Sequence[Relation]]:
    """The relations of each pair of entities, whichever way they point, by (smaller key, larger key)."""
    found: defaultdict[tuple[str, str], list[Relation]] = defaultdict(list)
    for relation in scene.relations.values():
        ends = sorted((relation.source, relation.target))
        found[ends[0], ends[1]].append(relation)
    return found


def lost_directions(scene: Scene) -> Iterator[Finding]:
    """Edges without a direction whose mentions point both ways."""
    for relation in scene.relations.values():
        groups = () if relation.directed else directions(scene, relation)
        if len(groups) == 2:
            names = scene.said(relation.source), scene.said(relation.target)
            yield scene.finding(
                "lost-direction",
                f"Passages say how {names[0]} bears on {names[1]} and the reverse, and one edge holds both.",
                relations=(relation.key,),
                evidence=groups,
            )


def directions(scene: Scene, relation: Relation) -> tuple[Group, ...]:
    """The mentions of an edge by the way they point, forward first; one group where all point one way."""
    ways: dict[bool, list[str]] = {True: [], False: []}
    for mention in (scene.relation_mentions[i] for i in relation.mentions):
        ways[classic_key(mention.source) == relation.source].append(mention.id)
    names = relation.source_name, relation.target_name
    labels = {True: f"{names[0]} → {names[1]}", False: f"{names[1]} → {names[0]}"}
    return tuple(scene.group(labels[way], ids) for way, ids in ways.items() if ids)


def contradicting_directions(scene: Scene) -> Iterator[Finding]:
    """Opposite edges of one predicate, where that is not meant both ways."""
    opposite = list(_opposite(scene))
    both, all_ = Counter(a.predicate for a, _ in opposite), Counter(r.predicate for r in scene.relations.values())
    usual = {p for p, count in both.items() if count >= 3 and 2 * count >= _USUAL * all_[p]}
    for a, b in opposite:
        if a.predicate == UNRELATED or a.predicate in usual or _BOTH_WAYS.search(a.predicate):
            continue
        yield scene.finding(
            "contradicting-direction",
            f"{scene.said(a.source)} – {a.predicate} → {scene.said(a.target)} is said, and the reverse, too.",
            relations=(a.key, b.key),
            evidence=(
                scene.group(_shown(scene, a), a.mentions),
                scene.group(_shown(scene, b), b.mentions),
            ),
        )


def _shown(scene: Scene, relation: Relation) -> str:
    return " → ".join(entity_label(scene.entities[end]) for end in (relation.source, relation.target))


def _opposite(scene: Scene) -> Iterator[tuple[Relation, Relation]]:
    by_way = {(r.source, r.target, r.predicate): r for r in scene.relations.values() if r.directed}
    for (source, target, predicate), relation in by_way.items():
        back = by_way.get((target, source, predicate))
        if back is not None and source < target:
            yield relation, back


def parallel_relations(scene: Scene) -> Iterator[Finding]:
    """Pairs with several relations: as edges of their own where they are kept apart, else folded into one edge."""
    for (one, other), relations in pairs(scene).items():
        if sum(len(relation.mentions) for relation in relations) < 2:
            continue
        groups = _by_predicate(scene, relations)
        if len(groups) > 1:
            folded = "one edge holds them all" if len(relations) == 1 else "one edge would fold them"
            yield scene.finding(
                "parallel-relations",
                f"{scene.said(one)} and {scene.said(other)} stand in "
                f"{counted(len(groups), 'relation')} to each other; {folded}.",
                relations=[relation.key for relation in relations],
                evidence=groups,
            )


def _by_predicate(scene: Scene, relations: Iterable[Relation]) -> tuple[Group, ...]:
    """Mentions by direction and predicate, in the order in which these come first."""
    found: dict[str, list[str]] = {}
    for relation in relations:
        for mention in (scene.relation_mentions[i] for i in relation.mentions):
            names = _ends(relation, mention)
            found.setdefault(f"{names[0]} – {predicate_of(mention.keywords)} → {names[1]}", []).append(mention.id)
    return tuple(scene.group(label, ids) for label, ids in found.items())


def _ends(relation: Relation, mention: RelationMention) -> tuple[str, str]:
    """The names of a mention's ends, as shown, in the direction in which it points."""
    forward = relation.directed or classic_key(mention.source) == relation.source
    names = relation.source_name, relation.target_name
    return names if forward else (names[1], names[0])


def self_loops(scene: Scene) -> Iterator[Finding]:
    """Relations whose two ends became one node, by node."""
    loops = tuple(i for i in scene.graph.graph.get("self_loops", ()) if i in scene.relation_mentions)
    by_node: dict[str, list[str]] = {}
    where = partial(_node_of, scene, _nodes_by_name(scene)) if loops else str
    for mention in loops:
        by_node.setdefault(where(mention), []).append(mention)
    for key, mentions in sorted(by_node.items()):
        name = scene.said(key) if key else "a node that is not shown"
        yield scene.finding(
            "self-loop",
            f"{counted(len(mentions), 'relation joins', 'relations join')} {name} to itself, and is left out.",
            entities=(key,) if key else (),
            evidence=(scene.group("", mentions),),
            documents=() if key else tuple(sorted({scene.passage(scene.chunk(i)).document for i in mentions})),
        )


def _nodes_by_name(scene: Scene) -> Mapping[str, Mapping[str, str]]:
    """Name key -> chunk id -> the node to which a mention of that name there belongs."""
    found: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for key, entity in scene.entities.items():
        for mention in (scene.mentions[i] for i in entity.mentions):
            found[name_key(mention.name)].setdefault(mention.chunk, key)
    return found


def _node_of(scene: Scene, nodes: Mapping[str, Mapping[str, str]], mention: str) -> str:
    """The node that a self-loop is at; empty where it can't be told any more (its node was renamed or hidden)."""
    loop = scene.relation_mentions[mention]
    places = nodes.get(name_key(loop.source), {})
    if loop.chunk in places:
        return places[loop.chunk]
    for key in (NodeRef.of(loop.source).key, classic_key(loop.source)):
        if key in scene.entities:
            return key
    return min(places.values(), default="")
