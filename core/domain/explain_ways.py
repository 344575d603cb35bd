"""The way from an item to the nearest hit of a mode, as a chain that a person can read."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Set

import networkx as nx

from core.domain.explain import Case, relation_word
from core.domain.records import Relation

FARTHEST = 6
"""Steps beyond which nobody asks; keeps the walk small."""

Way = tuple[str, Relation]
"""The node a step comes from, and the edge it goes over."""


def nearest(case: Case, starts: Set[str]) -> str:
    """`2 steps: A – keeps → B ← holds – C`, from the nearest hit; empty where none is near. Ties by key."""
    goals = _goals(case)
    if not goals:
        return f"this mode has no {case.start}"
    came: dict[str, Way | None] = dict.fromkeys(sorted(starts))
    border = deque((key, 0) for key in came)
    while border:
        key, far = border.popleft()
        if key in goals:
            return _told(case, came, key, far)
        if far < FARTHEST:
            for near, relation in _beside(case.graph, key):
                if near not in came:
                    came[near] = key, relation
                    border.append((near, far + 1))
    return f"no {case.start} is within {FARTHEST} steps of it"


def _goals(case: Case) -> Set[str]:
    """Hit entities, and the ends of hit relations."""
    relations = (case.relation(key) for key in case.hits("relation"))
    ends = {end for relation in relations if relation for end in (relation.source, relation.target)}
    return {key for key in case.hits("entity") if key in case.graph} | ends


def _beside(graph: nx.MultiDiGraph, key: str) -> Iterator[tuple[str, Relation]]:
    """What lies a step away, by key, over the first edge by key."""
    if key not in graph:
        return
    found: dict[str, Relation] = {}
    for near, data in ((b, d) for _, b, d in graph.out_edges(key, data="relation")):
        found[near] = min(found.get(near, data), data, key=lambda relation: relation.key)
    for near, data in ((a, d) for a, _, d in graph.in_edges(key, data="relation")):
        found[near] = min(found.get(near, data), data, key=lambda relation: relation.key)
    yield from sorted(found.items())


def _told(case: Case, came: Mapping[str, Way | None], hit: str, far: int) -> str:
    """The chain from the hit back to where the walk began."""
    chain, key = case.entity_name(hit), hit
    while (step := came[key]) is not None:
        before, relation = step
        word = relation_word(relation)
        chain += f" {_arrow(word, relation, forward=relation.source == key)} {case.entity_name(before)}"
        key = before
    steps = "1 step" if far == 1 else f"{far} steps"
    return f"the nearest {case.start} is {steps} away: {chain}" if far else f"{chain} is a {case.start}"


def _arrow(word: str, relation: Relation, forward: bool) -> str:
    if not relation.directed:
        return f"– {word} –" if word else "–"
    if forward:
        return f"– {word} →" if word else "→"
    return f"← {word} –" if word else "←"
