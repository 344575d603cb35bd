"""Saying which document replaces which, once it was seen what that changes; and keeping both after all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from pages.parts import documents_panel as panels
from pages.parts import words_versions as words
from pages.parts.text import one_line, safe_markdown

_ICON = ":material/move_up:"
_MARK = panels.Step("mark", words.MARK, words.MARK_HELP, _ICON, words.MARK_TITLE, words.MARK_HINT, words.MARK_YES)
_PAIR = panels.Step("pair", "", words.MARK_HELP, _ICON, words.MARK_TITLE, words.MARK_HINT, words.MARK_YES)
_KEEP = panels.Step(
    "keep", words.KEEP, words.KEEP_HELP, ":material/visibility:", words.KEEP_TITLE, words.KEEP_HINT, words.KEEP_YES
)


def button(explorer: Any, document: str) -> None:
    """Opens the panel below."""
    if explorer.writable:
        panels.opener(_MARK, [document], "document-mark")


def line(explorer: Any, document: str) -> None:
    """What this document replaces and who says so; nothing where it replaces none."""
    named, how = explorer.succession.replaces(document), explorer.succession.how(document)
    if not named or how is None:
        return
    said = ", ".join(f"**{safe_markdown(name, 80)}**" for name in named)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="document-replaces"):
        st.markdown(f"{_ICON} {words.REPLACES.format(names=said)}", width="content")
        st.caption(words.HOW[how], width="content")
        for name in named if explorer.writable else ():
            keep_button(document, name, f"document-keep-{name}")
    for name in named:
        keep_panel(explorer, document, name)


def panel(explorer: Any, row: Any) -> None:
    """Asks which documents this one replaces and shows what that changes; nothing where it was not asked for."""
    document = row.document.id
    if panels.asked(_MARK.what) != (document,):
        return

    def body() -> panels.Act | None:
        now = explorer.succession.replaces(document)
        titles = {each.document.id: each.document.title for each in explorer.library.documents()}
        titles.update({each.document: each.title for each in explorer.succession.replaced()})
        chosen = st.multiselect(
            words.MARK_WHICH,
            sorted({*titles, *now} - {document}),
            default=list(now),
            format_func=lambda name: f"{one_line(titles.get(name, ''), 60)} · {one_line(name, 120)}",
            placeholder=words.MARK_PLACEHOLDER,
            key=f"mark-which-{document}",
        )
        if explorer.succession.how(document) == "person":
            _take_back(explorer, document)
        if set(chosen) == set(now):
            if now:
                st.caption(words.MARK_SAME)
            return None
        return _marking(explorer, document, chosen)

    panels.draw(_MARK, body)


def pair_button(by: str, replaced: str, label: str, key: str) -> None:
    """Opens the panel of one document replacing another one."""
    panels.opener(_PAIR, [by, replaced], key, label)


def pair_panel(explorer: Any, by: str, replaced: str) -> None:
    """What it changes if the one replaces the other as well; nothing where it was not asked for."""
    if panels.asked(_PAIR.what) == (by, replaced):
        panels.draw(_PAIR, lambda: _marking(explorer, by, [*explorer.succession.replaces(by), replaced], words.MARKED))


def keep_button(by: str, replaced: str, key: str) -> None:
    """Opens the panel of keeping both."""
    panels.opener(_KEEP, [by, replaced], key)


def keep_panel(explorer: Any, by: str, replaced: str) -> None:
    """What comes back; nothing where it was not asked for."""
    if panels.asked(_KEEP.what) == (by, replaced):
        left = [name for name in explorer.succession.replaces(by) if name != replaced]
        panels.draw(_KEEP, lambda: _marking(explorer, by, left, words.KEPT))


def _marking(explorer: Any, document: str, replaces: Sequence[str], done: str = words.MARKED) -> panels.Act:
    """Draw what it does; what does it."""
    key = ("mark", document, tuple(replaces))
    found = panels.looked(explorer, key, lambda: explorer.succession.preview(document, replaces))
    panels.consequences(explorer, found, key="mark")

    def act() -> str:
        explorer.succession.mark(document, replaces)
        return done

    return act


def _take_back(explorer: Any, document: str) -> None:
    def act() -> str:
        explorer.succession.mark(document, None)
        return words.TAKEN_BACK

    st.button(
        words.TAKE_BACK,
        icon=":material/undo:",
        type="tertiary",
        key="mark-take-back",
        help=words.TAKE_BACK_HELP,
        on_click=panels.done,
        args=(act,),
    )
