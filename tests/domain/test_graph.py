"""The graph as the merge rules make it: the lesson, the ends of relations, viewers, profiles and flags."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networkx as nx
import pytest

from core.domain.decisions import Resolution, fold
from core.domain.graph import Viewer, build_graph
from core.domain.policy import CAREFUL, CLASSIC, Policy, Qualifiers, Tick, policy_named
from core.domain.records import EntityRow, Evidence, RelationRow
from tests import larkspur
from tests.graphs import entities, passage, relations, together
from tests.strategies import Ruling, numbered

BACKUPS = policy_named("careful", Qualifiers((Tick("plan", names=frozenset({"daily backup"})),)))
BACKUP = EntityRow("Daily backup", "feature", "A copy.")
KEEPS = RelationRow("Daily backup", "Vault", "Is kept there.", ("storage",))


@pytest.fixture(params=[larkspur.own_records, larkspur.shared_records], ids=["own", "shared"])
def lesson(request: pytest.FixtureRequest) -> Evidence:
    read: Callable[[], bytes] = request.param
    return larkspur.evidence(read())


def built(
    evidence: Evidence, policy: Policy = CAREFUL, *found: tuple[str, dict[str, Any]], viewer: Viewer = None
) -> nx.MultiDiGraph:
    return build_graph(evidence, ruled(*found), policy=policy, viewer=viewer)


def ruled(*found: tuple[str, dict[str, Any]]) -> Resolution:
    return fold(numbered(Ruling(kind, body) for kind, body in found))


# --- the lesson ------------------------------------------------------------------------------------------------------


def test_classic_gives_the_six_entities_and_four_relations_of_the_lesson(lesson: Evidence) -> None:
    graph = built(lesson, CLASSIC)
    nodes, edges = entities(graph), relations(graph)
    assert list(nodes) == ["account deletion", "billing", "cancellation", "daily backup", "data retention", "export"]
    assert list(edges) == [
        "account deletion -- cancellation",
        "billing -- cancellation",
        "cancellation -- data retention",
        "data retention -- export",
    ]


def test_classic_joins_texts_and_loses_direction_as_the_lesson_shows(lesson: Evidence) -> None:
    graph = built(lesson, CLASSIC)
    nodes, edges = entities(graph), relations(graph)
    assert len(nodes["cancellation"].texts) == 2
    both = edges["cancellation -- data retention"]
    assert (len(both.texts), both.weight, both.directed) == (2, 2, False)
    backup = nodes["daily backup"]
    assert len(backup.texts) == 2
    assert "7 days" in backup.description
    assert "30 days" in backup.description
    assert backup.flags == ()


def test_under_classic_a_named_thing_that_nobody_describes_is_unknown(lesson: Evidence) -> None:
    deletion = entities(built(lesson, CLASSIC))["account deletion"]
    assert (deletion.type, deletion.types, deletion.description, deletion.stub) == ("unknown", (), "", True)


def test_careful_keeps_both_directions_and_flags_stub_and_collision(lesson: Evidence) -> None:
    graph = built(lesson)
    nodes = entities(graph)
    assert len(nodes) == 6
    assert graph.number_of_edges() == 5
    assert graph.has_edge("cancellation", "data retention")
    assert graph.has_edge("data retention", "cancellation")
    assert all(edge.directed for edge in relations(graph).values())
    assert nodes["account deletion"].flags == ("stub",)
    assert nodes["daily backup"].flags == ("collision",)
    assert [key for key, node in nodes.items() if node.flags] == ["account deletion", "daily backup"]


def test_a_stub_is_not_given_the_text_of_its_relation(lesson: Evidence) -> None:
    for policy in (CAREFUL, CLASSIC):
        stub = entities(built(lesson, policy))["account deletion"]
        assert (stub.description, stub.texts, stub.mentions) == ("", (), ())
        assert len(stub.chunks) == 1


def test_with_plans_as_qualifiers_there_are_two_daily_backups_without_a_collision() -> None:
    nodes = entities(built(larkspur.evidence(larkspur.own_records()), BACKUPS))
    backups = {key: node for key, node in nodes.items() if node.name.lower() == "daily backup"}
    assert list(backups) == ["daily backup [business]", "daily backup [enterprise]"]
    assert [node.qualifier for node in backups.values()] == ["Business", "Enterprise"]
    assert [node.flags for node in backups.values()] == [(), ()]
    assert len(nodes) == 7


def test_classic_takes_no_notice_of_decisions_and_qualifiers(lesson: Evidence) -> None:
    plain = built(lesson, CLASSIC)
    ticked = built(lesson, policy_named("classic", BACKUPS.qualifiers), ("hide", {"node": {"name": "Export"}}))
    assert list(plain.nodes(data="entity")) == list(ticked.nodes(data="entity"))


# --- the ends of a relation, in turn ---------------------------------------------------------------------------------


def test_an_end_is_the_only_node_of_its_name_in_the_passage_even_against_the_metadata() -> None:
    own = EntityRow("Daily backup", "feature", "A copy.", "Enterprise")
    other = passage("b", BACKUP, plan="Business")
    graph = built(together(passage("a", own, KEEPS, plan=["Business", "Enterprise"]), other), BACKUPS)
    assert [edge.source for edge in relations(graph).values()] == ["daily backup [enterprise]"]


def test_an_end_without_a_node_in_its_passage_takes_the_qualifier_of_the_passage() -> None:
    described = together(passage("a", BACKUP, plan="Business"), passage("b", BACKUP, plan="Enterprise"))
    graph = built(together(described, passage("c", KEEPS, plan="Enterprise")), BACKUPS)
    assert [(e.source, e.flags) for e in relations(graph).values()] == [("daily backup [enterprise]", ())]


def test_where_the_document_is_the_qualifier_an_end_stays_in_its_document() -> None:
    by_document = policy_named("careful", Qualifiers((Tick("document", names=frozenset({"daily backup"})),)))
    here, there = passage("a.md", BACKUP), passage("b.md", BACKUP)
    graph = built(together(here, there, passage("b.md", KEEPS, position=1)), by_document)
    assert [(e.source, e.flags) for e in relations(graph).values()] == [("daily backup [b.md]", ())]


def test_two_nodes_of_a_name_in_one_passage_are_told_apart_by_its_metadata() -> None:
    two = (EntityRow("Daily backup", "", "One.", "Business"), EntityRow("Daily backup", "", "Two.", "Enterprise"))
    known = passage("b", BACKUP, plan=["Business", "Enterprise"])
    graph = built(together(passage("a", *two, KEEPS, plan="Business"), known), BACKUPS)
    assert [e.source for e in relations(graph).values()] == ["daily backup [business]"]


@pytest.mark.parametrize("metadata", [{}, {"plan": ["Business", "Enterprise"]}, {"plan": "Free"}])
def test_an_end_that_fits_no_qualified_node_is_unqualified_and_flagged(metadata: dict[str, Any]) -> None:
    described = together(passage("a", BACKUP, plan="Business"), passage("b", BACKUP, plan="Enterprise"))
    graph = built(together(described, passage("c", KEEPS, **metadata)), BACKUPS)
    (edge,) = relations(graph).values()
    assert (edge.source, edge.flags) == ("daily backup", ("source: endpoint unclear",))
    assert entities(graph)["daily backup"].flags == ("endpoint unclear", "stub")


def test_an_end_without_qualified_namesakes_is_clear() -> None:
    graph = built(together(passage("a", BACKUP), passage("c", KEEPS)), BACKUPS)
    (edge,) = relations(graph).values()
    assert (edge.source, edge.target, edge.flags) == ("daily backup", "vault", ())


def test_an_end_follows_the_decision_on_the_mention_in_its_passage() -> None:
    evidence = together(passage("a", BACKUP, KEEPS), passage("b", BACKUP, KEEPS))
    first = evidence.entities[0].id
    split = {
        "node": {"name": "Daily backup"},
        "parts": [{"name": "Daily backup", "qualifier": "Business", "mentions": [first]}],
    }
    graph = built(evidence, CAREFUL, ("split", split))
    assert {e.source: e.chunks for e in relations(graph).values()} == {
        "daily backup": ("b#0",),
        "daily backup [business]": ("a#0",),
    }
    assert entities(graph)["daily backup"].flags == ("unassigned",)


def test_an_end_that_nothing_describes_goes_where_its_node_was_moved() -> None:
    graph = built(passage("a", KEEPS), CAREFUL, ("rename", {"node": {"name": "vault"}, "to": {"name": "Store"}}))
    (edge,) = relations(graph).values()
    assert (edge.target, edge.target_name) == ("store", "Store")


def test_nothing_reaches_a_hidden_node() -> None:
    graph = built(passage("a", BACKUP, KEEPS), CAREFUL, ("hide", {"node": {"name": "vault"}}))
    assert list(graph.nodes) == ["daily backup"]
    assert graph.number_of_edges() == 0


def test_a_relation_whose_ends_became_one_node_is_listed_as_a_loop() -> None:
    evidence = passage("a", BACKUP, KEEPS)
    merge = ("merge", {"nodes": [{"name": "vault"}], "into": {"name": "Daily backup"}})
    graph = built(evidence, CAREFUL, merge)
    assert graph.graph["self_loops"] == (evidence.relations[0].id,)
    assert graph.number_of_edges() == 0


# --- nodes and edges -------------------------------------------------------------------------------------------------


def test_one_edge_stands_for_each_predicate_and_direction() -> None:
    rows = [
        RelationRow("a", "b", "one", ("Keeps ", "x")),
        RelationRow("A", "B", "two", ("keeps", "y")),
        RelationRow("a", "b", "three", ("deletes",)),
        RelationRow("b", "a", "four", ("keeps",)),
        RelationRow("a", "b", "five"),
    ]
    edges = relations(built(passage("d", *rows)))
    assert list(edges) == ["a -> b : deletes", "a -> b : keeps", "a -> b : related", "b -> a : keeps"]
    assert edges["a -> b : keeps"].keywords == ("Keeps ", "x", "keeps", "y")
    assert edges["a -> b : keeps"].description == "one\ntwo"


def test_the_weight_is_the_number_of_passages_and_the_strength_a_mean() -> None:
    row = RelationRow("a", "b", "x", ("k",), 2.0)
    again = RelationRow("a", "b", "y", ("k",), 5.0)
    (edge,) = relations(built(together(passage("d", row, again), passage("e", row)))).values()
    assert (edge.weight, edge.strength, edge.chunks, edge.documents) == (2, 3.0, ("d#0", "e#0"), ("d", "e"))


def test_a_node_counts_the_passages_of_its_relations_too() -> None:
    graph = built(together(passage("d", EntityRow("a")), passage("c", RelationRow("b", "a"))))
    assert entities(graph)["a"].chunks == ("c#0", "d#0")
    assert entities(graph)["a"].documents == ("c", "d")


def test_the_type_is_voted_and_a_decision_outranks_the_vote() -> None:
    evidence = passage("d", EntityRow("a", "policy"), EntityRow("a", "Plan"), EntityRow("A", "plan "), EntityRow("a"))
    assert entities(built(evidence))["a"].types == (("plan", 2), ("policy", 1))
    assert entities(built(evidence))["a"].type == "plan"
    retyped = built(evidence, CAREFUL, ("retype", {"node": {"name": "A"}, "type": "Offer"}))
    assert entities(retyped)["a"].type == "Offer"


def test_a_tie_in_the_vote_goes_by_name() -> None:
    evidence = passage("d", EntityRow("a", "policy"), EntityRow("a", "feature"))
    assert entities(built(evidence))["a"].type == "feature"


def test_the_commonest_form_is_shown_and_a_ruled_name_before_it() -> None:
    evidence = passage("d", EntityRow("EXPORT"), EntityRow("Export"), EntityRow("Export"))
    assert entities(built(evidence))["export"].name == "Export"
    renamed = built(evidence, CAREFUL, ("rename", {"node": {"name": "export"}, "to": {"name": "EXport"}}))
    assert entities(renamed)["export"].name == "EXport"


def test_the_name_that_was_ruled_last_is_shown_wherever_its_mentions_stand() -> None:
    evidence = together(passage("a", EntityRow("one")), passage("b", EntityRow("two")))
    rulings = [("one", "THREE"), ("two", "Three")]
    for first, second in (rulings, rulings[::-1]):
        found = [("rename", {"node": {"name": n}, "to": {"name": to}}) for n, to in (first, second)]
        assert entities(built(evidence, CAREFUL, *found))["three"].name == second[1]


def test_a_qualifier_counts_only_where_the_workspace_knows_it() -> None:
    row = EntityRow("Daily backup", "feature", "A copy.", "account")
    assert list(built(passage("a", row, plan="Business"), BACKUPS)) == ["daily backup [business]"]
    assert list(built(passage("a", row))) == ["daily backup"]
    added = policy_named("careful", Qualifiers(added=frozenset({"account"})))
    assert list(built(passage("a", row), added)) == ["daily backup [account]"]


def test_what_a_person_split_by_qualifier_is_shown_with_it() -> None:
    evidence = passage("a", BACKUP)
    part = {"name": "Daily Backup", "qualifier": "Business ", "mentions": [evidence.entities[0].id]}
    graph = built(evidence, CAREFUL, ("split", {"node": {"name": "daily backup"}, "parts": [part]}))
    node = entities(graph)["daily backup [business]"]
    assert (node.name, node.qualifier) == ("Daily Backup", "Business")


def test_a_conflict_is_flagged_even_where_the_profile_cuts_a_text() -> None:
    long = "word " * 1500
    texts = [f"Kept for 7 days. {long}", f"Kept for 30 days. {long}"]
    node = entities(built(passage("a", *(EntityRow("a", "", text) for text in texts))))["a"]
    assert node.cut
    assert node.flags == ("collision",)


def test_only_careful_cuts_a_long_profile() -> None:
    rows = [EntityRow("a", "", f"{n} " + "word " * 900) for n in range(3)]
    assert len(entities(built(passage("d", *rows), CLASSIC))["a"].texts) == 3
    careful = entities(built(passage("d", *rows)))["a"]
    assert (len(careful.texts), len(careful.cut), len(careful.mentions)) == (1, 2, 3)


def test_the_order_of_documents_is_by_code_point_then_position_then_row() -> None:
    parts = [
        passage("é", EntityRow("a", "", "4")),
        passage("b", EntityRow("a", "", "3"), position=1),
        passage("b", EntityRow("a", "", "1"), EntityRow("a", "", "2")),
        passage("B", EntityRow("a", "", "0")),
    ]
    node = entities(built(together(*parts)))["a"]
    assert node.description == "0\n1\n2\n3\n4"
    assert node.chunks == ("B#0", "b#0", "b#1", "é#0")


# --- viewers ---------------------------------------------------------------------------------------------------------


def for_whom(*labels: Any) -> Evidence:
    return together(*(passage(f"d{n}", EntityRow("a", "", f"text {n}"), audience=x) for n, x in enumerate(labels)))


@pytest.mark.parametrize(
    ("viewer", "texts"),
    [
        (None, ["text 0", "text 1", "text 2", "text 3", "text 4"]),
        ((), ["text 3", "text 4"]),
        (("staff",), ["text 0", "text 1", "text 3", "text 4"]),
        (("partners", "nobody"), ["text 1", "text 2", "text 3", "text 4"]),
    ],
)
def test_a_viewer_sees_passages_for_everyone_and_those_with_a_label_in_common(viewer: Viewer, texts: list[str]) -> None:
    evidence = for_whom("staff", ["staff", "partners"], "partners", None, [])
    assert [t.text for t in entities(built(evidence, viewer=viewer))["a"].texts] == texts


@pytest.mark.parametrize("label", [7, {"staff": True}, True, [7], [["staff"]], {}])
def test_an_audience_that_is_no_text_is_not_for_everyone(label: Any) -> None:
    assert list(built(for_whom(label), viewer=())) == []
    assert list(built(for_whom(label))) == ["a"]


def test_an_audience_written_as_a_number_is_a_label() -> None:
    assert list(built(for_whom(7), viewer=("7",))) == ["a"]
    assert list(built(for_whom(""), viewer=())) == ["a"]


def test_a_viewer_learns_nothing_from_what_is_hidden_from_him() -> None:
    secret = passage(
        "s", BACKUP, EntityRow("Vault", "place", "In the cellar."), KEEPS, plan="Business", audience="staff"
    )
    public = passage("p", EntityRow("Daily backup", "", "A copy.", "Business"), RelationRow("x", "Daily backup"))
    seen = built(together(secret, public), BACKUPS, viewer=())
    alone = built(public, BACKUPS)
    assert list(seen.nodes(data="entity")) == list(alone.nodes(data="entity"))
    assert list(seen.edges(keys=True, data="relation")) == list(alone.edges(keys=True, data="relation"))
