"""What stands in the address of the Ask page: a stored question, or one that is being asked.

An address is a stranger's input: what does not fit is taken out of it, and the usual value taken.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from core.domain.modes import MODES

RUN, QUESTION, _MODE, _RULE, _TURN, _WORDS = "run", "q", "mode", "rule", "turn", "as"
LONGEST = 10_000
DEFAULT_MODE = "hybrid"
_MOST_TURNS = 20
_LEFT = "lightprism.ask.left"


@dataclass(frozen=True, slots=True)
class Ask:
    """`run` is a stored question; without it `question` is asked. `turns` are the runs before it, oldest first.

    `mode` empty is the usual one. `words` stand for the question where a person changed what it was understood as.
    """

    question: str = ""
    mode: str = ""
    rule: str = "careful"
    run: str = ""
    turns: tuple[str, ...] = ()
    words: str = ""


def come_back(workspace: str) -> None:
    """Where the address asks nothing, what was in view here when the page was left; call it before `read`."""
    held = st.session_state.get(_LEFT)
    if isinstance(held, tuple) and held[0] == workspace and not {RUN, QUESTION} & set(st.query_params):
        write(held[1])


def remember(workspace: str, ask: Ask) -> None:
    """For who comes back to the page."""
    st.session_state[_LEFT] = workspace, ask


def forget() -> None:
    """Begin anew: the mode and the merge rule stay."""
    st.session_state.pop(_LEFT, None)
    write(replace(read(), question="", run="", turns=(), words=""))


def read() -> Ask:
    """What the address asks."""
    given = st.query_params
    mode, rule = given.get(_MODE, ""), given.get(_RULE, "careful")
    return Ask(
        question=given.get(QUESTION, "").strip()[:LONGEST],
        mode=mode if mode in MODES else "",
        rule=rule if rule in ("careful", "classic") else "careful",
        run=given.get(RUN, ""),
        turns=tuple(dict.fromkeys(given.get_all(_TURN)))[-_MOST_TURNS:],
        words=given.get(_WORDS, "").strip()[:LONGEST],
    )


def write(ask: Ask) -> None:
    """Put it into the address; a stored question needs no words of its own."""
    _set(RUN, ask.run)
    _set(QUESTION, "" if ask.run else ask.question.strip()[:LONGEST])
    _set(_MODE, ask.mode)
    _set(_RULE, "" if ask.rule == "careful" else ask.rule)
    _set(_WORDS, "" if ask.run else ask.words.strip()[:LONGEST])
    if st.query_params.get_all(_TURN) == list(ask.turns):
        return
    if ask.turns:
        st.query_params[_TURN] = list(ask.turns)
    else:
        st.query_params.pop(_TURN, None)


def _set(name: str, value: str) -> None:
    if not value:
        st.query_params.pop(name, None)
    elif st.query_params.get(name) != value:
        st.query_params[name] = value
