"""Overlap and recall on traces small enough to check by eye."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.domain.metrics import overlap, recall_at
from core.domain.modes import MODES
from core.services.retrieve import Request
from tests.services.hand_view import QUESTION, Bench, HandView


def traces(*modes):
    return Bench(HandView()).retrieval.compare(Request(QUESTION), modes)


def test_shares_are_common_chunks_by_all_chunks():
    # local holds k1 k2 k3 k4 k7, global k2 k3, naive all of local's and k6
    found = overlap(traces("naive", "local", "global"))
    assert found.modes == ("naive", "local", "global")
    assert found.shares == ((1.0, 5 / 6, 2 / 6), (5 / 6, 1.0, 2 / 5), (2 / 6, 2 / 5, 1.0))


def test_each_item_lists_the_modes_that_hold_it():
    holders = overlap(traces("naive", "local", "global")).holders
    assert holders["chunk", "k2"] == ("naive", "local", "global")
    assert holders["chunk", "k6"] == ("naive",)
    assert holders["entity", "b"] == ("local", "global")


def test_what_one_mode_alone_and_what_all_hold_can_be_listed():
    found = overlap(traces("naive", "local", "global"))
    assert found.common() == (("entity", "b"), ("relation", "r2"), ("chunk", "k2"), ("chunk", "k3"))
    assert found.only("global") == (("entity", "c"), ("entity", "d"), ("relation", "r3"))


def test_entities_are_in_all_where_every_mode_over_the_graph_has_them():
    found = overlap(traces("naive", "local", "global"))
    assert (found.able("entity"), found.able("chunk")) == (("local", "global"), found.modes)
    assert ("entity", "b") in overlap(traces("naive", "local", "hybrid")).common()


def test_a_mode_that_kept_nothing_does_not_count_for_what_all_have_in_common():
    found = traces("naive", "local", "global")
    emptied = replace(found["global"], entities=(), relations=(), chunks=())
    shared = overlap({**found, "global": emptied})
    assert (shared.having("chunk"), shared.having("entity")) == (("naive", "local"), ("local",))
    assert ("chunk", "k2") in shared.common()
    assert ("entity", "b") in shared.common()


def test_two_empty_lists_have_nothing_in_common():
    view = HandView()
    view.search = lambda kind, vector, limit: ()
    found = overlap(Bench(view).retrieval.compare(Request(QUESTION), list(MODES)))
    assert found.shares == ((0.0,) * len(MODES),) * len(MODES)


@pytest.mark.parametrize(("limit", "expected"), [(1, 0.5), (2, 0.5), (3, 1.0)])
def test_recall_counts_what_is_wanted_among_the_first(limit, expected):
    assert recall_at(["x", "y"], ["x", "z", "y"], limit) == expected
