"""Words and numbers that two texts share."""

import pytest

from core.domain.lexical import content_words, coverage, figures, numbers


def test_content_words_leave_out_small_words_and_plurals() -> None:
    assert content_words("The backups are kept for the Owners") == {"backup", "kept", "owner"}


def test_chinese_gives_pairs_of_characters() -> None:
    assert content_words("数据保留") == {"数据", "据保", "保留"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1,000 users and 3.50 euros", {"1000", "3.5"}),
        ("pages 3,4 of 007", {"3", "4", "7"}),
        ("version 1.2.3", {"1.2.3"}),
        ("３０ days", {"30"}),
        ("none", set()),
    ],
)
def test_numbers_in_digits_have_one_form(text: str, found: set[str]) -> None:
    assert set(figures(text)) == found


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("thirty days", "30"),
        ("三十天", "30"),
        ("二十五天", "25"),
        ("一百二十天", "120"),
        ("两次", "2"),
        ("30 days", "30"),
        ("二〇二五年", "2025"),
    ],
)
def test_numbers_that_are_spelt_out_count_too(text: str, number: str) -> None:
    assert number in numbers(text)


def test_coverage_is_the_share_of_what_is_said() -> None:
    assert coverage(frozenset("ab"), frozenset("bc")) == 0.5
    assert coverage(frozenset(), frozenset("a")) == 0.0
