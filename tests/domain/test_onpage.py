"""A text found again among a page's characters: across line ends and hyphens, and at its own place of several."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.onpage import PageText
from core.domain.records import Span


def there(drawn: str, read: str, quote: str) -> tuple[list[str], str]:
    at = read.index(quote)
    found = PageText(drawn, read).find(Span(at, at + len(quote)))
    return [drawn[span.start : span.end] for span in found.ranges], found.coverage


@pytest.mark.parametrize(
    ("drawn", "read", "quote", "found"),
    [
        ("The plot\r\ncommittee lends.", "The plot committee lends.", "plot committee", "plot\r\ncommittee"),
        ("interna\ufffe\r\ntional office", "international office", "international", "interna\ufffe\r\ntional"),
        ("well-\r\nknown", "well-known", "well-known", "well-\r\nknown"),
        ("the ﬁrst oﬃce", "the first office", "first office", "ﬁrst oﬃce"),
        ("Cafe\u0301 Zur Linde", "Café Zur Linde", "Café", "Cafe"),
        ("\uf0b7 due on 1 March.", "• due on 1 March.", "• due on 1 March.", "due on 1 March."),
        ("数据保留\n期限为 30 天。", "数据保留期限为30天。", "保留期限为30天。", "保留\n期限为 30 天。"),
        ("“Quoted.” More", "“Quoted.” More", "“Quoted.”", "“Quoted.”"),
    ],
)
def test_signs_and_line_ends_do_not_matter(drawn: str, read: str, quote: str, found: str) -> None:
    assert there(drawn, read, quote) == ([found], "whole")


def test_of_several_equal_places_its_own_is_found() -> None:
    read = "one note. two note. three note."
    drawn = f"Running head 12\r\n{read}"
    places = [PageText(drawn, read).find(Span(at, at + 4)).ranges[0].start for at in (4, 14, 26)]
    assert places == [drawn.index("note"), drawn.index("note", 25), drawn.rindex("note")]


def test_where_lines_were_read_in_another_order_they_are_found_one_by_one() -> None:
    drawn = "Right column stands here\nLeft column stands there\n"
    read = "Left column stands there\nRight column stands here"
    found, coverage = there(drawn, read, read)
    assert found == ["Left column stands there", "Right column stands here"]
    assert coverage == "whole"


def test_what_is_only_partly_there_says_so() -> None:
    assert there("First line of it", "First line of it\nSecond line of it", "First line of it\nSecond line of it") == (
        ["First line of it"],
        "part",
    )


def test_what_is_not_there_is_not_found() -> None:
    assert there("Something else", "First line of it", "First line") == ([], "none")
    assert there("", "...", "...") == ([], "none")


@given(st.text("ab c-\n\u00ad.", max_size=30), st.data())
def test_a_piece_of_what_is_drawn_as_it_was_read_is_found_with_its_letters(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    letters = "".join(filter(str.isalnum, text[start:end]))
    found = PageText(text, text).find(Span(start, end))
    assert "".join(c for span in found.ranges for c in text[span.start : span.end] if c.isalnum()) == letters
