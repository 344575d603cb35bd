"""What is searched for: in the address, so that a link finds the same, and kept while other pages are looked at.

An address is a stranger's input: an unknown merge rule is the Graph page's instead, and unknown documents find nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from pages.parts import graph_state

_KEY = "lightprism.search"
_TEXT, _DOCUMENTS, _TYPES, _RULE = _FIELDS = "q", "in", "type", "rule"
LONGEST = 1000
_MOST = 40
PAGE_SIZE = 20


@dataclass(frozen=True, slots=True)
class Asked:
    """`text` as it was typed; documents and types to narrow it to; the merge rule that names stand under."""

    workspace: str
    text: str = ""
    documents: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    rule: str = "careful"
    limit: int = PAGE_SIZE

    @property
    def narrowed(self) -> bool:
        return bool(self.documents or self.types)


def read(workspace: str) -> Asked:
    """What the address asks, else what was asked last; put into the address."""
    held = st.session_state.get(_KEY)
    known = held if isinstance(held, Asked) and held.workspace == workspace else Asked(workspace)
    known = replace(known, rule=_rule())
    if any(name in st.query_params for name in _FIELDS):
        asked = replace(
            known,
            text=st.query_params.get(_TEXT, "")[:LONGEST],
            documents=tuple(dict.fromkeys(st.query_params.get_all(_DOCUMENTS)))[:_MOST],
            types=tuple(dict.fromkeys(st.query_params.get_all(_TYPES)))[:_MOST],
        )
        known = asked if asked.text == known.text else replace(asked, limit=PAGE_SIZE)
    return write(known)


def write(asked: Asked) -> Asked:
    """Keep it, and put into the address what a link needs."""
    st.session_state[_KEY] = asked
    rule = "" if asked.rule == "careful" else asked.rule
    for name, values in (
        (_TEXT, (asked.text,) if asked.text.strip() else ()),
        (_DOCUMENTS, asked.documents),
        (_TYPES, asked.types),
        (_RULE, (rule,) if rule else ()),
    ):
        if st.query_params.get_all(name) != list(values):
            st.query_params.pop(name, None)
            if values:
                st.query_params[name] = list(values) if len(values) > 1 else values[0]
    return asked


def _rule() -> str:
    """The address's merge rule, else that of the Graph page."""
    given = st.query_params.get(_RULE, "")
    return given if given in ("careful", "classic") else graph_state.rule()
