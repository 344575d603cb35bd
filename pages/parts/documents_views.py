"""The switch between documents and the lists beside them; what is chosen stands in the address."""

from __future__ import annotations

from time import monotonic
from typing import Any

import streamlit as st

from pages.parts import words_documents as words
from pages.parts.documents_plan import waiting_of

VIEW = "view"
"""The name in the address of the list that is shown."""
_KEY, _CHOICE, _LATE_S = "documents-view", "documents-view-choice", 5.0


def view(explorer: Any) -> str:
    """Draw the switch; the name of what is to be shown."""
    contents = explorer.library.contents()
    counts = {
        "documents": contents.documents,
        "unread": contents.unread,
        "queue": waiting_of(explorer),
        "failed": len(explorer.library.failures()),
        "nothing": contents.chunks.empty,
        "rows": len(explorer.library.issues()),
        "versions": len(explorer.succession.replaced()),
        "withdrawn": len(explorer.withdrawals.withdrawn()),
    }

    def label(view: str) -> str:
        name = words.VIEWS[view]
        return words.COUNTED.format(label=name, count=counts[view]) if counts.get(view) else name

    def change() -> None:
        before = st.query_params.to_dict()
        st.query_params[VIEW] = st.session_state[_KEY]
        st.session_state[_CHOICE] = monotonic(), before, st.session_state[_KEY]

    _settle()
    asked = st.query_params.get(VIEW)
    st.session_state[_KEY] = asked if asked in words.VIEWS else "documents"
    st.segmented_control(
        words.VIEWS_LABEL,
        [each for each in words.VIEWS if each != "withdrawn" or counts[each] or asked == each],
        required=True,
        format_func=label,
        key=_KEY,
        on_change=change,
        label_visibility="collapsed",
    )
    return str(st.session_state[_KEY])


def _settle() -> None:
    """A drawing that was asked for just before a choice comes with the address of before, and may not undo it."""
    at, before, chosen = st.session_state.get(_CHOICE, (0.0, None, ""))
    if before == st.query_params.to_dict() and monotonic() - at < _LATE_S:
        st.query_params[VIEW] = chosen
