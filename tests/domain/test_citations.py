"""Citations: the forms that models write, what is taken out, and that nothing else changes."""

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from core.domain.citations import Found, check_citations, find_citations, without_marks

PIECES = (
    *(
        "[1]",
        "[2, 9]",
        "[1-3]",
        "【2】",
        "(citation 4)",
        "[9]",
        "［1］",
        "[1](http://x.test/a)",
        "（来源 2）",
        "[12]",
        "[0]",
        "[-1]",
        "[1]",
    ),
    *(
        "It is kept ",
        "30 days. ",
        "三十天。",
        "\n- ",
        "`a[1]`",
        "```\nb[2]\n```\n",
        "[2024]",
        "[x]",
        "(3)",
        " ",
        "[",
        "]",
    ),
)
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=12).map("".join)
VALID = st.frozensets(st.integers(1, 12), max_size=5)


@pytest.mark.parametrize(
    ("written", "checked"),
    [
        ("Kept [1].", "Kept [1]."),
        ("Kept [1, 2].", "Kept [1][2]."),
        ("Kept [1][2].", "Kept [1][2]."),
        ("Kept [1-3].", "Kept [1][2][3]."),
        ("Kept [1; 2 and 3].", "Kept [1][2][3]."),
        ("Kept (citation 1).", "Kept [1]."),
        ("Kept (see passages 1 and 2).", "Kept [1][2]."),
        ("Kept [Source: 2].", "Kept [2]."),
        ("Kept [^2].", "Kept [2]."),
        ("Kept [2†handbook].", "Kept [2]."),
        ("Kept [1](https://example.test).", "Kept [1]."),
        ("保留三十天【1】。", "保留三十天[1]。"),
        ("保留三十天［1，2］。", "保留三十天[1][2]。"),
        ("保留三十天（引用 3）。", "保留三十天[3]。"),
        ("保留三十天[来源1、来源2]。", "保留三十天[1][2]。"),
    ],
)
def test_every_form_becomes_one_mark_for_each_number(written: str, checked: str) -> None:
    found = check_citations(written, {1, 2, 3})
    assert (found.text, found.removed) == (checked, ())


@pytest.mark.parametrize(
    ("written", "checked", "removed"),
    [
        ("Kept 30 days [9].", "Kept 30 days.", (9,)),
        ("Kept [9] for long.", "Kept for long.", (9,)),
        ("Kept [1, 9] long [2-4].", "Kept [1] long [2].", (3, 4, 9)),
        ("[7] says so.", "says so.", (7,)),
        ("It[7]is", "It" + "is", (7,)),
        ("保留三十天[8]。", "保留三十天。", (8,)),
        ("None [0] and [999].", "None and.", (0, 999)),
        ("Kept [-1].", "Kept.", (-1,)),
        ("Kept [1, -2] long.", "Kept [1] long.", (-2,)),
        ("Kept [9][8]for long.", "Kept for long.", (8, 9)),
        ("Kept free [0][1, 99][-1][1-3]【2】(99) [98a]", "Kept free [1][2](99) [98a]", (-1, 0, 3, 99)),
    ],
)
def test_a_number_without_a_passage_goes_and_is_named(written: str, checked: str, removed: tuple[int, ...]) -> None:
    found = check_citations(written, {1, 2})
    assert (found.text, found.removed) == (checked, removed)


@pytest.mark.parametrize(
    ("written", "checked"),
    [
        ("Kept [1][1].", "Kept [1]."),
        ("Kept [1] [2] [1] long.", "Kept [1] [2] long."),
        ("Kept [9] [1].", "Kept [1]."),
        ("Kept [1][9][1]long.", "Kept [1]long."),
        ("Kept [1] long [1].", "Kept [1] long [1]."),
        ("Kept [1]\n[1] long.", "Kept [1]\n[1] long."),
    ],
)
def test_side_by_side_a_number_stands_once_and_the_blank_before_it_stays(written: str, checked: str) -> None:
    assert check_citations(written, {1, 2}).text == checked


@pytest.mark.parametrize(
    "text",
    [
        "rows[1] in `a[1]`",
        "```\na[9]\n```",
        "[2024] EWCA",
        "[a1]",
        "(1) first",
        "[3-1]",
        "1]",
        "Regulation (No. 12)",
        "[1990-2020]",
    ],
)
def test_what_is_no_citation_stays(text: str) -> None:
    kept = check_citations(text, {1} if text.startswith("rows") else ())
    assert kept.text == text


@pytest.mark.parametrize("text", ["[[9]1]", "[1[9]]", "[1](a)(b)", "[[[7]8]9]"])
def test_a_mark_that_comes_about_by_taking_out_another_is_checked_too(text: str) -> None:
    found = check_citations(text, {1})
    assert find_citations(found.text) == tuple(Found(mark.start, mark.end, (mark.number,)) for mark in found.marks)
    assert {mark.number for mark in found.marks} <= {1}


@given(TEXTS, VALID)
def test_checking_loses_and_adds_nothing_but_marks(text: str, valid: frozenset[int]) -> None:
    found = check_citations(text, valid)
    assert _without_blanks(without_marks(found.text)) == _without_blanks(without_marks(text))


@given(TEXTS, VALID)
def test_every_mark_that_stays_names_a_passage_and_stands_where_it_says(text: str, valid: frozenset[int]) -> None:
    found = check_citations(text, valid)
    assert all(found.text[mark.start : mark.end] == f"[{mark.number}]" for mark in found.marks)
    assert {mark.number for mark in found.marks} <= valid
    assert not set(found.removed) & valid
    written = {number for mark in find_citations(text) for number in mark.numbers}
    assert {mark.number for mark in found.marks} | set(found.removed) >= written


def _without_blanks(text: str) -> str:
    return regex.sub(r"\s+", "", text)
