"""What decisions would do to the graph, drawn before they are taken: counts, both graphs, profiles, relations.

Everybody who shows a preview draws it here.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.domain.curation import Preview
from pages.parts import preview_graph, preview_texts, words_preview
from pages.parts.text import safe_markdown

_IDLE = 5


def draw(explorer: Any, preview: Preview, key: str = "preview", graphs: bool = True) -> None:
    """All that a preview says. `key` parts the pictures of two previews on one page; `graphs` may leave them out."""
    if preview.problem:
        st.error(words_preview.PROBLEM.format(problem=safe_markdown(preview.problem)), icon=":material/block:")
        return
    for sentence in preview.idle[:_IDLE]:
        st.caption(f":material/pause_circle: {words_preview.IDLE.format(what=safe_markdown(sentence, 200))}")
    if preview.nothing and not preview.loops:
        st.info(words_preview.NOTHING, icon=":material/info:")
        return
    _counts(preview, key)
    _loops(explorer, preview)
    if graphs and (preview.entities or preview.relations):
        preview_graph.pictures(explorer, preview, key)
    preview_texts.cards(preview.entities)
    preview_texts.relations(preview.relations, preview.entities)


def _counts(preview: Preview, key: str) -> None:
    with st.container(horizontal=True, gap="large", key=f"{key}-counts"):
        for label, before, after in (
            (words_preview.ENTITIES, preview.nodes_before, preview.nodes_after),
            (words_preview.RELATIONS, preview.edges_before, preview.edges_after),
        ):
            _count(label, words_preview.FROM_TO.format(before=before, after=after), after - before)
        st.metric(words_preview.TEXTS, f"{preview.texts:,}", help=words_preview.TEXTS_HELP, width="content")


def _count(label: str, value: str, change: int) -> None:
    st.metric(label, value, f"{change:+,}" if change else None, delta_color="off", width="content")


def _loops(explorer: Any, preview: Preview) -> None:
    """Relations that would lead from an entity to itself, by name."""
    if not preview.loops:
        return
    count = len(preview.loops)
    title = words_preview.LOOP if count == 1 else words_preview.LOOPS.format(count=count)
    with st.expander(title, icon=":material/sync_disabled:"):
        st.caption(words_preview.LOOPS_HELP)
        evidence = explorer.views().evidence
        wanted = frozenset(preview.loops)
        for mention in (m for m in evidence.relations if m.id in wanted):
            st.markdown(
                words_preview.LOOP_LINE.format(
                    source=safe_markdown(mention.source, 60),
                    target=safe_markdown(mention.target, 60),
                    what=safe_markdown(mention.description or ", ".join(mention.keywords), 200),
                )
            )
