"""Which descriptions say what their passage says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.parsing import UNSAID, doubt
from core.domain.parsing.described import says, telling
from core.domain.records import EntityRow, Extraction, RelationRow

ENGLISH = (
    "A backup runs every day. On the Business plan backups are kept for 30 days; restoring one takes the support desk"
    " four hours. Passwords are never in a backup."
)
CHINESE = "奇瑞总部位于安徽芜湖，生产新能源车辆，二〇二三年出口九十万辆。"


def flags_of(name: str, description: str, text: str) -> tuple[str, ...]:
    found = doubt(Extraction(entities=(EntityRow(name, description=description),)), text)
    return found.entities[0].flags


@pytest.mark.parametrize(
    "description",
    [
        "Kept for 30 days on the Business plan.",
        "A backup is restored by the support desk within four hours.",
        "Runs daily.",
        "",
        "It is.",
    ],
)
def test_a_description_in_the_passages_words_is_left_alone(description: str) -> None:
    assert flags_of("Backup", description, ENGLISH) == ()


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("Backup", "A process of storing data in a secure location."),
        ("Passwords", "A secret code used to authenticate a user."),
        ("Business plan", "A plan that provides additional features and services."),
    ],
)
def test_a_definition_from_elsewhere_is_flagged(name: str, description: str) -> None:
    assert flags_of(name, description, ENGLISH) == (UNSAID,)


def test_the_name_itself_does_not_count_as_said() -> None:
    assert flags_of("Support desk", "The support desk provides assistance and guidance.", ENGLISH) == (UNSAID,)


def test_chinese_is_compared_by_pairs_of_signs() -> None:
    assert flags_of("奇瑞", "总部位于芜湖的车辆生产商", CHINESE) == ()
    assert flags_of("奇瑞", "一家提供汽车服务的大型公司", CHINESE) == (UNSAID,)


def test_a_relation_is_judged_by_its_description_without_its_ends() -> None:
    said = RelationRow("Backup", "Business plan", "Backups are kept for 30 days on the Business plan.")
    unsaid = RelationRow("Backup", "Business plan", "The Business plan provides backup as additional feature.")
    found = doubt(Extraction(relations=(said, unsaid)), ENGLISH)
    assert [row.flags for row in found.relations] == [(), (UNSAID,)]


def test_flags_stay_and_none_comes_twice() -> None:
    row = EntityRow("Gadget", description="A device providing assistance.", flags=("ungrounded",))
    once = doubt(Extraction(entities=(row,)), ENGLISH)
    assert once.entities[0].flags == ("ungrounded", UNSAID)
    assert doubt(once, ENGLISH) == once


@given(st.text(max_size=80))
def test_a_text_says_all_that_it_says(text: str) -> None:
    assert flags_of("", text, text) == ()


@given(st.lists(st.sampled_from("alpha bravo charlie delta echo foxtrot".split()), unique=True), st.integers(0, 6))
def test_half_of_the_words_are_enough(words: list[str], there: int) -> None:
    said = set(telling(" ".join(words[:there])))
    missing = max(0, len(words) - there)
    assert says(" ".join(words), said) == (missing < 2 or 2 * missing <= len(words))
