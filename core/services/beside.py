"""Brings graph and collections up beside reading, while the workers wait for the model.

So they can be asked meanwhile, and at the end only the last piece is left. Owns the pace: never much at the cost of
reading, and ever more seldom, because what many chunks speak of is embedded anew each time. What fails here is left to
the end of the run, which does the same again and says so.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from types import TracebackType
from typing import Self

from core.ports import Clock
from core.services.gate import Gate
from core.services.watch import Cancelled, Watch

PACE, SHORT_PACE, SHORT_S = 10.0, 2.0, 2.0
"""After each time nothing is begun for so many times as long as it took; the second where that was less than `SHORT_S`.

Long work is mostly embedding, for which a model may have to make way for another; short work hides in the waiting.
"""

FEWEST, SHARE = 8, 0.15
"""Chunks that must have been read since the last time: so many, and such a share of all that this run has read."""

FASTEST_S = 0.02
"""Seconds a chunk; where chunks come faster than that, all is over before it would be of use."""

LOOK_S = 0.1
"""Seconds between two looks at whether to go on."""


class Beside:
    """Work beside one pass of reading; a context that ends when the work in hand has ended. Used by one thread."""

    def __init__(self, work: Callable[[Watch], None], gate: Gate, clock: Clock, watch: Watch) -> None:
        self._work, self._gate, self._clock = work, gate, clock
        self._watch = _Watch(gate, watch)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="beside")
        self._running: Future[float] | None = None
        self._entered = self._ended = clock.monotonic()
        self._took, self._failed = 0.0, False
        self._read = self._since = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._watch.stop()
        self._pool.shutdown()

    def look(self, to_come: int) -> None:
        """One more chunk was read, and so many are still to be begun: begin, if it is time.

        No pace is kept once what is to come takes no longer than the work did last: the less is then left to the end.
        """
        self._read, self._since = self._read + 1, self._since + 1
        if self._busy() or self._failed or not self._gate.open or self._since < FEWEST:
            return
        now = self._clock.monotonic()
        passed, a_chunk = now - self._ended, (now - self._entered) / self._read
        if passed < self._since * FASTEST_S:
            return
        ending = to_come * a_chunk <= self._took
        if ending or (passed >= self._rest_s() and self._since >= SHARE * self._read):
            self._since = 0
            self._running = self._pool.submit(self._timed)

    def _rest_s(self) -> float:
        return self._took * (PACE if self._took >= SHORT_S else SHORT_PACE)

    def _busy(self) -> bool:
        """Whether work is under way; takes note of how the last one ended."""
        if self._running is not None and self._running.done():
            self._failed = self._running.exception() is not None
            self._took = 0.0 if self._failed else self._running.result()
            self._ended, self._running = self._clock.monotonic(), None
        return self._running is not None

    def _timed(self) -> float:
        began = self._clock.monotonic()
        self._work(self._watch)
        return self._clock.monotonic() - began


class _Watch:
    """Tells nothing, waits while a question is asked or reading is paused, and ends with the pass of reading."""

    def __init__(self, gate: Gate, outer: Watch) -> None:
        self._gate, self._outer = gate, outer
        self._stopped = Event()

    def stop(self) -> None:
        self._stopped.set()

    def begin(self, total: int) -> None: ...

    def advance(self, steps: int = 1) -> None: ...

    def check(self) -> None:
        while True:
            self._outer.check()
            if self._stopped.is_set():
                raise Cancelled
            if self._gate.wait(LOOK_S):
                return
