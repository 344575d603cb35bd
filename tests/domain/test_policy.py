"""Merge rules as a table, and where a qualifier comes from."""

from __future__ import annotations

from typing import Any

import pytest

from core.domain.policy import CAREFUL, CLASSIC, Qualifiers, Tick, policy_named
from core.domain.records import Chunk
from core.errors import UnknownName

PLAN = Tick("plan", types=frozenset({"feature"}), names=frozenset({"daily backup"}))


def chunk(**metadata: Any) -> Chunk:
    return Chunk("d#1", "handbook/d.md", 0, "text", metadata=metadata)


def test_a_merge_rule_is_found_by_its_name() -> None:
    assert policy_named("careful") is CAREFUL
    assert policy_named("classic") is CLASSIC


def test_an_unknown_merge_rule_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match=r"'carefree'.*careful, classic"):
        policy_named("carefree")


def test_qualifiers_act_under_careful_alone() -> None:
    qualifiers = Qualifiers((PLAN,))
    assert policy_named("careful", qualifiers).qualifiers == qualifiers
    assert policy_named("classic", qualifiers) is CLASSIC


@pytest.mark.parametrize(
    ("name", "type_", "covered"), [("daily backup", "", True), ("x", "feature", True), ("x", "", False)]
)
def test_a_tick_covers_names_and_types(name: str, type_: str, covered: bool) -> None:
    assert PLAN.covers(name, type_) is covered


@pytest.mark.parametrize(
    ("value", "qualifier"),
    [
        ("Business", "Business"),
        (["Business"], "Business"),
        (["Business", " business "], "Business"),
        (["Business", "Enterprise"], ""),
        ([], ""),
        (None, ""),
        ({"name": "Business"}, ""),
        ("  ", ""),
        (["", "Business"], "Business"),
        (3, "3"),
        ("“Business”", "Business"),
        ("all", ""),
        (["All", "Business"], "Business"),
        ("全部", ""),
    ],
)
def test_a_chunk_gives_a_qualifier_where_exactly_one_value_applies(value: Any, qualifier: str) -> None:
    assert Qualifiers((PLAN,)).of_chunk(chunk(plan=value), "daily backup", "") == qualifier


def test_the_first_tick_that_gives_a_value_wins() -> None:
    ticks = (PLAN, Tick("version", types=frozenset({"feature"})))
    assert Qualifiers(ticks).of_chunk(chunk(plan="", version=2), "x", "feature") == "2"
    assert Qualifiers(ticks).of_chunk(chunk(plan="Business", version=2), "x", "feature") == "Business"
    assert Qualifiers(ticks).of_chunk(chunk(plan="Business"), "x", "policy") == ""


def test_the_document_itself_can_be_the_qualifier() -> None:
    qualifiers = Qualifiers((Tick("document", names=frozenset({"export"})),))
    assert qualifiers.of_chunk(chunk(), "export", "") == "handbook/d.md"
    assert qualifiers.known(chunk(document="x").metadata) == frozenset()


def test_known_values_are_those_of_ticked_fields() -> None:
    found = Qualifiers((PLAN,)).known({"plan": ["Business", "企业版", " "], "product": "Larkspur"})
    assert found == {"business", "企业版"}
