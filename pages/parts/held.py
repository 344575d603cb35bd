"""What a browser session works out once for a state of things, and keeps until that state is another."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

Made = TypeVar("Made")


def held(slot: str, key: object, make: Callable[[], Made]) -> Made:
    """What `make` gave for this key: made at its first use, let go when the slot is asked for another key.

    What `make` raises is not kept.
    """
    kept = st.session_state.get(slot)
    if kept is None or kept[0] != key:
        kept = st.session_state[slot] = (key, make())
    made: Made = kept[1]
    return made
