"""The History page: every decision with its effect, undone and redone; checkpoints; decisions given away and taken."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.parts import banners, history_checkpoints, history_exchange, history_list, history_state, person
from pages.parts import words_history as own
from pages.parts.text import safe_markdown


def page() -> None:
    """Draw the page, or say what is missing for it."""
    st.title(own.TITLE, anchor=False)
    with banners.problems_shown():
        explorer = banners.workspace()
        if explorer is None:
            return
        st.caption(own.HINT)
        if explorer.writable:
            person.asked(explorer)
        else:
            st.info(f"{own.READ_ONLY} ({safe_markdown(explorer.holder)})", icon=":material/lock:")
        _DRAW[_view()](explorer)


def _view() -> str:
    """Draw the switch; which part is shown."""
    key = "decisions-view"
    st.session_state[key] = history_state.view()
    st.segmented_control(
        own.VIEWS_LABEL,
        list(own.VIEWS),
        required=True,
        format_func=own.VIEWS.__getitem__,
        key=key,
        label_visibility="collapsed",
        on_change=lambda: history_state.look(st.session_state[key]),
    )
    return str(st.session_state[key])


def _list(explorer: Any) -> None:
    if not explorer.curate.last():
        banners.empty(own.EMPTY, own.EMPTY_HINT, "curate", own.GO_CURATE)
    else:
        history_list.draw(explorer)


_DRAW = {"list": _list, "checkpoints": history_checkpoints.draw, "exchange": history_exchange.draw}

page()
