"""Names offered where nothing has the name that was typed."""

from __future__ import annotations

import pytest

from core.domain.nearness import NearNames

NAMES = NearNames(
    (name, name) for name in ("data retention", "daily backup", "export", "account deletion", "数据保留", "export desk")
)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("Retension", "data retention"),
        ("exprot", "export"),
        ("daly bakup", "daily backup"),
        ("how is acount deletion done", "account deletion"),
        ("数据保存", "数据保留"),
    ],
)
def test_a_slip_of_the_pen_finds_the_name(typed: str, first: str) -> None:
    assert NAMES.nearest(typed, 3)[0] == first


@pytest.mark.parametrize("typed", ["", "zzz", "!?", "42"])
def test_what_is_like_no_name_finds_none(typed: str) -> None:
    assert NAMES.nearest(typed, 3) == ()


def test_no_more_are_offered_than_asked_for() -> None:
    assert NAMES.nearest("export", 1) == ("export",)
