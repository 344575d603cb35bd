"""The Settings page: what reads this workspace and how, what a change of that means, and looking after what is kept."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.parts import banners
from pages.parts import words_settings as own
from pages.parts.keeping_backup import backup
from pages.parts.keeping_check import check
from pages.parts.settings_changes import changes_card
from pages.parts.settings_draft import draft
from pages.parts.settings_engine import engine
from pages.parts.settings_models import models
from pages.parts.settings_reading import passages, reading, speed
from pages.parts.settings_work import pull, test
from pages.parts.text import safe_markdown


def page() -> None:
    """Draw the page, or say what is missing for it."""
    st.title(own.TITLE, anchor=False)
    with banners.problems_shown():
        explorer = banners.workspace()
        if explorer is None:
            return
        st.caption(own.OF_WORKSPACE.format(name=safe_markdown(explorer.name)))
        if not explorer.writable:
            holder = safe_markdown(explorer.holder)
            st.info(f"**{own.READ_ONLY}**  \n{own.READ_ONLY_HINT.format(holder=holder)}", icon=":material/lock:")
        left, right = st.columns([5, 2], gap="large")
        with left:
            _settings(explorer)
            _keeping(explorer)
        with right:
            changes_card(explorer)


def _settings(explorer: Any) -> None:
    with _section("engine"):
        server = engine(explorer)
        if server is not None:
            models(explorer, server)
            test(explorer)
            pull(explorer)
    with _section("passages"):
        passages(explorer)
    with _section("reading"):
        reading(explorer)
    if not draft(explorer).embedded:
        with _section("speed"):
            speed(explorer)


def _keeping(explorer: Any) -> None:
    """Here, because it is about this workspace as a whole and no document of it."""
    with _section("check"), banners.problems_shown():
        check(explorer)
    with _section("backup"), banners.problems_shown():
        backup(explorer)


def _section(name: str) -> Any:
    return st.container(border=True, key=f"settings-{name}-section")


page()
