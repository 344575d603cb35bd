"""Numbers as a person reads them: rough, since they are told of what has not happened yet."""

from __future__ import annotations

from pages.parts import words_documents as words


def duration(seconds: float) -> str:
    """A rough time for a person: seconds below a minute and a half, minutes below an hour and a half, then hours."""
    if seconds < 90:
        return words.SECONDS.format(n=max(1, round(seconds)))
    if seconds < 5400:
        return words.MINUTES.format(n=round(seconds / 60))
    return words.HOURS.format(n=f"{seconds / 3600:.1f}")


def rough(number: int) -> int:
    """Two figures are all that an estimate is worth."""
    digits = max(len(str(number)) - 2, 0)
    return round(number, -digits)
