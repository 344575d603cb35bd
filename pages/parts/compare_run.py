"""One comparison: the question read once, five traces, and what they share. Kept until another is asked.

Other numbers cost no model call: the same reading of the question is traced again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from core.domain.metrics import Overlap, overlap
from core.domain.modes import Parameters
from core.domain.trace import Trace
from core.services.question import Request
from pages.parts import words_compare as words
from pages.parts.compare_state import Ask

MODES = tuple(words.MODES)
_KEY = "lightprism.compare.run"


@dataclass(frozen=True, slots=True)
class Run:
    """What was asked of which workspace at which version, and what came of it."""

    asked: tuple[str, str, str]
    version: tuple[int, int]
    parameters: Parameters
    session: Any
    traces: Mapping[str, Trace]
    shared: Overlap

    @property
    def empty(self) -> bool:
        return not self.shared.holders


def run(explorer: Any, ask: Ask) -> Run:
    """The comparison of this question; made when it is another than the one held. Raises ModelError, InputError."""
    held = st.session_state.get(_KEY)
    asked = (explorer.name, ask.question, ask.rule)
    if not isinstance(held, Run) or held.asked != asked:
        ready = all(state.current for state in explorer.library.collections())
        with st.spinner(words.SEARCHING if ready else words.SEARCHING_FIRST):
            held = _open(explorer, ask, asked)
    if held.parameters != ask.parameters:
        held = _traced(held, ask.parameters)
    st.session_state[_KEY] = held
    return held


def forget() -> None:
    """Search again at the next look."""
    st.session_state.pop(_KEY, None)


def _open(explorer: Any, ask: Ask, asked: tuple[str, str, str]) -> Run:
    version = explorer.library.version()
    session = explorer.retrieve.open(Request(ask.question, parameters=ask.parameters, policy=ask.rule), MODES)
    return _traced(Run(asked, version, ask.parameters, session, {}, Overlap((), (), {})), ask.parameters)


def _traced(held: Run, parameters: Parameters) -> Run:
    traces = {mode: held.session.trace(mode, parameters) for mode in MODES}
    return replace(held, parameters=parameters, traces=traces, shared=overlap(traces))
