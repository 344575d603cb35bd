"""Who may see one document: a line in its details, and a way to say it otherwise; and the column of the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.errors import InputError
from pages.parts import audiences_set, banners, session
from pages.parts import words_audiences as words
from pages.parts.audiences_set import of_person, of_row


def by_document(explorer: Any) -> Mapping[str, Any]:
    """What is said of each document, where anything is said of any; a viewer is told nothing of it."""
    if session.viewing():
        return {}
    rows = audiences_set.rows(explorer)
    return {row.document: row for row in rows} if any(row.labels or row.own or row.unreadable for row in rows) else {}


def column(said: Mapping[str, Any], documents: list[str]) -> list[list[str]]:
    """The labels for the table of documents; `for nobody` stands where they can't be read."""
    return [_shown(said.get(document)) for document in documents]


def _shown(row: Any) -> list[str]:
    if row is None:
        return []
    return list(row.labels) or ([words.NOBODY] if row.unreadable else [])


def audience(explorer: Any, document: str) -> None:
    """The line in a document's details. Nothing for a viewer."""
    if session.viewing():
        return
    row = next((row for row in audiences_set.rows(explorer) if row.document == document), None)
    if row is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="document-audience"):
        st.markdown(f":material/group: {words.AUDIENCE} {of_row(row)}", width="content",
                    help=words.NOBODY_HELP if row.unreadable else words.AUDIENCE_HELP)  # fmt: skip
        said = [words.SAID_BY[row.by]] if words.SAID_BY[row.by] else []
        if row.own:
            said.append(words.OWN_ONE if row.own == 1 else words.OWN.format(count=row.own))
        if said:
            st.caption(" · ".join(said), width="content")
        if explorer.writable:
            with st.popover(words.CHANGE, icon=":material/edit:", type="tertiary", key="document-audience-change"):
                _change(explorer, row)
    audiences_set.told(explorer, only=document)


def _change(explorer: Any, row: Any) -> None:
    known = dict.fromkeys((*audiences_set.known(explorer), *row.labels))
    typed = st.multiselect(
        words.LABELS,
        list(known),
        default=list(row.labels),
        accept_new_options=True,
        placeholder=words.LABELS_PLACEHOLDER,
        key=f"audience-labels-{row.document}-{row.labels}",
    )
    try:
        wanted = audiences_set.checked(typed, row.title)
    except InputError as error:
        banners.problem(error)
        return
    before = {row.document: of_person(row)}
    with st.container(horizontal=True, gap="small"):
        st.button(
            words.SET,
            type="primary",
            key="document-audience-set",
            disabled=wanted == tuple(row.labels) and not (row.unreadable or row.own),
            on_click=audiences_set.put,
            args=(explorer, {row.document: wanted}, before),
        )
        if row.by == "person":
            st.button(
                words.DOCUMENT_CLEAR,
                type="tertiary",
                key="document-audience-clear",
                on_click=audiences_set.put,
                args=(explorer, {row.document: None}, before),
            )
