"""Findings on edges, on the shape of the graph, on profiles and on how documents were read."""

from __future__ import annotations

from core.domain.decisions import Decision
from core.domain.diagnose import Finding, Trouble, diagnose
from core.domain.diagnose.shape import Limits, hub_sprawl
from core.domain.policy import CLASSIC
from core.domain.profiles import rough_tokens
from core.domain.records import EntityRow, Evidence, RelationRow
from core.domain.wording import entity_text, relation_text
from tests.diagnosing import edges, found, reported, scene
from tests.graphs import passage, together


def test_an_edge_of_classic_that_holds_both_ways_shows_each_beside_the_other() -> None:
    given = edges(("Export", "reads", "Backup"), ("Backup", "feeds", "Export"), ("Export", "ends", "Plan"))
    (finding,) = found(given, "lost-direction", CLASSIC)
    assert [group.label for group in finding.evidence] == ["Backup → Export", "Export → Backup"]
    assert [group.mentions for group in finding.evidence] == [(given.relations[1].id,), (given.relations[0].id,)]
    assert found(given, "lost-direction") == ()


def test_one_predicate_both_ways_contradicts_itself() -> None:
    (finding,) = found(edges(("A", "part of", "B"), ("B", "part of", "A")), "contradicting-direction")
    assert finding.relations == ("a -> b : part of", "b -> a : part of")


def test_predicates_that_are_meant_both_ways_contradict_nothing() -> None:
    for predicate in ("borders", "married to", "merged with", "related", "is", "相邻"):
        assert found(edges(("A", predicate, "B"), ("B", predicate, "A")), "contradicting-direction") == ()


def test_a_predicate_that_is_mostly_said_both_ways_is_meant_both_ways() -> None:
    both = [row for n in range(3) for row in ((f"A{n}x", "mirrors", f"B{n}x"), (f"B{n}x", "mirrors", f"A{n}x"))]
    assert found(edges(*both), "contradicting-direction") == ()
    assert len(found(edges(*both[:4]), "contradicting-direction")) == 2
    one_way = [(f"C{n}x", "mirrors", f"D{n}x") for n in range(20)]
    assert len(found(edges(*both, *one_way), "contradicting-direction")) == 3


def test_relations_that_one_edge_folds_are_told_one_by_one_under_either_rule() -> None:
    given = edges(("A", "owns", "B"), ("A", "sells", "B"), ("B", "pays", "A"), ("A", "owns", "C"))
    for policy in (None, CLASSIC):
        (finding,) = found(given, "parallel-relations", *([policy] if policy else []))
        assert {group.label for group in finding.evidence} == {"A – owns → B", "A – sells → B", "B – pays → A"}


def test_a_relation_whose_ends_became_one_node_is_a_self_loop() -> None:
    given = edges(("Export", "reads", "Exports"))
    merge = {"nodes": [{"name": "Exports"}], "into": {"name": "Export"}}
    (finding,) = diagnose(scene(given, decisions=[Decision(1, "merge", merge)]), ("self-loop",))
    assert finding.entities == ("export",)
    assert finding.evidence[0].mentions == (given.relations[0].id,)


def test_a_hub_says_how_many_edges_and_tokens_one_hit_pulls_in() -> None:
    looked = scene(edges(*(("Hub", "turns", f"Spoke {n}") for n in range(5))))
    (finding,) = hub_sprawl(looked, Limits(edges=5, tokens=10_000))
    tokens = rough_tokens(entity_text(looked.entities["hub"])) + sum(
        rough_tokens(relation_text(relation)) for relation in looked.relations.values()
    )
    assert finding.why == f"One hit on “Hub” pulls 5 edges and {tokens} tokens into the context."
    assert list(hub_sprawl(looked, Limits(edges=6, tokens=tokens + 1))) == []
    assert [f.entities for f in hub_sprawl(looked, Limits(edges=6, tokens=tokens))] == [("hub",)]


