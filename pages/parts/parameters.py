"""The numbers of a retrieval as fields, on whichever page they are set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import get_args, get_type_hints

import streamlit as st

from core.domain.modes import MOST_HOPS, Parameters
from pages.parts import words_compare as own

NAMES = tuple(field.name for field in fields(Parameters))
_CHOICES = {name: get_args(hint) for name, hint in get_type_hints(Parameters).items() if get_args(hint)}
_STEPS = {
    "threshold": 0.05,
    "damping": 0.05,
    "max_entity_tokens": 500,
    "max_relation_tokens": 500,
    "max_total_tokens": 1000,
}

Read, Put = Callable[[], Parameters], Callable[[Parameters], None]


def numbers(read: Read, put: Put, key: str) -> None:
    """All of them in two columns, with the way back to the usual ones; keys are `key` with the name of the number."""
    columns = st.columns(2)
    for number, name in enumerate(NAMES):
        with columns[number % 2]:
            _number(read, put, name, key.format(name))
    usual = read() == Parameters()
    st.button(
        own.RESET,
        icon=":material/restart_alt:",
        disabled=usual,
        key=key.format("usual"),
        on_click=put,
        args=(Parameters(),),
    )


def _number(read: Read, put: Put, name: str, key: str) -> None:
    value = getattr(read(), name)
    label, about = own.PARAMETER[name]

    def changed() -> None:
        put(replace(read(), **{name: st.session_state[key]}))

    st.session_state[key] = value
    if isinstance(value, bool):
        st.toggle(label, key=key, help=about, on_change=changed)
    elif isinstance(value, str):
        st.selectbox(label, _CHOICES[name], format_func=own.CHOICES.__getitem__, key=key, help=about, on_change=changed)
    else:
        least, most, step = _range(name, value)
        st.number_input(label, least, most, step=step, key=key, help=about, on_change=changed)


def _range(name: str, value: float) -> tuple[float, float, float]:
    """Least, most and step, of the value's own type."""
    if name == "threshold":
        return -1.0, 1.0, _STEPS[name]
    if name == "damping":
        return 0.0, 0.95, _STEPS[name]
    if name == "max_hops":
        return 1, MOST_HOPS, 1
    least = 0 if name.startswith(("max", "related")) else 1
    return least, max(1_000_000 if name.startswith("max") else 500, int(value)), int(_STEPS.get(name, 1))
