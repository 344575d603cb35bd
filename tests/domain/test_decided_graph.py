"""What each kind of decision does to the graph."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest

from core.domain.decisions import fold, problem
from core.domain.graph import build_graph
from core.domain.policy import CAREFUL
from core.domain.records import EntityRow, Evidence, RelationRow
from tests.graphs import entities, passage, relations, together
from tests.strategies import Ruling, numbered

BACKUP = EntityRow("Daily backup", "feature", "A copy.")
KEEPS = RelationRow("Daily backup", "Vault", "Kept in it.", ("stored in", "place"))
Found = tuple[str, dict[str, Any]]


def node(name: str, qualifier: str = "") -> dict[str, str]:
    return {"name": name, "qualifier": qualifier}


def edge(source: str, target: str, predicate: str) -> dict[str, Any]:
    return {"source": node(source), "target": node(target), "predicate": predicate}


def built(evidence: Evidence, *found: Found, viewer: tuple[str, ...] | None = None) -> nx.MultiDiGraph:
    for kind, body in found:
        assert problem(kind, body) == ""
    return build_graph(evidence, fold(numbered(Ruling(*each) for each in found)), policy=CAREFUL, viewer=viewer)


def split(*parts: dict[str, Any]) -> Found:
    return "split", {"node": node("Daily backup"), "parts": list(parts)}


BUSINESS = {**node("Daily backup", "Business"), "mentions": [], "rule": {"metadata": {"plan": ["business"]}}}
ENTERPRISE = {**node("Daily backup", "Enterprise"), "mentions": [], "rule": {"metadata": {"plan": ["Enterprise"]}}}


# --- split -----------------------------------------------------------------------------------------------------------


def test_a_rule_of_a_split_takes_what_comes_later_and_the_rest_waits() -> None:
    evidence = together(
        passage("a", BACKUP, KEEPS, plan="Business"), passage("b", BACKUP, plan="enterprise"), passage("c", BACKUP)
    )
    found = entities(built(evidence, split(BUSINESS, ENTERPRISE)))
    assert found["daily backup [business]"].documents == ("a",)
    assert found["daily backup [enterprise]"].documents == ("b",)
    assert (found["daily backup"].documents, found["daily backup"].flags) == (("c",), ("unassigned",))


def test_a_mention_that_is_named_goes_to_its_part_whatever_the_rules_say() -> None:
    evidence = passage("a", BACKUP, plan="Enterprise")
    named = {**BUSINESS, "mentions": [evidence.entities[0].id]}
    assert list(built(evidence, split(named, ENTERPRISE))) == ["daily backup [business]"]


def test_what_fits_several_rules_waits() -> None:
    graph = built(passage("a", BACKUP, plan=["Business", "Enterprise"]), split(BUSINESS, ENTERPRISE))
    assert entities(graph)["daily backup"].flags == ("unassigned",)


@pytest.mark.parametrize(
    ("rule", "fits"),
    [
        ({"qualifiers": ["business "]}, True),
        ({"qualifiers": ["enterprise"]}, False),
        ({"documents": ["a", "z"]}, True),
        ({"documents": ["z"]}, False),
        ({"documents": ["a"], "metadata": {"plan": ["Free"]}}, False),
        ({"documents": ["a"], "qualifiers": ["Business"], "metadata": {"plan": ["Team", "Pro"]}}, True),
        ({"metadata": {"scope": ["All"]}}, True),
        ({"documents": [], "qualifiers": [], "metadata": {}}, False),
        ({}, False),
    ],
)
def test_all_fields_of_a_rule_must_fit_and_one_value_of_each(rule: dict[str, Any], fits: bool) -> None:
    evidence = passage("a", EntityRow("Daily backup", "", "", "Business"), plan="team", scope="all")
    graph = built(evidence, split({**node("Part"), "mentions": [], "rule": rule}))
    assert list(graph) == (["part"] if fits else ["daily backup"])


def test_an_end_that_nothing_describes_goes_by_the_rule_of_its_passage() -> None:
    evidence = together(passage("a", KEEPS, plan="Business"), passage("b", KEEPS), passage("c", BACKUP))
    found = relations(built(evidence, split(BUSINESS, ENTERPRISE)))
    assert [(e.source, e.documents, e.flags) for e in found.values()] == [
        ("daily backup", ("b",), ("source: unassigned",)),
        ("daily backup [business]", ("a",), ()),
    ]


# --- names, types, qualifiers ----------------------------------------------------------------------------------------


def test_a_merge_may_give_a_type() -> None:
    evidence = passage("a", BACKUP, EntityRow("Nightly copy", "process"))
    merge = {"nodes": [node("Daily backup"), node("Nightly copy")], "into": node("Daily backup"), "type": "Policy"}
    (found,) = entities(built(evidence, ("merge", merge))).values()
    assert (found.name, found.type) == ("Daily backup", "Policy")


def test_an_old_name_in_a_document_to_come_goes_to_the_merged_node() -> None:
    merge = {"nodes": [node("SSO"), node("Single sign-on")], "into": node("Single sign-on")}
    assert list(built(passage("later", EntityRow("sso")), ("merge", merge))) == ["single sign-on"]


def test_a_qualifier_is_put_on_and_taken_off_while_the_name_stays() -> None:
    evidence = passage("a", EntityRow("DAILY Backup"))
    qualify = ("qualify", {"node": node("daily backup"), "qualifier": "Business"})
    found = entities(built(evidence, qualify))["daily backup [business]"]
    assert (found.name, found.qualifier) == ("DAILY Backup", "Business")
    off = ("qualify", {"node": node("daily backup", "business"), "qualifier": ""})
    assert list(built(evidence, qualify, off)) == ["daily backup"]


def test_a_type_of_the_whole_vocabulary_counts_as_another() -> None:
    evidence = together(passage("a", BACKUP), passage("b", EntityRow("Export", "Feature "), EntityRow("Bin", "place")))
    rulings: list[Found] = [
        ("retype", {"node": node("Bin"), "type": "Feature"}),
        ("retype", {"type": "feature", "to": "Capability"}),
    ]
    assert {e.key: e.type for e in entities(built(evidence, *rulings)).values()} == {
        "bin": "capability",
        "daily backup": "capability",
        "export": "capability",
    }
    later = entities(built(evidence, *reversed(rulings)))
    assert (later["bin"].type, later["export"].types) == ("Feature", (("capability", 1),))


def test_a_stub_can_be_given_a_type() -> None:
    graph = built(passage("a", KEEPS), ("retype", {"node": node("Vault"), "type": "place"}))
    assert entities(graph)["vault"].type == "place"


def test_a_tick_and_known_values_part_nodes_and_can_be_undone() -> None:
    evidence = together(passage("a", BACKUP, plan="Business"), passage("b", EntityRow("Export", "", "", "account")))
    tick: Found = ("tick", {"source": "plan", "types": ["Feature"], "names": []})
    assert list(built(evidence, tick)) == ["daily backup [business]", "export"]
    assert list(built(evidence, tick, ("know", {"values": ["Account"]}))) == [
        "daily backup [business]",
        "export [account]",
    ]
    assert list(built(evidence, tick, ("revoke", {"seq": 1}))) == ["daily backup", "export"]


def test_a_tick_for_a_type_holds_for_those_that_count_as_it() -> None:
    evidence = passage("a", BACKUP, plan="Business")
    rulings: list[Found] = [
        ("retype", {"type": "feature", "to": "capability"}),
        ("tick", {"source": "plan", "types": ["capability"]}),
    ]
    assert list(built(evidence, *rulings)) == ["daily backup [business]"]


# --- hiding ----------------------------------------------------------------------------------------------------------


def test_a_hidden_mention_leaves_its_node_and_takes_no_relation_with_it() -> None:
    evidence = passage("a", BACKUP, KEEPS)
    graph = built(evidence, ("hide", {"mention": evidence.entities[0].id}))
    assert entities(graph)["daily backup"].stub
    assert graph.number_of_edges() == 1
    without = built(evidence, ("hide", {"mention": evidence.relations[0].id}))
    assert (list(without), without.number_of_edges()) == (["daily backup"], 0)


def test_a_hidden_relation_is_gone_in_all_passages_and_others_stay() -> None:
    evidence = together(passage("a", KEEPS), passage("b", KEEPS, RelationRow("Vault", "Daily backup", "", ("holds",))))
    graph = built(evidence, ("hide", {"relation": edge("Daily Backup", "vault", "Stored in")}))
    assert list(relations(graph)) == ["vault -> daily backup : holds"]


# --- relations -------------------------------------------------------------------------------------------------------


def test_one_relation_gets_another_predicate_and_the_word_is_searched() -> None:
    evidence = together(passage("a", KEEPS), passage("b", RelationRow("Export", "Vault", "", ("stored in",))))
    graph = built(evidence, ("relabel", {"relation": edge("daily backup", "vault", "stored in"), "to": "Kept in"}))
    assert {e.key: e.keywords for e in relations(graph).values()} == {
        "daily backup -> vault : kept in": ("Kept in", "place"),
        "export -> vault : stored in": ("stored in",),
    }


def test_a_predicate_of_the_whole_vocabulary_counts_as_another_from_then_on() -> None:
    evidence = together(passage("a", KEEPS), passage("b", RelationRow("Export", "Vault")))
    one: Found = ("relabel", {"predicate": "stored in", "to": "kept in"})
    rest: Found = ("relabel", {"predicate": "related", "to": "kept in"})
    assert {e.predicate for e in relations(built(evidence, one, rest)).values()} == {"kept in"}
    hide: Found = ("hide", {"relation": edge("Daily backup", "Vault", "kept in")})
    assert list(relations(built(evidence, one, hide))) == ["export -> vault : related"]
    assert len(relations(built(evidence, hide, one))) == 2


def test_a_relation_is_turned_round_and_back() -> None:
    turn: Found = ("direction", {"relation": edge("daily backup", "vault", "stored in"), "way": "reverse"})
    (found,) = relations(built(passage("a", KEEPS), turn)).values()
    assert (found.source, found.target, found.target_name) == ("vault", "daily backup", "Daily backup")
    back: Found = ("direction", {"relation": edge("vault", "daily backup", "stored in"), "way": "reverse"})
    (again,) = relations(built(passage("a", KEEPS), turn, back)).values()
    assert again.source == "daily backup"


def test_a_ruling_on_a_relation_holds_when_its_ends_move_on() -> None:
    relabel: Found = ("relabel", {"relation": edge("Daily backup", "Vault", "stored in"), "to": "kept in"})
    rename: Found = ("rename", {"node": node("Vault"), "to": node("Store")})
    assert list(relations(built(passage("a", KEEPS), relabel, rename))) == ["daily backup -> store : kept in"]
    assert list(relations(built(passage("a", KEEPS), rename, relabel))) == ["daily backup -> store : stored in"]


def test_an_end_is_where_a_person_puts_it_and_follows_what_is_ruled_later() -> None:
    evidence = together(passage("a", KEEPS), passage("b", BACKUP))
    end = {"mention": evidence.relations[0].id, "end": "source", "node": node("Daily backup", "Business")}
    rulings: list[Found] = [split(BUSINESS, ENTERPRISE), ("endpoint", end)]
    (found,) = relations(built(evidence, *rulings)).values()
    assert (found.source, found.flags) == ("daily backup [business]", ())
    rename: Found = ("rename", {"node": node("Daily backup", "Business"), "to": node("Backup B")})
    assert [e.source for e in relations(built(evidence, *rulings, rename)).values()] == ["backup b"]


def test_an_end_put_elsewhere_is_out_of_a_node_that_is_hidden() -> None:
    evidence = passage("a", KEEPS)
    end = {"mention": evidence.relations[0].id, "end": "target", "node": node("Cellar")}
    graph = built(evidence, ("hide", {"node": node("Vault")}), ("endpoint", end))
    assert list(graph) == ["cellar", "daily backup"]


# --- texts and assertions --------------------------------------------------------------------------------------------


def test_a_persons_text_stands_for_the_profile_until_its_evidence_changes() -> None:
    first = passage("a", BACKUP)
    told: Found = ("describe", {"node": node("Daily backup"), "text": " Mine. ", "of": [first.entities[0].id]})
    found = entities(built(first, told))["daily backup"]
    assert (found.description, found.flags, [t.text for t in found.cut]) == ("Mine.", ("described",), ["A copy."])
    both = entities(built(together(first, passage("b", BACKUP)), told))["daily backup"]
    assert (both.description, both.flags) == ("Mine.", ("described", "review"))


def test_a_text_may_stand_for_a_relation() -> None:
    evidence = passage("a", KEEPS)
    of = [evidence.relations[0].id]
    told: Found = ("describe", {"relation": edge("Daily backup", "Vault", "stored in"), "text": "Mine.", "of": of})
    (found,) = relations(built(evidence, told)).values()
    assert (found.description, found.flags, found.mentions) == ("Mine.", ("described",), tuple(of))


def test_a_persons_text_is_not_shown_to_who_may_not_see_what_it_was_written_over() -> None:
    secret, public = passage("s", BACKUP, audience="staff"), passage("p", EntityRow("Daily backup", "", "Public."))
    evidence = together(secret, public)
    of = [m.id for m in evidence.entities]
    told: Found = ("describe", {"node": node("Daily backup"), "text": "All of it.", "of": of})
    assert entities(built(evidence, told))["daily backup"].description == "All of it."
    assert entities(built(evidence, told, viewer=("staff",)))["daily backup"].description == "All of it."
    assert entities(built(evidence, told, viewer=()))["daily backup"].description == "Public."


def test_what_a_person_asserts_is_a_mention_of_the_passage_that_says_it() -> None:
    evidence = together(
        passage("a", BACKUP, text="Nothing."),
        passage("a", text="The vault is in the cellar.", position=1),
        passage("b", text="The vault again."),
    )
    vault: Found = (
        "assert",
        {"entity": {"name": "Vault", "type": "place", "qualifier": "old"}, "document": "a", "quote": "The vault"},
    )
    held: Found = (
        "assert",
        {"relation": {"source": "Vault", "target": "Daily backup"}, "document": "a", "quote": "vault"},
    )
    graph = built(evidence, vault, held, vault)
    found = entities(graph)["vault [old]"]
    assert (found.type, found.chunks, len(found.mentions)) == ("place", ("a#1",), 1)
    assert list(relations(graph)) == ["vault [old] -> daily backup : related"]
    assert list(built(passage("b", text="The vault again."), vault, held)) == []


def test_an_assertion_follows_the_audience_of_its_passage() -> None:
    evidence = passage("a", text="The vault.", audience="staff")
    vault: Found = ("assert", {"entity": {"name": "Vault"}, "document": "a", "quote": "vault"})
    assert list(built(evidence, vault, viewer=())) == []
    assert list(built(evidence, vault, viewer=("staff",))) == ["vault"]
    again = passage("a", text="The vault again.", position=1)
    both = built(together(evidence, again), vault, viewer=())
    assert entities(both)["vault"].chunks == ("a#1",)  # as without the first


def test_other_decisions_act_on_what_is_asserted() -> None:
    vault: Found = ("assert", {"entity": {"name": "Vault"}, "document": "a", "quote": "vault"})
    rename: Found = ("rename", {"node": node("vault"), "to": node("Store")})
    assert list(built(passage("a", text="The vault."), rename, vault)) == ["store"]
