"""Which decisions hold, wait or have nothing to act on when passages are read again."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.decisions import Decision, fold
from core.domain.ordering import in_document_order
from core.domain.records import Chunk, EntityMention, Evidence, RelationMention
from core.domain.standing import Standing, Stands, standing, standings
from tests.strategies import GeneratedDocument, evidence_of, workspaces

CHUNKS = [Chunk("a#1", "a", 0, "…"), Chunk("a#2", "a", 1, "…")]
EVIDENCE = in_document_order(
    CHUNKS,
    [EntityMention("m1", "a#1", 0, "Daily backup"), EntityMention("m2", "a#2", 0, "Daily Backup")],
    [RelationMention("m3", "a#2", 0, "Daily backup", "Vault")],
)


def node(name: str) -> dict[str, str]:
    return {"name": name, "qualifier": ""}


def after(*rows: tuple[str, Any], read_again: frozenset[str] = frozenset({"a#1", "a#2"})) -> Standing:
    return standing([Decision(n, kind, body) for n, (kind, body) in enumerate(rows, 1)], EVIDENCE, read_again)


SPLIT = ("split", {"node": node("Daily backup"), "parts": [{**node("Business backup"), "mentions": ["m1"]}]})


def test_what_names_nodes_holds() -> None:
    merge = ("merge", {"nodes": [node("DAILY BACKUP"), node("Vault")], "into": node("Vault")})
    assert after(merge, ("hide", {"node": node("vault")})) == Standing(hold=2)


def test_what_names_mentions_waits_if_their_passage_is_read_again() -> None:
    assert after(SPLIT) == Standing(wait=1)
    assert after(SPLIT, read_again=frozenset({"a#2"})) == Standing(hold=1)


def test_what_builds_on_an_earlier_decision_goes_with_it() -> None:
    assert after(SPLIT, ("rename", {"node": node("Business backup"), "to": node("Backup B")})) == Standing(
        hold=1, wait=1
    )
    assert after(("rename", {"node": node("Business backup"), "to": node("Backup B")})) == Standing(idle=1)


@pytest.mark.parametrize(
    "row", [("hide", {"node": node("Nobody")}), ("unheard of", {"node": node("Vault")}), ("hide", []), ("hide", None)]
)
def test_what_has_nothing_to_act_on_is_idle(row: tuple[str, Any]) -> None:
    assert after(row) == Standing(idle=1)


def test_what_was_revoked_does_not_count() -> None:
    assert after(("hide", {"node": node("Vault")}), ("revoke", {"seq": 1})) == Standing()


@pytest.mark.parametrize("parts", [None, 7, ["x"], [{"mentions": 3}], [{"mentions": [None, {"a": 1}]}]])
def test_a_body_that_can_not_be_read_names_no_mention(parts: Any) -> None:
    assert after(("split", {"node": node("Vault"), "parts": parts})).wait == 0


def test_without_evidence_everything_is_idle() -> None:
    assert standing([Decision(1, *SPLIT)], Evidence({}), frozenset()) == Standing(idle=1)


def stands(*rows: tuple[str, Any]) -> list[Stands]:
    found = standings([Decision(n, kind, body) for n, (kind, body) in enumerate(rows, 1)], EVIDENCE)
    return [found[n] for n in sorted(found)]


EDGE = {"source": node("Daily backup"), "target": node("Vault"), "predicate": "related"}


@pytest.mark.parametrize(
    ("row", "state"),
    [
        (("merge", {"nodes": [node("Daily backup"), node("Nightly copy")], "into": node("Nightly copy")}), "acts"),
        (("merge", {"nodes": [node("Daily backup"), node("Nightly copy")], "into": node("Daily backup")}), "idle"),
        (("hide", {"relation": EDGE}), "acts"),
        (("hide", {"relation": {**EDGE, "predicate": "eats"}}), "idle"),
        (("hide", {"mention": "m2"}), "acts"),
        (("hide", {"mention": "m9"}), "idle"),
        (("relabel", {"predicate": "related", "to": "kept in"}), "acts"),
        (("relabel", {"predicate": "eats", "to": "kept in"}), "idle"),
        (("endpoint", {"mention": "m3", "end": "target", "node": node("Cellar")}), "acts"),
        (("endpoint", {"mention": "m1", "end": "target", "node": node("Cellar")}), "idle"),
        (("retype", {"type": "feature", "to": "plan"}), "idle"),
        (("assert", {"entity": {"name": "Bin"}, "document": "a", "quote": "…"}), "acts"),
        (("assert", {"entity": {"name": "Bin"}, "document": "a", "quote": "bin"}), "idle"),
        (("describe", {"node": node("Daily backup"), "text": "x", "of": ["m1", "m2"]}), "acts"),
        (("describe", {"node": node("Daily backup"), "text": "x", "of": ["m1"]}), "review"),
        (("describe", {"relation": EDGE, "text": "x", "of": []}), "review"),
        (("tick", {"source": "document", "names": ["daily backup"]}), "acts"),
        (("tick", {"source": "plan", "names": ["daily backup"]}), "idle"),
        (("know", {"values": ["Business"]}), "idle"),
        (("not_same", {"nodes": [node("Vault"), node("Daily backup")]}), "acts"),
        (("not_same", {"nodes": [node("x"), node("y")]}), "idle"),
        (("checkpoint", {"name": "now"}), "acts"),
        (("prophesy", {}), "unknown"),
        (("merge", {"nodes": 7}), "unknown"),
    ],
)
def test_how_a_decision_stands(row: tuple[str, Any], state: str) -> None:
    assert [found.state for found in stands(row)] == [state]


def test_a_decision_rests_on_what_put_its_node_there() -> None:
    part = node("Business backup")
    rename = ("rename", {"node": part, "to": node("Backup B")})
    assert [found.rests_on for found in stands(SPLIT, rename, ("hide", {"node": node("Backup B")}))] == [(), (1,), (2,)]
    merge = ("merge", {"nodes": [part, node("Vault")], "into": node("Vault")})
    assert [found.rests_on for found in stands(SPLIT, merge, ("hide", {"node": node("Vault")}))] == [(), (1,), ()]


def test_what_names_an_asserted_mention_rests_on_the_assertion() -> None:
    says = ("assert", {"entity": {"name": "Bin"}, "document": "a", "quote": "…"})
    (bin_,) = fold([Decision(1, *says)]).asserted
    assert stands(says, ("hide", {"mention": bin_.id}))[1] == Stands("acts", (1,))
    assert stands(says, ("revoke", {"seq": 1}), ("hide", {"mention": bin_.id}))[2] == Stands("idle")


def test_a_ruling_on_a_relation_rests_on_what_moved_its_ends() -> None:
    rename = ("rename", {"node": node("Vault"), "to": node("Store")})
    turned = ("direction", {"relation": {**EDGE, "target": node("Store")}, "way": "reverse"})
    back = ("direction", {"relation": {**EDGE, "source": node("Store"), "target": EDGE["source"]}, "way": "reverse"})
    assert [found.rests_on for found in stands(rename, turned, back)] == [(), (1,), (1, 2)]


def test_what_is_undone_says_so() -> None:
    rows = stands(("hide", {"node": node("Vault")}), ("revoke", {"seq": 1}), ("revoke", {"seq": 2}))
    assert [found.state for found in rows] == ["acts", "undone", "acts"]


@settings(max_examples=50, deadline=None)
@given(workspaces(), st.data())
def test_those_that_are_asked_for_stand_as_among_all(
    found: tuple[tuple[GeneratedDocument, ...], tuple[Decision, ...]], data: st.DataObject
) -> None:
    documents, decisions = found
    evidence = evidence_of(documents)
    only = data.draw(st.sets(st.sampled_from([row.seq for row in decisions]))) if decisions else set()
    whole = standings(decisions, evidence)
    assert standings(decisions, evidence, only=only) == {seq: whole[seq] for seq in whole if seq in only}
