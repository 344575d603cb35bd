"""The texts of a card: what passages say, what waits for a part, and sentences that do not fit together.

All text of documents goes through `text.py` or `st.text`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from core.services.cards import CardText, Conflict
from pages.parts import words, words_rules
from pages.parts.passages import source
from pages.parts.text import safe_markdown

_CONFLICTS = 6


def conflicts(found: Sequence[Conflict]) -> None:
    """The sentences that do not fit together, each with its number and its place."""
    if not found:
        return
    with st.container(border=True, gap="small", key="card-conflicts"):
        st.caption(words.CONFLICTS)
        for one in found[:_CONFLICTS]:
            quantity = safe_markdown(one.said, 30)
            st.markdown(f":orange-badge[{quantity}] :small[{source(one.place)}]")
            st.text(one.sentence)
        if len(found) > _CONFLICTS:
            st.caption(words.CONFLICTS_MORE.format(count=len(found) - _CONFLICTS))


def profile_texts(
    texts: Sequence[CardText],
    cut: Sequence[CardText],
    nothing: str,
    waiting: Callable[[CardText], bool] = lambda _: False,
) -> None:
    """The texts of a profile with their places, what was cut folded away; `nothing` stands where there is no text.

    Those that are `waiting` for a part are marked.
    """
    if not texts:
        st.caption(nothing)
    for text in texts:
        _text(text, waiting(text))
    if cut:
        by_person = bool(texts) and not texts[0].places
        with st.expander(f"{words.PASSAGES_SAY if by_person else words.CUT_TEXTS} ({len(cut)})"):
            for text in cut:
                _text(text, waiting(text))


def _text(text: CardText, waiting: bool) -> None:
    if waiting:
        waits_mark()
    st.text(text.text)
    if not text.places:
        st.caption(words.BY_PERSON)
        return
    places = "; ".join(map(source, text.places[:5]))
    rest = f" +{len(text.places) - 5}" if len(text.places) > 5 else ""
    st.caption(f"{words.SAID_IN} {places}{rest}")


def waits_mark() -> None:
    """The mark of what waits for a part."""
    st.markdown(f":orange-badge[:material/hourglass_empty: {words_rules.WAITS_MARK}]", help=words_rules.WAITS_HELP)
