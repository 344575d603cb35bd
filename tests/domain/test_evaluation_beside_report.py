"""The report on two experiments: what differs, each mode in both, what moved; no word of a file is Markdown in it."""

from __future__ import annotations

from core.domain.evaluation.beside_report import beside_report
from tests.domain.test_evaluation_beside import AFTER, BEFORE, experiment


def test_the_report_tells_what_differs_each_mode_and_what_moved() -> None:
    told = beside_report(BEFORE, experiment({"a": {"naive": 0.5, "mix": 1.0}}, policy="classic"))
    assert "| policy | careful | classic |" in told
    assert "## 1 questions that both asked" in told
    assert "| mix | 0.000 | 0.000 | 0.000 | 1.000 | 1.000 | 1.000 | 100 | 100 |" in told
    assert "| a | mix | 0.00 | 1.00 |" in told
    assert "expected answer" not in told


def test_two_without_a_common_question_are_said_to_be_so() -> None:
    told = beside_report(BEFORE, experiment({"z": {"naive": 1, "mix": 1}}))
    assert "They share no question" in told
    assert "Questions that moved" not in told


def test_a_question_is_no_markdown() -> None:
    hostile = "![x](http://example.org/a.png) | <b>"
    told = beside_report(experiment({hostile: {"naive": 0, "mix": 0}}), experiment({hostile: {"naive": 1, "mix": 0}}))
    assert hostile not in told
    assert "![x]" not in told
    assert "\\| \\<b\\>" in told


def test_both_directions_are_of_the_same_questions() -> None:
    assert "## 2 questions that both asked" in beside_report(BEFORE, AFTER)
    assert "## 2 questions that both asked" in beside_report(AFTER, BEFORE)
