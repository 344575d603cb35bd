"""A clock that stands still, or goes on by the same step at each look, so that nothing depends on time."""

from __future__ import annotations


class FixedClock:
    """`now` is always the same; `monotonic` starts at 0 and gains `step_s` seconds a call."""

    def __init__(self, now: str = "2026-01-01T00:00:00Z", step_s: float = 1.0) -> None:
        self._now, self._step, self._passed = now, step_s, 0.0

    def now(self) -> str:
        return self._now

    def monotonic(self) -> float:
        self._passed += self._step
        return self._passed

    def sleep(self, seconds: float) -> None:
        """Nobody waits: only `monotonic` gains so many seconds."""
        self._passed += seconds
