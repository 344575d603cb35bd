"""Name collisions: one node whose mentions speak of several things."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.domain.decisions import Decision, fold
from core.domain.diagnose import Finding, Scene
from core.domain.diagnose.apart import Separate, apart
from core.domain.diagnose.families import different, family
from core.domain.diagnose.grouping import groupings
from core.domain.graph import build_graph
from core.domain.policy import CAREFUL, CLASSIC, Qualifiers, Tick, policy_named
from core.domain.records import EntityRow, Evidence, RelationRow
from tests.diagnosing import found, scene
from tests.graphs import entities, passage, together
from tests.larkspur import evidence, own_records, shared_records


def collisions(given: Evidence, policy: Any = CAREFUL) -> dict[str, Finding]:
    return {finding.entities[0]: finding for finding in found(given, "name-collision", policy)}


def signals(finding: Finding) -> set[str]:
    return {signal.name for signal in finding.signals}


def split(given: Evidence, finding: Finding) -> set[str]:
    """The keys of the nodes once the proposal is taken."""
    proposal = dict(finding.proposal or {})
    ruled = Decision(1, str(proposal.pop("kind")), proposal)
    return set(entities(build_graph(given, fold([ruled]), policy=CAREFUL)))


@pytest.mark.parametrize("records", [own_records, shared_records])
@pytest.mark.parametrize("policy", [CAREFUL, CLASSIC])
def test_the_two_daily_backups_are_found_from_the_texts_alone(records: Any, policy: Any) -> None:
    given = evidence(records())
    (finding,) = collisions(given, policy).values()
    assert finding.entities == ("daily backup",)
    assert "7 days" in finding.why
    assert "30 days" in finding.why
    assert [len(group.mentions) for group in finding.evidence] == [1, 1]
    assert {"daily backup [business]", "daily backup [enterprise]"} <= split(given, finding)


def test_with_plan_qualifiers_the_two_daily_backups_never_become_one() -> None:
    ticked = policy_named("careful", Qualifiers((Tick("plan", frozenset({"feature"})),)))
    assert collisions(evidence(own_records()), ticked) == {}


MERCURY = together(
    passage("sky", EntityRow("Mercury", "", ""), text="Mercury is a small planet. It has no moon."),
    passage("lab", EntityRow("Mercury", "", ""), text="Mercury is a chemical element that is liquid when warm."),
    passage("stage", EntityRow("Mercury", "", ""), text="Mercury was a British singer with a wide voice."),
)


def test_a_planet_an_element_and_a_singer_are_told_apart_by_what_passages_call_them() -> None:
    finding = collisions(MERCURY)["mercury"]
    assert "kinds" in signals(finding)
    assert [len(group.mentions) for group in finding.evidence] == [1, 1, 1]
    keys = split(MERCURY, finding)
    assert len(keys) == 3
    assert "mercury" not in keys


def test_types_of_two_families_part_a_name_where_two_words_for_one_kind_do_not() -> None:
    def typed(*types: str) -> Evidence:
        return together(*(passage(f"d{n}", EntityRow("Mercury", type_, "")) for n, type_ in enumerate(types)))

    assert "types of two families" in signals(collisions(typed("planet", "element", "singer"))["mercury"])
    assert collisions(typed("singer", "musician", "person")) == {}
    assert collisions(typed("organization", "band")) == {}


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("水星", ("水星是一颗行星。", "水星是一位歌手。")),
        ("Меркурий", ("", "")),
        ("عطارد", ("", "")),
        ("Mercury 水星", ("Mercury 水星 is a planet.", "Mercury 水星 is a song.")),
    ],
)
def test_names_in_other_scripts_collide_too(name: str, texts: tuple[str, str]) -> None:
    given = together(
        passage("a", EntityRow(name, "planet", ""), text=texts[0] or "Passage."),
        passage("b", EntityRow(name, "singer", ""), text=texts[1] or "Passage."),
    )
    (finding,) = collisions(given).values()
    assert len(split(given, finding)) == 2


def test_a_country_and_a_pronoun_that_differ_only_in_capitals_are_a_finding() -> None:
    given = together(
        passage("a", EntityRow("US", "", "Has fifty states."), text="The US has fifty states."),
        passage("b", EntityRow("us", "", "Those who write this."), text="Ask us for help."),
    )
    finding = collisions(given)["us"]
    assert "acronym" in signals(finding)
    assert [group.label for group in finding.evidence] == ["US", "us"]


def test_a_name_in_capitals_and_in_small_letters_is_no_finding_by_itself() -> None:
    forms = ("CANCELLATION", "Cancellation", "cancellation")
    assert collisions(together(*(passage(f"d{n}", EntityRow(form)) for n, form in enumerate(forms)))) == {}


def test_titles_that_qualify_one_name_differently_are_a_finding() -> None:
    given = together(
        passage("Hello Love (song)", EntityRow("Hello Love"), text="A song of 1999."),
        passage("Hello Love (film)", EntityRow("Hello Love"), text="A film of 2004."),
    )
    finding = collisions(given)["hello love"]
    assert split(given, finding) == {"hello love [film]", "hello love [song]"}


def test_a_number_behind_a_title_is_no_qualifier() -> None:
    given = together(*(passage(f"Alps ({n})", EntityRow("Alps"), text="Alps are high.") for n in (2, 3)))
    assert collisions(given) == {}


def test_one_qualified_title_counts_where_other_passages_have_nothing_to_do_with_it() -> None:
    given = together(
        passage("David Morse (politician)", EntityRow("David Morse"), text="Elected senator in Vermont twice."),
        passage("Monkeys", EntityRow("David Morse"), text="A movie about time travel starring many actors."),
    )
    finding = collisions(given)["david morse"]
    assert signals(finding) == {"one title", "texts apart"}
    assert split(given, finding) == {"david morse", "david morse [politician]"}


def test_metadata_that_go_with_the_numbers_name_the_parts() -> None:
    def kept(document: str, days: int, **metadata: str) -> Evidence:
        return passage(document, EntityRow("Backup", "", f"A backup is kept for {days} days."), **metadata)

    given = together(
        kept("a", 7, plan="Business", site="x"),
        kept("b", 30, plan="Enterprise", site="y"),
        kept("c", 30, plan="Enterprise", site="x"),
    )
    assert split(given, collisions(given)["backup"]) == {"backup [business]", "backup [enterprise]"}


def test_a_value_that_is_for_all_and_one_that_repeats_another_stay_under_the_bare_name() -> None:
    def kept(document: str, text: str, **metadata: str) -> Evidence:
        return passage(document, EntityRow("Bin", "", text), **metadata)

    given = together(
        kept("2024", "The bin keeps a deleted record for 7 days in a living account.", version="2024", plan="all"),
        kept("2025", "The bin keeps a deleted record for 14 days in a living account.", version="2025", plan="all"),
        kept("use", "The bin keeps a deleted record for 14 days, and the Owner brings it back.", version="4.2"),
        kept("find", "The bin is on the left.", version="4.1", plan="all"),
    )
    finding = collisions(given)["bin"]
    parts = {part["qualifier"]: len(part["mentions"]) for part in (finding.proposal or {})["parts"]}
    assert parts == {"2024": 1, "2025": 1, "": 2}
    assert [group.label for group in finding.evidence] == ["2024", "2025", ""]
    assert split(given, finding) == {"bin", "bin [2024]", "bin [2025]"}
    (first, *_) = groupings(scene(given), "bin")
    assert {label: len(ids) for label, ids in first.parts.items()} == parts


def test_what_is_said_for_all_plans_is_no_part_of_a_proposal() -> None:
    def kept(document: str, text: str, plan: str) -> Evidence:
        return passage(document, EntityRow("Backup", "", text), plan=plan)

    given = together(
        kept("a", "A backup is kept for 7 days.", "Business"),
        kept("b", "A backup is kept for 30 days.", "Enterprise"),
        kept("c", "A backup runs at night.", "All"),
    )
    assert split(given, collisions(given)["backup"]) == {"backup", "backup [business]", "backup [enterprise]"}


def test_other_metadata_alone_are_no_finding() -> None:
    given = together(
        *(passage(plan, EntityRow("Export", "", "Writes."), plan=plan) for plan in ("Business", "Enterprise"))
    )
    assert collisions(given) == {}


def test_qualifiers_that_mentions_bring_are_a_finding_and_become_the_parts() -> None:
    given = together(
        passage("a", EntityRow("Backup", "", "Kept.", "Business")),
        passage("b", EntityRow("Backup", "", "Kept.", "Enterprise")),
    )
    assert split(given, collisions(given)["backup"]) == {"backup [business]", "backup [enterprise]"}


def test_a_person_born_twice_is_a_finding() -> None:
    def born(document: str, year: str) -> Evidence:
        return passage(document, EntityRow("Li Wei"), RelationRow("Li Wei", f"3 May {year}", "", ("born on",)))

    assert "dates" in signals(collisions(together(born("a", "1950"), born("b", "1871")))["li wei"])
    assert collisions(together(born("a", "1950"), born("b", "1950"))) == {}


def test_father_and_son_are_two_nodes_and_no_collision() -> None:
    given = together(
        passage("a", EntityRow("Sammy Davis Sr.", "person", "Born in 1900.")),
        passage("b", EntityRow("Sammy Davis Jr.", "person", "Born in 1925.")),
    )
    assert collisions(given) == {}
    assert found(given, "near-duplicate") == ()


def test_passages_of_two_subjects_alone_are_no_finding() -> None:
    given = together(
        passage("a", EntityRow("Paris"), text="The festival of film opened with long speeches."),
        passage("b", EntityRow("Paris"), text="Engineers measured steel under heavy rain."),
    )
    assert collisions(given) == {}
    assert {signal.name for signal, _ in apart(scene(given), "paris")} == {"texts apart"}


def test_passages_are_grouped_by_their_vectors_where_they_have_some() -> None:
    given = together(*(passage(f"d{n}", EntityRow("Paris"), text="The very same words.") for n in range(3)))
    towards = {"d0#0": np.array([1, 0], np.float32), "d1#0": np.array([0, 1], np.float32)}
    towards["d2#0"] = towards["d1#0"]
    looked = Scene(build_graph(given, policy=CAREFUL), given, vectors=lambda chunks: {c: towards[c] for c in chunks})
    assert Separate(looked, "paris").texts() == (("d0#0",), ("d1#0", "d2#0"))


def test_neighbours_join_passages_also_one_step_further_on() -> None:
    def about(document: str, *names: str) -> Evidence:
        return passage(document, *(RelationRow("Paris", name, "", ("has",)) for name in names))

    bridge = passage("x", RelationRow("Seine", "Louvre", "", ("flows by",)))
    parts = about("a", "Seine"), about("b", "Louvre"), about("c", "Helen")
    assert Separate(scene(together(*parts)), "paris").neighbours() == (("a#0",), ("b#0",), ("c#0",))
    assert Separate(scene(together(*parts, bridge)), "paris").neighbours() == (("a#0", "b#0"), ("c#0",))


def test_what_names_a_kind_is_the_last_noun_before_a_preposition() -> None:
    phrases = ("British heavy metal band", "2018 film by a singer", "town", "歌手", "song", "thing", "")
    assert family("planet orbiting a small star") == "celestial"
    assert family("Amber Anchor measures the Amber Canal") == ""
    assert [family(phrase) for phrase in phrases] == ["org/band", "work/film", "place", "person", "work/song", "", ""]
    assert different("work/film", "work/song")
    assert not different("work", "work/song")
    assert not different("place", "org")
