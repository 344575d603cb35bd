"""Merging in turn, and budgets to the item."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.fusion import round_robin, within_budget

LISTS = st.lists(st.lists(st.sampled_from("ABCDEFGH"), max_size=6), max_size=4)


def merged(*lists):
    return round_robin(lists, key=str)


def test_lists_take_turns_and_repeats_are_dropped():
    assert merged(["A", "B", "C"], ["B", "D"]) == ["A", "B", "D", "C"]


def test_three_lists_take_turns():
    assert merged(["a", "b"], ["c"], ["d", "e", "f"]) == ["a", "c", "d", "b", "e", "f"]


def test_nothing_merges_to_nothing():
    assert merged() == merged([], []) == []


def test_the_first_of_equals_is_the_one_kept():
    assert round_robin([[("x", 1)], [("x", 2), ("y", 3)]], key=lambda pair: pair[0]) == [("x", 1), ("y", 3)]


@given(LISTS)
def test_a_merge_holds_each_item_once_and_loses_none(lists):
    result = round_robin(lists, key=str)
    assert sorted(result) == sorted({item for one in lists for item in one})


@given(st.lists(st.sampled_from("ABCDEFGH"), unique=True))
def test_one_list_keeps_its_order(one):
    assert round_robin([one], key=str) == one


def with_separator(rank, text):
    return len(text) if rank == 1 else len("\n" + text)


@pytest.mark.parametrize(("budget", "kept"), [(0, 0), (3, 0), (4, 1), (8, 1), (9, 2), (13, 2), (14, 3), (99, 3)])
def test_budgets_are_exact_to_the_item_with_the_separator_counted(budget, kept):
    fitted = within_budget(["aaaa", "bbbb", "cccc"], with_separator, budget)
    assert len(fitted.kept) == kept
    assert [*(item for item, _ in fitted.kept), *fitted.cut] == ["aaaa", "bbbb", "cccc"]


def test_what_stands_behind_an_item_that_does_not_fit_is_cut_even_if_it_would():
    fitted = within_budget(["aa", "bbbbbb", "c"], lambda _, text: len(text), 5)
    assert (fitted.kept, fitted.cut) == ((("aa", 2),), ("bbbbbb", "c"))


def test_counting_stops_at_the_first_item_that_does_not_fit():
    counted = []

    def cost(_, text):
        counted.append(text)
        return len(text)

    within_budget(["aa", "bbbbbb", "c", "d"], cost, 5)
    assert counted == ["aa", "bbbbbb"]


@given(st.lists(st.integers(0, 50), max_size=20), st.integers(0, 300))
def test_a_budget_is_never_exceeded_and_kept_is_the_longest_prefix(costs, budget):
    fitted = within_budget(costs, lambda _, cost: cost, budget)
    n = len(fitted.kept)
    assert fitted.tokens == sum(costs[:n]) <= budget
    assert n == len(costs) or sum(costs[: n + 1]) > budget
