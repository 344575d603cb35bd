"""Decisions as a file: all of them given away, and a colleague's looked through before any of them is taken."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import streamlit as st

from core.domain.curation import Incoming, IncomingRow
from pages.parts import banners, decided
from pages.parts import words_history as words
from pages.parts.history_step import numbers
from pages.parts.history_steps import said
from pages.parts.home_lines import moment
from pages.parts.text import one_line, safe_markdown

_ROUND = "lightprism.exchange.round"
_MOST = 300
_OFFERED = ("new", "contradictory", "idle", "duplicate")


def draw(explorer: Any) -> None:
    """Both ways."""
    decided.shown(explorer, "exchange", link=False)
    if explorer.curate.last():
        with st.container(border=True, key="exchange-save"):
            st.markdown(f"**{words.SAVE_TITLE}**  \n{words.SAVE_HINT}")
            st.download_button(
                words.SAVE,
                explorer.curate.export,
                words.SAVE_FILE,
                "application/json",
                icon=":material/download:",
                on_click="ignore",
                key="exchange-download",
            )
    if explorer.writable:
        with st.container(border=True, key="exchange-take"):
            st.markdown(f"**{words.TAKE_TITLE}**  \n{words.TAKE_HINT}")
            _take(explorer)


def _take(explorer: Any) -> None:
    number = st.session_state.get(_ROUND, 0)
    file = st.file_uploader(words.TAKE_LABEL, ["json"], key=f"exchange-file-{number}")
    if file is None:
        return
    found: Incoming = explorer.curate.incoming(file.getvalue())
    if not any((found.rows, found.unreadable, found.undone)):
        st.info(words.TAKE_EMPTY, icon=":material/info:")
        return
    chosen = [place for name in _OFFERED for place in _offered(name, getattr(found, name), number)]
    _told("undone", [said(row.sentence) for row in found.undone])
    _told("unreadable", [f"{row.raw}: {row.reason}" for row in found.unreadable])
    if found.rows:
        _go(explorer, found, chosen, number)


def _offered(name: str, rows: Sequence[IncomingRow], number: int) -> Collection[int]:
    """One list with a box for each row; the places that are ticked. New ones are ticked at first."""
    if not rows:
        return ()
    label, about = words.ROWS[name]
    with st.expander(f"{label} ({len(rows):,})", expanded=name != "duplicate"):
        st.caption(about)
        key = f"exchange-{name}-{number}"
        with st.container(horizontal=True, gap="small"):
            for title, on in ((words.TAKE_ALL, True), (words.TAKE_NO, False)):
                st.button(title, type="tertiary", key=f"{key}-{on}", on_click=_tick, args=(key, rows, on))
        chosen = [row.place for row in rows[:_MOST] if _box(key, row, name == "new")]
        rest = rows[_MOST:]
        if rest and st.checkbox(words.ROWS_MORE.format(count=len(rest)), name == "new", key=f"{key}-rest"):
            chosen += [row.place for row in rest]
        return chosen


def _tick(key: str, rows: Sequence[IncomingRow], on: bool) -> None:
    for row in rows[:_MOST]:
        st.session_state[f"{key}-{row.place}"] = on
    st.session_state[f"{key}-rest"] = on


def _box(key: str, row: IncomingRow, first: bool) -> bool:
    state = f"{key}-{row.place}"
    st.session_state.setdefault(state, first)
    template = words.ROW_AGAINST if "contradictory" in key else words.ROW_SAME
    against = f" :small[{template.format(numbers=numbers(row.against))}]" if row.against else ""
    who = words.TAKE_WHO.format(who=safe_markdown(row.who, 40), when=moment(row.at)) if row.who and row.at else ""
    by = f" :small[{who or safe_markdown(row.who, 40)}]" if who or row.who else ""
    return bool(st.checkbox(f"{safe_markdown(said(row.sentence), 240)}{by}{against}", key=state))


def _told(name: str, lines: Sequence[str]) -> None:
    """A list of what is not offered."""
    if lines:
        label, about = words.ROWS[name]
        with st.expander(f"{label} ({len(lines):,})"):
            st.caption(about)
            for line in lines[:_MOST]:
                st.text(one_line(line, 300))


def _go(explorer: Any, found: Incoming, chosen: Collection[int], number: int) -> None:
    def take() -> None:
        with banners.problems_shown():
            made = explorer.curate.take(found, chosen)
            decided.keep(explorer, made.seqs, made.notes, "took")
            st.session_state[_ROUND] = number + 1

    label = words.TAKE_ONE if len(chosen) == 1 else words.TAKE.format(count=len(chosen))
    if not chosen:
        st.caption(words.TAKE_NONE)
    st.button(label, type="primary", icon=":material/check:", disabled=not chosen, key="exchange-go", on_click=take)
