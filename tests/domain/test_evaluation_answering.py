"""Answers measured by hand, means over repeats with their spread, and failed calls that count nowhere."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from core.domain.answers import Answer, Sentence
from core.domain.evaluation import (
    Again,
    Answered,
    Asked,
    Experiment,
    IndexingCosts,
    Measured,
    Plan,
    Question,
    Spent,
    Spread,
    answer_differences,
    exported_csv,
    exported_report,
    failed_answer,
    failures,
    indexing_said,
    judged,
    rows,
    spent_on,
    spreads,
    table,
)
from core.domain.evaluation.answering import answers_summarised, backed_share
from core.domain.records import Keywords, ModelCall


def sentence(supported: bool = True, cited: bool = True, **how: object) -> Sentence:
    return Sentence(0, 1, (1,) if cited else (), how.pop("support", 0.9), supported, **how)  # type: ignore[arg-type]


def answer(*sentences: Sentence, text: str = "Kept for 30 days [1].", **how: object) -> Answer:
    return Answer(text, sentences, tokens_in=100, tokens_out=20, **how)  # type: ignore[arg-type]


def test_support_is_the_share_of_measured_statements_that_their_citation_backs() -> None:
    found = answer(
        sentence(),
        sentence(supported=False),
        sentence(cited=False),  # backed by the context, but it cites nothing
        sentence(kind="not found", support=None),
        sentence(kind="other", support=None),
        sentence(support=None),  # in another script: not measured
    )
    assert backed_share(found) == pytest.approx(1 / 3)
    assert backed_share(answer(sentence(kind="other", support=None))) is None


@pytest.mark.parametrize(
    ("not_found", "answerable", "right"),
    [(True, False, True), (False, False, False), (True, True, False), (False, True, True)],
)
def test_saying_that_the_documents_do_not_say_is_right_where_they_do_not(not_found, answerable, right) -> None:
    assert judged(answer(not_found=not_found), "", answerable, 1.0).right is right


def test_an_answer_is_held_against_the_expected_one_only_where_there_is_one() -> None:
    assert judged(answer(), "thirty days", True, 2.5).contains is True
    assert judged(answer(), "60 days", True, 2.5).contains is False
    found = judged(answer(incomplete=True), "", True, 2.5)
    assert (found.contains, found.incomplete, found.seconds) == (None, True, 2.5)
    assert (found.tokens_in, found.tokens_out) == (100, 20)


GOOD = Answered(True, 1.0, False, True, 100, 20, 2.0, "Yes.")
BAD = Answered(False, 0.5, False, True, 200, 40, 4.0, "No.")
FAILED = failed_answer("It took too long.")


def test_failed_calls_are_counted_and_change_no_mean() -> None:
    found = answers_summarised([((GOOD, FAILED), True), ((BAD, GOOD), True)])
    assert found is not None
    assert (found.count, found.failed) == (3, 1)
    assert found.contains == Spread(pytest.approx(2 / 3), 0.5, 1.0)
    assert (found.tokens_in, found.tokens_out, found.seconds) == (pytest.approx(400 / 3), pytest.approx(80 / 3), 2.0)
    only = answers_summarised([((FAILED,), True)])
    assert only is not None
    assert (only.count, only.failed, only.contains, only.seconds) == (0, 1, None, 0.0)
    assert answers_summarised([((), True)]) is None


def test_not_found_is_told_apart_by_where_it_is_right() -> None:
    told = replace(GOOD, not_found=True, contains=None)
    found = answers_summarised([((told,), False), ((GOOD,), False), ((told,), True), ((GOOD,), True), ((GOOD,), True)])
    assert found is not None
    assert found.told == Spread(0.5, 0.5, 0.5)
    assert found.missed == Spread(pytest.approx(1 / 3), pytest.approx(1 / 3), pytest.approx(1 / 3))


# --- repeats ----------------------------------------------------------------------------------------------------------


def found(at_5: float, *answers: Answered, mode: str = "mix") -> Measured:
    return Measured(mode, (1,), (0.0, at_5, 1.0), True, 1.0, 100, {}, 1.0, answers=answers)


def again(at_5: float) -> Again:
    return Again(Keywords(("x",), (), "model"), (found(at_5),))


QUESTIONS = (Question(1, "a", ("d",), "yes"), Question(2, "b", ("d",), "yes"))
REPEATED = Experiment(
    "id",
    "at",
    Plan("set", QUESTIONS, ("mix",), answers=True, repeats=2),
    (
        Asked(1, Keywords(), (found(1.0, GOOD, BAD),), (again(0.0),), 2, Spent(2, 1, 10, 5, 1.0)),
        Asked(2, Keywords(), (found(1.0, GOOD, GOOD),), (again(0.5),), 2, Spent(2, 0, 10, 5, 1.0)),
    ),
    indexing=IndexingCosts(10, 1, 0, 2, 12, 1, 5000, 900, 60.0),
)


def test_means_are_over_repeats_and_the_spread_is_that_of_their_means() -> None:
    (line,) = table(rows(REPEATED), ("mix",))
    assert line.recalls == (0.0, 0.625, 1.0)
    assert line.spread is not None
    assert line.spread[1] == Spread(0.625, 0.25, 1.0)
    assert line.repeats == 2
    assert line.answers is not None
    assert line.answers.contains == Spread(0.75, 0.5, 1.0)
    assert REPEATED.whole
    assert not replace(REPEATED, plan=replace(REPEATED.plan, repeats=3)).whole
    (said,) = spreads((line,))
    assert said.startswith("mix, lowest and highest of 2 repeats: recall@5 0.250 to 1.000; contain")


def test_without_a_model_that_reads_each_repeat_counts_alike() -> None:
    one = replace(REPEATED.results[0], again=())
    (line,) = table(((QUESTIONS[0], one),), ("mix",))
    assert line.spread is not None
    assert line.spread[1] == Spread(1.0, 1.0, 1.0)
    assert line.repeats == 2


def test_costs_of_questions_are_their_own() -> None:
    assert REPEATED.spent == Spent(8, 1, 520, 110, 12.0)
    assert indexing_said(REPEATED.indexing) == (
        "10 passages (1 failed, 2 without any entity); 12 calls of a chat model (1 failed), 5,000 tokens in and 900"
        " out, 60 s"
    )
    assert indexing_said(None) == "not known"
    kept = ModelCall("keywords", "m", tokens_in=7, outcome="cached")
    assert spent_on([kept, ModelCall("keywords", "m", tokens_in=7, tokens_out=3, duration_ms=500)]) == Spent(
        1, 0, 7, 3, 0.5
    )


def test_answers_are_compared_over_questions_that_both_modes_answered() -> None:
    def asked(row: int, naive: Answered, mix: Answered) -> Asked:
        return Asked(row, Keywords(), (found(1.0, naive, mode="naive"), found(1.0, mix)))

    group = [
        (QUESTIONS[0], asked(1, BAD, GOOD)),
        (QUESTIONS[1], asked(2, FAILED, GOOD)),
        (replace(QUESTIONS[1], row=3), asked(3, GOOD, GOOD)),
    ]
    (told,) = answer_differences(group, ("naive", "mix"))
    assert (told.mode, told.count, told.better, told.worse, told.mean) == ("mix", 2, 1, 0, 0.5)
    assert answer_differences(group, ("mix",)) == []


def test_csv_has_a_line_for_each_repeat_with_both_costs_apart() -> None:
    lines = list(csv.DictReader(io.StringIO(exported_csv(REPEATED))))
    assert [(line["row"], line["repeat"], line["recall@5"]) for line in lines] == [
        ("1", "1", "1.0"),
        ("1", "2", "0.0"),
        ("2", "1", "1.0"),
        ("2", "2", "0.5"),
    ]
    assert [line["answer_contains"] for line in lines] == ["1", "0", "1", "1"]
    assert {line["indexing_passages_failed"] for line in lines} == {"1"}
    assert {(line["indexing_calls"], line["indexing_tokens"]) for line in lines} == {("12", "5900")}
    assert {(line["keyword_calls"], line["keyword_tokens"]) for line in lines} == {("2", "15")}


def test_a_failed_call_is_shown_in_its_place() -> None:
    formula = failed_answer("=1+1 is what it said.")
    one = replace(REPEATED.results[0], measured=(found(1.0, formula, GOOD),))
    experiment = replace(REPEATED, results=(one, REPEATED.results[1]))
    first = next(csv.DictReader(io.StringIO(exported_csv(experiment))))
    assert first["answer_failed"] == "'=1+1 is what it said."
    assert (first["answer_contains"], first["answer_not_found"], first["answer_right"]) == ("", "", "")
    assert list(failures(rows(experiment))) == [
        "row 1, keywords: 1 of 2 calls failed; the question itself was searched with",
        "row 1, mix, repeat 1: =1+1 is what it said.",
    ]
    report = exported_report(experiment)
    assert "## Calls that failed" in report
    assert "| mix | 3 | 1 | 1.000 |" in report
    assert "- indexing: 10 passages" in report
    assert "- questions took: 8 calls of a chat model (2 failed)" in report
