"""Looking with a viewer's eyes: the choice in the sidebar, the line on every page, and pages that are off meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from pages.parts import audiences_set, banners, present, session, words
from pages.parts import words_view_as as own
from pages.parts.text import safe_markdown

_KEY = "view-as"
_NAMED = 5


def control(explorer: Any) -> None:
    """The choice of labels; where no document has any, the way to give them some."""
    known, chosen = list(audiences_set.known(explorer)), session.viewer()
    if not known and chosen is None:
        st.caption(f"{own.LABEL}: {own.NONE_YET}", help=own.HELP)
        st.page_link(
            "pages/documents.py",
            label=own.SET_LABELS,
            icon=":material/group:",
            query_params=session.linked(view="audiences"),
        )
        return
    st.session_state[_KEY] = list(chosen or ())
    st.multiselect(
        own.LABEL,
        list(dict.fromkeys((*known, *(chosen or ())))),
        key=_KEY,
        placeholder=own.EVERYTHING if chosen is None else own.NO_LABEL,
        help=own.HELP,
        on_change=_picked,
    )
    if chosen is None:
        _public()
    else:
        _everything("view-as-everything")


def _picked() -> None:
    session.see_as(tuple(sorted(st.session_state[_KEY])))


def _public() -> None:
    st.button(
        own.PUBLIC,
        icon=":material/public:",
        type="tertiary",
        key="view-as-public",
        help=own.PUBLIC_HELP,
        on_click=session.see_as,
        args=((),),
    )


def _everything(key: str) -> None:
    st.button(own.SEE_EVERYTHING, icon=":material/visibility:", key=key, on_click=session.see_as, args=(None,))


def line(explorer: Any) -> None:
    """On every page: with whose eyes it is seen, and the way back to everything. Nothing without a viewer."""
    labels = session.viewer()
    if labels is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="view-as-line"):
        said = own.AS.format(labels=named(labels)) if labels else own.AS_PUBLIC
        st.markdown(f":material/visibility_lock: **{said}** – {own.NOT_A_LOGIN}.", width="stretch")
        if not present.on():  # there the way out of projector mode has its place
            _everything("view-as-back")
    held = audiences_set.known(explorer)
    unheld = [label for label in labels if label not in held]
    if unheld:
        template = own.NOBODY if len(unheld) == 1 else own.NOBODY_SEVERAL
        there = own.KNOWN.format(labels=named(held)) if held else own.NONE_YET
        st.caption(f":material/info: {template.format(labels=named(unheld))} {there}")


def told() -> None:
    """That a step back, or another address, changed whose eyes look: nobody chose it here."""
    labels = session.viewer()
    if labels is None:
        said = own.NOW_EVERYTHING
    else:
        said = own.NOW_AS.format(labels=named(labels)) if labels else own.NOW_PUBLIC
    st.toast(said, icon=":material/visibility:" if labels is None else ":material/visibility_lock:")


def off(page: str) -> bool:
    """Whether the page is off for a viewer; then it says why, in the place of its content."""
    if session.viewer() is None or page not in own.OFF_WHY:
        return False
    title = words.PAGES[page][0]
    st.title(title, anchor=False)
    banners.empty(own.OFF.format(page=title), own.OFF_HINT.format(why=own.OFF_WHY[page]))
    return True


def named(labels: Sequence[str]) -> str:
    """Labels as badges, the first few of many."""
    shown = " ".join(f":violet-badge[{safe_markdown(label, 40)}]" for label in labels[:_NAMED])
    return shown if len(labels) <= _NAMED else f"{shown} +{len(labels) - _NAMED}"
