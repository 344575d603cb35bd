"""Which passage is looked at: chosen by document and passage, kept in the address alone (`?chunk=`).

An address is a stranger's input: a passage that is not here gives the first one, and a word about it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from pages.parts import words_extraction as words
from pages.parts.text import one_line

CHUNK = "chunk"
"""The name in the address of the passage that is open."""

_DOCUMENT, _PASSAGE, _SHOW = "extraction-document", "extraction-passage", "extraction-show"

KEEPS: dict[str, Callable[[Any], bool]] = {
    "all": lambda row: True,
    "failed": lambda row: row.state == "failed",
    "empty": lambda row: row.state == "read" and not row.entities,
    "rejected": lambda row: row.rejected > 0,
}


def pick(explorer: Any, documents: Sequence[Any]) -> str | None:
    """Draw the choice; the id of the passage, None where none is like what is asked for."""
    wanted = st.query_params.get(CHUNK, "")
    document = _document(documents, wanted)
    rows = explorer.library.chunks(document.document.id)
    if wanted and not any(row.chunk.id == wanted for row in rows):
        st.caption(f":material/info: {words.GONE}")
    left, right = st.columns([5, 4], vertical_alignment="bottom")
    with left:
        _choose_document(documents, document, explorer)
    with right:
        fitting = _fitting(rows)
    if not fitting:
        st.caption(words.SHOWN_NONE)
        return None
    return _passage(fitting, wanted)


def _document(documents: Sequence[Any], wanted: str) -> Any:
    """The document that the passage belongs to, by the longest name that fits; else the first with a failure."""
    owners = [row for row in documents if wanted.startswith(f"{row.document.id}#")]
    if owners:
        return max(owners, key=lambda row: len(row.document.id))
    return next((row for row in documents if row.failed), documents[0])


def _choose_document(documents: Sequence[Any], document: Any, explorer: Any) -> None:
    titles = {row.document.id: row for row in documents}

    def label(name: str) -> str:
        row = titles[name]
        title = one_line(row.document.title or name, 90)
        return words.DOCUMENT_FAILED.format(title=title, failed=row.failed) if row.failed else title

    def put() -> None:
        rows = explorer.library.chunks(st.session_state[_DOCUMENT])
        fitting = [row for row in rows if KEEPS[_shown()](row)] or rows
        _go(fitting[0].chunk.id if fitting else "")

    st.session_state[_DOCUMENT] = document.document.id
    st.selectbox(words.DOCUMENT, list(titles), format_func=label, key=_DOCUMENT, on_change=put)


def _shown() -> str:
    chosen = st.session_state.get(_SHOW, "all")
    return chosen if chosen in KEEPS else "all"


def _fitting(rows: Sequence[Any]) -> list[Any]:
    """The passages to step through, as far as there are any of that kind."""
    st.session_state[_SHOW] = _shown()
    chosen = st.selectbox(words.SHOW, list(words.SHOWN), format_func=words.SHOWN.__getitem__, key=_SHOW)
    return [row for row in rows if KEEPS[chosen](row)]


def _passage(rows: Sequence[Any], wanted: str) -> str:
    by_id = {row.chunk.id: row for row in rows}
    ids = list(by_id)
    chosen = wanted if wanted in by_id else next((row.chunk.id for row in rows if row.state == "failed"), ids[0])
    at = ids.index(chosen)
    st.session_state[_PASSAGE] = chosen
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="extraction-steps"):
        _step(":material/chevron_left:", words.BEFORE, ids[at - 1] if at else "")
        st.selectbox(
            words.PASSAGE,
            ids,
            format_func=lambda name: option(by_id[name]),
            key=_PASSAGE,
            on_change=lambda: _go(st.session_state[_PASSAGE]),
        )
        _step(":material/chevron_right:", words.NEXT, ids[at + 1] if at + 1 < len(ids) else "")
    return chosen


def _step(icon: str, label: str, to: str) -> None:
    st.button("", icon=icon, help=label, key=f"extraction-{label}", disabled=not to, on_click=_go, args=(to,))


def _go(chunk: str) -> None:
    if chunk:
        st.query_params[CHUNK] = chunk


def option(row: Any) -> str:
    """A passage by its number and what was found in it."""
    return words.PASSAGE_OPTION.format(number=row.chunk.position + 1, found=found(row))


def found(row: Any) -> str:
    """How a passage stands, in a few words."""
    if row.state != "read":
        return words.STATES[row.state]
    if not row.entities and not row.relations and not row.rejected:
        return words.FOUND_NOTHING
    names = ("entities", "relations", "rejected") if row.rejected else ("entities", "relations")
    return ", ".join(_count(name, getattr(row, name)) for name in names)


def _count(name: str, number: int) -> str:
    one, many = words.COUNTS[name]
    return one if number == 1 else many.format(n=number)
