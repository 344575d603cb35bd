"""Links from a decision to the nodes that it names: to the card, or to what became of a node that has gone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import streamlit as st

from core.domain.curation import Node
from core.domain.names import NodeRef
from pages.parts import session
from pages.parts import words_history as words
from pages.parts.history_steps import node_label
from pages.parts.text import safe_markdown

_MOST = 6


def links(explorer: Any, nodes: Sequence[Node], most: int = _MOST) -> None:
    """A link for each, in one line; what several became stands once."""
    if not nodes:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(words.ABOUT, width="content")
        linked: set[str] = set()
        for node in nodes[:most]:
            linked |= _links(explorer, node, linked)
        if len(nodes) > most:
            st.caption(f"+{len(nodes) - most:,}", width="content")


def _links(explorer: Any, node: Node, linked: Collection[str]) -> set[str]:
    """The node, or what became of it; the keys that are linked by this."""
    name, qualifier = node.get("name", ""), node.get("qualifier", "")
    keys = explorer.curate.became(name, qualifier)
    if keys != (NodeRef.shown(name, qualifier).key,):
        what = words.BECAME if keys else words.GONE
        st.caption(f"{safe_markdown(node_label(node), 60)} {what}", width="content")
    elif keys[0] in linked:
        return set()
    for key in keys[:_MOST]:
        _link(explorer, key)
    return set(keys)


def _link(explorer: Any, key: str) -> None:
    row = explorer.tables.entities().get(key)
    label = row.node.label if row is not None else key
    st.page_link(
        "pages/graph.py",
        label=safe_markdown(label, 60),
        icon=":material/hub:",
        query_params=session.linked(node=key),
        width="content",
    )
