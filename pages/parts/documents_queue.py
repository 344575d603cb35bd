"""What waits to be read, document by document in the order in which it will be, and the way to put one first."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.parts import banners
from pages.parts import words_documents as words
from pages.parts.documents_details import part
from pages.parts.text import safe_markdown

_SHOWN = 20


def queue(explorer: Any) -> None:
    """The documents that wait; a document that is put first is read next, also while reading goes on."""
    rows = explorer.library.queue()
    if not rows:
        banners.empty(words.QUEUE_NONE, words.QUEUE_NONE_HINT)
        return
    st.caption(words.QUEUE_HINT)
    start = (part(len(rows), _SHOWN, "queue") - 1) * _SHOWN
    for number, row in enumerate(rows[start : start + _SHOWN], start + 1):
        with st.container(border=True, horizontal=True, vertical_alignment="center", gap="small"):
            waits = words.QUEUE_WAITS.format(waiting=row.waiting, chunks=row.chunks)
            title = safe_markdown(row.title or row.document, 120)
            st.markdown(f"{number}. **{title}**  \n:small[{safe_markdown(row.document, 120)} · {waits}]")
            st.space("stretch")
            if number > 1 and explorer.writable:
                st.button(
                    words.READ_NEXT,
                    icon=":material/vertical_align_top:",
                    key=f"queue-next-{row.document}",
                    on_click=explorer.library.put_first,
                    args=([row.document],),
                )
    if explorer.writable and len(rows) > 1:
        st.button(
            words.FORGET_ORDER,
            type="tertiary",
            icon=":material/sort_by_alpha:",
            key="queue-forget",
            on_click=explorer.library.forget_order,
        )
