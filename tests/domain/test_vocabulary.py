"""Words for types and predicates that are spellings of one, and those that are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.vocabulary import Word, alike, near_spellings


@pytest.mark.parametrize(
    ("a", "b", "why"),
    [
        ("works at", "works-at", "spacing"),
        ("works_at", "works at", "spacing"),
        ("worksAt", "works at", "spacing"),
        ("works at", "worked at", "ending"),
        ("organisations", "organisation", "ending"),
        ("company", "companies", "ending"),
        ("is located in", "located in", "small words"),
        ("son of", "is the son of", "small words"),
        ("organisation", "organization", "a letter"),
        ("位于", "位于", ""),
    ],
)
def test_spellings_of_one_word_are_told_with_what_they_have_in_common(a: str, b: str, why: str) -> None:
    assert alike(a, b) == alike(b, a) == why


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("born in", "born to"),
        ("owns", "owned by"),
        ("export", "import"),
        ("formal", "informal"),
        ("level 1", "level 2"),
        ("pre tax", "tax"),
        ("calls", "is called"),
        ("city", "unit"),
        ("north of", "south of"),
        ("收购", "收费"),
    ],
)
def test_words_that_say_another_thing_are_not_joined(a: str, b: str) -> None:
    assert alike(a, b) == ""


def test_the_commonest_word_is_the_one_that_stays() -> None:
    (found,) = near_spellings([Word("part of", 9), Word("is part of", 30), Word("was part of", 2), Word("owns", 50)])
    assert (found.to, found.count) == ("is part of", 11)
    assert [other for other, _ in found.others] == ["part of", "was part of"]


def test_nothing_is_chained_and_no_word_stands_in_two_proposals() -> None:
    found = near_spellings([Word("played", 9), Word("plays", 5), Word("play", 2), Word("is played", 1)])
    words = [word for near in found for word in (near.to, *(other for other, _ in near.others))]
    assert len(words) == len(set(words))


def test_one_letter_is_a_slip_only_where_the_word_is_used_nowhere_else() -> None:
    assert near_spellings([Word("recieved in", 1), Word("received in", 8)])[0].to == "received in"
    real = [Word("completed in", 3), Word("competed in", 19), Word("completed by", 4)]
    assert near_spellings(real) == ()


@given(st.lists(st.tuples(st.text(max_size=12), st.integers(1, 9)), unique_by=lambda pair: pair[0], max_size=12))
def test_order_does_not_matter_and_only_given_words_are_named(pairs) -> None:
    words = [Word(value, count) for value, count in pairs]
    found = near_spellings(words)
    assert found == near_spellings(list(reversed(words)))
    assert {w for near in found for w in (near.to, *(o for o, _ in near.others))} <= {word.value for word in words}
