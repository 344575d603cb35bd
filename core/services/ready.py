"""Makes the graph of the other merge rule beside the page that shows one, so that switching takes an instant.

Does nothing while passages are read: then graphs change all the time.
"""

from __future__ import annotations

from collections.abc import Callable

from core.domain.policy import CAREFUL, CLASSIC
from core.ports import Clock
from core.services.browse import Browse
from core.services.task import Handle, Task


class OtherRule:
    """Opens the desk of the rule that is not shown, once for each version of the graph."""

    def __init__(
        self, browse: Browse, version: Callable[[], tuple[int, int]], busy: Callable[[], bool], clock: Clock
    ) -> None:
        self._browse, self._version, self._busy = browse, version, busy
        self._task: Task[None] = Task(clock, "other rule")
        self._made: tuple[str, tuple[int, int]] | None = None

    def begin(self, shown: str) -> bool:
        """Begin, where that was not done yet for this version and nothing is read; whether it has begun."""
        other = CAREFUL.name if shown == CLASSIC.name else CLASSIC.name
        wanted = other, self._version()
        if wanted == self._made or self._busy() or not self._task.start(lambda handle: self._open(other, handle)):
            return False
        self._made = wanted
        return True

    def wait(self, timeout_s: float | None = None) -> None:
        """Wait for its end, at most so long."""
        self._task.wait(timeout_s)

    def stop(self) -> None:
        """Wait for its end: it takes seconds."""
        self._task.wait(30)

    def _open(self, policy: str, handle: Handle) -> None:
        self._browse.desk(policy)
