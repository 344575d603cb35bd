"""The graph beside a comparison: what the chosen modes looked at, told apart by role and by mode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from core.domain.modes import MODES as TABLE
from core.services.graph_traced import MOST, TracedGraph
from pages.parts import compare_state, words_compare
from pages.parts import words_explain as own
from pages.parts.compare_columns import Opened
from pages.parts.compare_run import MODES, Run
from pages.parts.compare_state import Ask
from pages.parts.graph_component import Clicks, Selection, graph, palette
from pages.parts.graph_marks import dressed

_CHOICE, _HELD = "compare-graph-modes", "lightprism.compare.graph"
_LETTERS = {words_compare.MODES[mode][0]: mode for mode in MODES if TABLE[mode].expansions}


def choice(ask: Ask) -> list[str]:
    """Of which modes the graph is drawn."""
    modes = [mode for letter, mode in _LETTERS.items() if letter in ask.graph]

    def put() -> None:
        chosen = st.session_state[_CHOICE]
        letters = "".join(letter for letter, mode in _LETTERS.items() if mode in chosen)
        compare_state.write(replace(compare_state.read(), graph=letters))

    st.session_state[_CHOICE] = modes
    st.markdown(f":material/hub: {own.GRAPH}", help=own.GRAPH_HELP, width="content")
    st.pills(
        own.GRAPH,
        list(_LETTERS.values()),
        selection_mode="multi",
        format_func=lambda mode: f"**{words_compare.MODES[mode][0]}** {words_compare.MODES[mode][1]}",
        key=_CHOICE,
        on_change=put,
        label_visibility="collapsed",
    )
    return modes


def picture(explorer: Any, found: Run, modes: Sequence[str], on_open: Callable[[Opened], None]) -> None:
    """Their part of the graph; nothing is placed until a mode is chosen."""
    modes = [mode for mode in modes if mode in found.traces]
    if modes:
        _drawing(explorer, found, modes, on_open)


def _drawing(explorer: Any, found: Run, modes: Sequence[str], on_open: Callable[[Opened], None]) -> None:
    drawn = _traced(explorer, found).of(modes)
    if not drawn.view.nodes:
        st.caption(own.GRAPH_NOTHING)
        return

    def pick(selected: Selection | None) -> None:
        if selected:
            on_open(Opened("entity" if selected.kind == "node" else "relation", selected.id))

    clicks = Clicks(pick, lambda key: on_open(Opened("entity", key)))
    dress = dressed(drawn, modes, repr(found.asked))
    graph(drawn.view, palette(()), None, clicks, "compare-graph", dress)
    said = own.GRAPH_SHOWING.format(nodes=len(drawn.view.nodes), edges=len(drawn.view.edges))
    st.caption(f"{said} {own.GRAPH_CUT.format(most=MOST) if drawn.left_out else ''}")


def _traced(explorer: Any, found: Run) -> TracedGraph:
    """Placed once for these traces, whichever modes are chosen."""
    held = st.session_state.get(_HELD)
    if held is None or held[0] is not found.traces:
        held = found.traces, explorer.browse.desk(next(iter(found.traces.values())).policy).traced(found.traces)
        st.session_state[_HELD] = held
    made: TracedGraph = held[1]
    return made
