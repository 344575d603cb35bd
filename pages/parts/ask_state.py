"""What stands in the address of the Ask page: a stored question, or one that is being asked.

An address is a stranger's input: what does not fit is taken out of it, said, and the usual value taken.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace

import streamlit as st

from core.domain.modes import MODES

RUN, QUESTION, _MODE, _RULE, _TURN, _WORDS, CITE = "run", "q", "mode", "rule", "turn", "words", "cite"
_RULE_TOO = "policy"
"""What the files and commands call the merge rule."""
LONGEST = 10_000
DEFAULT_MODE = "paths"
"""What found the most of the wanted passages where it was measured (docs/benchmarks.md, Retrieval)."""
_MOST_TURNS = 20
_LEFT, _REFUSED = "lightprism.ask.left", "lightprism.ask.refused"
_RULES = ("careful", "classic")
_NUMBERS = frozenset(str(number) for number in range(1, 1000))


@dataclass(frozen=True, slots=True)
class Ask:
    """`run` is a stored question; without it `question` is asked. `turns` are the runs before it, oldest first.

    `mode` empty is the usual one. `words` stand for the question where a person changed what it was understood as.
    `cite` is the number of the passage that is open beside a stored answer; 0 for the first.
    """

    question: str = ""
    mode: str = ""
    rule: str = "careful"
    run: str = ""
    turns: tuple[str, ...] = ()
    words: str = ""
    cite: int = 0


def come_back(workspace: str) -> None:
    """Where the address asks nothing, what was in view here when the page was left; call it before `read`."""
    held = st.session_state.get(_LEFT)
    if isinstance(held, tuple) and held[0] == workspace and not {RUN, QUESTION} & set(st.query_params):
        _put(held[1])


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
    _same_rule()
    return Ask(
        question=given.get(QUESTION, "").strip()[:LONGEST],
        mode=_fitting(_MODE, MODES),
        rule=_fitting(_RULE, _RULES) or "careful",
        run=given.get(RUN, ""),
        turns=tuple(dict.fromkeys(given.get_all(_TURN)))[-_MOST_TURNS:],
        words=given.get(_WORDS, "").strip()[:LONGEST],
        cite=int(_fitting(CITE, _NUMBERS) or 0),
    )


def refused() -> tuple[str, ...]:
    """`name=value` of what the address asked and was not taken, until something else is asked."""
    found: tuple[str, ...] = st.session_state.get(_REFUSED, ())
    return found


def refuse(name: str) -> None:
    """Take it out of the address, and say so."""
    st.session_state[_REFUSED] = (*refused(), f"{name}={st.query_params.pop(name)}")


def _fitting(name: str, fit: Container[str]) -> str:
    value = st.query_params.get(name, "")
    if not value or value in fit:
        return value
    refuse(name)
    return ""


def _same_rule() -> None:
    """The other name of the merge rule is taken where it alone is given, or says the same."""
    value = _fitting(_RULE_TOO, _RULES)
    if not value:
        return
    if st.query_params.get(_RULE, value) != value:
        refuse(_RULE_TOO)
        return
    st.query_params.pop(_RULE_TOO)
    _set(_RULE, "" if value == "careful" else value)


def write(ask: Ask) -> None:
    """Put what a person asks into the address; what was refused before is of no more interest."""
    st.session_state.pop(_REFUSED, None)
    _put(ask)


def stored(run: str) -> None:
    """What the address asks has been stored as that run: from here on it names that."""
    _put(replace(read(), run=run))


def look_at(number: int) -> None:
    """Let the address name the passage that is open beside the answer."""
    _put(replace(read(), cite=number))


def _put(ask: Ask) -> None:
    """A stored question needs no words of its own, and only beside one a passage can be open."""
    _set(CITE, str(ask.cite) if ask.run and ask.cite else "")
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
