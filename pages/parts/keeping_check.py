"""Checking a workspace: what was looked at, what is not as it should be, and a way to make right what can be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.domain.integrity import Difference, Verdict
from pages.parts import background, banners, traces, words_erase
from pages.parts import words_keeping as words
from pages.parts.documents_lists import sheet
from pages.parts.figures import duration
from pages.parts.text import one_line, safe_markdown

_SHOWN = 200


def check(explorer: Any) -> None:
    """Draw the section."""
    st.subheader(words.CHECK, anchor=False)
    st.caption(words.CHECK_HINT)
    background.watched(explorer.integrity, "check", _text, lambda view: _idle(explorer, view))
    st.caption(words_erase.LOOK_HINT)
    traces.box(explorer, "check")


def _text(view: Any) -> str:
    if view.subject == "repair":
        return words.REPAIRING
    return words.CHECKING.format(note=safe_markdown(view.note, 60)) if view.note else words.STARTING


def _idle(explorer: Any, view: Any) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            words.CHECK_AGAIN if view.result else words.CHECK_DO,
            icon=":material/fact_check:",
            key="check-do",
            on_click=_start,
            args=(explorer,),
        )
        st.checkbox(words.EMBED, key="check-embed", help=words.EMBED_HELP)
    if view.state == "stopped":
        st.info(words.STOPPED, icon=":material/info:")
    elif view.error is not None:
        banners.problem(view.error)
    elif view.result is not None:
        _verdict(explorer, view.result)


def _start(explorer: Any) -> None:
    explorer.integrity.start(embed=bool(st.session_state.get("check-embed")))


def _verdict(explorer: Any, found: Verdict) -> None:
    with st.container(key="check-verdict"):
        if found.sound:
            st.success(words.SOUND, icon=":material/verified:")
        else:
            _differences(explorer, found)
        for note in found.notes:
            st.caption(f":material/info: {safe_markdown(note, 400)}")
        _spare(explorer, found)
        looked = " · ".join(words.LOOKED.format(name=safe_markdown(e.what), count=e.count) for e in found.looked)
        st.caption(f"{words.TOOK.format(seconds=duration(found.seconds))} · {looked}")


def _differences(explorer: Any, found: Verdict) -> None:
    count = len(found.differences)
    lines = [f"**{words.WRONG_ONE if count == 1 else words.WRONG.format(count=count)}**"]
    if found.repairable:
        lines.append(words.REPAIRABLE_ONE if count == 1 else words.REPAIRABLE.format(count=len(found.repairable)))
    if found.lost:
        lines.append(words.LOST)
    st.warning("  \n".join(lines), icon=":material/warning:")
    _table(found.differences, "check-differences")
    if found.repairable:
        _repair(explorer, words.REPAIR, "check-repair", primary=True)


def _spare(explorer: Any, found: Verdict) -> None:
    if not found.spare:
        return
    count = len(found.spare)
    st.markdown(words.SPARE_ONE if count == 1 else words.SPARE.format(count=count))
    with st.expander(words.SHOW_SPARE, key="check-spare"):
        _table(found.spare, "check-spare-list")
    if found.sound:
        _repair(explorer, words.REPAIR_CLEAR, "check-clear", primary=False)


def _repair(explorer: Any, label: str, key: str, primary: bool) -> None:
    if not explorer.writable:
        st.caption(f":material/lock: {words.READ_ONLY}")
        return
    st.button(
        label,
        type="primary" if primary else "secondary",
        icon=":material/build:",
        key=key,
        on_click=lambda: explorer.integrity.start(repair=True),
    )


def _table(found: Sequence[Difference], key: str) -> None:
    st.dataframe(frame(found[:_SHOWN]), hide_index=True, key=key)
    with st.container(horizontal=True, vertical_alignment="center"):
        if len(found) > _SHOWN:
            st.caption(words.SHOWN.format(shown=_SHOWN, count=len(found)), width="content")
        st.download_button(
            words.SAVE,
            lambda: sheet(frame(found)),
            f"{key}.csv",
            "text/csv",
            icon=":material/download:",
            on_click="ignore",
            key=f"{key}-save",
            type="tertiary",
        )


def frame(found: Iterable[Difference]) -> pd.DataFrame:
    """A line for each difference: kind, id, what, and what to do."""
    rows = [
        (
            words.KINDS.get(each.kind, each.kind),
            one_line(each.id, 200),
            one_line(each.what, 400),
            words.BY_REPAIR if each.derived else one_line(each.remedy, 200),
        )
        for each in found
    ]
    return pd.DataFrame(rows, columns=list(words.COLUMNS))