def test_harm_counts_the_hits_that_bring_what_is_in_doubt() -> None:
    given = edges(("A", "part of", "B"), ("B", "part of", "A"), ("B", "ends", "C"))
    looked = scene(given)
    (finding,) = diagnose(looked, ("contradicting-direction",))
    assert finding.reach == 2
    assert finding.harm == 2 * sum(rough_tokens(relation_text(looked.relations[key])) for key in finding.relations)


def test_what_no_edge_joins_to_the_rest_is_an_island() -> None:
    given = together(edges(("A", "owns", "B"), ("B", "owns", "C")), edges(("X", "owns", "Y"), document="e"))
    given = together(given, passage("f", EntityRow("Alone")))
    found_ = found(given, "island")
    assert [finding.entities for finding in found_] == [("x", "y"), ("alone",)]
    assert "“Alone”" in found_[1].why


def flagged(flag: str, *names: str) -> Evidence:
    rows = [EntityRow(name, "", f"{name} is told here.", flags=(flag,)) for name in names]
    return passage("a", *rows, RelationRow(names[0], names[1], "Told.", ("told",), flags=(flag,)))


def test_names_that_are_not_in_their_passage_can_be_hidden_where_no_other_passage_has_them() -> None:
    given = together(flagged("ungrounded", "Ghost", "Export"), passage("b", EntityRow("Export", "", "Writes.")))
    ghost, export, edge = by_subject(given)
    assert ghost.proposal == {"kind": "hide", "node": {"name": "Ghost", "qualifier": ""}}
    assert export.proposal is None
    assert "1 of 2 mentions" in export.why
    assert edge.relations == ("ghost -> export : told",)


def by_subject(given: Evidence) -> tuple[Finding, Finding, Finding]:
    by = {(f.entities or f.relations)[0]: f for f in found(given, "ungrounded")}
    return by["ghost"], by["export"], by["ghost -> export : told"]


def test_descriptions_that_a_passage_does_not_say_are_found_on_nodes_and_edges() -> None:
    found_ = found(flagged("unsaid", "Plan", "Export"), "unsaid")
    assert {(f.entities or f.relations)[0] for f in found_} == {"plan", "export", "plan -> export : told"}


def test_a_thing_that_is_hardly_described_is_thin_unless_all_are() -> None:
    bare, told = (
        passage("a", EntityRow("Bare"), EntityRow("Empty")),
        passage("b", EntityRow("Told", "", "It is told here.")),
    )
    assert [f.entities for f in found(together(bare, told), "thin-profile")] == [("empty",), ("bare",)]
    (all_,) = found(bare, "thin-profile")
    assert all_.entities == ()
    assert "None of the 2 entities" in all_.why
    assert (
        found(passage("a", EntityRow("甲", "", "保留三十天。"), EntityRow("乙", "", "每天备份。")), "thin-profile")
        == ()
    )


def test_a_profile_that_was_cut_is_overlong() -> None:
    long = [passage(f"d{n}", EntityRow("Export", "", f"{n} " + "word " * 1000)) for n in range(3)]
    (finding,) = found(together(*long), "overlong-profile")
    assert "2 texts of passages are left out" in finding.why
    (whole,) = found(together(*long), "overlong-profile", CLASSIC)
    assert "left out" not in whole.why


def test_rejected_rows_and_failed_chunks_are_counted_by_document() -> None:
    row = Trouble("rejected-rows", "b.md", "b.md#1", "has no name.")
    rows = [
        row,
        row._replace(chunk="b.md#2"),
        row._replace(chunk="b.md#2"),
        row._replace(document="a.md", chunk="a.md#1"),
    ]
    failed = Trouble("failed-chunks", "a.md", "a.md#3", "No answer.")
    first, most, least = reported(*rows, failed)
    assert (first.kind, first.documents) == ("failed-chunks", ("a.md",))
    assert (most.documents, most.harm) == (("b.md",), 3.0)
    assert most.evidence[0].chunks == ("b.md#1", "b.md#2")
    assert least.why == "1 row was rejected in a.md: has no name."
