"""A small editor for one ruling that needs no screen of its own: its fields, what would change, and the decision."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.domain.curation import Ruling
from core.domain.identity import digest
from pages.parts import banners, preview, ruling_fields, take_bar
from pages.parts import words_merge as words
from pages.parts.take_bar import Act
from pages.parts.text import safe_markdown


def draw(explorer: Any, kind: str, body: Mapping[str, Any]) -> None:
    """The editor of a decision of this kind, filled with a body; what is edited is previewed at once."""
    key = f"ruling-{kind}-{digest(json.dumps(body, sort_keys=True, default=str))[:8]}"
    st.subheader(words.TITLES.get(kind, safe_markdown(kind, 40)), anchor=False)
    if kind in words.HELP:
        st.caption(words.HELP[kind])
    with banners.problems_shown():
        edited, missing = ruling_fields.edited(explorer, kind, body, key)
        if missing:
            st.caption(f":material/info: {missing}")
            return
        ruling = Ruling(kind, edited)
        found = explorer.curate.preview([ruling])
        for sentence in found.sentences:
            st.markdown(f":material/gavel: {safe_markdown(sentence, 300)}")
        with st.container(horizontal=True, vertical_alignment="bottom", gap="medium", key=f"{key}-take"):
            why = take_bar.why(key)
            act = Act(words.TAKE_IT, f"{key}-do", found.problem)
            take_bar.take(explorer, [Ruling(kind, edited, why)], act)
        st.markdown(f"**{words.WHAT_HAPPENS}**")
        parts = found.nodes_before != found.nodes_after or bool(found.relations)
        preview.draw(explorer, found, key=f"{key}-preview", graphs=parts)
