"""The frame around every page: title, navigation, and in the sidebar the workspace, its viewer and its engine.

Lists only pages that exist; leaves `url_path` alone, so that an address is the page's file name.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from core.errors import LightPrismError
from pages.parts import banners, carried_on, original, session, view_as, words
from pages.parts.text import safe_markdown

_ROOT = Path(__file__).resolve().parents[2]
_PICKED = "lightprism.picked"


def draw() -> None:
    """Draw the frame and run the page that the address names."""
    st.set_page_config(page_title=words.APP, page_icon=_ROOT / "assets" / "icon.svg", layout="wide")
    st.html(_ROOT / "assets" / "app.css")
    sections = {heading: _pages(names) for heading, names in words.SECTIONS.items()}
    page = st.navigation({heading: found for heading, found in sections.items() if found}, expanded=True)
    missing = session.unknown()
    if session.settle():
        view_as.told()
    with st.sidebar:
        _workspace()
    if missing:
        _no_such(missing)
    _seen_as()
    _carried_on()
    if not view_as.off(page.url_path or "home"):
        page.run()
        _original()


def _seen_as() -> None:
    """With whose eyes the page is seen, above it."""
    with banners.problems_shown():
        explorer = session.whole() if session.viewer() is not None else None
        if explorer is not None:
            view_as.line(explorer)


def _carried_on() -> None:
    """Of a workspace of an older version, until it was read."""
    if session.viewing() or session.chosen() is None:
        return
    with banners.problems_shown():
        carried_on.notice(session.whole())


def _original() -> None:
    """The original that a click on the page asked for, over the page."""
    with banners.problems_shown():
        original.shown(session.explorer())


def _no_such(name: str) -> None:
    """Say that the address names no workspace, and which one is shown."""
    shown = session.chosen()
    said = words.NO_SUCH_WORKSPACE.format(name=safe_markdown(name, 60))
    other = words.OTHER_WORKSPACE.format(name=safe_markdown(shown, 60)) if shown else ""
    st.warning(f"{said} {other}", icon=":material/link_off:")


def _pages(names: Sequence[str]) -> list[Any]:
    return [_page(name) for name in names if (_ROOT / "pages" / f"{name}.py").exists()]


def _page(name: str) -> Any:
    title, icon, about = words.PAGES[name]
    return st.Page(_ROOT / "pages" / f"{name}.py", title=title, icon=icon, help=about, default=name == "home")


def _workspace() -> None:
    known, chosen = list(session.names()), session.chosen()
    if chosen is None:
        st.caption(words.NO_WORKSPACE)
        return
    st.session_state[_PICKED] = chosen
    st.selectbox(words.WORKSPACE, known, key=_PICKED, help=words.WORKSPACE_HELP, on_change=_picked)
    try:
        explorer = session.whole()
        view_as.control(explorer)
    except LightPrismError as error:
        banners.problem(error)
        return
    _engine(explorer)


def _picked() -> None:
    session.choose(st.session_state[_PICKED])


def _engine(explorer: Any) -> None:
    st.caption(words.ENGINE)
    label = safe_markdown(explorer.engine.name, 60)
    st.page_link(_ROOT / "pages" / "settings.py", label=label, icon=words.PAGES["settings"][1], help=words.ENGINE_HELP)
    st.caption(words.ENGINES.get(explorer.engine.kind, ""))
    if not explorer.writable:
        st.caption(f":material/lock: {words.READ_ONLY}")
