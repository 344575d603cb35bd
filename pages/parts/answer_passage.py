"""What a click on a passage of an answer opens over the page: why it is there, or the original that it is from."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.domain.explain import Item
from core.domain.modes import Parameters
from core.domain.records import Chunk, Span
from core.domain.trace import Trace
from core.services.cards import MarkedPassage, Place
from core.services.explain import Explainer
from pages.parts import banners, words_compare
from pages.parts import words_answer as own
from pages.parts.answer_view import Act, Spot
from pages.parts.compare_why import names_of, source_name
from pages.parts.passages import passages
from pages.parts.text import safe_markdown

_SOURCES = 12


def open_passage(explorer: Any, trace: Trace, parameters: Parameters, act: Act, spot: Spot) -> None:
    """Open what was asked for."""
    title, draw = (own.WHY_TITLE, _why) if act == "why" else (own.ORIGINAL_TITLE, _original)
    st.dialog(title, width="large")(_shown)(draw, explorer, trace, parameters, spot)


def _shown(draw: Any, *given: Any) -> None:
    with banners.problems_shown():
        draw(*given)


def _why(explorer: Any, trace: Trace, parameters: Parameters, spot: Spot) -> None:
    kept = next(one for one in trace.chunks if one.chunk.id == spot.chunk)
    name = words_compare.MODES[trace.mode][1]
    st.markdown(own.WHY_RANK.format(rank=kept.rank, count=len(trace.chunks), mode=name))
    explainer = Explainer(explorer.views(trace.policy, trace.viewer))
    item = explainer.item("chunk", spot.chunk) or Item("chunk", spot.chunk, spot.chunk)
    for verdict in explainer.explain(item, {trace.mode: trace}, parameters).verdicts:
        st.markdown(safe_markdown(verdict.said, 900))
    names = names_of({trace.mode: trace})
    st.markdown(f"**{own.BROUGHT_BY}**")
    for source in kept.via[:_SOURCES]:
        st.markdown(f"- {safe_markdown(source_name(source, names), 160)}")
    if len(kept.via) > _SOURCES:
        st.caption(words_compare.AND_MORE.format(count=len(kept.via) - _SOURCES))


def _original(explorer: Any, trace: Trace, parameters: Parameters, spot: Spot) -> None:
    chunk = next(one.chunk for one in trace.chunks if one.chunk.id == spot.chunk)
    place = Place(chunk.id, chunk.document, chunk.title or chunk.document, chunk.position, chunk.page)
    text, marks = _around(explorer.library.text(chunk.document), chunk, spot)
    passages([MarkedPassage(place, text, marks, ())], key="answer-original", whole=True)


def _around(text: str, chunk: Chunk, spot: Spot) -> tuple[str, tuple[Span, ...]]:
    """The document's text with the words marked; the passage alone where it came without its document."""
    start, end = spot.start or 0, spot.end or len(chunk.text)
    if chunk.start is None or text[chunk.start : chunk.end] != chunk.text:
        return chunk.text, (Span(start, end),)
    return text, (Span(chunk.start + start, chunk.start + end),)
