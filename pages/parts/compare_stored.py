"""Comparisons that are kept: stored once for a question, its limits and a state of the workspace, and opened again.

A stored one is shown as it was. Whoever moves a limit or asks something else leaves it for a search of now.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from core.domain.differences import Asked
from core.domain.metrics import overlap
from core.domain.modes import Query
from core.domain.picture import parts
from core.domain.runs import StoredRun
from core.errors import UnknownName
from core.services.explain import Explainer
from pages.parts import compare_state, session
from pages.parts.compare_run import MODES, Run, offered
from pages.parts.compare_state import Ask

_IDS, _OPEN, _FIRST = "lightprism.compare.kept", "lightprism.compare.stored", "lightprism.compare.first"
_LOOKED_AT = 3
"""So many of the latest runs of a question are looked at before another is stored."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A comparison that is shown and how it was asked; `stored` where it is one of before."""

    found: Run
    asked: Asked
    stored: StoredRun | None = None


def keep(explorer: Any, found: Run, ask: Ask) -> str:
    """The id under which this comparison is kept; stored where it is not yet. Empty where nothing is kept."""
    ids = st.session_state.setdefault(_IDS, {})
    key = (found.asked, found.parameters, found.version)
    if key not in ids:
        ids[key] = _known(explorer, found, ask) or explorer.runs.save(
            ask.question, found.traces, found.parameters, page="compare"
        )
    return str(ids[key])


def keep_first(explorer: Any, found: Run, ask: Ask) -> None:
    """Store a question as it was first searched; limits that are then tried out fill no list."""
    asked = (found.asked, found.version)
    if st.session_state.get(_FIRST) != asked and ask.question:
        keep(explorer, found, ask)
        st.session_state[_FIRST] = asked


def is_kept(found: Run) -> str:
    """The id if it has been stored in this session, else nothing."""
    return str(st.session_state.get(_IDS, {}).get((found.asked, found.parameters, found.version), ""))


def _known(explorer: Any, found: Run, ask: Ask) -> str:
    """One of the latest runs that is the same in all that matters."""
    for row in explorer.runs.list(ask.question, page="compare", limit=_LOOKED_AT):
        if row.question == ask.question and not row.earlier:
            run = explorer.runs.open(row.id)
            same = run.version == found.version and run.parameters == found.parameters
            if same and dict(run.traces) == dict(found.traces):
                return str(row.id)
    return ""


def opened(explorer: Any, ask: Ask) -> StoredRun | None:
    """The run that the address names, read once; None where it is none, or where something else is asked meanwhile.

    Raises UnknownName.
    """
    if not ask.run:
        return None
    run = stored(explorer, ask.run)
    if not ask.anything:
        compare_state.write(replace(asked_by(run), why=ask.why, graph=ask.graph, beside=ask.beside))
        return run
    same = asked_by(run)
    if (same.searched, same.parameters) == (ask.searched, ask.parameters):
        return run
    compare_state.write(replace(ask, run=""))
    return None


def stored(explorer: Any, id_: str) -> StoredRun:
    """A run by its id; the last few stay open. Raises UnknownName."""
    held = st.session_state.setdefault(_OPEN, {})
    key = (explorer.name, id_, explorer.library.version())
    if key not in held:
        run = explorer.runs.open(id_)
        if not set(run.traces) & set(MODES):
            raise UnknownName(f"The run '{id_}' holds no mode that is known here.", "Ask its question again.")
        while len(held) >= 4:
            held.pop(next(iter(held)))
        held[key] = run
    found: StoredRun = held[key]
    return found


def let_go(id_: str) -> None:
    """Read the run again at the next look: it got an answer."""
    held = st.session_state.get(_OPEN, {})
    for key in [key for key in held if key[1] == id_]:
        held.pop(key)


def asked_by(run: StoredRun) -> Ask:
    """What the address has to ask for the same to be searched."""
    trace = next(iter(run.traces.values()))
    words = next((t.keywords for t in run.traces.values() if t.keywords.origin == "given"), None)
    seeds = {kind: _seeds(run, f"{kind} seeds") for kind in ("entity", "relation")}
    by_hand = words is not None and not any(seeds.values())
    return Ask(
        question=run.question,
        rule=trace.policy,
        parameters=run.parameters,
        low=words.low if words and by_hand else None,
        high=words.high if words and by_hand else None,
        seeds=seeds["entity"],
        edges=seeds["relation"],
        run=run.id,
    )


def _seeds(run: StoredRun, name: str) -> tuple[str, ...]:
    keys = (key for trace in run.traces.values() for step in trace.steps if step.name == name for key in step.keys)
    return tuple(dict.fromkeys(keys))


def shown(explorer: Any, run: StoredRun) -> Run:
    """A stored run as the page draws it. Ranks beyond its hits need the question embedded, which waits for the need."""
    traces = {mode: run.traces[mode] for mode in MODES if mode in run.traces}
    policy = next(iter(traces.values())).policy
    explainer = Explainer(explorer.views(policy), _vectors(explorer, run))
    shelf = explainer.shelf(explorer.retrieve.costs)
    return Run(
        asked=(explorer.name, run.id, *asked_by(run).searched),
        version=run.version if any(run.version) else explorer.library.version(),
        parameters=run.parameters,
        session=None,
        explainer=explainer,
        shelf=shelf,
        traces=traces,
        shared=overlap(traces),
        parts={mode: parts(trace, shelf) for mode, trace in traces.items()},
        offered=offered(explainer, traces),
    )


def _vectors(explorer: Any, run: StoredRun) -> Any:
    """What was searched with, embedded again; the keywords of the run spare their model."""
    sessions: list[Any] = []

    def vector(query: Query) -> Any:
        if not run.current:
            return None
        if not sessions:
            words = next((t.keywords for t in run.traces.values() if t.keywords.low or t.keywords.high), None)
            ask = asked_by(run)
            given = replace(ask, low=words.low, high=words.high) if words else ask
            sessions.append(explorer.retrieve.open(given.request(), MODES))
        return sessions[0].vector(query)

    return vector


def asked_of_run(run: StoredRun) -> Asked:
    """How a stored run was asked."""
    traces = list(run.traces.values())
    words = max((t.keywords for t in traces), key=lambda words: len(words.low) + len(words.high))
    return Asked(run.question, traces[0].policy, words, run.parameters, run.version, run.engine)


def asked_now(explorer: Any, found: Run, ask: Ask) -> Asked:
    """How what was just searched was asked."""
    engine = {
        "kind": explorer.engine.kind,
        "reader": explorer.engine.chat_model,
        "embedder": explorer.embeddings.identity,
    }
    named = {name: value for name, value in engine.items() if value}
    version = (0, 0) if session.viewing() else found.version
    return Asked(ask.question, ask.rule, found.keywords, found.parameters, version, named)
