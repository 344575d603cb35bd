"""One comparison: the question read once, a trace for each mode, and what they share. Kept until another is asked.

Other numbers cost no model call: the same reading of the question is traced again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from core.domain.metrics import Overlap, overlap
from core.domain.modes import MODES as TABLE
from core.domain.modes import Parameters
from core.domain.picture import Part, Shelf, parts
from core.domain.records import Keywords
from core.domain.trace import Trace
from core.services.collector import set_aside
from core.services.explain import Explainer
from pages.parts import words_compare as words
from pages.parts.compare_state import Ask
from pages.parts.session import viewer
from pages.parts.text import one_line

MODES = tuple(mode for mode in words.MODES if mode in TABLE)
_KEY = "lightprism.compare.run"
_OFFERED = 1500
"""Names sent to the browser to choose from; any other can be typed."""


@dataclass(frozen=True, slots=True)
class Run:
    """What was asked of which workspace at which version, and what came of it.

    `offered` are things that one may ask about: names by key.
    """

    asked: tuple[Any, ...]
    version: tuple[int, int]
    parameters: Parameters
    session: Any
    explainer: Explainer
    shelf: Shelf
    traces: Mapping[str, Trace]
    shared: Overlap
    parts: Mapping[str, tuple[Part, ...]]
    offered: Mapping[str, str]

    @property
    def empty(self) -> bool:
        return not self.shared.holders

    @property
    def keywords(self) -> Keywords:
        """As the graph modes searched with them: those of a mode that uses both lists, where there is one."""
        found = [self.traces[mode].keywords for mode in ("hybrid", "mix", "local", "global") if mode in self.traces]
        return found[0] if found else next(iter(self.traces.values())).keywords


def run(explorer: Any, ask: Ask) -> Run:
    """The comparison of this question; made when it is another than the one held. Raises ModelError, InputError."""
    held = st.session_state.get(_KEY)
    asked = (explorer.name, _eyes(explorer), *ask.searched)
    if not isinstance(held, Run) or held.asked != asked:
        with st.spinner(words.SEARCHING if _ready(explorer) else words.SEARCHING_FIRST):
            held = _open(explorer, ask, asked)
    if held.parameters != ask.parameters:
        held = _traced(held, ask.parameters)
    st.session_state[_KEY] = held
    return held


def _eyes(explorer: Any) -> tuple[Any, ...] | None:
    """Who looks. What a viewer may see can change with the workspace, so they are shown nothing from before."""
    labels = viewer()
    return None if labels is None else (labels, explorer.library.version())


def _ready(explorer: Any) -> bool:
    """Whether nothing is to be embedded first; a viewer's rows are searched as they are."""
    return viewer() is not None or all(state.current for state in explorer.library.collections())


def forget() -> None:
    """Search again at the next look."""
    st.session_state.pop(_KEY, None)


def _open(explorer: Any, ask: Ask, asked: tuple[Any, ...]) -> Run:
    version = explorer.library.version()
    session = explorer.retrieve.open(ask.request(), MODES)
    explainer = Explainer(session.view, session.vector)
    shelf = explainer.shelf(session.costs)
    fresh = Run(asked, version, ask.parameters, session, explainer, shelf, {}, Overlap((), (), {}), {}, {})
    made = _traced(fresh, ask.parameters)
    set_aside()  # what was loaded for it stays; a limit that moves is not to wait for it
    return replace(made, offered=offered(explainer, made.traces))


def offered(explainer: Explainer, traces: Mapping[str, Trace]) -> dict[str, str]:
    """Labels by key, each label once."""
    labels: dict[str, str] = {}
    for item in explainer.offers(traces, _OFFERED):
        labels.setdefault(one_line(item.label, 90), item.key)
    return {key: label for label, key in labels.items()}


def _traced(held: Run, parameters: Parameters) -> Run:
    traces = {mode: held.session.trace(mode, parameters) for mode in MODES}
    counted = {mode: parts(trace, held.shelf) for mode, trace in traces.items()}
    return replace(held, parameters=parameters, traces=traces, shared=overlap(traces), parts=counted)
