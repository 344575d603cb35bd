"""Labels as they stand in a field: one, a list, none, or what is no label."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.audience import labels_of, readable, shared, viewer_of
from core.domain.evidence import EvidenceChunk, title_for
from core.domain.graph import may_see
from core.domain.records import Chunk

LABELS = st.sampled_from(["staff", "board", "2026"])
AUDIENCES = st.one_of(
    st.none(), st.just(""), LABELS, st.lists(LABELS, max_size=3), st.just({"a": "staff"}), st.just([["staff"]])
)


def sees(audience: Any, viewer: tuple[str, ...]) -> bool:
    return may_see(Chunk("", "", 0, "", metadata={"audience": audience}), frozenset(viewer))


@given(AUDIENCES, st.lists(LABELS, max_size=3))
def test_a_viewer_sees_what_has_no_label_or_one_of_his_and_nothing_that_cannot_be_read(
    audience: Any, held: list[str]
) -> None:
    metadata, viewer = {"audience": audience}, viewer_of(held)
    expected = readable(metadata) and (not labels_of(metadata) or bool(set(labels_of(metadata)) & set(viewer)))
    assert sees(audience, viewer) == expected


@given(AUDIENCES, AUDIENCES, st.lists(LABELS, max_size=3))
def test_what_is_shared_is_seen_by_all_who_see_the_other(one: Any, other: Any, held: list[str]) -> None:
    if shared({"audience": one}, {"audience": other}) and sees(other, viewer_of(held)):
        assert sees(one, viewer_of(held))


def test_something_is_shared() -> None:
    assert shared({}, {"audience": "staff"})
    assert shared({"audience": ["staff", "board"]}, {"audience": "staff"})
    assert not shared({"audience": "staff"}, {"audience": ["staff", "board"]})
    assert not shared({"audience": "staff"}, {})


@pytest.mark.parametrize(("given", "viewer"), [((), ()), (("b", "", "a", "b"), ("a", "b"))])
def test_a_viewer_holds_each_label_once_in_order(given: tuple[str, ...], viewer: tuple[str, ...]) -> None:
    assert viewer_of(given) == viewer


def test_a_passage_is_not_given_the_title_of_one_that_its_readers_may_not_see() -> None:
    secret = EvidenceChunk("d", "1", "One.", "The secret plan", {"audience": "staff"})
    untitled, theirs = EvidenceChunk("d", "2", "Two."), EvidenceChunk("d", "3", "3.", metadata={"audience": "staff"})
    open_ = EvidenceChunk("d", "4", "Four.", "The plan")
    assert title_for(untitled, [secret, untitled]) == ""
    assert title_for(untitled, [secret, untitled, open_]) == "The plan"
    assert title_for(theirs, [secret, theirs, open_]) == "The secret plan"
    assert title_for(open_, [secret, open_]) == "The plan"
