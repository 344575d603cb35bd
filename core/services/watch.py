"""How long work tells how far it is, and learns that it should stop."""

from __future__ import annotations

from typing import Protocol


class Cancelled(Exception):
    """The person asked to stop; what was done stays. Not an error: only the job that was told to stop sees it."""


class Watch(Protocol):
    """Work calls `begin` once a stage, `advance` as it goes, and `check` where stopping loses nothing."""

    def begin(self, total: int) -> None: ...

    def advance(self, steps: int = 1) -> None: ...

    def check(self) -> None:
        """Raises Cancelled when the work should stop."""
        ...


class _NotWatched:
    def begin(self, total: int) -> None: ...

    def advance(self, steps: int = 1) -> None: ...

    def check(self) -> None: ...


NOT_WATCHED: Watch = _NotWatched()
