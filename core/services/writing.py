"""One answer being written outside any page: the text so far can be looked at, and it can be stopped."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from core.domain.answers import Answer
from core.ports import Clock
from core.services.task import Handle, Task, TaskView

Write = Callable[[Callable[[str], None], Callable[[], bool]], Answer]
"""Writes an answer: told where to send its text, and whom to ask whether it should stop."""


class Writing:
    """Begun when it is made. What was said before a stop or a failure stays in `text`."""

    def __init__(self, write: Write, clock: Clock) -> None:
        self._pieces: list[str] = []
        self._lock = Lock()
        self._task: Task[Answer] = Task(clock, "answer")
        self._task.start(lambda handle: self._run(write, handle))

    @property
    def text(self) -> str:
        """What was said so far, as it came: its citations are checked at the end, in `view().result`."""
        with self._lock:
            return "".join(self._pieces)

    def view(self) -> TaskView[Answer]:
        """`done` counts the pieces that came; an error says what went wrong, state `stopped` that a person did it."""
        return self._task.view()

    def cancel(self) -> None:
        """Ask the model to stop."""
        self._task.cancel()

    def wait(self, timeout_s: float | None = None) -> TaskView[Answer]:
        """Block until it has ended (or the time is over)."""
        return self._task.wait(timeout_s)

    def _run(self, write: Write, handle: Handle) -> Answer:
        return write(lambda piece: self._add(piece, handle), handle.cancelled)

    def _add(self, piece: str, handle: Handle) -> None:
        with self._lock:
            self._pieces.append(piece)
        handle.tell(len(self._pieces), 0, "")
