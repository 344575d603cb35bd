"""What a person types becomes phrases, and where these stand in a text."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.fulltext import words
from core.domain.query import (
    MOST_PHRASES,
    MOST_WORDS,
    Phrase,
    any_of_them,
    find_words,
    loose,
    read_query,
    readings,
    snippet,
)
from core.domain.records import Span
from tests.domain.test_fulltext import texts


def phrases(text: str) -> list[tuple[str, bool]]:
    return [(" ".join(phrase.forms), phrase.prefix) for phrase in read_query(text).phrases]


def marked(text: str, typed: str) -> list[str]:
    return [text[span.start : span.end] for span in find_words(text, read_query(typed).phrases)]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("30 days", [("30", False), ("days", False)]),
        ('"30 days"', [("30 days", False)]),
        ("“30 days” kept", [("30 days", False), ("kept", False)]),
        ('"30 days', [("30 days", False)]),
        ('"data reten"*', [("data reten", True)]),
        ("reten*", [("reten", True)]),
        ("e-mail 99.9%", [("e mail", False), ("99.9", False)]),
        ("数据", [("数据", False)]),
        ("数据保留", [("数据 据保 保留", False)]),
        ("留", [("留", True)]),
        ("ASR1603芯片", [("asr1603 芯片", False)]),
        ("ASR1603芯", [("asr1603 芯", True)]),
        ("数据，保留", [("数据 据 保留", False)]),
        ("backup Backup", [("backup", False)]),
        ("NOT OR NEAR(a, 2)", [("not", False), ("or", False), ("near a", False), ("2", False)]),
        ('"" * " ?', []),
    ],
)
def test_what_is_typed_is_read_as_phrases(typed: str, expected: list[tuple[str, bool]]) -> None:
    assert phrases(typed) == expected


def test_an_expression_holds_the_words_alone() -> None:
    assert read_query('he said: "30 days" reten*').all_of_them == '"he" AND "said" AND "30 days" AND "reten" *'
    assert read_query("…").all_of_them == any_of_them(loose("…")) == ""


@given(texts)
def test_no_text_puts_a_quotation_mark_into_an_expression(text: str) -> None:
    for query in (read_query(text), loose(text)):
        assert all('"' not in form and form for phrase in query.phrases for form in phrase.forms)


def test_a_question_is_looked_for_word_by_word_and_pair_by_pair() -> None:
    assert any_of_them(loose("Is Export kept, is it?")) == '"is" OR "export" OR "kept" OR "it"'
    assert any_of_them(loose("数据保留多久")) == '"数据" OR "据保" OR "保留" OR "留多" OR "多久"'
    assert any_of_them(loose("留")) == '"留" *'
    assert any_of_them(loose("ASR的 书")) == '"asr" OR "的" * OR "书" *'


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("export", [('"export"', True)]),
        ("export 30", [('"export" AND "30"', True), ('"export" OR "30"', False)]),
        ("数据保", [('"数据 据保"', True)]),
        ("one-two-three-four-five-six-seven", [('"one two three four five six seven"', True)]),
    ],
)
def test_what_is_typed_is_read_less_strictly_where_it_stands_nowhere(
    typed: str, expected: list[tuple[str, bool]]
) -> None:
    assert [(expression, whole) for expression, _, whole in readings(typed)] == expected


def test_only_a_long_run_without_spaces_is_taken_apart() -> None:
    assert [whole for _, _, whole in readings("数据保留期多久")] == [True, False]
    assert [whole for _, _, whole in readings("“数据保留期多久”")] == [True]


def test_what_goes_beyond_the_limit_is_counted() -> None:
    typed = " ".join(f"w{n}" for n in range(MOST_WORDS + 7))
    assert (len(read_query(typed).phrases), read_query(typed).cut) == (MOST_PHRASES, MOST_WORDS + 7 - MOST_PHRASES)
    assert (len(loose(typed).phrases), loose(typed).cut) == (MOST_WORDS, 7)


@pytest.mark.parametrize(
    ("text", "typed", "expected"),
    [
        ("Kept for 30 days, then 300 days.", '"30 days"', ["30 days"]),
        ("Kept for 30 days, then 300 days.", "30 days", ["30", "days", "days"]),
        ("Uptime is 99.9%, not 99.", "99.9", ["99.9"]),
        ("A million is 1,000,000.", "1000000", ["1,000,000"]),
        ("Retention and retained.", "reten*", ["Retention"]),
        ("数据保留期", "保留", ["保留"]),
        ("数据保留期", "数据保留", ["数据保留"]),
        ("数据保\n留期", "保留", ["保\n留"]),
        ("数据保留期", "留", ["留"]),
        ("数据，保留。", "据保", []),
        ("ＡＳＲ１６０３芯片组", "asr1603芯片", ["ＡＳＲ１６０３芯片"]),
        ("Café", "cafe", ["Café"]),
    ],
)
def test_marks_stand_where_the_words_do(text: str, typed: str, expected: list[str]) -> None:
    assert marked(text, typed) == expected


@given(texts, st.lists(st.builds(Phrase, st.tuples(st.text(min_size=1)), st.booleans()), max_size=2))
def test_marks_are_ascending_and_apart(text: str, other: list[Phrase]) -> None:
    found = find_words(text, [*read_query(text).phrases, *other])
    assert all(0 <= span.start < span.end <= len(text) for span in found)
    assert all(one.end < two.start for one, two in pairwise(found))


@given(st.text("数据保留期ー々 \n，aA9.", max_size=12))
def test_any_text_finds_all_its_words_in_itself(text: str) -> None:
    spans = find_words(text, loose(text).phrases)
    assert all(any(s.start <= w.start and w.end <= s.end for s in spans) for w in words(text))


def test_a_short_text_is_shown_whole_and_a_long_one_around_most_marks() -> None:
    assert snippet("short", ()) == Span(0, 5)
    text = "one " + "far " * 200 + "two three " + "off " * 200
    part = snippet(text, find_words(text, read_query("one two three").phrases))
    assert "two three" in text[part.start : part.end]
    assert part.end - part.start <= 240
    assert text[part.start : part.end].startswith("far")
    assert snippet(text, ()).start == 0


@given(st.text("ab 数据 ", max_size=700), st.integers(1, 60))
def test_a_snippet_lies_in_the_text_and_shows_a_mark(text: str, width: int) -> None:
    marks = find_words(text, read_query("ab 数据").phrases)
    part = snippet(text, marks, max(width, 40))
    assert 0 <= part.start <= part.end <= len(text)
    if marks:
        assert any(part.start <= mark.start < part.end for mark in marks)
