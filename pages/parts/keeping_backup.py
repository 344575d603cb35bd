"""Backing a workspace up into one file, on this machine or through the browser, and the list of those made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from pages.parts import background, banners
from pages.parts import words_keeping as words
from pages.parts.documents_table import when
from pages.parts.settings_models import size

_LISTED = 10
LARGEST = 500_000_000
"""Bytes of a file that is sent through the page, which holds it in memory meanwhile."""


def backup(explorer: Any) -> None:
    """Draw the section."""
    st.subheader(words.BACKUP, anchor=False)
    st.caption(words.BACKUP_HINT)
    background.watched(explorer.backups, "backup", _text, lambda view: _idle(explorer, view))


def _text(view: Any) -> str:
    return words.MAKING_PARTS.format(done=view.done) if view.done else words.MAKING


def _idle(explorer: Any, view: Any) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            words.PLACE, key="backup-place", placeholder=str(explorer.backups.suggested()), help=words.PLACE_HELP
        )
        st.button(words.BACKUP_DO, icon=":material/archive:", key="backup-do", on_click=_start, args=(explorer,))
    if view.state == "stopped":
        st.info(words.BACKUP_STOPPED, icon=":material/info:")
    elif view.error is not None:
        banners.problem(view.error)
    elif view.result is not None:
        _made(view.result)
    _known(explorer)


def _start(explorer: Any) -> None:
    typed = str(st.session_state.get("backup-place", "")).strip()
    explorer.backups.start(Path(typed) if typed else None)


def _made(made: Any) -> None:
    counts = {"documents": made.documents, "passages": made.passages, "decisions": made.decisions}
    lines = [words.MADE.format(**counts, size=size(made.size)), code(made.path)]
    if made.missing:
        lines.append(words.MISSING_ONE if made.missing == 1 else words.MISSING.format(count=made.missing))
    st.success("  \n".join(lines), icon=":material/check:")
    if made.size > LARGEST:
        st.caption(words.TOO_LARGE)
    elif made.path.is_file():
        st.download_button(
            words.DOWNLOAD,
            made.path.read_bytes,
            made.path.name,
            "application/zip",
            icon=":material/download:",
            on_click="ignore",
            key="backup-download",
        )


def _known(explorer: Any) -> None:
    found = explorer.backups.known()
    if not found:
        return
    with st.expander(words.KNOWN.format(count=len(found)), key="backup-known"):
        for each in found[:_LISTED]:
            line = words.KNOWN_LINE if each.there else words.KNOWN_GONE
            st.caption(line.format(at=when(each.made), path=str(each.path).replace("`", "'")))


def code(path: Path) -> str:
    """A path as code in Markdown."""
    return f"`{str(path).replace('`', chr(39))}`"
