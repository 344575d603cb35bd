"""The words of a passage that name a thing: whole words, whatever their case, number or script."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.marks import find_marks


def marked(text: str, *names: str) -> list[str]:
    return [text[span.start : span.end] for span in find_marks(text, names)]


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("A Daily Backup runs.", "daily backup", ["Daily Backup"]),
        ("Two backups, one backup.", "Backup", ["backups", "backup"]),
        ("One backup, two BACKUPS.", "backups", ["backup", "BACKUPS"]),
        ("Policies follow a policy.", "policy", ["Policies", "policy"]),
        ("The boxes and the box.", "box", ["boxes", "box"]),
        ("The owner's key, the owner’s seat.", "owner", ["owner's", "owner’s"]),
        ("daily\n  backup", "Daily Backup", ["daily\n  backup"]),
        ("Ｅｘｐｏｒｔ of data", "export", ["Ｅｘｐｏｒｔ"]),
        ("Die STRASSE endet.", "Straße", ["STRASSE"]),
        ("Account's export", "export", ["export"]),
        ("exporter, reexport, export2", "export", []),
        ("C++ and C#", "C++", ["C++"]),
        ("数据保留期为30天。", "数据保留", ["数据保留"]),
        ("🙂 emoji 🙂", "emoji", ["emoji"]),
        ("business", "busi", []),
    ],
)
def test_a_name_is_marked_where_it_stands_as_a_word(text: str, name: str, found: list[str]) -> None:
    assert marked(text, name) == found


def test_overlapping_names_give_one_mark() -> None:
    assert marked("the daily backup copy", "daily backup", "backup copy") == ["daily backup copy"]


def test_empty_names_mark_nothing() -> None:
    assert marked("a b", "", "   ") == []


@given(st.text(max_size=60), st.lists(st.text(max_size=6), max_size=4))
def test_marks_are_ascending_disjoint_and_inside(text: str, names: list[str]) -> None:
    spans = find_marks(text, names)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(a.end < b.start for a, b in pairwise(spans))


@given(st.text("ab .", max_size=20), st.text("ab", min_size=1, max_size=4), st.text("ab .", max_size=20))
def test_a_word_between_blanks_is_always_marked(before: str, name: str, after: str) -> None:
    text = f"{before} {name} {after}"
    at = len(before) + 1
    assert any(span.start <= at and at + len(name) <= span.end for span in find_marks(text, [name]))
