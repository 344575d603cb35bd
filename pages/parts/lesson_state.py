"""Where the lesson stands: the step and what is set on it in the address, so that a link opens the same; guesses and
edited records in the session.

An address is a stranger's input: what fits nothing is taken as not given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from core.domain.evidence import EvidenceChunk
from core.services.lesson import LessonDesk
from core.services.lesson_outcome import Choices, Value
from core.services.lesson_tour import BY_ID, STEPS, Step, defaults
from pages.parts import session

_KEY, _HEARD = "lightprism.lesson", "lightprism.lesson.address"
STEP = "step"
_FIELDS = _FROM, _EDGE, _RULE, _FAR, _BUDGET, _WITHOUT = "from", "edge", "rule", "far", "budget", "without"
_MOST, _LONGEST, MOST_TOKENS = 8, 200, 2000


@dataclass
class Kept:
    """What a session remembers: choices and guesses by step (a guess of None was a look), and edited records.

    `typed` are the editor's rows where they say more than the records: some wait for a name. `unguessed` is the step
    that was to be shown with no guess made, `unknown` what an address called a step.
    """

    choices: dict[str, Choices] = field(default_factory=dict)
    guesses: dict[str, Value | None] = field(default_factory=dict)
    records: tuple[EvidenceChunk, ...] | None = None
    refused: tuple[str, ...] = ()
    turn: int = 0
    typed: tuple[dict[str, Any], ...] | None = None
    unguessed: str = ""
    unknown: str = ""


def kept() -> Kept:
    if _KEY not in st.session_state:
        st.session_state[_KEY] = Kept()
    found: Kept = st.session_state[_KEY]
    return found


def read(desk: LessonDesk) -> tuple[Step, Choices]:
    """The step that the address names, else the first; what it sets, else what was set last, else the defaults."""
    step, named = _now(), st.query_params.get(STEP, "")
    if named and named not in BY_ID:
        kept().unknown = named[:_LONGEST]
    usual = kept().choices.get(step.id, defaults(desk, step))
    address = _address()
    given = any(name in st.query_params for name in _FIELDS)
    if given or st.session_state.get(_HEARD) == step.id:
        usual = _read(defaults(desk, step), step)
    kept().choices[step.id] = usual
    st.session_state[_HEARD] = step.id
    wanted = _link(usual, defaults(desk, step), step)
    if address != wanted:
        _write(wanted)
    return step, usual


def put(step: Step, choices: Choices, desk: LessonDesk) -> None:
    """Set something on the step. What a widget of a step that was left says late is let go."""
    if _now() is not step:
        return
    kept().choices[step.id] = choices
    _write(_link(choices, defaults(desk, step), step))


def go(step: Step) -> None:
    """To another step, with what was set there before."""
    st.session_state.pop(_HEARD, None)
    kept().unknown = kept().unguessed = ""
    st.query_params.from_dict(session.others((STEP, *_FIELDS)) | {STEP: step.id})


def beside(step: Step, far: int) -> Step | None:
    """The step so many further on, if there is one."""
    at = STEPS.index(step) + far
    return STEPS[at] if 0 <= at < len(STEPS) else None


def records(desk: LessonDesk) -> Sequence[EvidenceChunk]:
    """The five extractions as they are now."""
    edited = kept().records
    return desk.five if edited is None else edited


def _now() -> Step:
    """The step that the address names, else the first."""
    return BY_ID.get(st.query_params.get(STEP, ""), STEPS[0])


def _address() -> dict[str, list[str]]:
    return {name: st.query_params.get_all(name) for name in (STEP, *_FIELDS) if name in st.query_params}


def _write(wanted: dict[str, list[str]]) -> None:
    for name in (STEP, *_FIELDS):
        if st.query_params.get_all(name) != wanted.get(name, []):
            st.query_params.pop(name, None)
            if name in wanted:
                st.query_params[name] = wanted[name] if len(wanted[name]) > 1 else wanted[name][0]


def _link(choices: Choices, usual: Choices, step: Step) -> dict[str, list[str]]:
    """What a link needs: fields that are not as at first; an empty one says that nothing is chosen."""
    fields = {STEP: [step.id]}
    if choices.entities != usual.entities:
        fields[_FROM] = list(choices.entities) or [""]
    if choices.relations != usual.relations:
        fields[_EDGE] = list(choices.relations) or [""]
    for name, value, first in (
        (_RULE, choices.rule, usual.rule),
        (_FAR, "1" if choices.far else "", ""),
        (_BUDGET, str(choices.budget or ""), ""),
        (_WITHOUT, choices.without, usual.without),
    ):
        if value != first:
            fields[name] = [value]
    return fields


def _read(usual: Choices, step: Step) -> Choices:
    rule, budget = st.query_params.get(_RULE, ""), st.query_params.get(_BUDGET, "")
    seeded = {"entities", "one", "several"} & set(step.controls)
    return replace(
        usual,
        entities=_listed(_FROM, usual.entities) if seeded else usual.entities,
        relations=_listed(_EDGE, usual.relations) if "relations" in step.controls else usual.relations,
        rule=rule if rule in step.rules else usual.rule,
        far="far" in step.controls and st.query_params.get(_FAR) == "1",
        budget=min(int(budget), MOST_TOKENS) if budget.isascii() and budget.isdigit() and len(budget) < 6 else 0,
        without=st.query_params.get(_WITHOUT, usual.without)[:_LONGEST] if usual.without else "",
    )


def _listed(name: str, usual: tuple[str, ...]) -> tuple[str, ...]:
    if name not in st.query_params:
        return usual
    given = (text[:_LONGEST] for text in st.query_params.get_all(name)[:_MOST])
    return tuple(dict.fromkeys(text for text in given if text.strip()))
