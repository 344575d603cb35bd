"""What a browser session has chosen on the Graph page: kept over page changes, and in the address what a link needs.

Plain values and the moves between them; draws nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from core.services.graph_view import GraphQuery
from pages.parts.graph_component import Selection

_KEY = "lightprism.graph"
_NODE, _EDGE, _RULE, _FOCUS = "node", "edge", "rule", "around"
_START = GraphQuery()


@dataclass(frozen=True, slots=True)
class GraphState:
    """The query and what is opened. `workspace` tells when another one was chosen: then all starts anew."""

    workspace: str
    query: GraphQuery = _START
    selected: Selection | None = None


def read(workspace: str) -> GraphState:
    """The state of this session; at first, or for another workspace, what the address says."""
    state = st.session_state.get(_KEY)
    if isinstance(state, GraphState) and state.workspace == workspace:
        return state
    return write(_from_address(workspace))


def write(state: GraphState) -> GraphState:
    """Keep the state, and put into the address what a link needs."""
    st.session_state[_KEY] = state
    selected = state.selected
    for name, value in (
        (_NODE, selected.id if selected and selected.kind == "node" else None),
        (_EDGE, selected.id if selected and selected.kind == "edge" else None),
        (_RULE, state.query.policy if state.query.policy != _START.policy else None),
        (_FOCUS, state.query.focus),
    ):
        if value is None:
            st.query_params.pop(name, None)
        elif st.query_params.get(name) != value:
            st.query_params[name] = value
    return state


def select(state: GraphState, selected: Selection | None) -> GraphState:
    return write(replace(state, selected=selected))


def ask(state: GraphState, query: GraphQuery) -> GraphState:
    return write(replace(state, query=query))


def _from_address(workspace: str) -> GraphState:
    """What a link says is a stranger's input: an unknown rule is left out here, unknown keys are found out later."""
    params = st.query_params
    rule = params.get(_RULE, "careful")
    query = GraphQuery(policy=rule if rule in ("careful", "classic") else "careful", focus=params.get(_FOCUS))
    kind = next((name for name in (_NODE, _EDGE) if name in params), None)
    return GraphState(workspace, query, Selection(kind, params[kind]) if kind else None)
