"""What the body of a decision names, and when two rulings contradict each other."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.conflicts import against, claims, outcome
from core.domain.decisions import KINDS, Decision
from core.domain.naming_nodes import named_documents, named_mentions, named_nodes
from tests.strategies import malformed, rulings


def node(name: str, qualifier: str = "") -> dict[str, str]:
    return {"name": name, "qualifier": qualifier}


PART = node("A", "x") | {"mentions": ["m1", "m2"], "rule": {"documents": ["d1"], "qualifiers": ["x"]}}
EDGE = {"source": node("A"), "target": node("B"), "predicate": "p"}


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ({"node": node("A"), "parts": [PART, node("B")]}, ["A", "A x", "B"]),
        ({"nodes": [node("A"), node("b")], "into": node("B")}, ["A", "b"]),
        ({"relation": EDGE, "to": "q"}, ["A", "B"]),
        ({"relation": {"source": "A", "target": "B"}, "quote": "…", "document": "d"}, ["A", "B"]),
        ({"entity": {"name": "A", "type": "t"}, "quote": "…", "document": "d"}, ["A"]),
        ({"mention": "m", "end": "source", "node": node("A")}, ["A"]),
        ({"source": "plan", "types": ["feature"], "names": []}, []),
        ({"finding": "f", "entities": [node("A")], "relations": ["a -> b"]}, ["A"]),
    ],
)
def test_the_nodes_of_a_body_are_found_wherever_they_stand(body: dict[str, Any], names: list[str]) -> None:
    assert [f"{found['name']} {found['qualifier']}".strip() for found in named_nodes(body)] == names


def test_mentions_and_documents_are_found_in_parts_and_rules() -> None:
    body = {"node": node("A"), "parts": [PART], "mention": "m3", "of": ["m1"], "document": "d2"}
    assert named_mentions(body) == ("m1", "m2", "m3")
    assert named_documents(body) == ("d1", "d2")


@given(st.sampled_from([*KINDS, "prophesy"]), malformed())
def test_any_body_is_looked_through_without_an_error(kind: str, body: Any) -> None:
    named_nodes(body), named_mentions(body), named_documents(body), claims(kind, body), outcome(kind, body)


@given(rulings())
def test_no_ruling_contradicts_itself(ruled: Any) -> None:
    for each in ruled:
        said = claims(each.kind, each.body)
        assert against(said, [(Decision(1, each.kind, each.body), said)]) == ()


APART = ("not_same", {"nodes": [node("A"), node("B")]})
JOIN = ("merge", {"nodes": [node("b"), node("C")], "into": node("A")})


@pytest.mark.parametrize(
    ("one", "other", "contradict"),
    [
        (APART, JOIN, True),
        (("not_same", {"nodes": [node("B"), node("D")]}), JOIN, False),
        (JOIN, ("merge", {"nodes": [node("D")], "into": node("A")}), False),
        (JOIN, ("merge", {"nodes": [node("C")], "into": node("D")}), True),
        (JOIN, ("rename", {"node": node("C"), "to": node("D")}), True),
        (JOIN, ("rename", {"node": node("C"), "to": node("a")}), False),
        (("retype", {"node": node("A"), "type": "x"}), ("retype", {"node": node("a"), "type": "y"}), True),
        (("retype", {"type": "x", "to": "y"}), ("retype", {"type": "x", "to": "z"}), True),
        (("relabel", {"relation": EDGE, "to": "q"}), ("relabel", {"relation": EDGE, "to": "r"}), True),
        (("describe", {"node": node("A"), "text": "s"}), ("describe", {"node": node("B"), "text": "t"}), False),
        (("hide", {"node": node("A")}), ("rename", {"node": node("A"), "to": node("D")}), False),
    ],
)
def test_two_rulings_contradict_each_other_when_both_can_not_be_meant(one: Any, other: Any, contradict: bool) -> None:
    rows = [(Decision(1, *one), claims(*one))]
    assert (against(claims(*other), rows) == (1,)) is contradict
