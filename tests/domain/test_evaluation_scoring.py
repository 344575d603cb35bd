"""Measures against values worked out by hand, and differences that say something or nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.domain.evaluation import difference, difference_said, measured, placed, summarised
from core.domain.evaluation.scoring import recall, rule_of
from core.domain.modes import Parameters
from tests.services.hand_view import Bench

# naive keeps, by cosine: k2 .9, k6 .8, k4 .7, k7 .6, k3 .5, k1 .3; k5 (.1) is below the threshold


def naive(**numbers):
    return Bench().run("naive", parameters=Parameters(**numbers))


def hand_measured(*support, trace=None):
    return measured(trace or naive(), support, {one: "doc" for one in support}, 1.0)


def test_recall_counts_the_supports_among_the_first_passages():
    found = hand_measured("k2", "k7", "k1")
    assert found.ranks == (1, 4, 6)
    assert found.recalls == pytest.approx((1 / 3, 2 / 3, 1.0))
    assert (found.whole, found.coverage) == (True, 1.0)


def test_a_document_counts_once_however_many_of_its_passages_are_there():
    chunks = [("a#0", "a"), ("a#1", "a"), ("b#0", "b"), ("a#2", "a"), ("c#0", "c")]
    assert placed(chunks, ["a", "c", "d"]) == (1, 5, None)
    assert recall((1, 5, None), 2) == pytest.approx(1 / 3)
    assert recall((1, 5, None), 5) == pytest.approx(2 / 3)


def test_a_passage_and_its_document_are_two_supports():
    assert placed([("a#1", "a"), ("a#0", "a")], ["a", "a#0"]) == (1, 2)


def test_a_passage_that_stands_twice_takes_one_place():
    assert placed([("a#0", "a"), ("a#0", "a"), ("b#0", "b")], ["b"]) == (2,)


def test_support_named_twice_counts_once():
    assert hand_measured("k2", "k2", "k5").recalls == (0.5, 0.5, 0.5)


def test_ties_are_taken_in_the_order_of_the_context():
    trace = naive()
    level = replace(trace, chunks=tuple(replace(kept, score=0.5) for kept in trace.chunks))
    assert hand_measured("k6", trace=level).ranks == (2,)


def test_an_empty_context_finds_nothing_and_covers_nothing():
    found = hand_measured("k2", trace=naive(threshold=1.0))
    assert (found.ranks, found.recalls, found.whole, found.coverage) == ((None,), (0, 0, 0), False, 0)


def test_without_support_nothing_but_the_cost_is_measured():
    found = hand_measured()
    assert (found.recalls, found.whole, found.coverage) == (None, None, None)
    assert found.tokens == naive().tokens.total > 0


def test_sources_are_covered_by_any_passage_of_theirs():
    found = measured(naive(), ["k5"], {"k5": "doc"}, 1.0)
    assert (found.whole, found.coverage) == (False, 1.0)


def test_cuts_are_counted_by_rule():
    found = hand_measured("k2", trace=naive(chunk_top_k=4, max_total_tokens=25))
    kept = len(naive(chunk_top_k=4, max_total_tokens=25).chunks)
    assert found.cuts == {"top k": 2, "threshold": 1, "budget": 4 - kept}
    assert found.cut == 4 - kept > 0
    assert rule_of("not in the graph") == "other"


def test_means_leave_out_what_has_no_support_and_times_are_medians():
    rows = [replace(hand_measured("k2"), time_ms=1), replace(hand_measured("k5"), time_ms=2)]
    found = summarised("naive", [*rows, replace(hand_measured(), time_ms=30)])
    assert (found.count, found.answerable, found.recalls, found.whole) == (3, 2, (0.5, 0.5, 0.5), 0.5)
    assert found.time_ms == 2
    nothing = summarised("naive", [hand_measured()])
    assert (nothing.answerable, nothing.recalls, nothing.whole, nothing.coverage) == (0, None, None, None)


# --- differences ------------------------------------------------------------------------------------------------------


def test_a_difference_is_the_mean_over_the_same_questions():
    found = difference("paths", "naive", [1.0, 0.5, 0.0, 1.0], [0.5, 0.5, 0.5, 0.0])
    assert (found.mean, found.better, found.worse, found.count) == (0.25, 2, 1, 4)
    assert found.low <= found.mean <= found.high


def test_the_interval_is_that_of_the_binomial_where_it_can_be_worked_out():
    # 100 questions, half of them better by 1: the mean of a resample is binomial, sd 0.05, so 0.5 ± 0.098
    found = difference("a", "b", [1.0] * 50 + [0.0] * 50, [0.0] * 100)
    assert (found.low, found.high) == (pytest.approx(0.402, abs=0.011), pytest.approx(0.598, abs=0.011))


def test_the_interval_is_the_same_every_time():
    again = [difference("a", "b", [1, 0, 1, 0, 1], [0, 0, 1, 1, 0]) for _ in range(2)]
    assert again[0] == again[1]


def test_a_few_questions_are_never_clear_even_if_all_go_one_way():
    few = difference("paths", "naive", [1.0] * 5, [0.0] * 5)
    assert (few.low, few.high, few.clear) == (1.0, 1.0, False)
    assert difference_said(few).endswith("Only 5 of them differ; it takes 6 to tell.")
    assert difference("paths", "naive", [1.0] * 6, [0.0] * 6).clear


def test_a_difference_within_chance_says_how_many_questions_would_tell():
    ours, theirs = [1.0] * 7 + [0.0] * 5 + [1.0] * 28, [0.0] * 7 + [1.0] * 5 + [1.0] * 28
    found = difference("mix", "naive", ours, theirs)
    said = difference_said(found)
    assert "The difference is too small for so few questions: it may be chance." in said
    assert "mean" not in said
    assert found.needed is not None
    assert f"About {found.needed:,} questions" in said


def test_a_clear_difference_is_said_with_its_numbers():
    found = difference("paths", "naive", [1.0] * 20, [0.0] * 10 + [1.0] * 10)
    assert found.clear
    assert difference_said(found).startswith("paths finds more than naive: recall at 5 +0.500 (95 % interval +0.")


def test_no_difference_at_all_is_said_so():
    said = difference_said(difference("mix", "naive", [1.0], [1.0]))
    assert said == "mix and naive have the same recall at 5 on each of the 1 question."
