"""One piece of work in a thread of its own: it goes on when a page is left, and is seen from every tab.

Holds only what is shown of it: how far it is, and what came out. Ingestion has a job of its own (`jobs.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Event, Lock, Thread
from typing import Generic, Literal, TypeVar

from core.errors import LightPrismError, ModelCancelled
from core.ports import Clock

T = TypeVar("T")
State = Literal["idle", "running", "stopping", "done", "stopped", "failed"]


@dataclass(frozen=True, slots=True)
class TaskView(Generic[T]):
    """What a page shows. `subject` says of what the work is, `done` of `total` how far it is (0 of 0: not known).

    `seconds` is the time since the start, up to the end once there is one; `rate` is `done` a second.
    """

    state: State = "idle"
    subject: str = ""
    note: str = ""
    done: int = 0
    total: int = 0
    seconds: float = 0.0
    result: T | None = None
    error: LightPrismError | None = None

    @property
    def active(self) -> bool:
        return self.state in ("running", "stopping")

    @property
    def rate(self) -> float | None:
        return self.done / self.seconds if self.done and self.seconds > 0 else None


class Handle:
    """What the work itself holds: it tells how far it is, and asks whether it should stop."""

    def __init__(self, tell: Callable[[int, int, str], None], cancelled: Callable[[], bool]) -> None:
        self.tell, self.cancelled = tell, cancelled


class Task(Generic[T]):
    """At most one run at a time. Work ends in its result, in a LightPrismError, or in ModelCancelled when told to."""

    def __init__(self, clock: Clock, name: str) -> None:
        self._clock, self._name = clock, name
        self._lock, self._stop = Lock(), Event()
        self._view: TaskView[T] = TaskView()
        self._since = 0.0
        self._thread: Thread | None = None

    def start(self, work: Callable[[Handle], T], subject: str = "") -> bool:
        """Begin; False if a run is going on already."""
        with self._lock:
            if self._view.active:
                return False
            self._stop.clear()
            self._view, self._since = TaskView(state="running", subject=subject), self._clock.monotonic()
            self._thread = Thread(target=self._run, args=(work,), name=self._name, daemon=True)
        self._thread.start()
        return True

    def cancel(self) -> None:
        """Ask the work to stop."""
        with self._lock:
            if self._view.state == "running":
                self._view = replace(self._view, state="stopping")
        self._stop.set()

    def clear(self) -> None:
        """Forget what came out, unless it is still going on."""
        with self._lock:
            if not self._view.active:
                self._view = TaskView()

    def view(self) -> TaskView[T]:
        with self._lock:
            return replace(self._view, seconds=self._passed()) if self._view.active else self._view

    def wait(self, timeout_s: float | None = None) -> TaskView[T]:
        """Block until the run has ended (or the time is over)."""
        if self._thread is not None:
            self._thread.join(timeout_s)
        return self.view()

    def _passed(self) -> float:
        return self._clock.monotonic() - self._since

    def _tell(self, done: int, total: int, note: str) -> None:
        with self._lock:
            self._view = replace(self._view, done=done, total=total, note=note)

    def _run(self, work: Callable[[Handle], T]) -> None:
        state: State = "failed"
        result: T | None = None
        error: LightPrismError | None = LightPrismError("The work ended without a word.")
        try:
            result, state, error = work(Handle(self._tell, self._stop.is_set)), "done", None
        except ModelCancelled as told:
            state, error = "stopped", told
        except LightPrismError as failed:
            error = failed
        finally:
            with self._lock:
                self._view = replace(self._view, state=state, result=result, error=error, seconds=self._passed())
