"""What is looked for on Diagnose: in the address, so that a link shows the same; ticks and what is open in the session.

An address is a stranger's input: what it names and there is not, counts as not said.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import streamlit as st

from core.services.worklist import STATES, Wanted
from pages.parts import words
from pages.parts import words_diagnose as own

_SHOW, _KIND, _DOC, _TEXT, _RULE = "show", "kind", "doc", "q", "rule"
_FIELDS = (_SHOW, _KIND, _DOC, _TEXT)
_OPEN, _TICKS, _DONE, _ASKED = (f"lightprism.diagnose.{name}" for name in ("open", "ticks", "done", "asked"))
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Done:
    """What was just done, and the numbers of its decisions, for the undo beside it."""

    said: str
    seqs: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    refused: bool = False


def wanted() -> Wanted:
    """What the address asks for."""
    given = st.query_params
    state, kind = given.get(_SHOW, STATES[0]), given.get(_KIND, "")
    return Wanted(
        state=state if state in STATES else STATES[0],  # type: ignore[arg-type]
        kind=kind if kind in own.KINDS else "",
        document=given.get(_DOC, ""),
        text=given.get(_TEXT, "")[:LONGEST],
    )


def rule() -> str:
    """The merge rule that the address names, else careful."""
    given = st.query_params.get(_RULE, "")
    return given if given in words.MERGE_RULES else "careful"


def put(name: str, value: str) -> None:
    """Change one field of the address; an empty value takes it out."""
    if value:
        st.query_params[name] = value
    else:
        st.query_params.pop(name, None)


def clear() -> None:
    """Take all filters away."""
    for name in _FIELDS:
        st.query_params.pop(name, None)


def opened() -> str:
    """The id of the finding whose evidence is open; of the address at first."""
    return str(st.session_state.get(_OPEN, st.query_params.get("finding", "")))


def toggle(id_: str) -> None:
    """Open a finding, or close it where it is open."""
    st.session_state[_OPEN] = "" if opened() == id_ else id_
    st.query_params.pop("finding", None)


def asked(what: str = "") -> str:
    """What is being asked (`unsure <id>`, `take`); empty where nothing is. A page shows at most one such question."""
    return str(st.session_state.get(_ASKED, what))


def ask(what: str) -> None:
    st.session_state[_ASKED] = what


# --- ticks -----------------------------------------------------------------------------------------------------------


def ticks() -> frozenset[str]:
    """The ids of the findings that are ticked."""
    return frozenset(st.session_state.get(_TICKS, ()))


def tick(ids: Iterable[str], on: bool = True) -> None:
    """Tick or untick findings."""
    st.session_state[_TICKS] = ticks() | frozenset(ids) if on else ticks() - frozenset(ids)


# --- what was just done ----------------------------------------------------------------------------------------------


def did(done: Done | None) -> None:
    st.session_state[_DONE] = done


def done() -> Done | None:
    found = st.session_state.get(_DONE)
    return found if isinstance(found, Done) else None
