"""Findings on the shape of the graph: hubs that one hit pulls in with all their edges, and islands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import networkx as nx

from core.domain.diagnose.finding import Finding
from core.domain.diagnose.scene import Scene, counted
from core.domain.modes import Parameters
from core.domain.wording import entity_text, relation_text

_DEFAULTS = Parameters()


class Limits(NamedTuple):
    """From where on a hit pulls in too much: edges as many as a search takes hits, or a quarter of their budget."""

    edges: int = _DEFAULTS.top_k
    tokens: int = _DEFAULTS.max_relation_tokens // 4


LIMITS = Limits()


def hub_sprawl(scene: Scene, limits: Limits = LIMITS) -> Iterator[Finding]:
    """Entities with more edges, or more tokens on them, than a context bears."""
    for key, edges in scene.reach.at.items():
        many = len(edges) >= limits.edges
        if not many and 3 * scene.reach.brought(key) < limits.tokens:
            continue  # the estimate is never that far off
        tokens = _tokens(scene, key)
        if edges and (many or tokens >= limits.tokens):
            yield scene.finding(
                "hub-sprawl",
                f"One hit on {scene.said(key)} pulls {counted(len(edges), 'edge')} and {counted(tokens, 'token')} "
                f"into the context.",
                entities=(key,),
                evidence=(scene.group("", scene.entities[key].mentions),),
            )


def _tokens(scene: Scene, key: str) -> int:
    """What one hit on an entity brings: its profile and all its edges."""
    return scene.count(entity_text(scene.entities[key])) + sum(scene.count(relation_text(r)) for r in scene.around(key))


def islands(scene: Scene) -> Iterator[Finding]:
    """Parts of the graph that no edge joins to its largest part; of several largest ones all but the first by key."""
    parts = sorted(map(sorted, nx.weakly_connected_components(scene.graph)), key=lambda part: (-len(part), part))
    for part in parts[1:]:
        yield scene.finding(
            "island",
            _alone(scene, part, len(parts[0])),
            entities=part,
            evidence=tuple(scene.group(scene.entities[key].name, scene.entities[key].mentions) for key in part),
        )


def _alone(scene: Scene, part: Sequence[str], largest: int) -> str:
    if len(part) == 1:
        return f"No relation leads to {scene.said(part[0])}: only a search for its own words finds it."
    return (
        f"{counted(len(part), 'entity', 'entities')} around {scene.said(_middle(scene, part))} have no edge to the"
        f" {counted(largest, 'entity', 'entities')} of the largest part."
    )


def _middle(scene: Scene, part: Sequence[str]) -> str:
    """The entity with most edges, ties by key."""
    return min(part, key=lambda key: (-len(scene.reach.at[key]), key))
