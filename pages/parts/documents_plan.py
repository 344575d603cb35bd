"""What waits to be read: what that will take, told before it begins, and how far it is to go this time."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.errors import LightPrismError
from core.services.estimate import Plan
from pages.parts import words_documents as words
from pages.parts.figures import duration, rough
from pages.parts.held import held
from pages.parts.text import safe_markdown

_TOLD = "lightprism.documents.plan"
LIMIT = "reading-limit"


def waiting_of(explorer: Any) -> int:
    """How many passages wait: not read yet, to be read again, or those of a document that was cut anew."""
    return sum(row.waiting for row in explorer.library.queue())


def begin(explorer: Any, label: str, waiting: int) -> None:
    """The plan, how far to go, and the button."""
    limit = st.session_state.get(LIMIT)
    st.caption(_told(explorer, waiting, limit))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        start_button(explorer, label)
        st.number_input(
            words.LIMIT, 1, None, None, 1, key=LIMIT, help=words.LIMIT_HELP, placeholder=words.LIMIT_ALL, width=220
        )


def start_button(explorer: Any, label: str, *, primary: bool = True) -> None:
    """Begins to read what waits, no further than the number that stands in the field by then."""
    kind = "primary" if primary else "secondary"
    st.button(label, icon=":material/play_arrow:", type=kind, key="reading-start", on_click=_start, args=(explorer,))


def _start(explorer: Any) -> None:
    explorer.job.start(limit=st.session_state.get(LIMIT))


def _told(explorer: Any, waiting: int, limit: int | None) -> str:
    """Reckoned once for what waits: prompts are made and counted for it."""
    key = (explorer.name, explorer.choice, explorer.library.version(), waiting, limit)
    return held(_TOLD, key, lambda: _reckoned(explorer, limit))


def _reckoned(explorer: Any, limit: int | None) -> str:
    try:
        with st.spinner(words.PLANNING):
            plan = explorer.changes.estimate(explorer.choice, limit)
    except LightPrismError as error:
        return words.PLAN_UNKNOWN.format(reason=safe_markdown(str(error), 400))
    return sentence(plan)


def sentence(plan: Plan) -> str:
    """Passages, calls, tokens and time, as far as they can be told."""
    passages = words.PASSAGE_ONE if plan.chunks == 1 else words.PASSAGE_MANY.format(n=plan.chunks)
    time = words.TIME_UNKNOWN if plan.seconds is None else words.TIME.format(time=duration(plan.seconds))
    if not plan.calls:
        return words.PLAN_EMBEDDED.format(passages=passages, time=time)
    calls = words.CALL_ONE if plan.calls == 1 else words.CALL_MANY.format(n=plan.calls)
    told = words.PLAN.format(passages=passages, calls=calls, tokens=rough(plan.tokens_in), time=time)
    return f"{told} {words.PLAN_CACHED.format(cached=plan.cached)}" if plan.cached else told
