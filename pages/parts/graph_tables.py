"""The graph in view as two tables: for the keyboard, for screen readers, and to sort by."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pandas as pd
import streamlit as st

from core.services.browse import Desk, Found
from core.services.graph_edges import GraphEdge
from core.services.graph_view import GraphView
from pages.parts import words
from pages.parts.graph_component import Selection
from pages.parts.text import one_line, titled


def tables(view: GraphView, on_pick: Callable[[Selection | None], None]) -> None:
    """Entities and relations that are shown. A chosen row opens its card."""
    with st.expander(words.TABLE, icon=":material/table_rows:"):
        st.caption(words.TABLE_HELP)
        _table(_entities(view), [Selection("node", node.key) for node in view.nodes], "graph-entities", on_pick)
        _table(_relations(view), [Selection("edge", edge.key) for edge in view.edges], "graph-relations", on_pick)


def listed(desk: Desk, view: GraphView, on_pick: Callable[[Selection | None], None]) -> None:
    """With a note chosen as filter, all entities that have it, drawn or not."""
    flag = view.query.flag
    if not flag:
        return
    found = desk.listed(view.query)
    keys = {node.key for node in view.nodes}
    shown = sum(hit.key in keys for hit in found)
    numbers = {"count": len(found), "total": view.total_nodes, "shown": shown}
    st.markdown(words.LISTED.format(note=words.NOTE_FILTER[flag], **numbers), help=words.LISTED_HINT)
    if found:
        _table(_hits(found), [Selection("node", hit.key) for hit in found], f"graph-listed-{flag}", on_pick)


def _hits(found: Sequence[Found]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            words.COLUMN_NAME: [one_line(hit.name, 120) for hit in found],
            words.COLUMN_QUALIFIER: [one_line(hit.qualifier, 60) for hit in found],
            words.COLUMN_TYPE: [one_line(hit.type, 40) for hit in found],
            words.COLUMN_DEGREE: [hit.degree for hit in found],
        }
    )


def _table(frame: pd.DataFrame, rows: list[Selection], key: str, on_pick: Callable[[Selection | None], None]) -> None:
    def picked() -> None:
        chosen = st.session_state[key]["selection"]["rows"]
        if chosen and chosen[0] < len(rows):
            on_pick(rows[chosen[0]])

    st.dataframe(frame, hide_index=True, key=key, on_select=picked, selection_mode="single-row", height=260)


def _entities(view: GraphView) -> pd.DataFrame:
    notes = {flag: label for flag, (label, _) in words.FLAGS.items()}
    return pd.DataFrame(
        {
            words.COLUMN_NAME: [one_line(node.name, 120) for node in view.nodes],
            words.COLUMN_QUALIFIER: [one_line(node.qualifier, 60) for node in view.nodes],
            words.COLUMN_TYPE: [one_line(node.type, 40) for node in view.nodes],
            words.COLUMN_DEGREE: [node.degree for node in view.nodes],
            words.COLUMN_NOTE: [", ".join(notes.get(flag, flag) for flag in node.flags) for node in view.nodes],
        }
    )


def _relations(view: GraphView) -> pd.DataFrame:
    names = {node.key: titled(node.name, node.qualifier) for node in view.nodes}
    return pd.DataFrame(
        {
            words.COLUMN_FROM: [one_line(names[edge.source], 120) for edge in view.edges],
            words.COLUMN_WAY: [_way(edge) for edge in view.edges],
            words.COLUMN_TO: [one_line(names[edge.target], 120) for edge in view.edges],
            words.COLUMN_WHAT: [one_line(edge.label, 80) for edge in view.edges],
            words.COLUMN_WEIGHT: [edge.weight for edge in view.edges],
        }
    )


def _way(edge: GraphEdge) -> str:
    if edge.forward and edge.backward:
        return words.WAY_BOTH
    return words.WAY_ONE if edge.forward else words.WAY_NONE
