"""Splits: what is suggested, how rows move, what a plan comes to, and that the fold puts each row where it was put."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from core.domain.decisions import Decision, fold, problem, sentence
from core.domain.diagnose import Scene
from core.domain.diagnose.unassigned import waiting
from core.domain.graph import build_graph
from core.domain.names import NodeRef
from core.domain.placing import UNASSIGNED
from core.domain.policy import CAREFUL
from core.domain.records import EntityRow, Evidence, RelationRow
from core.domain.split_rules import RowFilter, Rule, facets
from core.domain.split_suggestion import MOST_PARTS, ends, groupings, rows, suggested
from core.domain.split_values import WAITS, Part, parts_of
from core.domain.splitting import SplitPlan
from tests import larkspur
from tests.diagnosing import scene
from tests.graphs import entities, passage, relations, together
from tests.strategies import GeneratedDocument, documents, evidence_of

BACKUP = "daily backup"


def decided(plan: SplitPlan, start: int = 1) -> tuple[Decision, ...]:
    return tuple(Decision(n, kind, body) for n, (kind, body) in enumerate(plan.bodies(), start))


def after(evidence: Evidence, decisions: Sequence[Decision]) -> dict[str, list[str]]:
    """Node key -> the ids of its mentions."""
    found = entities(build_graph(evidence, fold(decisions), policy=CAREFUL))
    return {key: list(entity.mentions) for key, entity in found.items()}


def tray(evidence: Evidence, decisions: Sequence[Decision]) -> Scene:
    resolution = fold(decisions)
    graph = build_graph(evidence, resolution, policy=CAREFUL)
    return Scene(graph, evidence, waiting=lambda: waiting(evidence, resolution, CAREFUL))


def backup(document: str, text: str, qualifier: str = "", **metadata: str) -> Evidence:
    return passage(document, EntityRow("Daily backup", "feature", text, qualifier), text=text, **metadata)


PLANS = together(
    backup("a", "On the Business plan it is kept for 7 days.", "Business"),
    backup("b", "On the Enterprise plan it is kept for 30 days.", "Enterprise"),
)


# --- suggestions ------------------------------------------------------------------------------------------------------


def test_the_larkspur_backup_is_suggested_to_part_into_its_two_plans() -> None:
    for content in (larkspur.own_records(), larkspur.shared_records()):
        here = scene(larkspur.evidence(content))
        plan = suggested(here, BACKUP, groupings(here, BACKUP)[0])
        assert [(part.name, part.qualifier) for part in plan.parts] == [
            ("Daily Backup", "Business"),
            ("Daily Backup", "Enterprise"),
        ]
        assert [len(plan.rows_of(n)) for n in (0, 1, WAITS)] == [1, 1, 0]
        assert plan.problem() == ""


def test_qualifiers_are_suggested_before_numbers() -> None:
    found = groupings(scene(PLANS), BACKUP)
    assert [one.basis for one in found][:2] == ["qualifiers", "numbers"]
    assert set(found[0].parts) == {"Business", "Enterprise"}


def test_metadata_give_the_labels_where_they_say_the_same_as_numbers() -> None:
    own = scene(larkspur.evidence(larkspur.own_records()))
    first = groupings(own, BACKUP)[0]
    assert (first.basis, first.field) == ("metadata", "plan")
    plan = suggested(own, BACKUP, first)
    assert [part.rules for part in plan.parts] == [
        (Rule(qualifiers=(plan_,)), Rule(metadata=(("plan", (plan_,)),))) for plan_ in ("Business", "Enterprise")
    ]


def test_what_is_said_of_all_plans_stays_under_the_bare_name() -> None:
    evidence = together(
        backup("a", "Runs nightly.", plan="all"), backup("b", "Seven.", plan="Business"), backup("c", "x", plan="all")
    )
    plan = suggested(scene(evidence), BACKUP, groupings(scene(evidence), BACKUP)[0])
    assert [(part.qualifier, len(plan.rows_of(n))) for n, part in enumerate(plan.parts)] == [("", 2), ("Business", 1)]
    assert plan.parts[0].rules == (Rule(metadata=(("plan", ("all",)),)),)
    found = entities(build_graph(evidence, fold(decided(plan)), policy=CAREFUL))
    assert UNASSIGNED not in found[BACKUP].flags


def test_passages_that_share_nothing_are_suggested_as_parts_when_nothing_else_tells() -> None:
    here = scene(
        together(
            passage("a", EntityRow("Mercury", "", "Orbits close."), text="Mercury orbits the sun quickly."),
            passage("b", EntityRow("Mercury", "", "Flows."), text="Thermometers hold liquid metal: mercury."),
        )
    )
    assert {one.basis for one in groupings(here, "mercury")} == {"texts apart"}


def test_passages_that_hang_together_can_be_seen_in_two_halves() -> None:
    sun, metal = "Mercury orbits the sun, a planet near us", "Mercury is a metal in a thermometer near us"
    texts = [sun, f"{sun} all", f"{sun} day", metal, f"{metal} all", f"{metal} day"]
    here = scene(together(*(passage(f"d{n}", EntityRow("Mercury", "", t), text=t) for n, t in enumerate(texts))))
    (halves,) = (one for one in groupings(here, "mercury") if one.basis == "two halves")
    documents = [{here.passage(here.chunk(i)).document for i in ids} for ids in halves.parts.values()]
    assert sorted(map(sorted, documents)) == [["d0", "d1", "d2"], ["d3", "d4", "d5"]]


def test_more_parts_than_can_be_looked_over_are_not_offered() -> None:
    many = together(*(backup(f"d{n:02}", "Kept for a while.", page=str(n)) for n in range(20)))
    assert all(len(one.parts) <= MOST_PARTS for one in groupings(scene(many), BACKUP))


def test_mentions_that_only_name_a_label_go_with_it() -> None:
    evidence = together(PLANS, backup("c", "Enterprise customers choose the hour."), backup("d", "It runs nightly."))
    here = scene(evidence)
    plan = suggested(here, BACKUP, groupings(here, BACKUP)[0])
    placed = {row.at.document: plan.part_of(row.id) for row in plan.rows}
    assert plan.parts[placed["c"]].qualifier == "Enterprise"
    assert placed["d"] == WAITS


def test_without_a_grouping_all_is_one_part_which_is_no_split_yet() -> None:
    plan = suggested(scene(PLANS), BACKUP)
    assert [len(plan.rows_of(0)), plan.problem()] == [
        2,
        "All of it is in one place. Move some of it to another part.",
    ]


# --- moving -----------------------------------------------------------------------------------------------------------


def test_rows_move_to_a_part_and_out_of_all() -> None:
    plan = suggested(scene(PLANS), BACKUP)
    first, second = (row.id for row in plan.rows)
    moved = plan.with_part(Part("Daily backup", "Enterprise"), [second])
    assert [row.id for row in moved.rows_of(1)] == [second]
    assert [row.id for row in moved.moved([first], WAITS).rows_of(WAITS)] == [first]
    assert moved.problem() == ""
    assert moved.without_part(0).rows_of(0)[0].id == second


def test_an_empty_name_and_a_name_given_twice_are_refused() -> None:
    plan = suggested(scene(PLANS), BACKUP, groupings(scene(PLANS), BACKUP)[0])
    assert plan.with_changed(0, Part("")).problem() == "A part has no name."
    assert plan.with_changed(0, Part("DAILY backup", "enterprise")).problem().startswith("Two parts have the same name")


def test_a_rule_by_its_qualifier_goes_along_when_a_part_is_renamed() -> None:
    part = Part("Daily backup", "Biz", (Rule(qualifiers=("Biz",)), Rule(documents=("a",))))
    renamed = part.named("Nightly", "Business")
    assert renamed == Part("Nightly", "Business", (Rule(qualifiers=("Business",)), Rule(documents=("a",))))
    assert Part("x").named("x", "y").rules == (Rule(qualifiers=("y",)),)


def test_a_plan_over_other_evidence_keeps_its_parts_and_places_what_is_new_by_rule() -> None:
    here = scene(PLANS)
    plan = suggested(here, BACKUP, groupings(here, BACKUP)[0])
    more = together(
        PLANS, backup("c", "It costs more.", "Enterprise"), backup("d", "It is new.", "Starter"), backup("e", "It is.")
    )
    grown = plan.over(rows(scene(more), BACKUP), ends(scene(more), BACKUP))
    placed = {row.at.document: grown.part_of(row.id) for row in grown.rows}
    enterprise = next(n for n, part in enumerate(grown.parts) if part.qualifier == "Enterprise")
    assert (placed["b"], placed["c"], placed["d"], placed["e"]) == (enterprise, enterprise, WAITS, WAITS)
    assert plan.over((), ()).rows == ()


# --- filters and facets -----------------------------------------------------------------------------------------------


def test_filters_take_words_qualifiers_documents_and_metadata() -> None:
    evidence = together(
        backup("a", "Kept for 7 days.", "Business", plan="B"), backup("b", "Kept for 30 days.", "", plan="E")
    )
    found = rows(scene(evidence), BACKUP)

    def taken(shown: RowFilter) -> list[str]:
        return [row.at.document for row in found if shown.takes(row)]

    assert taken(RowFilter()) == ["a", "b"]
    assert taken(RowFilter(words="30 KEPT")) == ["b"]
    assert taken(RowFilter(qualifiers=("business",))) == ["a"]
    assert taken(RowFilter(documents=("b",))) == ["b"]
    assert taken(RowFilter(metadata=(("plan", ("e", "x")),))) == ["b"]
    assert taken(RowFilter(documents=("a",), metadata=(("plan", ("E",)),))) == []


def test_facets_count_rows_and_leave_out_what_all_have() -> None:
    evidence = together(
        backup("a", "One.", "Business", plan="B", product="L"), backup("b", "Two.", "", plan="E", product="L")
    )
    found = facets(rows(scene(evidence), BACKUP))
    assert found.documents == (("a", 1), ("b", 1))
    assert found.qualifiers == (("Business", 1),)
    assert found.metadata == (("plan", (("B", 1), ("E", 1))),)


def test_a_filter_made_a_rule_takes_the_same_rows() -> None:
    found = rows(scene(PLANS), BACKUP)
    shown = RowFilter(qualifiers=("Business",))
    assert [shown.takes(row) for row in found] == [shown.rule.fits(row.at, row.qualifier) for row in found]
    assert not RowFilter(words="days").rule
    assert not Rule().fits(found[0].at, "Business")


# --- what it comes to -------------------------------------------------------------------------------------------------


def test_the_body_is_a_decision_that_can_be_read_back() -> None:
    own = larkspur.evidence(larkspur.own_records())
    here = scene(own)
    plan = suggested(here, BACKUP, groupings(here, BACKUP)[0])
    ((kind, body),) = plan.bodies()
    assert problem(kind, body) == ""
    assert "Business" in sentence(Decision(1, kind, body))
    read = parts_of(body)
    assert [part.ref for part in read] == [part.ref for part in plan.parts]
    assert set(plan.parts[0].rules) < set(read[0].rules)
    assert parts_of({"parts": [{"name": 3}, "x", {"name": "y", "rule": 7}]}) == (Part("y"),)


def test_a_later_mention_lands_in_its_part_by_rule_and_a_third_plan_waits() -> None:
    here = scene(PLANS)
    plan = suggested(here, BACKUP, groupings(here, BACKUP)[0])
    more = together(
        PLANS, backup("c", "Restores are free.", "enterprise"), backup("d", "It is kept for a day.", "Starter")
    )
    found = after(more, decided(plan))
    assert [len(found[f"{BACKUP} [{label}]"]) for label in ("business", "enterprise")] == [1, 2]
    assert len(found[BACKUP]) == 1


def test_a_document_read_again_in_another_way_lands_where_it_was() -> None:
    here = scene(PLANS)
    plan = suggested(here, BACKUP, groupings(here, BACKUP)[0])
    again = together(backup("a", "Seven days."), backup("b", "Thirty days."))
    assert {key for key in after(again, decided(plan)) if BACKUP in key} == {
        f"{BACKUP} [business]",
        f"{BACKUP} [enterprise]",
    }
    assert set(after(again, decided(replace(plan, same_documents=False)))) == {BACKUP}


def test_a_mention_that_fits_two_parts_waits() -> None:
    here = scene(PLANS)
    plan = suggested(here, BACKUP, groupings(here, BACKUP)[0])
    more = together(PLANS, passage("a", EntityRow("Daily backup", "", "Or so.", "Enterprise"), position=1))
    assert len(after(more, decided(plan))[BACKUP]) == 1


def test_what_waits_is_split_again_under_the_parts_there_are() -> None:
    here = scene(PLANS)
    first = decided(suggested(here, BACKUP, groupings(here, BACKUP)[0]))
    more = together(PLANS, backup("c", "Restores are free."), backup("d", "Kept for a day.", "Starter"))
    waits = tray(more, first)
    known = parts_of(first[0].body)
    plan = suggested(waits, BACKUP, None, known)
    assert plan.again
    placed = {row.at.document: plan.part_of(row.id) for row in plan.rows}
    assert set(placed) == {"c", "d"}
    assert (placed["c"], plan.parts[placed["d"]].qualifier) == (WAITS, "Starter")
    plan = plan.moved([row.id for row in plan.rows if row.at.document == "c"], 0)
    found = after(more, (*first, *decided(plan, 2)))
    homes = {m: key for key, ids in found.items() for m in ids}
    by_document = {row.at.document: homes[row.id] for row in plan.rows}
    assert by_document == {"c": plan.parts[0].ref.key, "d": f"{BACKUP} [starter]"}
    assert BACKUP not in found


def test_what_stayed_under_the_bare_name_stays_when_the_rest_is_placed() -> None:
    plan = suggested(scene(PLANS), BACKUP)
    second = plan.rows[1].id
    plan = replace(plan, same_documents=False).with_part(Part("Daily backup", "Enterprise"), [second])
    first = decided(plan)
    more = together(PLANS, backup("c", "Kept for a day."))
    waits = tray(more, first)
    again = suggested(waits, BACKUP, None, parts_of(first[0].body))
    placed = {row.at.document: again.part_of(row.id) for row in again.rows}
    assert again.parts[placed["a"]].node == again.node
    assert placed["c"] == WAITS
    again = again.moved([row.id for row in again.rows if row.at.document == "c"], 1)
    found = entities(build_graph(more, fold((*first, *decided(again, 2))), policy=CAREFUL))
    assert [len(found[BACKUP].mentions), len(found[f"{BACKUP} [enterprise]"].mentions)] == [1, 2]
    assert UNASSIGNED not in found[BACKUP].flags


# --- relations --------------------------------------------------------------------------------------------------------


def reads(name: str, text: str = "It reads it.") -> RelationRow:
    return RelationRow(name, "Daily backup", text, ("reads",))


LINKED = together(
    passage("a", EntityRow("Daily backup", "", "Kept for 7 days.", "Business"), reads("Export")),
    passage("b", EntityRow("Daily backup", "", "Kept for 30 days.", "Enterprise"), text="Thirty days."),
    passage("c", reads("Restore", "An Enterprise restore reads it."), text="Restores."),
    passage("d", reads("Report"), text="Reports."),
)


def test_relations_follow_their_chunk_and_unclear_ones_are_asked_for() -> None:
    here = scene(LINKED)
    plan = suggested(here, BACKUP, groupings(here, BACKUP)[0])
    goes = {end.other: plan.goes(end) for end in plan.ends}
    enterprise = next(n for n, part in enumerate(plan.parts) if part.qualifier == "Enterprise")
    assert {end.other for end in plan.unclear} == {"Restore", "Report"}
    assert (goes["Export"], goes["Restore"], goes["Report"]) == (1 - enterprise, enterprise, WAITS)
    kinds = [kind for kind, _ in plan.bodies()]
    assert kinds == ["split", "endpoint"]
    found = relations(build_graph(LINKED, fold(decided(plan)), policy=CAREFUL))
    assert {(r.source, r.target) for r in found.values()} == {
        ("export", f"{BACKUP} [business]"),
        ("restore", f"{BACKUP} [enterprise]"),
        ("report", BACKUP),
    }


def test_an_end_can_be_turned_and_left_to_wait_again() -> None:
    here = scene(LINKED)
    plan = suggested(here, BACKUP, groupings(here, BACKUP)[0])
    report = next(end for end in plan.ends if end.other == "Report")
    turned = plan.turned([report.key], 0)
    assert turned.goes(report) == 0
    assert turned.turned([report.key], WAITS).goes(report) == WAITS
    assert turned.turned([("nothing", "source")], 0).chosen == turned.chosen


def test_what_only_relations_name_is_split_by_its_relations() -> None:
    evidence = together(passage("a", reads("Export")), passage("b", reads("Report"), text="Reports."))
    plan = suggested(scene(evidence), BACKUP).with_part(Part("Daily backup", "Business"))
    assert plan.rows == ()
    assert plan.problem().startswith("All of it")
    export = next(end for end in plan.ends if end.other == "Export")
    turned = plan.turned([export.key], 1)
    assert turned.problem() == ""
    found = relations(build_graph(evidence, fold(decided(turned)), policy=CAREFUL))
    assert {(r.source, r.target) for r in found.values()} == {("export", f"{BACKUP} [business]"), ("report", BACKUP)}


# --- the fold does what the plan says ---------------------------------------------------------------------------------


@given(documents(min_size=1), st.data())
def test_every_row_is_in_the_part_it_was_put_in_or_waits(
    found: tuple[GeneratedDocument, ...], data: st.DataObject
) -> None:
    evidence = evidence_of(found)
    here = scene(evidence)
    described = sorted(key for key, entity in here.entities.items() if entity.mentions)
    if not described:
        return
    key = data.draw(st.sampled_from(described))
    offered = groupings(here, key)
    plan = suggested(here, key, data.draw(st.sampled_from((None, *offered))))
    free = (f"part {n}" for n in range(3))
    for label in list(free)[: data.draw(st.integers(0, 3))]:
        plan = plan.with_part(Part(str(plan.node["name"]), label).named(str(plan.node["name"]), label))
    places = st.integers(WAITS, len(plan.parts) - 1)
    for row in plan.rows:
        if data.draw(st.booleans()):
            plan = plan.moved([row.id], data.draw(places))
    for end in plan.unclear:
        plan = plan.turned([end.key], data.draw(places))
    assume("same name" not in plan.problem())

    decisions = decided(plan)
    assert [problem(d.kind, d.body) for d in decisions] == [""] * len(decisions)
    graph = build_graph(evidence, fold(decisions), policy=CAREFUL)
    homes = [(mention, node) for node, entity in entities(graph).items() for mention in entity.mentions]
    assert len(homes) == len(evidence.entities)
    home = dict(homes)
    for row in plan.rows:
        part = plan.part_of(row.id)
        if part == WAITS:
            assert home[row.id] == NodeRef.shown(**plan.node).key
            assert UNASSIGNED in entities(graph)[home[row.id]].flags
        else:
            assert home[row.id] == plan.parts[part].ref.key


@given(documents(min_size=1), st.data())
def test_every_end_goes_where_the_plan_says(found: tuple[GeneratedDocument, ...], data: st.DataObject) -> None:
    evidence = evidence_of(found)
    here = scene(evidence)
    linked = sorted(key for key, entity in here.entities.items() if entity.mentions and here.around(key))
    if not linked:
        return
    key = data.draw(st.sampled_from(linked))
    plan = suggested(here, key).with_part(Part("quite another", "one"))
    for row in plan.rows:
        plan = plan.moved([row.id], data.draw(st.integers(WAITS, 1)))
    for end in plan.unclear:
        plan = plan.turned([end.key], data.draw(st.integers(WAITS, 1)))
    assume("same name" not in plan.problem())
    graph = build_graph(evidence, fold(decided(plan)), policy=CAREFUL)
    held = {mention: relation for relation in relations(graph).values() for mention in relation.mentions}
    for end in plan.ends:
        if end.mention in held and (part := plan.goes(end)) != WAITS:
            assert getattr(held[end.mention], end.side) == plan.parts[part].ref.key
