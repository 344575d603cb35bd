"""What is asked on the Compare page, kept in the address alone, so that a link opens the same comparison.

An address is a stranger's input: what does not fit is left out, and the usual value taken.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any

import streamlit as st

from core.domain.modes import Parameters
from core.errors import InputError

QUESTION, _RULE = "q", "rule"
LONGEST = 2000
_USUAL = Parameters()


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
    return Ask(
        given.get(QUESTION, "").strip()[:LONGEST], rule if rule in ("careful", "classic") else "careful", _numbers()
    )


def write(ask: Ask) -> None:
    """Put it into the address; usual values are left out."""
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
