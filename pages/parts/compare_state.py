"""What is asked on the Compare page, kept in the address alone, so that a link opens the same comparison.

An address is a stranger's input: what does not fit is taken out of it, said, and the usual value taken.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any

import streamlit as st

from core.domain.modes import Parameters
from core.errors import InputError

QUESTION, _RULE = "q", "rule"
LONGEST = 10_000
_USUAL = Parameters()
_REFUSED = "lightprism.compare.refused"


@dataclass(frozen=True, slots=True)
class Ask:
    """A question, the merge rule, and the numbers."""

    question: str = ""
    rule: str = "careful"
    parameters: Parameters = field(default_factory=Parameters)

    @property
    def usual(self) -> bool:
        return self.parameters == _USUAL


def read() -> Ask:
    """What the address asks."""
    given = st.query_params
    rule = given.get(_RULE, "careful")
    if rule not in ("careful", "classic"):
        _refuse(_RULE)
        rule = "careful"
    return Ask(given.get(QUESTION, "").strip()[:LONGEST], rule, _numbers())


def refused() -> tuple[str, ...]:
    """`name=value` of what the address asked and was not taken, until something else is asked."""
    found: tuple[str, ...] = st.session_state.get(_REFUSED, ())
    return found


def _refuse(name: str) -> None:
    st.session_state[_REFUSED] = (*refused(), f"{name}={st.query_params.pop(name)}")


def write(ask: Ask) -> None:
    """Put it into the address; usual values are left out."""
    st.session_state.pop(_REFUSED, None)
    _set(QUESTION, ask.question.strip()[:LONGEST], "")
    _set(_RULE, ask.rule, "careful")
    for name in PARAMETERS:
        value = getattr(ask.parameters, name)
        _set(name, _text(value), _text(getattr(_USUAL, name)))


PARAMETERS = tuple(f.name for f in fields(Parameters))


def _set(name: str, value: str, usual: str) -> None:
    if value == usual:
        st.query_params.pop(name, None)
    elif st.query_params.get(name) != value:
        st.query_params[name] = value


def _numbers() -> Parameters:
    found = _USUAL
    for name in PARAMETERS:
        if name in st.query_params:
            found = _with(found, name, st.query_params[name])
    return found


def _with(parameters: Parameters, name: str, text: str) -> Parameters:
    try:
        return replace(parameters, **{name: _value(getattr(parameters, name), text)})
    except (ValueError, InputError):
        _refuse(name)
        return parameters


def _value(usual: Any, text: str) -> Any:
    """The text as the type of the usual value. Raises ValueError."""
    if isinstance(usual, bool):
        return text == "1"
    return type(usual)(text)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return f"{value:g}" if isinstance(value, float) else str(value)
