"""What a choice of settings means for what is read already: counted before anything is done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import streamlit as st

from core.errors import LightPrismError
from core.services.changes import Effects
from core.services.configuration import Choice
from core.services.estimate import Plan
from pages.parts import banners
from pages.parts import words_settings as words
from pages.parts.figures import duration, rough
from pages.parts.held import held

_COUNTED = "lightprism.settings.effects"


def effects(explorer: Any, choice: Choice) -> Effects | None:
    """Draw them; None where they can't be told."""
    found = _counted(explorer, choice)
    if isinstance(found, LightPrismError):
        st.caption(words.EFFECTS_UNKNOWN)
        banners.problem(found)
        return None
    for line in lines(found, embedded=choice.engine.kind == "embedded"):
        st.markdown(line)
    return found


def _counted(explorer: Any, choice: Choice) -> Effects | LightPrismError:
    """Counted once for a choice and a state of the workspace: all texts may have to be cut for it."""
    state = explorer.library.version(), explorer.library.contents().chunks, explorer.embeddings.identity
    return held(_COUNTED, (explorer.name, choice, state), lambda: _looked(explorer, choice))


def _looked(explorer: Any, choice: Choice) -> Effects | LightPrismError:
    with st.spinner(words.EFFECTS_LOOKING):
        return _count(explorer, choice)


def forget_counts() -> None:
    """Count anew at the next look."""
    st.session_state.pop(_COUNTED, None)


def _count(explorer: Any, choice: Choice) -> Effects | LightPrismError:
    try:
        found: Effects = explorer.changes.effects(choice)
    except LightPrismError as error:
        return error
    return found


def lines(found: Effects, *, embedded: bool) -> Iterator[str]:
    """What has to be done again, a line each."""
    if found.nothing:
        yield words.EFFECTS_NOTHING
    if found.recut:
        template = words.RECUT_ONE if found.recut == 1 else words.RECUT
        yield template.format(documents=found.recut, chunks=found.chunks, before=found.chunks_before)
    if found.plan.chunks:
        yield from _plan(found.plan, embedded)
    if found.reembed:
        yield words.REEMBED.format(texts=found.reembed)
    decisions = found.decisions
    if decisions.hold or decisions.wait or decisions.idle:
        yield words.RULINGS.format(hold=decisions.hold, wait=decisions.wait, idle=decisions.idle)
    if not found.nothing:
        yield words.KEPT_UNTIL


def _plan(plan: Plan, embedded: bool) -> Iterator[str]:
    if embedded:
        yield words.AGAIN_EMBEDDED.format(chunks=plan.chunks)
        return
    time = words.TIME_UNKNOWN if plan.seconds is None else words.TIME.format(time=duration(plan.seconds))
    template = words.AGAIN_ONE if plan.chunks == 1 else words.AGAIN
    calls = words.CALL_ONE if plan.calls == 1 else words.CALL_MANY.format(n=plan.calls)
    yield template.format(chunks=plan.chunks, calls=calls, tokens=rough(plan.tokens_in), time=time)
    if plan.cached:
        yield words.AGAIN_CACHED.format(cached=plan.cached)
