"""Remembers what was opened on the Graph page, for the list on Home: once each time that something else was open."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.services.browse import Desk
from pages.parts.graph_state import GraphState
from pages.parts.text import titled

_LAST = "lightprism.opened"


def entity(explorer: Any, desk: Desk, state: GraphState) -> None:
    """The entity whose card is open. Raises UnknownName."""
    this = (state.workspace, state.selected)
    if state.selected is not None and st.session_state.get(_LAST) != this:
        found = desk.entity(state.selected.id).entity
        explorer.runs.opened("entity", found.key, titled(found.name, found.qualifier), state.query.policy)
        st.session_state[_LAST] = this
