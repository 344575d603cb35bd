"""Names in other scripts and mixed ones: near-duplicates, stubs, directions and islands as in Latin letters."""

from __future__ import annotations

import pytest

from core.domain.diagnose import diagnose
from core.domain.records import EntityRow, RelationRow
from tests.diagnosing import edges, found, scene, things
from tests.graphs import passage, together


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("مُحَمَّد علي", "محمد علي"),
        ("Ёлка", "Елка"),
        ("Киев", "Kiev"),
        ("Mercury水星", "Mercury 水星"),
        ("奇瑞有限公司", "奇瑞"),
        ("ASR-1603 芯片", "ASR1603 芯片"),
        ("Sammy Davis, Jr.", "Sammy Davis Jr"),
        ("US", "U.S."),
    ],
)
def test_two_spellings_are_one_pair_whatever_the_script(one: str, other: str) -> None:
    (finding,) = found(things(one, other, "Something else"), "near-duplicate")
    assert {one, other} == {group.label for group in finding.evidence}
    assert finding.proposal is not None
    assert finding.proposal["kind"] == "merge"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("第2版", "第3版"),
        ("Приложение 1", "Приложение 2"),
        ("الملحق ١", "الملحق ٢"),
        ("ASR1603", "ASR１６０５"),
        ("ASR1603 芯片", "ASR1605 芯片"),
        ("Sammy Davis Jr.", "Sammy Davis Sr."),
        ("甲方", "乙方"),
        ("йод", "иод."),
    ],
)
def test_two_things_are_no_pair_whatever_the_script(one: str, other: str) -> None:
    assert found(things(one, other), "near-duplicate") == ()


@pytest.mark.parametrize(
    ("stub", "described"),
    [
        ("политика хранения", "Общая политика хранения"),
        ("النسخة اليومية", "النسخة اليومية للبيانات"),
        ("Backup 备份", "每日 Backup 备份"),
    ],
)
def test_a_stub_shows_the_described_name_that_it_may_be(stub: str, described: str) -> None:
    given = together(
        passage("a", EntityRow(described, "", "What it is, in some words.")),
        passage("b", EntityRow("Export", "", "Writes."), RelationRow("Export", stub, "Reads it.", ("reads",))),
    )
    finding = next(
        each for each in found(given, "unknown-stub") if scene(given).entities[each.entities[0]].name == stub
    )
    assert stub in finding.why
    assert finding.near


@pytest.mark.parametrize(
    ("a", "predicate", "b"), [("甲公司", "收购", "乙公司"), ("Завод", "купил", "Банк"), ("شركة", "اشترت", "بنك")]
)
def test_opposite_relations_contradict_each_other_whatever_the_script(a: str, predicate: str, b: str) -> None:
    (finding,) = found(edges((a, predicate, b), (b, predicate, a)), "contradicting-direction")
    assert {a, b} <= {name for group in finding.evidence for name in group.label.split(" → ")}


def test_a_workspace_of_many_scripts_is_looked_through_as_a_whole() -> None:
    names = ("水星", "Меркурий", "عطارد", "Mercury 水星", "ASR1603", "Sammy Davis Jr.", "US", "Ελλάδα", "한국")
    given = things(*names)
    findings = diagnose(scene(given))
    assert {finding.kind for finding in findings} == {"island", "thin-profile"}
    assert len({finding.id for finding in findings}) == len(names)
