"""The line of Home that leads to Diagnose: how many findings there are to look at, once that is known.

A small graph is looked through here and now, in the background; a large one only on the page itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.services.worklist import Wanted
from pages.parts import words_diagnose as words
from pages.parts.diagnose_progress import begin, reading

SMALL = 3000
"""Entities up to which findings are looked for without being asked."""

_EVERY_S = 1.0


@dataclass(frozen=True, slots=True)
class Findings:
    """`count` are to be looked at, `serious` of them may put a wrong fact into an answer; None: not known yet."""

    count: int | None = None
    serious: int = 0
    running: bool = False

    @property
    def line(self) -> str:
        """What the link says; empty where all is well or still being looked for."""
        if self.count is None:
            return "" if self.running else words.HOME_UNKNOWN
        if not self.count:
            return ""
        template = words.HOME_SERIOUS if self.serious else words.HOME_LINE
        return template.format(count=self.count, serious=self.serious)


def findings(explorer: Any, entities: int) -> Findings:
    """What is known of findings now; begins to look where that is quick."""
    if not entities:
        return Findings(0)
    if entities <= SMALL and not reading(explorer):
        begin(explorer, "careful")
    listed = explorer.worklist.listed(Wanted())
    if not listed.survey.whole:
        return Findings(running=listed.survey.running)
    return Findings(len(listed.items), sum(item.finding.kind in words.SERIOUS for item in listed.items))


def waiting(explorer: Any) -> None:
    """Say that findings are looked for, and draw the page anew when they are there."""
    st.fragment(_waiting, run_every=_EVERY_S)(explorer)


def _waiting(explorer: Any) -> None:
    if not explorer.worklist.surveyor.view("careful").running:
        st.rerun()
    st.caption(f":material/troubleshoot: {words.HOME_LOOKING}")
