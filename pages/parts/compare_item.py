"""One item of a comparison, opened: what it says, where it stands in each mode and why, and the way to its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from core.domain.trace import Trace
from core.services.browse import Desk
from pages.parts import banners, graph_state, words
from pages.parts import words_compare as own
from pages.parts.compare_columns import Opened
from pages.parts.compare_why import entity_name, names_of, source_name, standings
from pages.parts.documents_table import DOC
from pages.parts.graph_component import Selection
from pages.parts.passages import passages
from pages.parts.text import one_line, safe_markdown

_SOURCES_SHOWN = 12


def item(explorer: Any, rule: str, traces: Mapping[str, Trace], opened: Opened) -> None:
    """Open the item over the page."""
    st.dialog(own.KINDS[opened.kind], width="medium")(_draw)(explorer, rule, traces, opened)


def _draw(explorer: Any, rule: str, traces: Mapping[str, Trace], opened: Opened) -> None:
    with banners.problems_shown():
        desk: Desk = explorer.browse.desk(rule)
        draw = {"entity": _entity, "relation": _relation, "chunk": _chunk}[opened.kind]
        draw(explorer, desk, rule, traces, opened.key)
    st.markdown(f"**{own.WHERE_IN_MODES}**")
    st.dataframe(_standings(traces, opened), hide_index=True, key="compare-standings")


def _standings(traces: Mapping[str, Trace], opened: Opened) -> pd.DataFrame:
    rows = standings(traces, opened.kind, opened.key)
    return pd.DataFrame(
        {
            own.COLUMN_MODE: [f"{own.MODES[row.mode][0]}  {own.MODES[row.mode][1]}" for row in rows],
            own.COLUMN_RANK: ["" if row.rank is None else str(row.rank) for row in rows],
            own.COLUMN_SCORE: ["" if row.score is None else f"{row.score:.3f}" for row in rows],
            own.COLUMN_WHY: [one_line(row.why, 300) for row in rows],
        }
    )


def _entity(explorer: Any, desk: Desk, rule: str, traces: Mapping[str, Trace], key: str) -> None:
    card = desk.entity(key)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        _head(safe_markdown(entity_name(card.entity.name, card.entity.qualifier)))
        st.badge(safe_markdown(card.entity.type or words.UNTYPED, 40), color="blue")
    _said(card.entity.description)
    _to_graph(explorer, rule, Selection("node", key))


def _relation(explorer: Any, desk: Desk, rule: str, traces: Mapping[str, Trace], key: str) -> None:
    relation = desk.relation(key).relation
    arrow = "→" if relation.directed else "–"
    ends = f"{safe_markdown(relation.source_name)} {arrow} {safe_markdown(relation.target_name)}"
    _head(ends)
    if relation.keywords:
        st.caption(f"{words.KEYWORDS}: {', '.join(safe_markdown(word, 60) for word in relation.keywords[:20])}")
    _said(relation.description)
    _to_graph(explorer, rule, Selection("edge", key))


def _head(name: str) -> None:
    st.markdown(f"**{name}**", width="content")


def _said(description: str) -> None:
    if description:
        st.text(description)
    else:
        st.caption(own.NO_DESCRIPTION)


def _to_graph(explorer: Any, rule: str, selection: Selection) -> None:
    if st.button(own.IN_GRAPH, icon=words.PAGES["graph"][1], key="compare-to-graph"):
        state = graph_state.read(explorer.name)
        graph_state.write(replace(state, query=replace(state.query, policy=rule), selected=selection))
        st.switch_page("pages/graph.py", query_params={selection.kind: selection.id})


def _chunk(explorer: Any, desk: Desk, rule: str, traces: Mapping[str, Trace], key: str) -> None:
    passages([desk.passage(key, _names_in(traces, key))], key="compare-passage")
    names = names_of(traces)
    sources = list(dict.fromkeys(s for t in traces.values() for k in t.chunks if k.chunk.id == key for s in k.via))
    if sources:
        shown = "; ".join(safe_markdown(source_name(source, names), 80) for source in sources[:_SOURCES_SHOWN])
        more = f" {own.AND_MORE.format(count=len(sources) - _SOURCES_SHOWN)}" if len(sources) > _SOURCES_SHOWN else ""
        st.caption(f"**{own.BROUGHT_BY}** {shown}{more}")
    if st.button(own.IN_DOCUMENT, icon=words.PAGES["documents"][1], key="compare-to-document"):
        st.switch_page("pages/documents.py", query_params={DOC: key.rpartition("#")[0]})


def _names_in(traces: Mapping[str, Trace], chunk: str) -> tuple[str, ...]:
    """The names of the kept entities that were read from this passage."""
    kept = (k.entity for trace in traces.values() for k in trace.entities)
    return tuple(dict.fromkeys(entity.name for entity in kept if chunk in entity.chunks))
