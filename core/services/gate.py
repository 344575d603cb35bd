"""Who goes first: while a question is being asked, or reading is paused, no further chunk is begun.

Calls in flight are left alone. Knows nothing of what passes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition


class Gate:
    """One for a workspace; may be used from any thread."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._questions = 0
        self._paused = False

    @contextmanager
    def question(self) -> Iterator[None]:
        """Nothing is begun until this block ends."""
        self._add(1)
        try:
            yield
        finally:
            self._add(-1)

    def pause(self) -> None:
        self._set_paused(True)

    def resume(self) -> None:
        self._set_paused(False)

    @property
    def paused(self) -> bool:
        return self._paused

    @property
    def open(self) -> bool:
        with self._changed:
            return not self._paused and not self._questions

    def wait(self, timeout_s: float) -> bool:
        """Block until the gate is open, but no longer than this; whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._paused and not self._questions, timeout_s)

    def _add(self, count: int) -> None:
        with self._changed:
            self._questions += count
            self._changed.notify_all()

    def _set_paused(self, paused: bool) -> None:
        with self._changed:
            self._paused = paused
            self._changed.notify_all()
