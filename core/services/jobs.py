"""Runs ingestion in a thread of its own, outside any page: it goes on when a page is closed and is seen from every tab.

What else must not run beside it (embedding all anew) runs here too, with the same progress.

Holds only what is shown while it runs; what is to be done, and what is done, stands in the store.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Event, Lock, Thread
from typing import Literal

from core.errors import LightPrismError
from core.ports import Clock
from core.services.ingest import Ingest, Outcome, Stages
from core.services.watch import Cancelled, Watch

State = Literal["idle", "running", "paused", "stopping", "done", "stopped", "failed"]
Work = Callable[[Stages], Outcome]
_WINDOW = 20
"""How many reports back the rate is taken."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What a page shows: the stage (`passages`, `reading`, `collections`), steps done of total, rate and time left.

    `rate` is steps a second over the last 20 reports; `seconds_left` is for this stage alone. Once a run is done,
    `done` is the chunks read, of which `empty` have text but gave no entity, and `left` still wait: it had a limit.
    """

    state: State = "idle"
    stage: str = ""
    done: int = 0
    total: int = 0
    failed: int = 0
    rate: float | None = None
    seconds_left: float | None = None
    current: str = ""
    message: str = ""
    remedy: str = ""
    empty: int = 0
    left: int = 0

    @property
    def active(self) -> bool:
        return self.state in ("running", "paused", "stopping")


@dataclass(frozen=True, slots=True)
class _Run:
    """Work, and how it goes with other work."""

    work: Work
    pausable: bool = False
    yields: bool = False


class IngestJob:
    """At most one run at a time for a workspace."""

    def __init__(self, ingest: Ingest, clock: Clock) -> None:
        self._ingest, self._clock = ingest, clock
        self._lock, self._stop = Lock(), Event()
        self._progress = Progress()
        self._ticks: deque[tuple[float, int]] = deque(maxlen=_WINDOW)
        self._thread: Thread | None = None
        self._run_is = _Run(lambda _: Outcome(0, 0))
        self._next: _Run | None = None

    def start(self, limit: int | None = None) -> bool:
        """Begin to read what waits, `limit` chunks at most; False if a run is going on already."""
        return self._begin(_Run(lambda stages: self._ingest.run(stages, limit), pausable=True))

    def start_with(self, work: Work, yields: bool = False) -> bool:
        """Begin other work that must not run beside reading; False if a run is going on already. It can't be paused.

        Work that `yields` ends as soon as something else is started, which then begins in its place.
        """
        return self._begin(_Run(work, yields=yields))

    def rest(self, timeout_s: float = 30) -> bool:
        """Whether nothing runs; work that yields is ended for that."""
        with self._lock:
            yields = self._progress.active and self._run_is.yields and self._next is None
        if yields:
            self.cancel()
            self.wait(timeout_s)
        return not self.progress().active

    def _begin(self, run: _Run) -> bool:
        with self._lock:
            if not self._progress.active:
                self._launch(run)
                return True
            if run.yields or not self._run_is.yields or self._next is not None:
                return False
            self._next = run
            self._stop.set()
            return True

    def _launch(self, run: _Run) -> None:
        """Begin, inside the lock."""
        self._stop.clear()
        self._ingest.gate.resume()
        self._progress, self._run_is, self._next = Progress(state="running"), run, None
        thread = Thread(target=self._run, args=(run.work,), name="ingest", daemon=True)
        thread.start()
        self._thread = thread  # only now: nobody can wait for one that has not begun

    def cancel(self) -> None:
        """Ask the run to stop: calls in flight end where the model can be interrupted, and their chunks wait again."""
        with self._lock:
            if self._progress.state in ("running", "paused"):
                self._progress = replace(self._progress, state="stopping")
            self._next = None
        self._stop.set()

    def pause(self) -> None:
        """Let the chunks in flight come to their end, and begin no other."""
        with self._lock:
            if self._progress.state == "running" and self._run_is.pausable:
                self._progress = replace(self._progress, state="paused", rate=None, seconds_left=None)
                self._ingest.gate.pause()

    def resume(self) -> None:
        """Go on after a pause."""
        with self._lock:
            if self._progress.state == "paused":
                self._progress = replace(self._progress, state="running")
                self._ticks.clear()
                self._ticks.append((self._clock.monotonic(), self._progress.done))
                self._ingest.gate.resume()

    def progress(self) -> Progress:
        with self._lock:
            return self._progress

    def wait(self, timeout_s: float | None = None) -> Progress:
        """Block until the run has ended (or the time is over)."""
        thread = None
        while thread is not self._thread:  # another may have begun in the place of the one that yielded
            thread = self._thread
            if thread is not None:
                thread.join(timeout_s)
        return self.progress()

    def _run(self, work: Work) -> None:
        ended = Progress(state="failed", message="The run ended without a word.")
        try:
            found = work(_JobStages(self))
            ended = Progress("done", done=found.read, failed=found.failed, empty=found.empty, left=found.left)
        except Cancelled:
            ended = replace(self.progress(), state="stopped", rate=None, seconds_left=None)
        except LightPrismError as error:
            ended = replace(self.progress(), state="failed", message=error.message, remedy=error.remedy)
        finally:
            with self._lock:
                self._progress = ended
                if self._next is not None:
                    self._launch(self._next)

    def begin(self, stage: str, total: int) -> None:
        with self._lock:
            self._ticks.clear()
            self._ticks.append((self._clock.monotonic(), 0))
            self._progress = replace(
                self._progress, stage=stage, done=0, total=total, rate=None, seconds_left=None, current=""
            )

    def advance(self, steps: int) -> None:
        with self._lock:
            done = self._progress.done + steps
            self._ticks.append((self._clock.monotonic(), done))
            (since, before), (now, _) = self._ticks[0], self._ticks[-1]
            rate = (done - before) / (now - since) if now > since else None
            left = (self._progress.total - done) / rate if rate else None
            self._progress = replace(self._progress, done=done, rate=rate, seconds_left=left)

    def at(self, chunk: str, failed: bool) -> None:
        with self._lock:
            self._progress = replace(self._progress, current=chunk, failed=self._progress.failed + failed)

    def check(self) -> None:
        if self._stop.is_set():
            raise Cancelled


@dataclass(frozen=True, slots=True)
class _StageWatch:
    job: IngestJob
    name: str

    def begin(self, total: int) -> None:
        self.job.begin(self.name, total)

    def advance(self, steps: int = 1) -> None:
        self.job.advance(steps)

    def check(self) -> None:
        self.job.check()


class _JobStages(Stages):
    def __init__(self, job: IngestJob) -> None:
        self._job = job

    def stage(self, name: str) -> Watch:
        return _StageWatch(self._job, name)

    def at(self, chunk: str, failed: bool) -> None:
        self._job.at(chunk, failed)
