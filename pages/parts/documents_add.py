"""The ways into a workspace: files, a folder on this machine, pasted text, a sample. Each takes one click.

Owns the report of what was taken in last, shown until it is closed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from core import bootstrap
from core.domain.records import ReadOptions
from core.services.intake import UPLOADS, Incoming, Report
from pages.parts import banners, documents_versions
from pages.parts import words_documents as words
from pages.parts import words_versions as versions
from pages.parts.documents_plan import waiting_of
from pages.parts.documents_views import VIEW
from pages.parts.text import safe_markdown

_REPORT = "lightprism.documents.report"
_ROUND = "lightprism.documents.round"
_SHOWN = 5
_TABLE_ENDINGS = (".csv", ".tsv")


def add(explorer: Any, *, expanded: bool) -> None:
    """The ways to add documents, folded away where there are some already."""
    with st.expander(words.ADD, icon=":material/add:", expanded=expanded, key="documents-add"):
        for tab, draw in zip(st.tabs(words.WAYS), (_files, _folder, _text, _samples), strict=True):
            with tab, banners.problems_shown():
                draw(explorer)


def take(explorer: Any, how: Callable[[], Report], *, read: bool = True) -> None:
    """Take documents in, keep the report for showing, and start to read; or only make the passages searchable."""
    with st.spinner(words.TAKING):
        st.session_state[_REPORT] = (explorer.name, how())
    if waiting_of(explorer):
        explorer.job.start() if read else explorer.job.start_with(explorer.ingest.embed_passages)
    elif not all(state.current for state in explorer.library.collections()):
        explorer.job.start()  # records were read already: only the search index is behind


def report(explorer: Any) -> None:
    """What came of the last taking in."""
    workspace, found = st.session_state.get(_REPORT, ("", None))
    if found is None or workspace != explorer.name:
        return
    lines = [safe_markdown(found.sentence[:1].upper() + found.sentence[1:] + ".")]
    lines += [f"{safe_markdown(u.name, 80)}: {safe_markdown(u.reason, 200)}" for u in found.unread[:_SHOWN]]
    if len(found.unread) > _SHOWN:
        lines.append(words.UNREAD_MORE.format(count=len(found.unread) - _SHOWN))
    lines += documents_versions.told_after_adding(found)
    with st.container(key="documents-report", horizontal=True, vertical_alignment="center", gap="small"):
        show = st.warning if found.unread else st.success
        show("  \n".join(lines), icon=":material/warning:" if found.unread else ":material/check:")
        if found.alike:
            st.button(versions.REPORT_LOOK, icon=":material/move_up:", key="documents-report-alike", on_click=_versions)
        st.button(
            words.DISMISS, icon=":material/close:", type="tertiary", key="documents-report-close", on_click=_dismiss
        )


def _versions() -> None:
    st.query_params[VIEW] = documents_versions.VIEW


def _dismiss() -> None:
    st.session_state.pop(_REPORT, None)


def took(explorer: Any, how: Callable[[], Report]) -> None:
    """Take in, then draw the page anew with an empty uploader. What costs calls of a model is told before it begins."""
    take(explorer, how, read=explorer.engine.kind == "embedded")
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
    st.rerun()


def _files(explorer: Any) -> None:
    number = st.session_state.get(_ROUND, 0)
    endings = list(explorer.intake.extensions())
    files = st.file_uploader(
        words.FILES, endings, accept_multiple_files=True, key=f"documents-files-{number}", help=words.FILES_HELP
    )
    by_row = any(f.name.lower().endswith(_TABLE_ENDINGS) for f in files) and _csv_ways("documents-csv")
    encoding = _encoding("documents-encoding") if files else None
    label = words.ADD_FILE if len(files) == 1 else words.ADD_FILES.format(count=len(files))
    if files and st.button(label, type="primary", icon=":material/upload:", key="documents-files-add"):
        incoming = [Incoming(UPLOADS, file.name, file.getvalue()) for file in files]
        took(explorer, lambda: explorer.intake.add(incoming, ReadOptions(by_row, encoding)))


def _csv_ways(key: str) -> bool:
    ways = words.CSV_WAYS
    chosen = st.segmented_control(
        words.CSV, list(ways), format_func=ways.__getitem__, default=False, required=True, key=key, help=words.CSV_HELP
    )
    return bool(chosen)


def _folder(explorer: Any) -> None:
    path = st.text_input(
        words.FOLDER, placeholder=words.FOLDER_PLACEHOLDER, help=words.FOLDER_HELP, key="documents-folder"
    )
    by_row = _csv_ways("documents-folder-csv")
    encoding = _encoding("documents-folder-encoding")
    if st.button(words.ADD_FOLDER, type="primary", icon=":material/folder_open:", disabled=not path.strip()):
        took(explorer, lambda: explorer.intake.add_folder(Path(path.strip()), ReadOptions(by_row, encoding)))


def _encoding(key: str) -> str | None:
    """How text files are read; None where each file's encoding is to be recognised."""
    names = words.ENCODINGS
    chosen = st.selectbox(words.ENCODING, list(names), format_func=names.__getitem__, key=key, help=words.ENCODING_HELP)
    return chosen or None


def _text(explorer: Any) -> None:
    number = st.session_state.get(_ROUND, 0)
    title = st.text_input(words.TEXT_TITLE, placeholder=words.UNTITLED, key=f"documents-title-{number}")
    text = st.text_area(words.TEXT, placeholder=words.TEXT_PLACEHOLDER, height=180, key=f"documents-text-{number}")
    if st.button(words.ADD_TEXT, type="primary", icon=":material/note_add:"):
        took(explorer, lambda: explorer.intake.add_text(title.strip() or words.UNTITLED, text))


def _samples(explorer: Any) -> None:
    for name in bootstrap.samples():
        title, about = words.SAMPLES.get(name, (name, ""))
        with st.container(border=True):
            st.markdown(f"**{title}**  \n{about}")
            if st.button(words.LOAD, icon=":material/auto_stories:", key=f"documents-sample-{name}"):
                took(explorer, lambda name=name: explorer.intake.add_folder(bootstrap.sample_folder(name)))
