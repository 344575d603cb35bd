"""A long list in parts: where it stands, and buttons to the part before and the part behind."""

from __future__ import annotations

import streamlit as st

from pages.parts import words_diagnose as words


def start(total: int, size: int, key: str) -> int:
    """The number of the first row that is shown, from 0."""
    held = int(st.session_state.get(_held(key), 0))
    return min(held, max(0, total - 1) // size * size)


def turn(total: int, size: int, key: str, place: str) -> None:
    """Draw the buttons where there are several parts; `place` tells those above a list from those below."""
    if total <= size:
        return
    first = start(total, size, key)

    def go(to: int) -> None:
        st.session_state[_held(key)] = to

    with st.container(horizontal=True, gap="small", vertical_alignment="center", key=f"turn-{place}"):
        said = words.PAGE.format(first=first + 1, last=min(total, first + size), total=total)
        st.caption(said, width="stretch")
        for name, label, to, there in (
            ("earlier", words.EARLIER, first - size, first > 0),
            ("later", words.LATER, first + size, first + size < total),
        ):
            st.button(label, key=f"turn-{name}-{place}", disabled=not there, on_click=go, args=(to,))


def _held(key: str) -> str:
    return f"lightprism.paging.{key}"
