"""What classic glues, reverses or drops that careful keeps, and the reverse."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.decisions import Decision, fold
from core.domain.graph import build_graph
from core.domain.merge_differences import Difference, differences
from core.domain.policy import CAREFUL, CLASSIC, Policy, Qualifiers, Tick, policy_named
from core.domain.records import EntityRow, Evidence, RelationRow
from tests.diagnosing import edges
from tests.graphs import passage, together
from tests.larkspur import evidence, own_records, shared_records
from tests.strategies import documents, evidence_of

TICKED = policy_named("careful", Qualifiers((Tick("plan", frozenset({"feature"})),)))


def told(found: Evidence, careful: Policy = CAREFUL, *decisions: Decision) -> dict[str, list[Difference]]:
    graphs = build_graph(found, fold(decisions), policy=careful), build_graph(found, policy=CLASSIC)
    by_kind: dict[str, list[Difference]] = {}
    for difference in differences(*graphs, found):
        by_kind.setdefault(difference.kind, []).append(difference)
    return by_kind


@pytest.mark.parametrize("records", [own_records, shared_records])
def test_the_lesson_has_one_edge_that_lost_its_direction(records) -> None:
    found = evidence(records())
    (difference,) = told(found)["two directions"]
    assert difference.classic == ("cancellation -- data retention",)
    assert len(difference.careful) == 2
    assert [len(group.mentions) for group in difference.evidence] == [1, 1]


def test_with_plan_qualifiers_the_daily_backup_of_classic_is_two() -> None:
    (difference,) = told(evidence(own_records()), TICKED)["glued"]
    assert difference.classic == ("daily backup",)
    assert difference.careful == ("daily backup [business]", "daily backup [enterprise]")
    chunks = [("guide/taking-out.md#own-4",), ("guide/large-accounts.md#own-5",)]
    assert [group.chunks for group in difference.evidence] == chunks


def test_several_relations_that_became_one_are_told_one_by_one() -> None:
    (difference,) = told(edges(("A", "owns", "B"), ("A", "sells", "B"), ("A", "leads", "B")))["folded"]
    assert {group.label for group in difference.evidence} == {"A – owns → B", "A – sells → B", "A – leads → B"}
    assert difference.why.startswith("3 relations became one edge")


def test_what_a_decision_splits_is_glued_under_classic() -> None:
    found = together(
        passage("a", EntityRow("Backup", "", "7 days.")), passage("b", EntityRow("BACKUP", "", "30 days."))
    )
    part = {"name": "Backup", "qualifier": "b", "mentions": [found.entities[1].id]}
    (difference,) = told(found, CAREFUL, Decision(1, "split", {"node": {"name": "Backup"}, "parts": [part]}))["glued"]
    assert difference.careful == ("backup", "backup [b]")
    assert "glued" not in told(found)


def test_names_that_only_careful_takes_for_one_are_kept_apart_by_classic() -> None:
    found = together(passage("a", EntityRow("AT&amp;T")), passage("b", EntityRow("AT&T")))
    (difference,) = told(found)["kept apart"]
    assert difference.classic == ("at&amp;t", "at&t")
    assert difference.careful == ("at&t",)


def test_ends_of_relations_count_as_well() -> None:
    found = passage("a", RelationRow("“Export”", "Plan"), RelationRow("Export", "Data"))
    assert [d.classic for d in told(found)["kept apart"]] == [("export", "“export”")]


def test_what_a_decision_hides_from_careful_is_told() -> None:
    found = edges(("A", "owns", "B"))
    (difference,) = told(found, CAREFUL, Decision(1, "hide", {"node": {"name": "A"}}))["hidden"]
    assert difference.evidence[0].mentions == (found.relations[0].id,)


def test_an_edge_that_a_person_turned_glues_nothing() -> None:
    found = edges(("A", "owns", "B"))
    relation = {"source": {"name": "A"}, "target": {"name": "B"}, "predicate": "owns"}
    assert told(found, CAREFUL, Decision(1, "direction", {"relation": relation, "way": "reverse"})) == {}


def test_folded_relations_are_told_with_the_qualifiers_of_their_ends() -> None:
    found = passage("a", EntityRow("Backup", "feature"), *edges_of("Backup", "Data", "holds", "keeps"), plan="Business")
    (difference,) = told(found, TICKED)["folded"]
    assert difference.evidence[0].label == "Backup · Business – holds → Data"


def edges_of(source: str, target: str, *predicates: str) -> list[RelationRow]:
    return [RelationRow(source, target, "", (predicate,)) for predicate in predicates]


@settings(max_examples=25, deadline=None)
@given(documents(), st.randoms(use_true_random=False))
def test_the_order_of_documents_does_not_matter_and_all_keys_are_there(found, random) -> None:
    shuffled = list(found)
    random.shuffle(shuffled)
    first, again = (told(evidence_of(given), TICKED) for given in (found, shuffled))
    assert first == again
    careful, classic = (build_graph(evidence_of(found), policy=policy) for policy in (TICKED, CLASSIC))
    known = [{*graph, *(key for _, _, key in graph.edges(keys=True))} for graph in (careful, classic)]
    for difference in (each for several in first.values() for each in several):
        assert known[0].issuperset(difference.careful)
        assert known[1].issuperset(difference.classic)
        assert all(group.mentions for group in difference.evidence)
