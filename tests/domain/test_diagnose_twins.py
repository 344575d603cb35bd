"""Near-duplicates and unknown stubs: two nodes that may be one, and what a stub may be."""

from __future__ import annotations

import pytest

from core.domain.decisions import Decision, fold
from core.domain.diagnose import Finding
from core.domain.diagnose.twins import scored
from core.domain.graph import build_graph
from core.domain.policy import CAREFUL
from core.domain.records import EntityRow, Evidence, RelationRow
from tests.diagnosing import found, scene, things
from tests.graphs import entities, passage, together


def pairs(given: Evidence) -> set[tuple[str, ...]]:
    return {finding.entities for finding in found(given, "near-duplicate")}


def taken(given: Evidence, finding: Finding) -> set[str]:
    """The keys of the nodes once the proposal is taken."""
    proposal = dict(finding.proposal or {})
    ruled = Decision(1, str(proposal.pop("kind")), proposal)
    return set(entities(build_graph(given, fold([ruled]), policy=CAREFUL)))


def test_two_spellings_of_one_name_are_a_pair_and_merge_into_the_better_told() -> None:
    given = together(
        things("Kim Jong-il"), passage("x", EntityRow("Kim Jong Il")), passage("y", EntityRow("Kim Jong Il"))
    )
    (finding,) = found(given, "near-duplicate")
    assert finding.entities == ("kim jong il", "kim jong-il")
    assert taken(given, finding) == {"kim jong il"}
    assert [group.label for group in finding.evidence] == ["Kim Jong Il", "Kim Jong-il"]


def test_of_two_forms_that_an_article_tells_apart_the_one_without_it_stays() -> None:
    given = together(*(passage(f"d{n}", EntityRow("the restore desk", "", f"Helps {n}.")) for n in range(3)))
    given = together(given, passage("x", EntityRow("Restore desk", "", "Helps too.")))
    (pair,) = found(given, "near-duplicate")
    assert (pair.proposal or {})["into"]["name"] == "Restore desk"


@pytest.mark.parametrize(
    "names",
    [("ASR1603", "ASR1605"), ("ASR 1603", "ASR1605"), ("Plan B1", "Plan B2"), ("Sammy Davis Sr.", "Sammy Davis Jr.")],
)
def test_names_that_differ_in_digits_or_generation_are_never_a_pair(names: tuple[str, str]) -> None:
    shared = together(
        things(*names), *(passage(f"s{n}", RelationRow(name, "Maker", "", ("by",))) for n, name in enumerate(names))
    )
    assert scored(scene(shared)) == {}


def test_nodes_of_two_types_are_never_a_pair() -> None:
    given = together(
        passage("a", EntityRow("Backup", "feature")),
        passage("b", EntityRow("Backups", "process")),
    )
    assert pairs(given) == set()
    assert pairs(things("Backup", "backups")) == {("backup", "backups")}


def test_an_edge_that_says_so_makes_an_alias_but_digits_still_part() -> None:
    def known(one: str, other: str) -> Evidence:
        return passage("d", EntityRow(one), EntityRow(other), RelationRow(one, other, "", ("also known as",)))

    assert pairs(known("Predjama Castle", "Castel Lueghi")) == {("castel lueghi", "predjama castle")}
    assert pairs(known("ASR1603", "ASR1605")) == set()
    assert pairs(known("奇瑞", "Chery")) == {("chery", "奇瑞")}
    assert pairs(known("Tom Kenny", "voice of a sponge")) == set()


def test_a_translation_in_brackets_makes_pairs_of_the_whole_and_its_parts() -> None:
    assert pairs(things("奇瑞 (Chery)", "奇瑞", "Chery")) == {("奇瑞", "奇瑞 (chery)"), ("chery", "奇瑞 (chery)")}


def test_an_abbreviation_counts_where_a_passage_explains_it() -> None:
    names = things("World Health Organization", "WHO")
    assert pairs(names) == set()
    explained = passage("x", text="It was founded by the World Health Organization (WHO) in spring.")
    assert pairs(together(names, explained)) == {("who", "world health organization")}


def test_a_slip_needs_neighbours_and_no_passage_that_names_both() -> None:
    def known(*names: str) -> Evidence:
        rows = [RelationRow(name, end, "", ("has",)) for name in names for end in ("Creek", "Valley")]
        return passage("-".join(names), *map(EntityRow, names), *rows)

    apart = together(known("Entiako Park"), known("Entlako Park"))
    assert pairs(apart) == {("entiako park", "entlako park")}
    assert pairs(known("Entiako Park", "Entlako Park")) == set()
    assert pairs(things("Entiako Park", "Entlako Park")) == set()


def test_pairs_are_never_chained() -> None:
    given = things("Supplier", "the Supplier", "suppliers", "ASR1603", "ASR-1603", "ASR1605")
    assert pairs(given) == {
        ("supplier", "suppliers"),
        ("supplier", "the supplier"),
        ("asr-1603", "asr1603"),
    }


def test_a_text_that_passes_for_a_name_costs_no_more_than_a_name() -> None:
    long = ["a" * 20_000, "a" * 19_999 + "b", " ".join(["word"] * 5_000), " ".join(["word"] * 4_999)]
    assert pairs(things(*long, "Export", "exports")) == {("export", "exports")}


def test_a_name_that_fits_several_others_alike_counts_less() -> None:
    names = things("John Kennedy", "John Frank Kennedy", "John Paul Kennedy")
    weights = {s.name for signals in scored(scene(names)).values() for s in signals}
    assert "other candidates" in weights
    assert "other candidates" not in {
        s.name for signals in scored(scene(things("John Kennedy", "John Frank Kennedy"))).values() for s in signals
    }


def test_a_stub_shows_who_named_it_and_what_it_may_be() -> None:
    given = together(
        passage("a", EntityRow("Data retention", "", "Keeps data.")),
        passage("b", EntityRow("Export", "", "Writes."), RelationRow("Export", "Data retentions", "", ("before",))),
        passage("c", EntityRow("Import", "", "Reads."), RelationRow("Import", "Data retention policy", "", ("after",))),
    )
    stubs = {finding.entities[0]: finding for finding in found(given, "unknown-stub")}
    plural, longer = stubs["data retentions"], stubs["data retention policy"]
    assert [m for group in plural.evidence for m in group.mentions] == [given.relations[0].id]
    assert plural.near == ("data retention",)
    assert "data retentions" not in taken(given, plural)
    assert longer.near == ("data retention",)
    assert longer.proposal is None


def test_a_stub_is_never_near_a_name_with_other_digits() -> None:
    given = passage("a", EntityRow("Chip ASR1605"), RelationRow("Chip ASR1605", "Chip ASR1603", "", ("follows",)))
    (stub,) = found(given, "unknown-stub")
    assert stub.near == ()
