"""Progress on a terminal: one line on stderr that is written over, or a line a stage where stderr is no terminal."""

from __future__ import annotations

import sys

from core.services.ingest import Stages
from core.services.watch import Watch


class TerminalWatch:
    """Shows one stage."""

    def __init__(self, name: str) -> None:
        self._name, self._done, self._total = name, 0, 0

    def begin(self, total: int) -> None:
        self._done, self._total = 0, total
        if total and not sys.stderr.isatty():
            print(f"{self._name}: {total}", file=sys.stderr)

    def advance(self, steps: int = 1) -> None:
        self._done += steps
        if sys.stderr.isatty():
            end = "\n" if self._done >= self._total else ""
            print(f"\r{self._name}: {self._done} of {self._total}", end=end, file=sys.stderr, flush=True)

    def check(self) -> None:
        """Control-C stops a command; there is no other way to ask."""


class TerminalStages(Stages):
    """Shows each stage of an ingestion in turn."""

    def stage(self, name: str) -> Watch:
        return TerminalWatch(name)
