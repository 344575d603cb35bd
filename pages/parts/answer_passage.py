"""Why a passage stands in the context of an answer, over the page."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.domain.explain import Item
from core.domain.modes import Parameters
from core.domain.trace import Trace
from core.services.explain import Explainer
from pages.parts import banners, words_compare
from pages.parts import words_answer as own
from pages.parts.answer_view import Act, Spot
from pages.parts.compare_why import names_of, source_name
from pages.parts.text import safe_markdown

_SOURCES = 12


def open_passage(explorer: Any, trace: Trace, parameters: Parameters, act: Act, spot: Spot) -> None:
    """Open what was asked for; the original is the frame's to open."""
    if act == "why":
        st.dialog(own.WHY_TITLE, width="medium")(_why)(explorer, trace, parameters, spot)


def _why(explorer: Any, trace: Trace, parameters: Parameters, spot: Spot) -> None:
    kept = next(one for one in trace.chunks if one.chunk.id == spot.chunk)
    name = words_compare.MODES[trace.mode][1]
    with banners.problems_shown():
        title = safe_markdown(kept.chunk.title or kept.chunk.document, 120)
        st.markdown(f"**[{kept.rank}] {title}**")
        st.markdown(own.WHY_RANK.format(rank=kept.rank, count=len(trace.chunks), mode=name))
        explainer = Explainer(explorer.views(trace.policy, trace.viewer))
        item = explainer.item("chunk", spot.chunk) or Item("chunk", spot.chunk, spot.chunk)
        for verdict in explainer.explain(item, {trace.mode: trace}, parameters).verdicts:
            st.markdown(safe_markdown(verdict.said, 900))
    _sources(trace, kept.via)


def _sources(trace: Trace, via: tuple[str, ...]) -> None:
    names = names_of({trace.mode: trace})
    shown = "; ".join(safe_markdown(source_name(source, names), 120) for source in via[:_SOURCES])
    more = f" {words_compare.AND_MORE.format(count=len(via) - _SOURCES)}" if len(via) > _SOURCES else ""
    st.caption(f"{own.BROUGHT_BY}: {shown}{more}")
