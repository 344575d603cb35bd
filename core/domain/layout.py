"""Where the nodes of a picture go: communities side by side, then forces among all nodes.

Seeded and free of hash order, so one graph has one picture. Draws nothing and knows no policy; distances are in
pixels at zoom 1. The forces are those of ForceAtlas2 (Jacomy et al. 2014): repulsion by degree, linear attraction.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set

import networkx as nx
import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Points = NDArray[np.float64]
"""(n, 2) float64, pixels."""

SEED = 7
SPACING = 46.0
"""Pixels between neighbours in a large picture: a node of middle size and a line of its label."""
_SMALL, _ROOM = 80, 150.0
"""Below so many nodes there is room for words on the lines too: up to so many pixels more between neighbours."""
_GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))
_STEPS = 140
_MAX_FORCED = 600
"""Above this many nodes the forces (quadratic) are left out; the discs alone take 2 s at 10,000."""


def community_layout(nodes: Iterable[str], edges: Iterable[tuple[str, str, float]]) -> Mapping[str, Point]:
    """A position for every node, around (0, 0); `edges` are (source, target, weight > 0).

    The same nodes and edges give the same positions in whatever order they come.
    """
    keys = sorted(set(nodes))
    if not keys:
        return {}
    weights = _weights(set(keys), edges)
    linked = sorted({key for pair in weights for key in pair})
    loose = sorted(set(keys).difference(linked))
    middle = _linked_places(linked, weights)
    reach = float(np.sqrt((middle * middle).sum(axis=1)).max()) + 2 * SPACING if linked else 0.0
    places = np.concatenate([middle, _rings(len(loose), reach)])
    return {key: (round(float(x), 1), round(float(y), 1)) for key, (x, y) in zip(linked + loose, places, strict=True)}


def _weights(keys: Set[str], edges: Iterable[tuple[str, str, float]]) -> Mapping[tuple[str, str], float]:
    """The weight of each pair that an edge joins, in order of the pair."""
    pairs: dict[tuple[str, str], list[float]] = {}
    for a, b, weight in edges:
        if a != b and a in keys and b in keys:
            pairs.setdefault((min(a, b), max(a, b)), []).append(weight)
    return {pair: math.fsum(pairs[pair]) for pair in sorted(pairs)}


def _linked_places(keys: Sequence[str], weights: Mapping[tuple[str, str], float]) -> Points:
    """Positions, around their mean, of nodes that all have an edge."""
    number = {key: i for i, key in enumerate(keys)}
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(keys)))
    graph.add_weighted_edges_from((number[a], number[b], weight) for (a, b), weight in weights.items())
    places = _discs(graph)
    if 0 < len(keys) <= _MAX_FORCED:
        places = _gathered(_forced(places, graph))
        places = _spread(places * (_between(len(keys)) / _nearest(places)), SPACING)
    return places - places.mean(axis=0) if len(keys) else places


def _rings(count: int, radius: float) -> Points:
    """(count, 2): what hangs on nothing, on rings around the middle, the first of this radius."""
    if radius == 0.0:
        return _sunflower(count, 2 * SPACING)
    rows: list[Points] = []
    step = 2.5 * SPACING
    while count > 0:
        fitting = min(count, max(6, int(math.tau * radius / step)))
        angle = np.arange(fitting) * math.tau / fitting + len(rows) / 2
        rows.append(radius * np.stack([np.cos(angle), np.sin(angle)], axis=1))
        count, radius = count - fitting, radius + step / 1.5
    return np.concatenate(rows) if rows else np.zeros((0, 2))


def place_beside(places: Mapping[str, Point], anchor: str | None, new: Sequence[str]) -> Mapping[str, Point]:
    """Positions for nodes that join a picture: a disc beside `anchor` where most room is; nothing placed moves.

    Without an anchor in the picture the disc lies outside of it.
    """
    if not new:
        return {}
    held = np.array(list(places.values()), dtype=np.float64).reshape(-1, 2)
    at = places.get(anchor) if anchor is not None else None
    middle = np.array(at or (0.0, 0.0), dtype=np.float64)
    away = SPACING * (1.5 + math.sqrt(len(new)))
    if at is None and len(held):
        away += float(np.sqrt((held * held).sum(axis=1)).max())
    angles = np.arange(16) * math.tau / 16
    spots = middle + away * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    disc = spots[_roomiest(spots, held)] + _sunflower(len(new), SPACING)
    moved = _spread(np.concatenate([held, disc]), SPACING, fixed=len(held))[len(held) :]
    return {key: (round(float(x), 1), round(float(y), 1)) for key, (x, y) in zip(new, moved, strict=True)}


def _roomiest(spots: Points, held: Points) -> int:
    """The first of the spots whose nearest held point is farthest."""
    if not len(held):
        return 0
    gap = spots[:, None, :] - held[None, :, :]
    return int(np.argmax((gap * gap).sum(axis=2).min(axis=1)))


def _discs(graph: nx.Graph[int]) -> Points:
    """Each community a sunflower of its nodes (highest degree inside), the communities on a larger sunflower."""
    groups = _communities(graph)
    places = np.zeros((graph.number_of_nodes(), 2))
    centres = _centres([len(group) for group in groups])
    for centre, group in zip(centres, groups, strict=True):
        inner = sorted(group, key=lambda node: (-graph.degree(node), node))
        places[inner] = centre + _sunflower(len(inner), SPACING)
    return places


def _communities(graph: nx.Graph[int]) -> list[list[int]]:
    """Louvain communities, largest first."""
    if graph.number_of_edges() == 0:
        return [list(graph)]
    found = nx.community.louvain_communities(graph, weight="weight", seed=SEED)
    return sorted((sorted(group) for group in found), key=lambda group: (-len(group), group[0]))


def _sunflower(count: int, spacing: float) -> Points:
    """(count, 2): points of equal density on a disc, from the middle outwards."""
    k = np.arange(count)
    radius, angle = spacing * np.sqrt(k), k * _GOLDEN_ANGLE
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)


def _centres(sizes: Sequence[int]) -> Points:
    """Centres of discs of these sizes, placed outwards so that none overlap by much."""
    area = np.cumsum([0.0, *sizes[:-1]]) + np.asarray(sizes) / 2
    radius = SPACING * 1.6 * np.sqrt(area)
    radius[0] = 0.0
    angle = np.arange(len(sizes)) * _GOLDEN_ANGLE
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)


def _forced(places: Points, graph: nx.Graph[int]) -> Points:
    """Let the forces work: long steps at first, short ones at last."""
    count = len(places)
    if graph.number_of_edges() == 0 or count < 3:
        return places
    ends = np.array([(a, b) for a, b in graph.edges()])
    pull = np.array([1 + math.log1p(w) for _, _, w in graph.edges(data="weight")])
    mass = 1.0 + np.array([graph.degree(node) for node in range(count)], dtype=np.float64)
    points = places / SPACING
    for step in np.linspace(1.0, 0.02, _STEPS):
        move = _repulsion(points, mass) - 0.12 * mass[:, None] * points
        _attract(move, points, ends, pull)
        length = np.sqrt((move * move).sum(axis=1, keepdims=True)) + 1e-9
        points = points + move / length * np.minimum(length * 0.1, step)
    return points * SPACING


def _gathered(points: Points) -> Points:
    """Bring in what strayed: beyond the radius that holds four fifths, distance grows by its logarithm only."""
    points = points - np.median(points, axis=0)
    radius = np.sqrt((points * points).sum(axis=1, keepdims=True))
    inner = float(np.quantile(radius, 0.8))
    if inner <= 0:
        return points
    beyond = np.maximum(radius / inner, 1.0)
    return np.asarray(points * (1 + np.log(beyond)) / beyond)


def _between(count: int) -> float:
    """Pixels that should lie between neighbours on the average."""
    return 1.5 * SPACING + _ROOM * max(0.0, 1.0 - count / _SMALL)


def _nearest(points: Points) -> float:
    """How far the nearest other point is, on the average; at least a hundredth."""
    if len(points) < 2:
        return 1.0
    distance = np.sqrt(_squares(points))
    np.fill_diagonal(distance, np.inf)
    return max(float(distance.min(axis=1).mean()), 0.01)


def _repulsion(points: Points, mass: NDArray[np.float64]) -> Points:
    """(n, 2): the sum over all others of mass · mass / distance, pushing away."""
    force = (2.0 * mass[:, None] * mass[None, :]) / np.maximum(_squares(points), 0.01)
    np.fill_diagonal(force, 0.0)
    return np.asarray(force.sum(axis=1)[:, None] * points - force @ points)


def _attract(move: Points, points: Points, ends: NDArray[np.int64], pull: NDArray[np.float64]) -> None:
    """Add to `move` the pull of every edge on its two ends."""
    toward = (points[ends[:, 1]] - points[ends[:, 0]]) * pull[:, None]
    np.add.at(move, ends[:, 0], toward)
    np.subtract.at(move, ends[:, 1], toward)


def _spread(points: Points, least: float, fixed: int = 0) -> Points:
    """Push apart what lies closer than `least` pixels, so that nodes do not cover; the first `fixed` stay."""
    points = points.copy()
    for _ in range(40):
        first, second = np.nonzero(np.triu(_squares(points) < least * least, k=1))
        if not len(first[second >= fixed]):
            break
        gap = points[first] - points[second]
        distance = np.maximum(np.sqrt((gap * gap).sum(axis=1, keepdims=True)), 1e-6)
        push = gap * ((least - distance) / (2 * distance)) * 0.8
        np.add.at(points, first, np.where(first[:, None] >= fixed, push, 0.0))
        np.subtract.at(points, second, np.where(second[:, None] >= fixed, push, 0.0))
    return points


def _squares(points: Points) -> NDArray[np.float64]:
    """(n, n): squared distances."""
    square = (points * points).sum(axis=1)
    return np.asarray(np.maximum(square[:, None] + square[None, :] - 2.0 * points @ points.T, 0.0))
