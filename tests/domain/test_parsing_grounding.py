"""Which names stand in a passage."""

from __future__ import annotations

import pytest

from core.domain.parsing import UNGROUNDED, all_flags, ground
from core.domain.records import EntityRow, Extraction, RelationRow

ENGLISH = (
    "Daily back-ups are kept for 30 days on the Business plan. An administrator’s role may export "
    "policies to Café Müller, AT&T or O'Brien. GPT-4 and C++ are not used; all databases are in Ystad."
)
CHINESE = "奇瑞（Chery）总部位于 安徽 芜湖，生产新能源车辆。"


def grounded(name: str, text: str) -> bool:
    return not all_flags(ground(Extraction(entities=(EntityRow(name=name),)), text))


@pytest.mark.parametrize(
    "name",
    [
        "Daily backup",
        "daily back-up",
        "Daily Back Ups",
        "BUSINESS PLAN",
        "the Business plan",
        "Administrator",
        "administrator's role",
        "Policy",
        "Database",
        "Cafe Muller",
        "AT&T",
        "O’Brien",
        "OBrien",
        "GPT4",
        "C++",
        "30 days",
        "Business plan (paid)",
        "Something else (AT&T)",
    ],
)
def test_a_name_in_the_passage_is_grounded_in_any_of_its_forms(name: str) -> None:
    assert grounded(name, ENGLISH)


@pytest.mark.parametrize("name", ["Noah Carter", "port", "Enterprise plan", "istrator", "3 days", "GPT-3", "Days plan"])
def test_a_name_that_is_not_in_the_passage_is_flagged(name: str) -> None:
    assert not grounded(name, ENGLISH)


@pytest.mark.parametrize("name", ["奇瑞", "Chery", "奇瑞 (Chery)", "奇瑞（Chery）", "安徽芜湖", "新能源车", "芜湖"])
def test_chinese_names_need_no_spaces_around_them(name: str) -> None:
    assert grounded(name, CHINESE)


@pytest.mark.parametrize("name", ["比亚迪", "芜湖安徽", "Cher", "新能源汽车"])
def test_a_chinese_name_that_is_not_in_the_passage_is_flagged(name: str) -> None:
    assert not grounded(name, CHINESE)


@pytest.mark.parametrize(
    ("name", "text"), [("서울", "서울에서 만났다"), ("กรุงเทพ", "ไปกรุงเทพ"), ("ガス", "都市ガス料金")]
)
def test_scripts_without_spaces_are_compared_sign_by_sign(name: str, text: str) -> None:
    assert grounded(name, text)


@pytest.mark.parametrize(
    ("source", "target", "flags"),
    [
        ("Business plan", "Daily backup", ()),
        ("Business plan", "Noah Carter", (UNGROUNDED,)),
        ("Noah Carter", "Daily backup", (UNGROUNDED,)),
    ],
)
def test_a_relation_is_grounded_if_both_ends_are(source: str, target: str, flags: tuple[str, ...]) -> None:
    extraction = ground(Extraction(relations=(RelationRow(source=source, target=target),)), ENGLISH)
    assert extraction.relations[0].flags == flags


def test_grounding_keeps_other_flags_and_can_be_repeated() -> None:
    rows = Extraction(entities=(EntityRow(name="Tokyo", flags=("type",)), EntityRow(name="Ystad", flags=("type",))))
    once = ground(rows, ENGLISH)
    assert [row.flags for row in once.entities] == [("type", UNGROUNDED), ("type",)]
    assert ground(once, ENGLISH) == once


def test_nothing_is_grounded_in_an_empty_passage() -> None:
    assert not grounded("Ystad", "")
