"""Two texts on one line."""

from __future__ import annotations

import pytest

from core.cli.differing import difference


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("Kept 7 days.", "Kept 30 days.", "Kept [-7-]{+30+} days."),
        ("Backup\nKept a week.\nKept a month.", "Backup\nKept a month.", "Backup\n[-Kept a week.\n-]Kept a month."),
        (f"{'long ' * 20}one.", f"{'long ' * 20}two.", f"…{('long ' * 20)[-30:]}[-one-]{{+two+}}."),
        ("Same.", "Same.", "the same text, on other ground"),
    ],
)
def test_what_went_and_what_came_stands_in_the_rest(before: str, after: str, shown: str) -> None:
    assert difference(before, after) == shown


def test_a_long_difference_is_cut() -> None:
    assert difference("x", "y " * 1000).endswith(" … (whole with --json)")
