"""What a browser session has chosen on the Graph page: kept over page changes, and in the address what a link needs.

Plain values and the moves between them; draws nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from core.services.graph_view import GraphQuery
from pages.parts import session, words
from pages.parts.graph_component import Selection

_KEY = "lightprism.graph"
_WRITTEN = "lightprism.graph.address"
_FIELDS = _NODE, _EDGE, _RULE, _FOCUS, _FLAG = "node", "edge", "rule", "around", "flag"
_START = GraphQuery()


@dataclass(frozen=True, slots=True)
class GraphState:
    """The query and what is opened. `workspace` tells when another one was chosen: then all starts anew."""

    workspace: str
    query: GraphQuery = _START
    selected: Selection | None = None


def read(workspace: str) -> GraphState:
    """The state of this session; what the address says where a person changed it, by a link or a step back."""
    state, address = st.session_state.get(_KEY), _address()
    if not isinstance(state, GraphState) or state.workspace != workspace:
        return write(_from_address(workspace))
    if address and address != st.session_state.get(_WRITTEN):
        return write(_from_address(workspace))
    return write(state)


def write(state: GraphState) -> GraphState:
    """Keep the state, and put into the address what a link needs."""
    st.session_state[_KEY] = state
    wanted = _link(state)
    st.session_state[_WRITTEN] = wanted
    if _address() != wanted:
        st.query_params.from_dict(session.others(_FIELDS) | wanted)
    return state


def _address() -> dict[str, str]:
    """Our fields of the address."""
    return {name: st.query_params[name] for name in _FIELDS if name in st.query_params}


def _link(state: GraphState) -> dict[str, str]:
    fields = {}
    if state.selected:
        fields[state.selected.kind] = state.selected.id
    if state.query.policy != _START.policy:
        fields[_RULE] = state.query.policy
    if state.query.focus:
        fields[_FOCUS] = state.query.focus
    if state.query.flag:
        fields[_FLAG] = state.query.flag
    return fields


def select(state: GraphState, selected: Selection | None) -> GraphState:
    return write(replace(state, selected=selected))


def ask(state: GraphState, query: GraphQuery) -> GraphState:
    return write(replace(state, query=query))


def _from_address(workspace: str) -> GraphState:
    """What a link says is a stranger's input: an unknown rule is left out here, unknown keys are found out later."""
    params = st.query_params
    rule = params.get(_RULE, _START.policy)
    flag = params.get(_FLAG, "")
    query = GraphQuery(
        policy=rule if rule in words.MERGE_RULES else _START.policy,
        focus=params.get(_FOCUS),
        flag=flag if flag in words.NOTE_FILTER else "",
    )
    kind = next((name for name in (_NODE, _EDGE) if name in params), None)
    return GraphState(workspace, query, Selection(kind, params[kind]) if kind else None)


def rule() -> str:
    """The merge rule that the Graph page shows, or would at first."""
    state = st.session_state.get(_KEY)
    return state.query.policy if isinstance(state, GraphState) else _START.policy
