"""The Documents page: add documents, watch them being read, and see each of them and all that could not be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from pages.parts import banners, documents_chosen, documents_erase, session
from pages.parts import words_audiences as seen
from pages.parts import words_documents as own
from pages.parts.audiences_document import by_document
from pages.parts.documents_add import add, report
from pages.parts.documents_audiences import audiences
from pages.parts.documents_cost import cost
from pages.parts.documents_details import details
from pages.parts.documents_export import exports
from pages.parts.documents_fresh import fresh
from pages.parts.documents_lists import failed, nothing_found, rejected, unread
from pages.parts.documents_panel import told
from pages.parts.documents_progress import panel
from pages.parts.documents_queue import queue
from pages.parts.documents_table import DOC, table
from pages.parts.documents_versions import instead, out_of_sight, versions
from pages.parts.documents_views import view
from pages.parts.documents_withdrawn import withdrawn
from pages.parts.text import safe_markdown

_REFRESH_S = 4.0


def page() -> None:
    """Draw the page, or say what is missing for it."""
    st.title(own.TITLE, anchor=False)
    with banners.problems_shown():
        explorer = banners.workspace()
        if explorer is None:
            return
        if session.viewing():
            st.fragment(_seen)(explorer)
            return
        if explorer.writable:
            add(explorer, expanded=not explorer.library.documents())
        else:
            holder = safe_markdown(explorer.holder)
            st.info(f"**{own.READ_ONLY}**  \n{own.READ_ONLY_HINT.format(holder=holder)}", icon=":material/lock:")
        report(explorer)
        panel(explorer)
        active = explorer.job.progress().active
        st.fragment(_lists, run_every=_REFRESH_S if active else None)(explorer)


def _lists(explorer: Any) -> None:
    """What is in the workspace: drawn anew now and then while it is being read."""
    with banners.problems_shown():
        told()
        documents_erase.erased(explorer)
        _DRAW[view(explorer)](explorer)


def _seen(explorer: Any) -> None:
    """What a viewer may see of it; nothing is added or taken away."""
    with banners.problems_shown():
        st.caption(seen.SEEN_HINT)
        _documents(explorer)
        if explorer.library.contents().chunks.chunks:
            with st.expander(seen.SEEN_EXPORT, icon=":material/download:", key="documents-seen-export"):
                exports(explorer)


def _documents(explorer: Any) -> None:
    rows = explorer.library.documents()
    if not rows:
        banners.empty(*((seen.SEEN_NONE, seen.SEEN_NONE_HINT) if session.viewing() else (own.EMPTY, own.EMPTY_HINT)))
        return
    if session.viewing():
        table(rows, by_document(explorer))
    else:
        _choosing(explorer, rows)
    wanted = st.query_params.get(DOC)
    row = next((row for row in rows if row.document.id == wanted), None)
    if row is not None:
        details(explorer, row)
    elif wanted and (session.viewing() or not instead(explorer, wanted)):
        st.caption(own.GONE)


def _choosing(explorer: Any, rows: Sequence[Any]) -> None:
    """The documents that fit the filter, with what can be done with several of them."""
    found = documents_chosen.fitting(rows)
    if found:
        table(found, by_document(explorer), several=explorer.writable)
    out_of_sight(explorer)
    documents_chosen.acts(explorer, rows, found)


_DRAW = {
    "documents": _documents,
    "audiences": audiences,
    "versions": versions,
    "folders": fresh,
    "queue": queue,
    "unread": unread,
    "failed": failed,
    "nothing": nothing_found,
    "rows": rejected,
    "cost": cost,
    "export": exports,
    "withdrawn": withdrawn,
}

page()
