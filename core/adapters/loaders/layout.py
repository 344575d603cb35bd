"""Blocks, lines, items and cells to plain text.

Owns the white space between pieces: it is decided late, when the next text comes, so that empty blocks leave none.
Refuses to know where the pieces come from.
"""

from __future__ import annotations

import re

_SPACE = re.compile(r"\s+")
_GAPS = ("", " ", "\n", "\n\n")


class Writer:
    """Collects text. `exact` > 0 keeps white space as it is."""

    def __init__(self) -> None:
        self.exact = 0
        self._parts: list[str] = []
        self._gap = ""
        self._held = False  # a bullet or bar waits for its text: no line is begun before that
        self._fresh = False  # a list or table has begun, and has no item or row yet
        self._cells = 0

    def text(self, text: str) -> None:
        words = text if self.exact else _SPACE.sub(" ", text)
        if not words.strip():
            return self._need("\n" if self.exact and "\n" in words else " ")
        if not self.exact and words.startswith(" "):
            self._need(" ")
        self._parts.append(self._gap if self._parts else self._gap.lstrip())
        self._gap, self._held = "", False
        self._parts.append(words if self.exact else words.strip())
        if not self.exact and words.endswith(" "):
            self._need(" ")

    def new_line(self) -> None:
        self._need("\n")

    def apart(self) -> None:
        """A blank line before what follows."""
        self._need("\n\n")

    def line(self) -> None:
        """One more line: two in a row leave a blank one."""
        self._need("\n\n" if self._gap == "\n" else "\n")

    def begin(self) -> None:
        """A list or table: apart from what is before, its items or rows not apart from each other."""
        self.apart()
        self._fresh = True

    def row(self) -> None:
        self._gap, self._held, self._fresh, self._cells = self._between(), False, False, 0

    def cell(self) -> None:
        """A bar, but not before the first cell of a row."""
        if self._cells:
            self._gap = f"{self._gap if self._held else ''} | "
        self._held = True
        self._cells += 1

    def item(self) -> None:
        self._gap, self._held, self._fresh = f"{self._between()}- ", True, False

    def result(self) -> str:
        return "".join(self._parts)

    def _between(self) -> str:
        return "\n\n" if self._fresh and self._gap == "\n\n" else "\n"

    def _need(self, gap: str) -> None:
        if not self._held and self._gap in _GAPS:
            self._gap = max(self._gap, gap, key=_GAPS.index)
