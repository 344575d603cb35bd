"""What was found, drawn in the browser: names, and passages with the words marked. Clicks come back as plain values.

Marks are places in the text; the browser sets every piece as text, so that nothing a document says is markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from core.domain.records import Span
from core.services.search import EntityHit, Found, PassageHit
from pages.parts import original_state, session
from pages.parts import words_search as words
from pages.parts.documents_table import DOC
from pages.parts.search_state import Asked
from pages.parts.text import one_line
from pages.parts.words import UNTYPED

_ASSETS = Path(__file__).resolve().parents[2] / "assets"
_GO = "lightprism.search.go"
_ALIASES = 3

_component = st.components.v2.component(
    "lightprism_found",
    html='<div class="lp-found"></div>',
    css=(_ASSETS / "found.css").read_text(encoding="utf-8"),
    js="\n".join((_ASSETS / name).read_text(encoding="utf-8") for name in ("dom.js", "found.js")),
)


def names(found: Found, asked: Asked) -> None:
    """The names, each leading to its card on the Graph page."""
    _draw({"names": [_name(hit) for hit in found.entities]}, "search-names", found, asked)


def passages(found: Found, asked: Asked) -> None:
    """The passages, best first, each leading to its original and its document."""
    _draw({"passages": [_passage(hit) for hit in found.passages]}, "search-passages", found, asked)


def _draw(rows: dict[str, Any], key: str, found: Found, asked: Asked) -> None:
    def gone() -> None:
        st.session_state[_GO] = st.session_state[key].go

    def opened() -> None:
        chunk = st.session_state[key].original
        hit = next((hit for hit in found.passages if hit.chunk == chunk), None)
        if hit:
            original_state.ask(hit.chunk, hit.marks)

    data = {"names": [], "passages": [], "address": session.pairs(), "rule": asked.rule, "strings": dict(words.RESULTS)}
    _component(key=key, data=data | rows, on_go_change=gone, on_original_change=opened)
    original_state.hurry()
    _follow(st.session_state.pop(_GO, None), found, asked)


def _follow(go: Any, found: Found, asked: Asked) -> None:
    """Go where a click leads, if it names what is shown."""
    if not isinstance(go, dict):
        return
    kind, key = go.get("kind"), go.get("key")
    rule = {} if asked.rule == "careful" else {"rule": asked.rule}
    if kind == "entity" and any(hit.key == key for hit in found.entities):
        st.switch_page("pages/graph.py", query_params=session.linked(node=str(key), **rule))
    if kind == "document" and any(hit.document == key for hit in found.passages):
        st.switch_page("pages/documents.py", query_params=session.linked(**{DOC: str(key)}))


def _name(hit: EntityHit) -> dict[str, Any]:
    return {
        "key": hit.key,
        "label": hit.label,
        "marks": _pairs(hit.marks),
        "type": one_line(hit.type or UNTYPED, 40),
        "passages": hit.passages,
        "also": [one_line(alias, 60) for alias in hit.aliases[:_ALIASES]],
    }


def _passage(hit: PassageHit) -> dict[str, Any]:
    cut = len(hit.snippet) < len(hit.text)
    return {
        "chunk": hit.chunk,
        "document": hit.document,
        "title": hit.title or hit.document,
        "titleMarks": _pairs(hit.title_marks) if hit.title else [],
        "page": hit.page,
        "snippet": hit.snippet,
        "snippetMarks": _pairs(hit.snippet_marks),
        "before": cut and not hit.text.startswith(hit.snippet),
        "after": cut and not hit.text.endswith(hit.snippet),
        "text": hit.text if cut else "",
        "marks": _pairs(hit.marks) if cut else [],
    }


def _pairs(spans: Sequence[Span]) -> list[list[int]]:
    return [[span.start, span.end] for span in spans]
