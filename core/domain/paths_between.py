"""The `paths` level: chains of edges between hits, and a walk from the hits over entities and chunks that ranks chunks.

A hit is as strong as the fifth power of its cosine; one that was named (by hand, or by a keyword that is its name) has
strength 1. What a hit relation gives to its ends, and what a walk gets from an entity, is divided by how many chunks
name that entity: a name that stands everywhere says little. Powers and shares were chosen on half of the musique
questions and hold on the other half (docs/benchmarks.md); powers of 3 to 6 do about as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np

from core.domain.chains import chains
from core.domain.expand import PATH, Candidate, Level, Path, Starts
from core.domain.ground import Ground
from core.domain.modes import Parameters
from core.domain.records import Entity, Relation
from core.domain.walk import walked

ENDS = 12
"""How many entities chains run between, the strongest."""

POWER = 5

CHUNK_MASS = 0.2
"""How often the walk goes back to a chunk that was hit, rather than to an entity."""

BEHIND = 20
"""Chunks past the wanted ones that the trace names as just missed."""

_DIGITS = 12
"""Decimals of a share that mean something: sums of the same numbers in another order agree in them."""


def paths_level(ground: Ground, hits: Level, parameters: Parameters) -> Level:
    """The chains between the strongest hits and what lies on them, in their order, and the chunks that a walk reaches.

    Behind those stand strong hits that no chain holds, and hit relations beside a step.
    """
    ends = _strongest(_ends(ground, hits), ENDS)
    paths = tuple(_paths(ground, hits, ends, parameters))
    entities, relations = _entities(ground, hits, paths, ends), _relations(hits, paths)
    return Level(entities, relations, walked=reached(ground, hits.starts, parameters), paths=paths)


def reached(ground: Ground, starts: Starts, parameters: Parameters) -> tuple[tuple[str, float], ...]:
    """The chunks that the walk is at most often, with their shares of it, by (-share, id)."""
    terrain = ground.terrain
    back = np.zeros(terrain.size)
    for key, mass in _entity_mass(ground, starts).items():
        back[terrain.entity_number[key]] += mass
    for id_, mass in _chunk_mass(starts, bool(back.any())).items():
        back[terrain.chunk_number[id_]] += mass
    links = terrain.links(parameters.edge_weight, ground.near if parameters.near_names else None)
    found = np.round(walked(links, back, parameters.damping)[len(terrain.entities) :], _DIGITS)
    limit = min(parameters.chunk_top_k + BEHIND, int(np.count_nonzero(found)))
    order = np.argsort(-found, kind="stable")[:limit]
    return tuple((terrain.chunks[n], float(found[n])) for n in order.tolist())


# --- how strong the hits are -----------------------------------------------------------------------------------------


def strength(score: float | None) -> float:
    """Of a hit with this cosine; of one that was named where it is None."""
    return 1.0 if score is None else max(score, 0.0) ** POWER


def _share(ground: Ground, key: str) -> float:
    """1 by the number of chunks that name an entity."""
    return 1.0 / max(len(ground.entity(key).chunks), 1)


def _from_relations(ground: Ground, relations: Iterable[Candidate[Relation]]) -> Iterator[tuple[str, float]]:
    """What each hit relation gives to its two ends."""
    for candidate in relations:
        for key in (candidate.item.source, candidate.item.target):
            yield key, strength(candidate.score) * _share(ground, key)


def _ends(ground: Ground, hits: Level) -> Mapping[str, float]:
    """The entities that chains may run between: as strong as they were hit, or as a hit relation makes them."""
    found: dict[str, float] = {}
    own = ((c.item.key, strength(c.score)) for c in hits.entities)
    for key, mass in [*own, *_from_relations(ground, hits.relations)]:
        found[key] = max(mass, found.get(key, 0.0))
    return found


def _strongest(found: Mapping[str, float], limit: int) -> Mapping[str, float]:
    """The largest, 1 being the largest of all; those of nothing are left out."""
    ordered = sorted((-mass, key) for key, mass in found.items() if mass > 0)[:limit]
    return {key: minus / ordered[0][0] for minus, key in ordered}


def _entity_mass(ground: Ground, starts: Starts) -> Mapping[str, float]:
    """Where the walk goes back to among entities; sums to 1, or is empty."""
    own = ((c.item.key, strength(c.score) * _share(ground, c.item.key)) for c in starts.entities)
    found: dict[str, float] = {}
    for key, mass in [*own, *_from_relations(ground, starts.relations)]:
        found[key] = found.get(key, 0.0) + mass
    total = sum(sorted(found.values()))
    return {key: mass / total for key, mass in found.items()} if total else {}


def _chunk_mass(starts: Starts, beside: bool) -> Mapping[str, float]:
    """Where it goes back to among chunks: CHUNK_MASS of all, or all where no entity was hit."""
    total = sum(sorted(strength for _, strength in starts.chunks))
    mass = CHUNK_MASS / (1 - CHUNK_MASS) if beside else 1.0
    return {id_: mass * strength / total for id_, strength in starts.chunks} if total else {}


# --- what lies on the chains -----------------------------------------------------------------------------------------


def _paths(ground: Ground, hits: Level, ends: Mapping[str, float], parameters: Parameters) -> Iterator[Path]:
    terrain = ground.terrain
    number = terrain.entity_number
    numbered = {number[key]: mass for key, mass in ends.items()}
    steps = terrain.steps(parameters.edge_weight)
    scores = {c.item.key: strength(c.score) for c in hits.relations}

    def rank(relation: Relation) -> tuple[float, float, str]:
        weight = relation.strength if parameters.edge_weight == "strength" else relation.weight
        return -scores.get(relation.key, -1.0), -weight, relation.key

    for score, way in chains(steps, numbered, parameters.max_hops, parameters.max_paths):
        nodes = tuple(terrain.entities[n] for n in way)
        yield Path(nodes, tuple(min(ground.between(u, v), key=rank) for u, v in pairwise(nodes)), score)


def _entities(
    ground: Ground, hits: Level, paths: Sequence[Path], ends: Mapping[str, float]
) -> tuple[Candidate[Entity], ...]:
    """What is on the paths, then strong hits on none. A hit stays a seed; chunks come from the walk, not from these."""
    hit = {c.item.key: c for c in hits.entities}
    keys = dict.fromkeys([*(key for path in paths for key in path.nodes), *(key for key in ends if key in hit)])
    return tuple(hit[key] if key in hit else Candidate(ground.entity(key), PATH) for key in keys)


def _relations(hits: Level, paths: Sequence[Path]) -> tuple[Candidate[Relation], ...]:
    """The edges of the paths, then hit edges between two nodes of a step."""
    hit = {c.item.key: c for c in hits.relations}
    shown = {relation.key: relation for path in paths for relation in path.relations}
    steps = {frozenset(pair) for path in paths for pair in pairwise(path.nodes)}
    others = (c for c in hits.relations if c.item.key not in shown)
    beside = [c for c in others if frozenset((c.item.source, c.item.target)) in steps]
    return (*(hit.get(key, Candidate(relation, PATH)) for key, relation in shown.items()), *beside)
