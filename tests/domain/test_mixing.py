"""How two ranked lists of passages become one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.mixing import HEAVY, LIGHT, by_vector, mixed
from core.domain.trace import Hit


def hits(keys: str) -> list[Hit]:
    return [Hit("chunk", key, 1 / rank, rank) for rank, key in enumerate(keys, 1)]


@pytest.mark.parametrize(
    ("near", "by_words", "weight", "expected"),
    [
        ("abc", "", LIGHT, "abc"),
        ("", "abc", LIGHT, "abc"),
        # 1/11, 1/12 + 0.5/11, 0.5/12
        ("ab", "bc", LIGHT, "bac"),
        # by words alone: x 0.5/11; near: a 1/11, b 1/12
        ("ab", "x", LIGHT, "abx"),
        ("ab", "x", HEAVY, "xab"),
        # equal scores are ordered by id
        ("b", "a", 1.0, "ab"),
    ],
)
def test_shares_of_both_lists_are_added(near: str, by_words: str, weight: float, expected: str) -> None:
    assert "".join(mixed(hits(near), hits(by_words), weight)) == expected


def test_each_passage_carries_the_labels_of_what_found_it() -> None:
    assert mixed(hits("ab"), hits("bc"), LIGHT) == {"a": ("vector",), "b": ("vector", "words"), "c": ("words",)}
    assert by_vector(hits("ab")) == {"a": ("vector",), "b": ("vector",)}


keys = st.lists(st.sampled_from("abcdefgh"), unique=True).map("".join)


@given(keys, keys, st.sampled_from([LIGHT, HEAVY]))
def test_nothing_is_lost_and_two_lists_that_agree_are_not_reordered(one: str, two: str, weight: float) -> None:
    both = mixed(hits(one), hits(two), weight)
    assert set(both) == set(one) | set(two)
    assert "".join(mixed(hits(one), hits(one), weight)) == one
