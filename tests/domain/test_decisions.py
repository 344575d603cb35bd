"""Decisions as data: what stands after revokes, where a mention ends up, and that no row can break the list."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.decisions import (
    KINDS,
    NOTHING_RULED,
    Decision,
    Place,
    Resolution,
    Said,
    fold,
    in_force,
    problem,
    read_node,
)
from core.domain.names import NodeRef, clean_name
from tests.strategies import NAMES, Ruling, malformed, numbered, odd_names, rulings


def ruled(*found: tuple[str, Any]) -> Resolution:
    return fold(numbered(Ruling(kind, body) for kind, body in found))


def standing(*found: tuple[str, Any]) -> list[int]:
    return [decision.seq for decision in in_force(numbered(Ruling(kind, body) for kind, body in found))]


HIDE_A = ("hide", {"node": {"name": "a"}})
A, B, C = (NodeRef.of(name) for name in "abc")


def test_a_revoked_decision_does_not_stand() -> None:
    assert standing(HIDE_A, ("revoke", {"seq": 1})) == []


def test_a_revoked_revoke_is_redo() -> None:
    assert standing(HIDE_A, ("revoke", {"seq": 1}), ("revoke", {"seq": 2})) == [1]
    assert standing(HIDE_A, ("revoke", {"seq": 1}), ("revoke", {"seq": 2}), ("revoke", {"seq": 3})) == []


def test_a_revoke_of_something_later_or_missing_has_no_effect() -> None:
    assert standing(("revoke", {"seq": 2}), HIDE_A, ("revoke", {"seq": 3}), ("revoke", {"seq": 99})) == [2]


@pytest.mark.parametrize("seq", [True, "1", 1.0, None, [1]])
def test_a_revoke_names_a_decision_by_a_whole_number(seq: Any) -> None:
    assert standing(HIDE_A, ("revoke", {"seq": seq})) == [1]


def test_the_order_of_the_rows_given_does_not_matter() -> None:
    rows = numbered([Ruling(*HIDE_A), Ruling("revoke", {"seq": 1}), Ruling("rename", {})])
    assert in_force(reversed(rows)) == in_force(rows)


def test_a_kind_of_another_version_stands_but_acts_on_nothing() -> None:
    rows = (Decision(1, "prophesy", {"node": {"name": "a"}}),)
    assert in_force(rows) == rows
    assert fold(rows) == NOTHING_RULED


def test_merging_moves_every_mention_to_one_node() -> None:
    resolution = ruled(("merge", {"nodes": [{"name": "a"}, {"name": "b"}], "into": {"name": "C!"}}))
    assert [resolution.place(ref, Said("m")).ref for ref in (A, B, C, NodeRef.of("c!"))] == [
        NodeRef.of("c!"),
        NodeRef.of("c!"),
        C,
        NodeRef.of("c!"),
    ]
    assert resolution.place(A).name == "C!"


def test_later_rulings_act_where_earlier_ones_put_a_mention() -> None:
    swap = ruled(
        ("rename", {"node": {"name": "a"}, "to": {"name": "t"}}),
        ("rename", {"node": {"name": "b"}, "to": {"name": "a"}}),
        ("rename", {"node": {"name": "t"}, "to": {"name": "b"}}),
    )
    assert (swap.place(A).ref, swap.place(B).ref) == (B, A)


def test_an_earlier_ruling_does_not_act_on_what_came_to_its_node_later() -> None:
    resolution = ruled(
        ("rename", {"node": {"name": "b"}, "to": {"name": "c"}}),
        ("rename", {"node": {"name": "a"}, "to": {"name": "b"}}),
    )
    assert resolution.place(A).ref == B


def test_renaming_to_and_fro_ends() -> None:
    there_and_back = [
        ("rename", {"node": {"name": "a"}, "to": {"name": "b"}}),
        ("rename", {"node": {"name": "b"}, "to": {"name": "a"}}),
    ]
    assert ruled(*there_and_back * 10).place(A).ref == A


def test_a_split_sends_named_mentions_to_their_part_and_lets_the_rest_wait() -> None:
    resolution = ruled(
        (
            "split",
            {
                "node": {"name": "a"},
                "parts": [
                    {"name": "a", "qualifier": "Business", "mentions": ["m1"]},
                    {"name": "b", "mentions": ["m2"]},
                ],
            },
        )
    )
    assert resolution.place(A, Said("m1")) == Place(NodeRef.of("a", "business"), "a", "Business")
    assert resolution.place(A, Said("m2")) == Place(B, "b")
    assert resolution.place(A, Said("m3")) == Place(A, unassigned=True)
    assert resolution.place(A, Said("")) == Place(A, unassigned=True)


def test_a_type_and_hiding_stay_with_a_mention_that_moves_on() -> None:
    resolution = ruled(
        ("retype", {"node": {"name": "a"}, "type": "plan"}),
        HIDE_A,
        ("rename", {"node": {"name": "a"}, "to": {"name": "b"}}),
    )
    assert resolution.place(A) == Place(B, "b", type="plan", hidden=True)


def test_without_decisions_a_mention_stays_where_it_is() -> None:
    assert NOTHING_RULED.place(A, Said("m")) == Place(A)


@pytest.mark.parametrize(
    "body", [None, 7, "hide", [], ["node"], {"node": "a"}, {"node": {"name": ["a"]}}, {"node": {}}]
)
@pytest.mark.parametrize("kind", [*KINDS, "revoke"])
def test_a_body_that_cannot_be_read_acts_on_nothing(kind: str, body: Any) -> None:
    assert fold((Decision(1, kind, body),)) == NOTHING_RULED
    assert problem(kind, body)


@pytest.mark.parametrize("mentions", [7, None, "m1", {"m1": 1}, [None, 3, "", ["m1"]]])
def test_a_part_whose_mentions_are_no_list_of_ids_gets_none(mentions: Any) -> None:
    resolution = ruled(("split", {"node": {"name": "a"}, "parts": [{"name": "b", "mentions": mentions}, 5, "x"]}))
    assert [resolution.place(A, Said(id_)).ref for id_ in ("m1", "m", "", "3")] == [A] * 4


@given(rulings(("m1", "m2")), odd_names(), st.sampled_from(("", "m1", "m2", "m3")))
def test_any_list_of_rows_can_be_folded_and_followed_to_an_end(
    found: tuple[Ruling, ...], name: str, mention: str
) -> None:
    place = fold(numbered(found)).place(NodeRef.of(name), Said(mention))
    assert place.ref.name == NodeRef.of(name).name or place.name


@given(st.lists(st.tuples(st.sampled_from([*KINDS, "revoke", "other"]), malformed()), max_size=5))
def test_malformed_rows_never_raise(found: list[tuple[str, Any]]) -> None:
    assert isinstance(ruled(*found), Resolution)


@given(rulings(("m1", "m2")))
def test_revoking_everything_leaves_nothing_in_force(found: tuple[Ruling, ...]) -> None:
    last = len(found)
    undone = (*found, *(Ruling("revoke", {"seq": n}) for n in range(last, 0, -1)))
    standing_rows = in_force(numbered(undone))
    assert [d for d in standing_rows if d.seq > last] == []
    assert fold(numbered(undone)) == NOTHING_RULED


@given(st.sampled_from(NAMES) | odd_names(), st.sampled_from(("", "Business", "a [b]", "&amp;lt;x")))
def test_a_node_can_be_named_as_it_is_shown(name: str, qualifier: str) -> None:
    shown = {"name": clean_name(name), "qualifier": clean_name(qualifier)}
    found = read_node(shown)
    if shown["name"]:
        assert found == (NodeRef.of(name, qualifier), shown["name"], shown["qualifier"])
    else:
        assert found is None


def test_a_name_typed_by_hand_may_carry_spaces_and_quotes() -> None:
    found = read_node({"name": " “Daily  Backup” "})
    assert found is not None
    assert found[0] == NodeRef.of("daily backup")


def test_what_became_of_a_node_follows_merges_and_the_parts_of_a_split() -> None:
    resolution = ruled(
        ("split", {"node": {"name": "a"}, "parts": [{"name": "a", "qualifier": "x", "mentions": []}, {"name": "b"}]}),
        ("merge", {"nodes": [{"name": "b"}], "into": {"name": "c"}}),
        ("retype", {"node": {"name": "c"}, "type": "t"}),
        ("qualify", {"node": {"name": "c"}, "qualifier": "y"}),
    )
    assert resolution.became(A) == (NodeRef("a", "x"), NodeRef("c", "y"), A)
    assert resolution.became(B) == (NodeRef("c", "y"),)
    assert resolution.became(NodeRef("z")) == (NodeRef("z"),)
