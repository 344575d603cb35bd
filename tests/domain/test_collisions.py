"""The flag on a node whose texts give the same unit different numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.collisions import claims, conflicting, in_conflict, quantities


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("kept for 7 days", {"day": {"7"}}),
        ("a 30-day clock", {"day": {"30"}}),
        ("a 30\u00a0Day clock, or 1 day", {"day": {"30", "1"}}),
        ("2.5 GB and 10%", {"gb": {"2.5"}, "%": {"10"}}),
        ("保留30天，最多5个月", {"天": {"30"}, "个月": {"5"}}),
        ("12 monthly reports", {}),
        ("v7 days", {}),
        ("7 dayss", {}),
        ("seven days", {}),
        ("1,000 users", {"user": {"1,000"}}),
    ],
)
def test_numbers_are_found_with_their_units(text: str, found: dict[str, set[str]]) -> None:
    assert quantities(text) == found


@pytest.mark.parametrize(
    ("texts", "conflict"),
    [
        (["kept for 7 days", "kept for 30 days"], True),
        (["保留7天", "保留30天"], True),
        (["kept for 7 days", "kept for 7 days"], False),
        (["7 days, then 30 days", "30 days"], False),
        (["7 days", "30 hours"], False),
        (["7 days and 30 days"], False),
        (["7 days", "no number", "30 Days"], True),
        ([], False),
    ],
)
def test_two_texts_conflict_where_a_unit_has_no_number_in_common(texts: list[str], conflict: bool) -> None:
    assert in_conflict(texts) is conflict
    assert in_conflict(texts[::-1]) is conflict


@given(st.lists(st.text(alphabet="0123456789., 天days%-", max_size=20), max_size=4))
def test_any_text_can_be_looked_at(texts: list[str]) -> None:
    assert in_conflict(texts) == in_conflict(texts[::-1])


COUNTED = st.builds(
    "{} {} {} {}s.".format,
    *[st.sampled_from(("", "kept", "kept whole", "offsite copies", "kept offsite"))] * 2,
    st.sampled_from("123"),
    st.sampled_from(("day", "hour")),
)


@given(st.lists(st.lists(COUNTED, max_size=3).map(" ".join), max_size=6))
def test_whether_texts_conflict_is_whether_some_of_their_claims_do(texts: list[str]) -> None:
    assert in_conflict(texts) == bool(conflicting([claims(text) for text in texts]))


BUSINESS = "On the Business plan the daily backup is kept for 7 days."
ENTERPRISE = "On the Enterprise plan the daily backup is kept for 30 days."


def test_numbers_conflict_where_the_sentences_speak_of_the_same_attribute() -> None:
    assert in_conflict([BUSINESS, ENTERPRISE], "Daily backup")
    assert (
        in_conflict(["A daily backup is held for 7 days.", ENTERPRISE + " It is held offsite."], "daily backup")
        is False
    )


def test_the_name_of_the_entity_makes_no_attribute() -> None:
    texts = ["The daily backup runs after 7 days.", "A clerk signs the daily backups in 30 days."]
    assert not in_conflict(texts, "Daily backup")


def test_unrelated_numbers_in_long_texts_do_not_conflict() -> None:
    first = "Support answers in 2 days. The invoice is due in 14 days. An account has five owners."
    second = "Exports are deleted in 30 days. A password expires in 90 days."
    assert not in_conflict([first, second], "Larkspur")


def test_one_verb_in_common_is_not_the_same_attribute() -> None:
    assert not in_conflict([BUSINESS, "On the Business plan the audit log is kept for 90 days."], "Business plan")


def test_the_sentences_that_conflict_are_told() -> None:
    texts = ["No number.", f"It is a feature. {BUSINESS}", ENTERPRISE]
    found = conflicting([claims(text, "Daily backup") for text in texts])
    assert [(at, c.number, c.unit, c.said, c.sentence) for at, c in found] == [
        (1, "7", "day", "7 days", BUSINESS),
        (2, "30", "day", "30 days", ENTERPRISE),
    ]
