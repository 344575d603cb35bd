"""One graph has one picture: positions don't depend on order, leave room, and stay when a picture grows."""

from __future__ import annotations

import math
import os
import subprocess
import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.layout import SPACING, community_layout, place_beside

Edge = tuple[str, str, float]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[str], list[Edge]]:
    nodes = draw(st.lists(st.text("abcdef", min_size=1, max_size=3), unique=True, max_size=14))
    ends = st.sampled_from(nodes) if nodes else st.nothing()
    edges = draw(st.lists(st.tuples(ends, ends, st.floats(0.1, 9)), max_size=20)) if nodes else []
    return nodes, edges


def clique(name: str, size: int) -> list[Edge]:
    keys = [f"{name}{i}" for i in range(size)]
    return [(a, b, 1.0) for a in keys for b in keys if a < b]


@settings(max_examples=40)
@given(graphs(), st.randoms(use_true_random=False))
def test_the_order_of_nodes_and_edges_does_not_matter(graph, random) -> None:
    nodes, edges = graph
    mixed_nodes, mixed_edges = random.sample(nodes, len(nodes)), random.sample(edges, len(edges))
    assert community_layout(mixed_nodes, mixed_edges) == community_layout(nodes, edges)


@settings(max_examples=40)
@given(graphs())
def test_every_node_has_a_finite_place_of_its_own(graph) -> None:
    nodes, edges = graph
    places = community_layout(nodes, edges)
    assert set(places) == set(nodes)
    assert all(math.isfinite(x) and math.isfinite(y) for x, y in places.values())
    assert len(set(places.values())) == len(nodes)


def test_an_edge_to_an_unknown_node_or_to_itself_is_left_out() -> None:
    nodes = ["a", "b", "c"]
    known = [("a", "b", 1.0)]
    assert community_layout(nodes, [*known, ("a", "zz", 1.0), ("c", "c", 1.0)]) == community_layout(nodes, known)


def test_neighbours_lie_nearer_than_strangers() -> None:
    edges = [*clique("a", 6), *clique("b", 6), ("a0", "b0", 1.0)]
    places = community_layout([f"{n}{i}" for n in "ab" for i in range(6)], edges)
    within = [math.dist(places[a], places[b]) for a, b, _ in edges if a[0] == b[0]]
    across = [math.dist(places[f"a{i}"], places[f"b{j}"]) for i in range(1, 6) for j in range(1, 6)]
    assert sum(within) / len(within) < sum(across) / len(across) / 1.5


def test_nodes_keep_their_distance() -> None:
    places = list(community_layout([f"a{i}" for i in range(60)], clique("a", 60)).values())
    nearest = min(math.dist(a, b) for i, a in enumerate(places) for b in places[:i])
    assert nearest > SPACING * 0.9


def test_what_hangs_on_nothing_lies_around_the_rest() -> None:
    loose = [f"z{i}" for i in range(40)]
    places = community_layout([*loose, *(f"a{i}" for i in range(12))], clique("a", 12))
    reach = max(math.hypot(*places[f"a{i}"]) for i in range(12))
    assert min(math.hypot(*places[key]) for key in loose) > reach
    assert min(math.dist(places[a], places[b]) for a in loose for b in loose if a < b) > SPACING


def test_a_large_graph_is_laid_out_without_forces() -> None:
    nodes = [str(i) for i in range(900)]
    places = community_layout(nodes, [(str(i), str(i // 2), 1.0) for i in range(1, 900)])
    assert len(set(places.values())) == 900


@settings(max_examples=40)
@given(graphs(), st.lists(st.text("xyz", min_size=1, max_size=3), unique=True, max_size=12))
def test_what_joins_a_picture_moves_nothing_and_keeps_its_distance(graph, new) -> None:
    nodes, edges = graph
    held = community_layout(nodes, edges)
    joined = place_beside(held, nodes[0] if nodes else None, new)
    assert set(joined) == set(new)
    assert not set(joined.values()) & set(held.values())
    assert len(set(joined.values())) == len(new)


def test_what_joins_lies_beside_its_anchor() -> None:
    held = community_layout([f"a{i}" for i in range(30)], clique("a", 30))
    (place,) = place_beside(held, "a3", ["new"]).values()
    assert math.dist(place, held["a3"]) < 6 * SPACING


def test_what_joins_without_an_anchor_lies_outside() -> None:
    held = community_layout([f"a{i}" for i in range(30)], clique("a", 30))
    (place,) = place_beside(held, None, ["new"]).values()
    assert math.hypot(*place) > max(math.hypot(*other) for other in held.values())


def test_hash_seeds_change_nothing() -> None:
    program = (
        "from core.domain.layout import community_layout as lay\n"
        "print(lay([f'n{i}' for i in range(40)], [(f'n{i}', f'n{i * 7 % 40}', 1.0) for i in range(40)]))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
