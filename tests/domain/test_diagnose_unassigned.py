"""Mentions that a split left over: found, shown by the part that they fit, and given to it by one decision."""

from __future__ import annotations

from core.domain.decisions import Decision, fold
from core.domain.diagnose import Finding, Scene, diagnose, waiting
from core.domain.graph import build_graph
from core.domain.policy import CAREFUL
from core.domain.records import EntityRow, Evidence, RelationRow
from tests.graphs import entities, passage, together

BACKUP = "Daily backup"


def kept(document: str, days: int, text: str = "", **metadata: str) -> Evidence:
    return passage(document, EntityRow(BACKUP, "", f"It is held for {days} days."), text=text, **metadata)


FIRST = together(kept("a", 7), kept("b", 30))


def split(bare: bool = False) -> Decision:
    """The mention of `a` to Business, or to the bare name; that of `b` to Enterprise."""
    business, enterprise = (mention.id for mention in FIRST.entities)
    parts = [
        {"name": BACKUP, "qualifier": "" if bare else "Business", "mentions": [business]},
        {"name": BACKUP, "qualifier": "Enterprise", "mentions": [enterprise]},
    ]
    return Decision(1, "split", {"node": {"name": BACKUP, "qualifier": ""}, "parts": parts})


def trays(given: Evidence, *decisions: Decision) -> tuple[Finding, ...]:
    ruled = fold(decisions)
    graph = build_graph(given, ruled, policy=CAREFUL)
    scene = Scene(graph, given, waiting=lambda: waiting(given, ruled, CAREFUL))
    return diagnose(scene, ("unassigned",))


def taken(given: Evidence, finding: Finding, *decisions: Decision) -> dict[str, tuple[str, ...]]:
    """Node key -> mentions, once the proposal is taken."""
    body = dict(finding.proposal or {})
    ruled = fold([*decisions, Decision(len(decisions) + 1, str(body.pop("kind")), body)])
    return {key: entity.mentions for key, entity in entities(build_graph(given, ruled, policy=CAREFUL)).items()}


def test_without_a_split_nothing_waits() -> None:
    assert trays(FIRST) == ()


def test_a_mention_that_names_a_part_in_its_words_is_proposed_for_it() -> None:
    given = together(FIRST, kept("c", 30, "Enterprise customers get the daily backup for thirty days."))
    (finding,) = trays(given, split())
    late = given.entities[-1].id
    assert finding.entities == ("daily backup",)
    assert finding.near == ("daily backup [business]", "daily backup [enterprise]")
    assert [(group.label, group.mentions) for group in finding.evidence] == [
        ("May be “Daily backup · Enterprise”", (late,))
    ]
    assert finding.why.startswith("1 mention of “Daily backup” waits to be given to a part: ")
    assert late in taken(given, finding, split())["daily backup [enterprise]"]


def test_metadata_and_the_document_of_a_part_say_it_too() -> None:
    given = together(FIRST, kept("c", 7, plan="business"))
    assert trays(given, split())[0].evidence[0].label == "May be “Daily backup · Business”"
    same = passage("b", EntityRow(BACKUP, "", "Kept in another place."), text="Another passage of b.")
    (finding,) = trays(together(FIRST, same), split())
    assert finding.evidence[0].label == "May be “Daily backup · Enterprise”"


def test_what_fits_no_part_is_shown_and_nothing_is_proposed() -> None:
    (finding,) = trays(together(FIRST, kept("c", 90, "The third plan keeps it.")), split())
    assert [group.label for group in finding.evidence] == ["Fits no part"]
    assert finding.proposal is None


def test_a_part_under_the_bare_name_keeps_its_mentions_when_the_rest_is_given_out() -> None:
    given = together(FIRST, kept("c", 30, "Enterprise: thirty days."))
    (finding,) = trays(given, split(bare=True))
    assert [len(group.mentions) for group in finding.evidence] == [1]
    assert {key: len(ids) for key, ids in taken(given, finding, split(bare=True)).items()} == {
        "daily backup": 1,
        "daily backup [enterprise]": 2,
    }


def test_a_relation_that_waits_alone_is_its_own_evidence() -> None:
    given = together(FIRST, passage("c", RelationRow("Export", BACKUP, "Reads it.", ("reads",))))
    (finding,) = trays(given, split())
    assert [group.mentions for group in finding.evidence] == [(given.relations[0].id,)]
    assert finding.why.startswith("1 relation of")
