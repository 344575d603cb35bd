"""Several documents at once: a filter by folder or name above the table, and what can be done with those chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from pages.parts import banners, documents_erase, documents_table, documents_withdraw
from pages.parts import documents_panel as panels
from pages.parts import words_withdraw as words

_FILTER, _FEW = "documents-filter", 5


def fitting(rows: Sequence[Any]) -> list[Any]:
    """The field, where there are more than a few documents; those that fit."""
    if len(rows) <= _FEW:
        return list(rows)
    with st.container(horizontal=True, vertical_alignment="center", key="documents-filter-bar"):
        typed = st.text_input(
            words.FILTER,
            key=_FILTER,
            placeholder=words.FILTER,
            icon=":material/search:",
            on_change=_again,
            width=320,
            label_visibility="collapsed",
        )
        found = [row for row in rows if fits(row, typed)]
        if typed.strip():
            st.caption(words.FITS.format(count=len(found), total=len(rows)), width="content")
            label = words.SHOW_ALL.format(count=len(rows))
            st.button(label, icon=":material/filter_alt_off:", type="tertiary", key="filter-none", on_click=_all)
    if not found:
        banners.empty(words.NONE_FIT, words.NONE_FIT_HINT)
    return found


def fits(row: Any, typed: str) -> bool:
    """Whether each word that was typed stands in the title or the path, whatever the case."""
    said = f"{row.document.title}\n{row.document.id}".casefold()
    return all(word in said for word in typed.casefold().split())


def _all() -> None:
    st.session_state[_FILTER] = ""
    _again()


def _again() -> None:
    documents_table.forget()
    panels.leave()


def acts(explorer: Any, rows: Sequence[Any], found: Sequence[Any]) -> None:
    """What can be done with the chosen of `rows`, or with all that fit the filter, and the panel that was opened."""
    if not explorer.writable:
        return
    chosen = documents_table.chosen()
    ticked = [row for row in found if row.document.id in chosen]
    filtered = bool(st.session_state.get(_FILTER, "").strip())
    if len(ticked) > 1:
        _bar(explorer, ticked, words.WITHDRAW_CHOSEN, ticked=True)
    elif filtered and not ticked and len(found) > 1:
        _bar(explorer, found, words.WITHDRAW_FITTING, ticked=False)
    _panels(explorer, rows)


def _bar(explorer: Any, rows: Sequence[Any], label: str, ticked: bool) -> None:
    documents = [row.document.id for row in rows]
    with st.container(horizontal=True, vertical_alignment="center", key="documents-several"):
        if ticked:
            st.markdown(f"**{words.CHOSEN.format(count=len(rows))}**", width="content")
        documents_withdraw.button(explorer, documents, "several-withdraw", label.format(count=len(rows)))
        documents_erase.button(explorer, documents, "several-erase", words.ERASE_SEVERAL.format(count=len(rows)))
        if ticked:
            st.button(words.CLEAR, type="tertiary", key="several-none", on_click=_again)


def _panels(explorer: Any, rows: Sequence[Any]) -> None:
    for step, panel in (
        (documents_withdraw.STEP, documents_withdraw.panel),
        (documents_erase.STEP, documents_erase.panel),
    ):
        wanted = panels.asked(step.what) or ()
        if len(wanted) > 1:
            titles = {row.document.id: row.document.title for row in rows}
            if titles.keys() >= set(wanted):
                panel(explorer, {name: titles[name] for name in wanted})
