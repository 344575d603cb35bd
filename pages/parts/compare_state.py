"""What is asked on the Compare page, kept in the address alone, so that a link opens the same comparison.

An address is a stranger's input: what does not fit is taken out of it, said, and the usual value taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from core.domain.modes import Parameters
from core.errors import InputError
from core.services.question import Request
from pages.parts import session

QUESTION, _RULE, _RULE_TOO, _MODE = "q", "rule", "policy", "mode"
_LOW, _HIGH, _SEEDS, _EDGES = "low", "high", "seed", "edge"
WHY, RUN, BESIDE, GRAPH = "why", "run", "beside", "graph"
LONGEST = 10_000
_MOST_SEEDS = 50
RULES = ("careful", "classic")
_USUAL = Parameters()
_REFUSED = "lightprism.compare.refused"


@dataclass(frozen=True, slots=True)
class Ask:
    """A question, the merge rule, the numbers, and what a person gave in place of what would be found.

    `low` and `high` are keywords given by hand; None where they are read from the question. `seeds` and `edges` are
    keys of entities and relations that stand in the place of hits. `why` is what is to be explained, `run` a stored
    comparison, `beside` another one to lay beside it, `graph` the letters of the modes that are drawn.
    """

    question: str = ""
    rule: str = "careful"
    parameters: Parameters = field(default_factory=Parameters)
    low: tuple[str, ...] | None = None
    high: tuple[str, ...] | None = None
    seeds: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    why: str = ""
    run: str = ""
    beside: str = ""
    graph: str = ""

    @property
    def usual(self) -> bool:
        return self.parameters == _USUAL

    @property
    def anything(self) -> bool:
        """Whether there is something to search with or start from."""
        return bool(self.question or self.seeds or self.edges)

    @property
    def searched(self) -> tuple[Any, ...]:
        """All that a search depends on; other numbers need no other search."""
        return self.question, self.rule, self.low, self.high, self.seeds, self.edges

    def request(self) -> Request:
        """For the service. Raises InputError where there is nothing to ask."""
        return Request(
            self.question,
            parameters=self.parameters,
            low=self.low,
            high=self.high,
            seed_entities=self.seeds,
            seed_relations=self.edges,
            policy=self.rule,
        )


def read() -> Ask:
    """What the address asks."""
    given = st.query_params
    if _MODE in given:  # all are compared
        _refuse(_MODE)
    return Ask(
        given.get(QUESTION, "").strip()[:LONGEST],
        _rule(),
        _numbers(),
        low=_words(given.get(_LOW)),
        high=_words(given.get(_HIGH)),
        seeds=_keys(_SEEDS),
        edges=_keys(_EDGES),
        why=given.get(WHY, "").strip()[:LONGEST],
        run=given.get(RUN, ""),
        beside=given.get(BESIDE, ""),
        graph=given.get(GRAPH, ""),
    )


def _rule() -> str:
    """The merge rule; `policy`, as files and commands call it, is taken where `rule` is not given or says the same."""
    other, given = st.query_params.get(_RULE_TOO), st.query_params.get(_RULE)
    if other is not None and other in RULES and given in (None, other):
        st.query_params.pop(_RULE_TOO)
        _set(_RULE, other, "careful")
        return other
    if other is not None:
        _refuse(_RULE_TOO)
    if given is not None and given not in RULES:
        _refuse(_RULE)
        return "careful"
    return given or "careful"


def address(page: str, run: str) -> str:
    """Where a stored comparison can be opened again."""
    return f"{page}?{urlencode(session.linked(**{RUN: run}), doseq=True)}"


def refused() -> tuple[str, ...]:
    """`name=value` of what the address asked and was not taken, until something else is asked."""
    found: tuple[str, ...] = st.session_state.get(_REFUSED, ())
    return found


def _refuse(name: str) -> None:
    st.session_state[_REFUSED] = (*refused(), f"{name}={st.query_params.pop(name)}")


def write(ask: Ask) -> None:
    """Put it into the address; usual values are left out."""
    st.session_state.pop(_REFUSED, None)
    _set(QUESTION, ask.question.strip()[:LONGEST])
    _set(_RULE, ask.rule, "careful")
    for name in PARAMETERS:
        value = getattr(ask.parameters, name)
        _set(name, _text(value), _text(getattr(_USUAL, name)))
    for name, words in ((_LOW, ask.low), (_HIGH, ask.high)):
        _set(name, None if words is None else ", ".join(words), None)
    for name, keys in ((_SEEDS, ask.seeds), (_EDGES, ask.edges)):
        _set_all(name, keys)
    for name, value in ((WHY, ask.why), (RUN, ask.run), (BESIDE, ask.beside), (GRAPH, ask.graph)):
        _set(name, value)


def toggled(ask: Ask, kind: str, key: str) -> Ask:
    """With an entity or relation pinned as a start, or no longer."""
    name = "seeds" if kind == "entity" else "edges"
    pinned: tuple[str, ...] = getattr(ask, name)
    now = tuple(one for one in pinned if one != key) if key in pinned else (*pinned, key)
    return replace(ask, **{name: now})


PARAMETERS = tuple(f.name for f in fields(Parameters))


def split(text: str) -> tuple[str, ...]:
    """Keywords as a person writes them, parted by commas."""
    return tuple(word for part in text.replace("，", ",").split(",") if (word := part.strip()))


def _words(text: str | None) -> tuple[str, ...] | None:
    return None if text is None else split(text[:LONGEST])


def _keys(name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(st.query_params.get_all(name)))[:_MOST_SEEDS]


def _set(name: str, value: str | None, usual: str | None = "") -> None:
    if value == usual or value is None:
        st.query_params.pop(name, None)
    elif st.query_params.get(name) != value:
        st.query_params[name] = value


def _set_all(name: str, values: Sequence[str]) -> None:
    if not values:
        st.query_params.pop(name, None)
    elif st.query_params.get_all(name) != list(values):
        st.query_params[name] = list(values)


def _numbers() -> Parameters:
    found = _USUAL
    for name in PARAMETERS:
        if name in st.query_params:
            found = changed(found, name, st.query_params[name]) or found
    return found


def changed(parameters: Parameters, name: str, text: str) -> Parameters | None:
    """With one number as the address gives it; where it is none, it is taken out of the address, and None returned."""
    try:
        return replace(parameters, **{name: _value(getattr(parameters, name), text)})
    except (ValueError, InputError):
        if name in st.query_params:
            _refuse(name)
        return None


def _value(usual: Any, text: str) -> Any:
    """The text as the type of the usual value. Raises ValueError."""
    if isinstance(usual, bool):
        return text == "1"
    return type(usual)(text)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return f"{value:g}" if isinstance(value, float) else str(value)
