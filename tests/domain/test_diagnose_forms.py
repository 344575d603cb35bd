"""Two names side by side: what parts them for good, and in what they are alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.diagnose.forms import edits, form, parted, singular
from core.domain.diagnose.likeness import alike
from tests.strategies import odd_names


def likeness(a: str, b: str, common: bool = True) -> str:
    found = alike(form(a), form(b), common)
    return found.name if found else ""


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("ASR1603", "ASR1605"),
        ("iPhone 12", "iPhone 13"),
        ("World War I", "World War II"),
        ("First Symphony", "Second Symphony"),
        ("第一季", "第二季"),
        ("٣ أيام", "٧ أيام"),
        ("ASR1603", "ASR１６０５"),
        ("Приложение 1", "Приложение 2"),
        ("第2版", "第3版"),
        ("Martin Luther King", "Martin Luther King Jr."),
        ("Dumas Sr.", "Dumas Jr."),
        ("Hello Love", "Hello Love (song)"),
        ("Mercury (planet)", "Mercury (element)"),
        ("C", "C++"),
        ("C#", "C"),
        ("North Korea", "South Korea"),
        ("甲方", "乙方"),
        ("Upper Egypt", "Lower Egypt"),
    ],
)
def test_what_names_two_things_is_parted_for_good(a: str, b: str) -> None:
    assert parted(form(a), form(b))
    assert likeness(a, b) == ""


@pytest.mark.parametrize(
    ("a", "b", "how"),
    [
        ("Kim Jong-il", "Kim Jong Il", "spelling"),
        ("U.S.", "US", "spelling"),
        ("Café Müller", "Cafe Muller", "spelling"),
        ("AT&T", "AT and T", "spelling"),
        ("Treaty on European Union (TEU)", "Treaty on European Union", "spelling"),
        ("the Supplier", "Supplier", "article"),
        ("daily backup", "Daily backups", "plural"),
        ("Tesla, Inc.", "Tesla", "legal form"),
        ("腾讯有限公司", "腾讯", "legal form"),
        ("6 August 1945", "August 6, 1945", "words in another order"),
        ("Ёлка", "Елка", "spelling"),
        ("مُحَمَّد", "محمد", "spelling"),
        ("Mercury水星", "Mercury 水星", "spelling"),
        ("Izgoy", "Изгой", "transliteration"),
        ("Москва", "Moskva", "transliteration"),
        ("John Kennedy", "John F. Kennedy", "middle name"),
        ("J. Kennedy", "John Kennedy", "initial"),
        ("Entiako Park", "Entlako Park", "slip"),
        ("World Health Organization", "WHO", "abbreviation"),
    ],
)
def test_names_that_may_be_one_are_alike_in_a_way_that_is_told(a: str, b: str, how: str) -> None:
    assert likeness(a, b) == how
    assert likeness(b, a) == how


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("数据保留", "数据导出"),
        ("Хранение", "Удаление"),
        ("الاحتفاظ", "الحذف"),
        ("Austria", "Australia"),
        ("Rome", "Roma"),
    ],
)
def test_other_names_are_not_alike(a: str, b: str) -> None:
    assert likeness(a, b) == ""


def test_the_letter_of_a_product_code_is_no_article() -> None:
    assert likeness("A7", "7") == ""
    assert likeness("A 7", "7") == ""
    assert likeness("a road", "road") == "article"


def test_an_s_at_the_end_of_a_proper_name_is_a_weaker_sign_than_a_plural() -> None:
    assert likeness("The Times", "time", common=False) == "plural of a name"


@given(odd_names(), odd_names())
def test_what_is_said_of_two_names_does_not_depend_on_their_order(a: str, b: str) -> None:
    assert parted(form(a), form(b)) == parted(form(b), form(a))
    assert likeness(a, b) == likeness(b, a)


@given(st.text(alphabet="abc 01", max_size=8), st.text(alphabet="abc 01", max_size=8))
def test_names_with_different_digits_are_never_alike(a: str, b: str) -> None:
    if form(a).digits != form(b).digits:
        assert likeness(a, b) == ""


@given(odd_names())
def test_a_form_of_any_name_can_be_made(name: str) -> None:
    found = form(name)
    assert found.joined == "".join(found.words)


def test_edits_count_letters_put_in_taken_out_changed_or_swapped() -> None:
    assert [edits("backup", other, 2) for other in ("backup", "bakup", "bacckup", "bockup", "bakcup", "backdrop")] == [
        0,
        1,
        1,
        1,
        1,
        3,
    ]


@pytest.mark.parametrize(
    ("word", "one"), [("policies", "policy"), ("boxes", "box"), ("users", "user"), ("status", "status"), ("gas", "gas")]
)
def test_a_plural_loses_its_ending_and_nothing_else_does(word: str, one: str) -> None:
    assert singular(word) == one
