"""What became of a node: followed through merges, renames, splits and qualifiers, in the order of the decisions."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from core.domain.decisions import Decision, fold
from core.domain.names import NodeRef
from tests.strategies import nodes, numbered, rulings


def decided(*rows: tuple[str, dict[str, Any]]) -> tuple[Decision, ...]:
    return tuple(Decision(n, kind, body) for n, (kind, body) in enumerate(rows, 1))


def node(name: str, qualifier: str = "") -> dict[str, str]:
    return {"name": name, "qualifier": qualifier}


def ends(name: str, *rows: tuple[str, dict[str, Any]]) -> list[str]:
    return [ref.key for ref in fold(decided(*rows)).became(NodeRef.shown(name))]


RENAME = ("rename", {"node": node("A"), "to": node("B")})


def test_a_node_is_followed_from_name_to_name() -> None:
    merge = ("merge", {"nodes": [node("B"), node("C")], "into": node("C")})
    split = ("split", {"node": node("C"), "parts": [node("C", "x"), node("D")]})
    qualify = ("qualify", {"node": node("D"), "qualifier": "y"})
    assert ends("A", RENAME, merge, split, qualify) == ["c [x]", "d [y]", "c"]


def test_a_decision_that_came_before_the_node_got_there_does_not_act_on_it() -> None:
    earlier = ("rename", {"node": node("B"), "to": node("Z")})
    assert ends("A", earlier, RENAME) == ["b"]


def test_there_and_back_ends() -> None:
    back = ("rename", {"node": node("B"), "to": node("A")})
    assert ends("A", RENAME, back) == ["a"]
    assert ends("A", RENAME, back, RENAME) == ["b"]


def test_what_was_undone_leads_nowhere() -> None:
    assert ends("A", RENAME, ("revoke", {"seq": 1})) == ["a"]


def test_a_thousand_renames_are_followed() -> None:
    rows = [("rename", {"node": node(f"n{n}"), "to": node(f"n{n + 1}")}) for n in range(3000)]
    assert ends("n0", *rows) == ["n3000"]


@given(rulings(), nodes())
def test_any_list_of_decisions_leads_somewhere(ruled: Any, start: dict[str, str]) -> None:
    ref = NodeRef.shown(start["name"], start.get("qualifier", ""))
    assert fold(numbered(ruled)).became(ref)


@given(st.permutations([0, 1, 2]))
def test_the_order_of_the_rows_as_given_does_not_matter(order: list[int]) -> None:
    rows = decided(RENAME, ("merge", {"nodes": [node("B")], "into": node("C")}), ("revoke", {"seq": 9}))
    assert fold([rows[n] for n in order]).became(NodeRef.shown("A")) == (NodeRef.shown("C"),)
