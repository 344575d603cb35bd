"""What an error says of itself."""

import pytest

from core.errors import ModelError


@pytest.mark.parametrize(
    ("message", "remedy", "said"),
    [
        ("model exploded", "Try again.", "model exploded. Try again."),
        ("It broke off.", "Try again.", "It broke off. Try again."),
        ("model exploded", "", "model exploded"),
        ("", "Try again.", "Try again."),
    ],
)
def test_a_full_stop_parts_what_went_wrong_from_the_remedy(message: str, remedy: str, said: str) -> None:
    assert str(ModelError(message, remedy)) == said
