"""Personalised PageRank against values worked out by hand, and what holds for every graph."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.walk import links, walked

NEAR = 1e-5


def shares(size, ends, starts, damping=0.5, weights=None):
    graph = links(size, ends, weights or [1.0] * len(ends))
    return walked(graph, np.array(starts, float), damping).tolist()


def test_of_two_nodes_the_start_has_two_thirds_at_a_damping_of_a_half():
    # a = 1/2 + b/2, b = a/2
    assert shares(2, [(0, 1)], [1, 0]) == pytest.approx([2 / 3, 1 / 3], abs=NEAR)


def test_with_damping_d_the_start_of_two_nodes_has_1_in_1_plus_d():
    assert shares(2, [(0, 1)], [1, 0], 0.7)[0] == pytest.approx(1 / 1.7, abs=NEAR)


def test_a_star_entered_at_one_leaf():
    # hub h, leaves x (the start) and y: x = 1/2 + h/4, y = h/4, h = (x + y)/2
    assert shares(3, [(0, 1), (0, 2)], [0, 1, 0]) == pytest.approx([1 / 3, 7 / 12, 1 / 12], abs=NEAR)


def test_flow_is_divided_by_weight():
    # h = 1/2 + (x + y)/2, x = 3/8 h, y = 1/8 h
    assert shares(3, [(1, 0), (0, 2)], [1, 0, 0], weights=[3, 1]) == pytest.approx([2 / 3, 1 / 4, 1 / 12], abs=NEAR)


def test_parallel_links_count_together():
    twice = shares(3, [(0, 1), (1, 0), (0, 2)], [1, 0, 0])
    assert twice == pytest.approx(shares(3, [(0, 1), (0, 2)], [1, 0, 0], weights=[2, 1]), abs=NEAR)


def test_a_node_without_links_sends_the_walker_back():
    # z alone: z = back/2, back = 1/2 + z/2; x = y/2 + 1/3, y = x/2
    assert shares(3, [(1, 2)], [1, 1, 0]) == pytest.approx([1 / 3, 4 / 9, 2 / 9], abs=NEAR)


def test_what_can_not_be_reached_has_nothing():
    assert shares(4, [(0, 1), (2, 3)], [1, 0, 0, 0])[2:] == [0, 0]


def test_links_without_weight_are_none():
    assert shares(3, [(0, 1), (0, 2)], [1, 0, 0], weights=[1, 0])[2] == 0


def test_without_a_start_nobody_walks():
    assert shares(2, [(0, 1)], [0, 0]) == [0, 0]


def test_without_damping_the_walker_stays_at_the_starts():
    assert shares(2, [(0, 1)], [3, 1], 0.0) == [0.75, 0.25]


@st.composite
def walks(draw):
    size = draw(st.integers(1, 8))
    node = st.integers(0, size - 1)
    ends = draw(st.lists(st.tuples(node, node), max_size=14))
    weights = draw(st.lists(st.integers(1, 5), min_size=len(ends), max_size=len(ends)))
    starts = draw(st.lists(st.integers(0, 3), min_size=size, max_size=size).filter(any))
    return size, ends, weights, starts


@given(walks(), st.sampled_from([0.0, 0.5, 0.7, 0.85]))
def test_the_shares_sum_to_one_and_none_is_negative(walk, damping):
    size, ends, weights, starts = walk
    found = shares(size, ends, starts, damping, weights)
    assert sum(found) == pytest.approx(1, abs=1e-9)
    assert min(found) >= 0


@given(walks(), st.randoms(use_true_random=False))
def test_the_order_and_direction_of_links_change_not_one_bit(walk, random):
    size, ends, weights, starts = walk
    mixed = list(zip(ends, weights, strict=True))
    random.shuffle(mixed)
    turned = [(end[::-1] if random.random() < 0.5 else end, weight) for end, weight in mixed]
    again = shares(size, [end for end, _ in turned], starts, 0.7, [weight for _, weight in turned])
    assert again == shares(size, ends, starts, 0.7, weights)


@given(walks(), st.randoms(use_true_random=False))
def test_other_numbers_for_the_nodes_give_the_same_shares(walk, random):
    size, ends, weights, starts = walk
    new = list(range(size))
    random.shuffle(new)
    moved = [0] * size
    for old, number in enumerate(new):
        moved[number] = starts[old]
    found = shares(size, [(new[a], new[b]) for a, b in ends], moved, 0.7, weights)
    assert [found[number] for number in new] == pytest.approx(shares(size, ends, starts, 0.7, weights), abs=1e-5)
