"""The documents that are withdrawn: those that went in one step come back in one step, or one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from pages.parts import banners, documents_erase
from pages.parts import documents_panel as panels
from pages.parts import words_withdraw as words
from pages.parts.documents_details import part
from pages.parts.documents_table import when
from pages.parts.text import safe_markdown

_SHOWN = 20


def withdrawn(explorer: Any) -> None:
    """Each step that took documents out of sight, the latest first, with the way back."""
    found = explorer.withdrawals.withdrawn()
    if not found:
        banners.empty(words.NONE, words.NONE_HINT)
        return
    st.caption(words.LIST_HINT)
    steps = _steps(found)
    start = (part(len(steps), _SHOWN, "withdrawn") - 1) * _SHOWN
    for step in steps[start : start + _SHOWN]:
        _step(explorer, step)


def _steps(found: Sequence[Any]) -> list[list[Any]]:
    """Those of one moment went together; those of an unknown one stand alone."""
    steps: dict[str, list[Any]] = {}
    for each in found:
        steps.setdefault(each.at or each.row.document.id, []).append(each)
    return sorted(steps.values(), key=lambda step: step[0].at, reverse=True)


def _step(explorer: Any, step: Sequence[Any]) -> None:
    titles = {each.row.document.id: each.row.document.title for each in step}
    name = next(iter(titles)) if len(step) == 1 else f"{step[0].at}-{len(step)}"
    with st.container(border=True, key=f"withdrawn-{name}"):
        found = _head(explorer, step, titles, name)
        since = words.SINCE_SEVERAL if len(step) > 1 else words.SINCE if step[0].at else words.SINCE_UNKNOWN
        passages = sum(each.row.chunks for each in step)
        st.caption(since.format(id=safe_markdown(name), passages=passages, at=when(step[0].at)))
        documents_erase.panel(explorer, titles)
        if found is not None:
            panels.moved(found, words.BACK, words.BACKS)
            panels.consequences(explorer, found, key=f"restore-{name}")
        if len(step) > 1:
            _each(explorer, step, name)


def _head(explorer: Any, step: Sequence[Any], titles: Mapping[str, str], name: str) -> Any:
    """What went, and the ways to restore or erase it; what would come back, where that is to be seen."""
    with st.container(horizontal=True, vertical_alignment="center"):
        said = panels.named(titles) if len(step) > 1 else safe_markdown(titles[name], 120)
        st.markdown(f"**{said}**")
        st.space("stretch")
        found = _coming(explorer, titles) if st.toggle(words.SHOW, key=f"withdrawn-show-{name}") else None
        seen = panels.seen() if found is not None else None
        restore = words.RESTORE_ALL if len(step) > 1 else words.RESTORE
        _restore(explorer, step, restore, f"withdrawn-restore-{name}", seen)
        label = words.ERASE_SEVERAL.format(count=len(step)) if len(step) > 1 else ""
        documents_erase.button(explorer, list(titles), f"withdrawn-erase-{name}", label)
    return found


def _coming(explorer: Any, titles: Mapping[str, str]) -> Any:
    documents = tuple(titles)
    return panels.looked(explorer, ("restore", documents), lambda: explorer.withdrawals.preview_restore(documents))


def _each(explorer: Any, step: Sequence[Any], name: str) -> None:
    with st.expander(words.EACH, key=f"withdrawn-each-{name}"):
        start = (part(len(step), _SHOWN, f"withdrawn-{name}") - 1) * _SHOWN
        for each in step[start : start + _SHOWN]:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f"**{safe_markdown(each.row.document.title, 120)}**", width="content")
                st.caption(safe_markdown(each.row.document.id, 120), width="content")
                st.space("stretch")
                _restore(explorer, [each], words.RESTORE, f"withdrawn-restore-{each.row.document.id}")


def _restore(explorer: Any, step: Sequence[Any], label: str, key: str, seen: panels.Seen | None = None) -> None:
    if not explorer.writable:
        return
    titles = {each.row.document.id: each.row.document.title for each in step}

    def act() -> str:
        explorer.withdrawals.restore(list(titles))
        done = words.RESTORED if len(step) == 1 else words.RESTORED_SEVERAL
        return done.format(name=panels.named(titles))

    st.button(
        label.format(count=len(step)), icon=":material/visibility:", key=key, on_click=panels.at_once, args=(act, seen)
    )
