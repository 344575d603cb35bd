"""Whether an answer contains the expected one: forms, numbers in words and digits, scripts without spaces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.evaluation import accepted, contains
from core.domain.evaluation.containing import signs


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is kept for thirty days [1].", "30 days"),
        ("It is kept for 30 days.", "thirty days"),
        ("At most two hundred and fifty thousand rows.", "250,000 rows"),
        ("It costs 1,000 dollars.", "1000 dollars"),
        ("Twenty-five people", "25 people"),
        ("a hundred seats", "100 seats"),
        ("In 30.0 minutes", "30 minutes"),
        ("One two three", "1 2 3"),
        ("备份保留三十天[1]。", "30天"),
        ("备份保留30天。", "三十天"),
        ("成立于二〇二〇年。", "2020年"),
        ("한국어로 씁니다", "한국어"),
        ("The Café’s owner decides.", "cafe owner"),
        ("Barbara **of\nSpain**", "the Barbara of Spain"),
        ("ＦＵＬＬ width", "full width"),
        ("He moved to the U.S. in May.", "US"),
        ("It is Lyon.", "Paris | Lyon"),
        ("He is not in Paris.", "Paris"),
    ],
)
def test_the_expected_answer_is_found_in_whatever_form(text: str, expected: str) -> None:
    assert contains(text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is kept for 130 days.", "30 days"),
        ("It is kept for 30 hours.", "30 days"),
        ("备份保留三十天。", "三天"),
        ("Version 1.10 brings it.", "version 1.1"),
        ("the second floor", "2"),
        ("Parisian", "Paris"),
        ("days 30", "30 days"),
        ("Anything at all.", ""),
        ("Anything at all.", " | "),
        ("Anything at all.", "—"),
        ("See [30].", "30"),
    ],
)
def test_what_only_looks_like_it_is_not_found(text: str, expected: str) -> None:
    assert not contains(text, expected)


def test_forms_are_parted_by_a_bar_and_blank_ones_are_none() -> None:
    assert accepted(" 30 days | thirty days||") == ("30 days", "thirty days")
    assert accepted("") == ()


@given(st.text(max_size=40), st.text(max_size=15), st.text(max_size=40))
def test_any_answer_contains_itself_between_other_sentences(before: str, wanted: str, after: str) -> None:
    said = signs(wanted.replace("|", ""))
    if said:
        text = f"qqq. {' '.join(said)} . qqq"
        assert contains(text, " ".join(said)) or said != signs(" ".join(said))
    assert contains(before + after, wanted) in (True, False)


@given(st.integers(0, 9999))
def test_a_number_is_itself_with_and_without_its_comma(number: int) -> None:
    assert contains(f"It is {number:,}.", str(number))
    assert not contains(f"It is {number + 1}.", str(number))
