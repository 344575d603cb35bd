"""Two experiments beside each other: only questions that both asked count, and what differs is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.domain.evaluation import (
    Asked,
    Experiment,
    Loss,
    Measured,
    Plan,
    Question,
    changes,
    changes_by_half,
    exported_report,
    moved,
    pairs,
    settings_changed,
)
from core.domain.modes import Parameters
from core.domain.records import Keywords


def measured(mode: str, at_5: float) -> Measured:
    return Measured(mode, (1,), (0.0, at_5, 1.0), True, 1.0, 100, {}, 1.0)


def experiment(recalls: dict[str, dict[str, float]], modes: tuple[str, ...] = ("naive", "mix"), **how) -> Experiment:
    """One with a question for each key, whose value is recall at 5 by mode."""
    asked = tuple(Question(n, text, ("d",)) for n, text in enumerate(recalls, 1))
    results = tuple(
        Asked(one.row, Keywords(), tuple(measured(mode, recalls[one.text][mode]) for mode in modes)) for one in asked
    )
    plan = Plan("set", asked, modes, how.pop("parameters", Parameters()), how.pop("policy", "careful"))
    return Experiment("id", "at", plan, results, **how)


BEFORE = experiment({"a": {"naive": 0.5, "mix": 0.0}, "b": {"naive": 1.0, "mix": 1.0}, "c": {"naive": 0, "mix": 0}})
AFTER = experiment({"b": {"naive": 1.0, "mix": 0.5}, "a": {"naive": 0.5, "mix": 1.0}, "d": {"naive": 1, "mix": 1}})


def test_only_what_both_asked_is_compared_in_the_order_of_the_later_one():
    assert [question.text for question, _, _ in pairs(BEFORE, AFTER)] == ["b", "a"]


def test_each_mode_has_its_means_and_the_paired_difference():
    naive, mix = changes(BEFORE, AFTER)
    assert (naive.difference.mean, mix.difference.mean) == (0.0, 0.25)
    assert (mix.before.recalls, mix.after.recalls) == ((0.0, 0.5, 1.0), (0.0, 0.75, 1.0))
    assert (mix.difference.better, mix.difference.worse) == (1, 1)


def test_questions_that_moved_are_listed_with_both_values():
    assert [(one.question.text, one.mode, one.before, one.after) for one in moved(BEFORE, AFTER)] == [
        ("b", "mix", 1.0, 0.5),
        ("a", "mix", 0.0, 1.0),
    ]


def test_modes_of_one_alone_and_questions_with_other_support_are_left_out():
    naive = experiment({"a": {"naive": 1.0}}, ("naive",))
    assert [one.mode for one in changes(BEFORE, naive)] == ["naive"]
    plan = Plan("set", (Question(1, "a", ("other",)),), ("naive",))
    other = Experiment("id", "at", plan, (Asked(1, Keywords(), (measured("naive", 1.0),)),))
    assert changes(BEFORE, other) == ()


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({}, ()),
        ({"policy": "classic"}, (("policy", "careful", "classic"),)),
        ({"parameters": Parameters(top_k=7)}, (("top_k", "40", "7"),)),
        ({"version": (0, 3)}, (("decisions", "0", "3"),)),
        ({"engine": {"embedder": "e"}}, (("embedder", "", "e"),)),
    ],
)
def test_what_they_were_asked_with_is_told_where_it_differs(how, said):
    assert settings_changed(BEFORE, experiment({"a": {"naive": 1.0, "mix": 1.0}}, **how)) == said


def test_a_report_holds_tables_and_misses_and_no_markdown_of_a_file():
    loss = Loss("d*oc*", "budget", "d#0", "D", "Cut by <b>.")
    asked = Asked(1, Keywords(), (replace(measured("naive", 0.5), losses=(loss,)),))
    plan = Plan("s_et", (Question(1, "| a | [x](y)", ("d",)),), ("naive",), Parameters(top_k=7))
    text = exported_report(Experiment("id", "at", plan, (asked,)))
    assert text.startswith("# s\\_et: 1 questions\n\n- asked at at, merge rule careful\n")
    assert "- numbers: top\\_k 7" in text
    assert "| naive | 0.000 | 0.500 | 1.000 | 1.000 | 1.000 | 100 | 0.0 | 1.0 |" in text
    assert "**naive**: \\| a \\| \\[x\\]\\(y\\)" in text
    assert "- d\\*oc\\*: budget. Cut by \\<b\\>\\." in text


def test_halves_are_those_of_the_later_one_to_choose_by_and_to_report_on():
    found = changes_by_half(BEFORE, AFTER)
    assert {half: [(one.mode, one.difference.count) for one in lines] for half, lines in found.items()} == {
        "even": [("naive", 1), ("mix", 1)],
        "odd": [("naive", 1), ("mix", 1)],
    }
    both = [found[half][1] for half in ("even", "odd")]
    assert [(one.before.recalls[1], one.after.recalls[1]) for one in both] == [(0.0, 1.0), (1.0, 0.5)]
