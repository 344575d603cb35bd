"""Passages with the words marked that named a thing, exactly as they stand in the document.

The texts go to the browser as data and are set as text there: no Markdown, no HTML, not one character changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from core.services.cards import MarkedPassage, Place
from pages.parts import original_state, words, words_original
from pages.parts.session import linked, pairs
from pages.parts.text import safe_markdown

_ASSETS = Path(__file__).resolve().parents[2] / "assets"

_component = st.components.v2.component(
    "lightprism_passages",
    html='<div class="lp-passages"></div>',
    css=(_ASSETS / "passages.css").read_text(encoding="utf-8"),
    js=(_ASSETS / "passages.js").read_text(encoding="utf-8"),
)


def passages(found: Sequence[MarkedPassage], *, key: str, whole: bool = False) -> None:
    """Show passages one below the other; long ones are folded around the first mark, unless they are shown whole.

    Each has a button that opens its original.
    """

    def opened() -> None:
        asked = next((one for one in found if one.place.chunk == st.session_state[key].original), None)
        if asked:
            original_state.ask(asked.place.chunk, asked.marks)

    rows = [
        {
            "chunk": passage.place.chunk,
            "title": passage.place.title,
            "place": where(passage.place),
            "document": passage.place.document,
            "address": pairs(),
            "text": passage.text,
            "marks": [[span.start, span.end] for span in passage.marks],
        }
        for passage in found
    ]
    strings = {**words.PASSAGE_STRINGS, "original": words_original.OPEN}
    _component(key=key, data={"passages": rows, "whole": whole, "strings": strings}, on_original_change=opened)
    original_state.hurry()


def where(place: Place) -> str:
    """The page if there is one, and which passage of the document it is."""
    number = words.PASSAGE.format(number=place.position + 1)
    return number if place.page is None else f"{words.PAGE.format(page=place.page)}, {number}"


def source(place: Place) -> str:
    """The title, the document's id where it is another, and where in it; as Markdown."""
    title = safe_markdown(place.title, 80)
    named = title if place.title == place.document else f"{title} ({safe_markdown(place.document, 80)})"
    return f"{named}, {safe_markdown(where(place))}"


def source_link(place: Place) -> None:
    """`source`, leading to the document."""
    st.page_link(
        "pages/documents.py",
        label=f":small[{source(place)}]",
        icon=":material/description:",
        help=words.DOCUMENT_OPEN,
        query_params=linked(doc=place.document),
    )
