"""One document: its passages with their state, its text, its metadata, and what was taken off its pages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import streamlit as st

from pages.parts import (
    audiences_document,
    documents_erase,
    documents_mark,
    documents_replace,
    documents_withdraw,
    original,
    session,
)
from pages.parts import words_audiences as seen
from pages.parts import words_documents as words
from pages.parts.documents_table import DOC, forget, when
from pages.parts.extraction_pick import CHUNK
from pages.parts.text import safe_markdown
from pages.parts.words import PAGES

_PASSAGES = 10
_CHARACTERS = 20_000
_BADGES = {
    "pending": ("gray", ":material/schedule:"),
    "read": ("green", ":material/check:"),
    "failed": ("red", ":material/error:"),
}


def details(explorer: Any, row: Any) -> None:
    """Draw a document below the table."""
    with st.container(border=True, key="document"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.subheader(safe_markdown(row.document.title, 120), anchor=False)
            st.space("stretch")
            st.button(words.CLOSE, icon=":material/close:", type="tertiary", key="document-close", on_click=_close)
        st.caption(" · ".join(_facts(row)))
        audiences_document.audience(explorer, row.document.id)
        if not session.viewing():
            documents_mark.line(explorer, row.document.id)
            _acts(explorer, row)
            documents_mark.panel(explorer, row)
            documents_replace.panel(explorer, row)
            documents_withdraw.panel(explorer, {row.document.id: row.document.title})
            documents_erase.panel(explorer, {row.document.id: row.document.title})
        _parts(explorer, row)


def _facts(row: Any) -> list[str]:
    """Where it came from, what it is, how long its text is where it came with one, and since when it is here."""
    characters = [words.FACTS_CHARACTERS.format(count=row.characters)] if row.characters else []
    kind = [safe_markdown(row.document.kind)] if row.document.kind else []
    return [safe_markdown(row.document.id), *kind, *characters, words.FACTS_ADDED.format(added=when(row.added_at))]


def _acts(explorer: Any, row: Any) -> None:
    """What can be done with a document."""
    with st.container(horizontal=True, gap="small", key="document-acts"):
        _read_next(explorer, row.document.id)
        documents_replace.button(explorer, row)
        documents_mark.button(explorer, row.document.id)
        documents_withdraw.button(explorer, [row.document.id], "document-withdraw")
        documents_erase.button(explorer, [row.document.id], "document-erase")


def _read_next(explorer: Any, document: str) -> None:
    """Where others come before it."""
    queue = [waits.document for waits in explorer.library.queue()]
    if explorer.writable and document in queue[1:]:
        st.button(
            words.READ_NEXT,
            icon=":material/vertical_align_top:",
            key="document-next",
            on_click=explorer.library.put_first,
            args=([document],),
        )


def _close() -> None:
    st.query_params.pop(DOC, None)
    forget()


def _parts(explorer: Any, row: Any) -> None:
    document = row.document.id
    labels = [words.COUNTED.format(label=words.PARTS[0], count=row.chunks), *words.PARTS[1:3]]
    if not session.viewing():
        labels.append(words.COUNTED.format(label=words.PARTS[3], count=row.removed))
    passages, text, metadata, *taken = st.tabs(labels)
    whole = explorer.library.text(document)
    with passages:
        _passages(explorer.library.chunks(document), document, original_too=bool(whole) or not session.viewing())
    with text:
        _text(whole, document)
    with metadata:
        _metadata(row.document.metadata)
    for tab in taken:
        with tab:
            _taken(explorer.library.removed(document))


def _passages(rows: Sequence[Any], document: str, original_too: bool) -> None:
    """`original_too`: there is more to open than what stands here."""
    start = (part(len(rows), _PASSAGES, f"passages-{document}") - 1) * _PASSAGES
    for row in rows[start : start + _PASSAGES]:
        with st.container(border=True):
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                number = row.chunk.position + 1
                head = words.PASSAGE_HEAD if row.chunk.page is None else words.PASSAGE_PAGE
                st.markdown(f"**{head.format(number=number, page=row.chunk.page)}**")
                color, icon = _BADGES[row.state]
                st.badge(words.STATES[row.state], color=color, icon=icon)
                if row.state == "read":
                    st.caption(_found(row))
                st.space("stretch")
                if original_too:
                    original.button(row.chunk.id, key=f"original-{row.chunk.id}")
                if not session.viewing():
                    _as_read(row.chunk.id)
            if row.reason:
                st.caption(safe_markdown(row.reason, 400))
            st.text(row.chunk.text)


def _as_read(chunk: str) -> None:
    st.page_link(
        "pages/extraction.py",
        label=words.TO_EXTRACTION,
        icon=PAGES["extraction"][1],
        query_params=session.linked(**{CHUNK: chunk}),
    )


def _found(row: Any) -> str:
    if not (row.entities or row.relations or row.rejected):
        return words.FOUND_NOTHING
    template = words.FOUND_REJECTED if row.rejected else words.FOUND
    return template.format(entities=row.entities, relations=row.relations, rejected=row.rejected)


def _text(text: str, document: str) -> None:
    if not text:
        st.caption(seen.SEEN_NO_TEXT if session.viewing() else words.NO_TEXT)
        return
    start = (part(len(text), _CHARACTERS, f"text-{document}") - 1) * _CHARACTERS
    st.text(text[start : start + _CHARACTERS])


def _metadata(metadata: Any) -> None:
    if not metadata:
        st.caption(words.NO_METADATA)
    for name, value in metadata.items():
        shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
        st.markdown(f"**{safe_markdown(str(name), 80)}** {safe_markdown(shown, 400)}")


def _taken(removed: Sequence[Any]) -> None:
    st.caption(words.TAKEN_HELP if removed else words.NOTHING_TAKEN)
    start = (part(len(removed), 50, "taken") - 1) * 50
    for item in removed[start : start + 50]:
        st.caption(words.PAGE_TAKEN.format(page=item.page, reason=safe_markdown(item.reason, 200)))
        st.text(item.text)


def part(total: int, size: int, key: str) -> int:
    """Which part of something long is shown, from 1; asks only where there are several."""
    parts = (total + size - 1) // size
    if parts < 2:
        return 1
    return int(st.number_input(words.PART_OF.format(parts=parts), 1, parts, key=f"part-{key}", width=160))
