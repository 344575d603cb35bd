"""One question under way or ended, and what can be seen of it from every page and tab alike.

Owns the thread and the stage that it is at. The steps themselves are the caller's: see `inquiries.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock
from typing import Literal

from core.domain.answers import Answer, Quote, Standalone, Turn
from core.domain.modes import Parameters
from core.domain.trace import Trace
from core.errors import LightPrismError
from core.ports import Clock
from core.services.task import Handle, Task

Stage = Literal["rewriting", "searching", "reading", "writing"]
"""`reading`: the model reads the context and has not said a word yet."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person asks: `turns` came before it, and `words` (if any) stand for the question, unrewritten."""

    question: str
    mode: str
    policy: str = "careful"
    turns: tuple[Turn, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """What can be seen of a question. `seconds` since its start, `stage_s` since that of its stage.

    `run` is the id under which it is stored (empty: not yet, or nothing is kept here), `wait_s` the seconds that the
    model is likely to need until its first word, `text` what it wrote so far, unchecked. `answer` may be incomplete
    where there is an `error` or the state is `stopped`. `quotes` stand in where no model writes. `version` is the
    workspace's when it was asked.
    """

    asked: Asked
    state: Literal["running", "stopping", "done", "stopped", "failed"] = "running"
    stage: Stage = "searching"
    seconds: float = 0.0
    stage_s: float = 0.0
    standalone: Standalone | None = None
    run: str = ""
    trace: Trace | None = None
    parameters: Parameters | None = None
    tokens: int = 0
    wait_s: float | None = None
    text: str = ""
    answer: Answer | None = None
    quotes: tuple[Quote, ...] | None = None
    error: LightPrismError | None = None
    version: tuple[int, int] = (0, 0)

    @property
    def active(self) -> bool:
        return self.state in ("running", "stopping")


class Inquiry:
    """One question under way or ended. Seen from every page and tab alike."""

    def __init__(self, first: Progress, work: Callable[[Inquiry, Handle], None], clock: Clock) -> None:
        self._progress, self._clock, self._lock = first, clock, Lock()
        self._stage_since = clock.monotonic()
        self._pieces: list[str] = []
        self._task: Task[None] = Task(clock, "question")
        self._task.start(lambda handle: work(self, handle))

    def view(self) -> Progress:
        task = self._task.view()
        with self._lock:
            seen = replace(self._progress, text="".join(self._pieces), seconds=task.seconds)
            if not task.active:
                return replace(seen, state="done" if task.state == "idle" else task.state, error=task.error)
            stage_s = self._clock.monotonic() - self._stage_since
            return replace(seen, state="stopping" if task.state == "stopping" else "running", stage_s=stage_s)

    def cancel(self) -> None:
        """Ask it to stop: before its next step, or within the answer."""
        self._task.cancel()

    def wait(self, timeout_s: float | None = None) -> Progress:
        """Block until it has ended (or the time is over)."""
        self._task.wait(timeout_s)
        return self.view()

    def put(self, **known: object) -> None:
        """Let more be seen; another stage begins now."""
        with self._lock:
            if known.get("stage", self._progress.stage) != self._progress.stage:
                self._stage_since = self._clock.monotonic()
            self._progress = replace(self._progress, **known)  # type: ignore[arg-type]

    def hear(self, piece: str) -> None:
        """Take a piece of the answer as it comes."""
        self.put(stage="writing")
        with self._lock:
            self._pieces.append(piece)
