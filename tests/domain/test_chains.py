"""Chains between hits on graphs drawn by hand: hubs, cycles, parallel links, lone hits."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.chains import DECAY, FAN_OUT, Steps, chains
from core.domain.walk import links


def found(ends, hits, hops=3, limit=20, weights=None, size=0):
    size = size or max(max(pair) for pair in ends) + 1
    graph = Steps(links(size, ends, weights or [1.0] * len(ends)))
    strengths = hits if isinstance(hits, dict) else dict.fromkeys(hits, 1.0)
    return chains(graph, strengths, hops, limit)


def ways(*args, **more):
    return [way for _, way in found(*args, **more)]


def test_one_step_between_two_hits_carries_all():
    assert found([(0, 1)], [0, 1]) == [(1.0, (0, 1))]


def test_a_step_carries_the_mean_of_both_ways():
    # 0 gives 1 half of its weight, 1 gives 0 all
    assert found([(0, 1), (0, 2)], [0, 1]) == [(0.75, (0, 1))]


def test_two_steps_are_scored_by_the_root_of_their_flow_less_a_fifth():
    # 0-1-2: there 1 * 1/2, back 1 * 1/2
    assert found([(0, 1), (1, 2)], [0, 2]) == [(pytest.approx(sqrt(0.5) * DECAY), (0, 1, 2))]


def test_weak_ends_make_a_weak_chain():
    assert found([(0, 1)], {0: 1.0, 1: 0.25})[0][0] == 0.5


def test_a_chain_is_told_from_its_stronger_end():
    assert ways([(0, 1), (1, 2)], {0: 0.5, 2: 1.0}) == [(2, 1, 0)]


def test_of_equal_ends_the_smaller_number_comes_first():
    assert ways([(2, 1), (1, 0)], [2, 0]) == [(0, 1, 2)]


def test_a_chain_has_no_more_steps_than_hops():
    line = [(0, 1), (1, 2), (2, 3)]
    assert ways(line, [0, 3], hops=2) == []
    assert ways(line, [0, 3], hops=3) == [(0, 1, 2, 3)]


def test_a_cycle_is_never_gone_round():
    assert ways([(0, 1), (1, 2), (2, 0)], [0, 1]) == [(0, 1), (0, 2, 1)]


def test_parallel_links_are_one_step_of_their_weights_together():
    # 0 gives 1 two thirds
    assert found([(0, 1), (1, 0), (0, 2)], [0, 1]) == [(pytest.approx(5 / 6), (0, 1))]


def test_little_flows_through_a_hub():
    hub = [(0, n) for n in range(1, 30)]
    quiet = [(1, 30), (30, 2)]
    assert ways([*hub, *quiet], [1, 2])[0] == (1, 30, 2)


def test_a_hit_beside_a_hub_is_seen_past_the_neighbours_that_are_followed():
    last = FAN_OUT + 20
    assert ways([(0, n) for n in range(1, last + 1)], [1, last]) == [(1, 0, last)]


def test_a_chain_within_a_longer_one_that_is_nearly_as_good_is_left_out():
    # 0-1 (3/4 of the mean), 1-2 and 0-1-2 between three hits
    assert ways([(0, 1), (1, 2)], [0, 1, 2]) == [(0, 1, 2)]


def test_a_chain_within_a_longer_one_that_is_much_worse_stays():
    assert ways([(0, 1), (1, 2)], {0: 1.0, 1: 1.0, 2: 0.01})[0] == (0, 1)


def test_a_chain_that_adds_no_step_is_left_out():
    # a star of three hits: 1-0-2 and 1-0-3 hold all steps of 2-0-3
    assert ways([(0, 1), (0, 2), (0, 3)], [1, 2, 3]) == [(1, 0, 2), (1, 0, 3)]


def test_a_lone_hit_has_chains_to_what_lies_around_it():
    assert ways([(0, 1), (1, 2)], [0], hops=2) == [(0, 1, 2)]


def test_a_loop_is_no_step():
    assert found([(0, 0), (0, 1)], [0, 1]) == [(1.0, (0, 1))]


def test_no_hits_or_hits_apart_have_no_chains():
    assert ways([(0, 1), (2, 3)], []) == []
    assert ways([(0, 1), (2, 3)], [0, 2]) == []


def test_equal_chains_are_ordered_by_their_nodes():
    square = [(0, 1), (1, 3), (0, 2), (2, 3)]
    assert ways(square, [0, 3], hops=2) == [(0, 1, 3), (0, 2, 3)]


def test_no_more_than_the_limit_are_given():
    square = [(0, 1), (1, 3), (0, 2), (2, 3)]
    assert ways(square, [0, 3], hops=2, limit=1) == [(0, 1, 3)]


@st.composite
def worlds(draw):
    size = draw(st.integers(2, 7))
    node = st.integers(0, size - 1)
    ends = draw(st.lists(st.tuples(node, node), max_size=12))
    hits = draw(st.dictionaries(node, st.sampled_from([0.25, 0.5, 1.0]), max_size=4))
    return size, ends, hits


@given(worlds(), st.integers(1, 4))
def test_chains_run_along_links_between_hits_and_visit_nothing_twice(world, hops):
    size, ends, hits = world
    joined = {frozenset(pair) for pair in ends}
    for score, way in found(ends, hits, hops=hops, size=size):
        assert 0 < score <= 1
        assert way[0] in hits
        assert len(hits) == 1 or way[-1] in hits
        assert 2 <= len(way) == len(set(way)) <= hops + 1
        assert all(frozenset(pair) in joined for pair in pairwise(way))


@given(worlds(), st.integers(0, 5))
def test_a_larger_limit_gives_what_a_smaller_one_does_and_more(world, limit):
    size, ends, hits = world
    assert found(ends, hits, limit=limit, size=size) == found(ends, hits, limit=99, size=size)[:limit]


@given(worlds(), st.randoms(use_true_random=False))
def test_the_order_and_direction_of_links_do_not_matter(world, random):
    size, ends, hits = world
    turned = [pair[::-1] if random.random() < 0.5 else pair for pair in ends]
    random.shuffle(turned)
    assert found(turned, hits, size=size) == found(ends, hits, size=size)
