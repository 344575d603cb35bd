"""A small pool that reads chunks: how many at once, how often each is tried, what ends it all.

Owns the patience with a model that fails, and the order to stop. Stores nothing: results are handed on as they come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace

from core.domain.records import Extraction, ModelCall
from core.errors import (
    BadModelReply,
    ModelCancelled,
    ModelError,
    ModelMissing,
    ModelOverloaded,
    ModelTimeout,
    ModelUnavailable,
)
from core.ports import AskingExtractor, Clock, Extractor, Passage
from core.services.gate import Gate
from core.services.watch import Cancelled, Watch
from core.store.documents import PendingChunk

WAITS_S = (1.0, 4.0)
"""Seconds before the second and the third attempt at a chunk; there is no fourth."""

LOOK_S = 0.1
"""Seconds between two looks at whether to go on."""

_RETRIED = (ModelTimeout, ModelOverloaded, BadModelReply)
_ENDING = (ModelUnavailable, ModelMissing, ModelCancelled)

NextChunk = Callable[[], PendingChunk | None]


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A chunk that could not be read: the last error, the calls of all attempts, and how many there were."""

    error: ModelError
    calls: tuple[ModelCall, ...]
    attempts: int


Result = Extraction | GivenUp


class Pool:
    """Reads with one extractor. `log` is told of calls that gave nothing because the run ended."""

    def __init__(
        self,
        extractor: Extractor,
        workers: int,
        gate: Gate,
        clock: Clock,
        log: Callable[[tuple[ModelCall, ...]], None] = lambda _: None,
    ) -> None:
        self._extractor, self._workers, self._gate = extractor, max(workers, 1), gate
        self._clock, self._log = clock, log

    def results(self, following: NextChunk, watch: Watch) -> Iterator[tuple[PendingChunk, Result]]:
        """Results as they come; never more chunks in flight than workers, and none is begun while the gate is closed.

        What ends the run (told to stop, no server, no model) is raised when the chunks in flight have come back; a
        model that can be interrupted is, and its chunk stays as it was.
        """
        order = _Order(watch)
        attempt = _Attempts(self._extractor, self._gate, self._clock, order)
        with ThreadPoolExecutor(self._workers, thread_name_prefix="reading") as pool:
            running: dict[Future[Result], PendingChunk] = {}
            try:
                while self._begin(pool, attempt, running, following, order):
                    done, _ = wait(running, LOOK_S, FIRST_COMPLETED)
                    for future, result in [(future, self._result(future, order)) for future in done]:
                        chunk = running.pop(future)
                        self._fill(pool, attempt, running, following, order)  # before what came is stored
                        if result is not None:
                            yield chunk, result
            finally:
                order.stop()  # also where whoever takes the results has gone
        if order.ending:
            raise order.ending

    def _begin(
        self,
        pool: ThreadPoolExecutor,
        attempt: _Attempts,
        running: dict[Future[Result], PendingChunk],
        following: NextChunk,
        order: _Order,
    ) -> bool:
        """Begin as many chunks as may be, waiting for the gate where nothing runs; whether anything runs now."""
        self._fill(pool, attempt, running, following, order)
        while not running and not self._gate.open and not order.to_stop():
            if self._gate.wait(LOOK_S):
                self._fill(pool, attempt, running, following, order)
        return bool(running)

    def _fill(
        self,
        pool: ThreadPoolExecutor,
        attempt: _Attempts,
        running: dict[Future[Result], PendingChunk],
        following: NextChunk,
        order: _Order,
    ) -> None:
        while len(running) < self._workers and self._gate.open and not order.to_stop():
            chunk = following()
            if chunk is None:
                return
            running[pool.submit(attempt, chunk)] = chunk

    def _result(self, future: Future[Result], order: _Order) -> Result | None:
        """What came of a chunk; None where the run ends with it. A fault of our own costs that chunk alone."""
        error = future.exception()
        if error is None:
            return future.result()
        if isinstance(error, _ENDING):
            order.end(Cancelled() if isinstance(error, ModelCancelled) else error)
            self._log(_calls(error))
            return None
        if not isinstance(error, Exception):
            raise error
        what = f"The program failed on this passage ({type(error).__name__}: {error})."
        return GivenUp(ModelError(what, "Report it, with the passage; the others are not affected."), (), 1)


class _Order:
    """Whether to stop, and what for; asked from every thread."""

    def __init__(self, watch: Watch) -> None:
        self._watch, self._stopped = watch, False
        self.ending: Cancelled | ModelError | None = None

    def end(self, reason: Cancelled | ModelError) -> None:
        self.ending = self.ending or reason

    def stop(self) -> None:
        self._stopped = True

    def told(self) -> bool:
        """Whether a person said so: what is in flight may be given up."""
        try:
            self._watch.check()
        except Cancelled as reason:
            self.end(reason)
            return True
        return self._stopped

    def to_stop(self) -> bool:
        """Whether to begin nothing more."""
        return self.told() or self.ending is not None


class _Attempts:
    """Reads one chunk, again where that may help."""

    def __init__(self, extractor: Extractor, gate: Gate, clock: Clock, order: _Order) -> None:
        reader = extractor.stopping(order.told) if isinstance(extractor, AskingExtractor) else extractor
        self._extract = reader.extract
        self._gate, self._clock, self._order = gate, clock, order

    def __call__(self, pending: PendingChunk) -> Result:
        """Raises what ends the run: ModelUnavailable, ModelMissing, ModelCancelled."""
        calls: list[ModelCall] = []
        failed = ModelError("It was not tried.")
        for attempt, pause_s in enumerate((0.0, *WAITS_S)):
            self._wait(pause_s, calls)
            try:
                found = self._extract(_passage(pending, attempt))
                return replace(found, calls=(*calls, *found.calls))
            except ModelError as error:
                calls.extend(_calls(error))
                failed, error.calls = error, tuple(calls)
            if isinstance(failed, _ENDING):
                raise failed
            if not isinstance(failed, _RETRIED):
                break
        return GivenUp(failed, tuple(calls), attempt + 1)

    def _wait(self, seconds: float, calls: list[ModelCall]) -> None:
        """Wait so long, and until the gate is open. Raises ModelCancelled when told to stop."""
        until = self._clock.monotonic() + seconds
        while self._clock.monotonic() < until or not self._gate.wait(LOOK_S):
            if self._order.to_stop():
                error = ModelCancelled("Reading was stopped.")
                error.calls = tuple(calls)
                raise error
            self._clock.sleep(LOOK_S)


def _passage(pending: PendingChunk, tried: int) -> Passage:
    chunk = pending.chunk
    return Passage(chunk.text, chunk.title, chunk.metadata, pending.attempts + tried)


def _calls(error: ModelError) -> tuple[ModelCall, ...]:
    return tuple(call for call in error.calls if isinstance(call, ModelCall))
