"""Labels for all documents below a folder, those that come later too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from core.errors import InputError
from pages.parts import audiences_set, banners
from pages.parts import words_audiences as words
from pages.parts.audiences_set import Labels, badges
from pages.parts.text import one_line

_FOLDER = "audiences-folder"


def folders(explorer: Any, rows: Sequence[Any], known: Sequence[str]) -> None:
    """Choose a folder, see what is said for it, and say something else."""
    found = explorer.audiences.folders()
    said: dict[str, Labels] = {each.path: each.labels for each in found}
    if not said:
        return
    with st.expander(words.FOLDERS, icon=":material/folder_shared:", key="audiences-folders"):
        st.caption(words.FOLDERS_HINT)
        counts = {path: sum(row.document.startswith(path) for row in rows) for path in said}
        left, right = st.columns([2, 3], vertical_alignment="bottom")
        with left:
            path = st.selectbox(
                words.FOLDER, list(said), format_func=lambda each: _named(each, counts), key=_FOLDER, width="stretch"
            )
        with right:
            typed = _labels(path, said[path], known)
        if any(each.path == path and each.unreadable for each in found):
            st.warning(words.FOLDER_UNREADABLE, icon=":material/lock:")
        _acts(explorer, path, said, typed)


def _named(path: str, counts: Mapping[str, int]) -> str:
    return words.FOLDER_COUNT.format(path=one_line(path, 80), count=counts[path])


def _labels(path: str, now: Labels, known: Sequence[str]) -> Sequence[str]:
    return st.multiselect(
        words.LABELS,
        list(dict.fromkeys((*known, *(now or ())))),
        default=list(now or ()),
        accept_new_options=True,
        placeholder=words.LABELS_PLACEHOLDER,
        key=f"audiences-labels-{path}-{now}",
    )


def _acts(explorer: Any, path: str, said: Mapping[str, Labels], typed: Sequence[str]) -> None:
    now = said[path]
    try:
        wanted = audiences_set.checked(typed, path)
    except InputError as error:
        banners.problem(error)
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        told = words.FOLDER_NONE if now is None else words.FOLDER_SAID.format(labels=badges(now))
        st.markdown(f":small[{told}]", width="content")
        st.space("stretch")
        if now is not None:
            st.button(
                words.FOLDER_CLEAR,
                type="tertiary",
                key="audiences-folder-clear",
                help=words.FOLDER_CLEAR_HELP,
                disabled=not explorer.writable,
                on_click=audiences_set.put,
                args=(explorer, {path: None}, {path: now}),
            )
        st.button(
            words.FOLDER_SET,
            icon=":material/check:",
            key="audiences-folder-set",
            disabled=not explorer.writable or wanted == now,
            on_click=audiences_set.put,
            args=(explorer, {path: wanted}, {path: now}),
        )
