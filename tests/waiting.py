"""Waiting for another thread, without a test that depends on how long it takes."""

from __future__ import annotations

import threading
from collections.abc import Callable

LONG = 120.0
"""Seconds after which a test gives up; nothing takes so long."""


def until(true: Callable[[], bool]) -> None:
    """Wait for what another thread is about to do."""
    for _ in range(int(LONG / 0.01)):
        if true():
            return
        threading.Event().wait(0.01)
    raise AssertionError("It did not come.")
