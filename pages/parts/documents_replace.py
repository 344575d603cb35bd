"""Putting another file in the place of a document, from its card, once the difference was seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.services.incoming import Incoming
from pages.parts import documents_difference
from pages.parts import documents_panel as panels
from pages.parts import words_withdraw as words

_FILE = "replace-file"
_STEP = panels.Step(
    what="replace",
    label=words.REPLACE,
    help=words.REPLACE_HELP,
    icon=":material/swap_horiz:",
    title=words.REPLACE_TITLE,
    hint=words.REPLACE_HINT,
    yes=words.REPLACE_DO,
)


def button(explorer: Any, row: Any) -> None:
    """Opens the panel below; not for evidence records, which come with their own documents."""
    if explorer.writable and row.document.kind != "records":
        panels.opener(_STEP, [row.document.id], "document-replace")


def panel(explorer: Any, row: Any) -> None:
    """Asks for a file and shows what it changes; nothing where it was not asked for."""
    document = row.document.id
    if panels.asked(_STEP.what) != (document,):
        return

    def body() -> panels.Act | None:
        file = st.file_uploader(words.REPLACE_FILE, type=list(_endings(explorer)), key=f"{_FILE}-{document}")
        if file is None:
            return None
        found = _found(explorer, document, file)
        counts = {"kept": found.kept, "to_read": found.to_read, "gone": found.gone}
        st.markdown(words.REPLACE_COUNTS.format(**counts))
        st.markdown(f"**{words.REPLACE_TEXT}**")
        documents_difference.difference(explorer, document, file.file_id, found.revised)
        if found.to_read:
            st.markdown(f"**{words.REPLACE_GRAPH}**")
            st.caption(words.REPLACE_UNTIL)
        panels.consequences(explorer, found.consequences, key="replace")
        return lambda: _replace(explorer, found, {document: row.document.title})

    panels.draw(_STEP, body)


def _endings(explorer: Any) -> tuple[str, ...]:
    return tuple(ending.removeprefix(".") for ending in explorer.intake.extensions() if ending != ".jsonl")


def _found(explorer: Any, document: str, file: Any) -> Any:
    incoming = Incoming("", file.name, file.getvalue())
    key = ("replace", document, file.file_id)
    return panels.looked(explorer, key, lambda: explorer.replacing.preview(document, incoming), _told)


def _told(found: Any) -> object:
    """All but the moment at which the file was read."""
    return found.consequences, found.kept, found.to_read, found.gone, found.revised.revision.hash


def _replace(explorer: Any, found: Any, titles: Mapping[str, str]) -> str:
    explorer.replacing.replace(found)
    if found.to_read:
        explorer.job.start()
    return words.REPLACED.format(name=panels.named(titles))
