"""The panel in which a change of documents is seen before it is made: what it would do, a yes and a no.

One is open at a time, for one document or for several. What came of a yes is said once, by `told`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.errors import LightPrismError
from pages.parts import banners, preview
from pages.parts import words_withdraw as words
from pages.parts.held import held
from pages.parts.text import safe_markdown

_OPEN, _SEEN = "documents-panel", "documents-panel-preview"
_SAID, _PROBLEM = "documents-panel-said", "documents-panel-problem"
_RUNS = 5

Act = Callable[[], str]
"""Makes the change; a sentence that says what was done."""


@dataclass(frozen=True, slots=True)
class Step:
    """A change that can be asked for. `what` names it in keys; `label` is on the button that opens its panel."""

    what: str
    label: str
    help: str
    icon: str
    title: str
    hint: str
    yes: str


def opener(step: Step, documents: Sequence[str], key: str, label: str = "") -> None:
    """The button that opens the panel of these documents; it stays where it is while that is open."""
    st.button(
        label or step.label,
        icon=step.icon,
        key=key,
        help=step.help,
        disabled=asked(step.what) == tuple(documents),
        on_click=ask,
        args=(step.what, documents),
    )


def ask(what: str, documents: Sequence[str]) -> None:
    """Open the panel of these documents."""
    st.session_state[_OPEN] = what, tuple(documents)
    st.session_state.pop(_PROBLEM, None)


def leave() -> None:
    """Close whichever is open."""
    for key in (_OPEN, _PROBLEM, _SEEN):
        st.session_state.pop(key, None)


def asked(what: str) -> tuple[str, ...] | None:
    """The documents whose panel of this kind is open."""
    kind, documents = st.session_state.get(_OPEN, ("", ()))
    return documents if kind == what else None


def draw(step: Step, body: Callable[[], Act | None]) -> None:
    """The open panel. `body` draws what would be done and gives what does it, or None while it can't be done yet."""
    with st.container(border=True, key=f"{step.what}-panel"):
        st.subheader(step.title, anchor=False)
        st.caption(step.hint)
        act = None
        with banners.problems_shown():
            act = body()
        if error := st.session_state.get(_PROBLEM):
            banners.problem(error)
        with st.container(horizontal=True):
            if act is not None:
                st.button(step.yes, type="primary", icon=step.icon, key=f"{step.what}-do", on_click=done, args=(act,))
            st.button(words.CANCEL, key=f"{step.what}-cancel", on_click=leave)


def done(act: Act) -> None:
    """Make the change; close the panel if it could be made, else let it say why not."""
    try:
        say(act())
    except LightPrismError as error:
        st.session_state[_PROBLEM] = error
    else:
        leave()


def at_once(act: Act) -> None:
    """Make a change that needs no panel; why it could not be made is said by `told`."""
    try:
        say(act())
    except LightPrismError as error:
        st.session_state[_SAID] = error


def say(what: str) -> None:
    """Let `told` say it: a click inside a fragment may not draw by itself."""
    st.session_state[_SAID] = what


def told() -> None:
    """Say once what was done, or why it could not be."""
    said = st.session_state.pop(_SAID, "")
    if isinstance(said, LightPrismError):
        banners.problem(said)
    elif said:
        st.toast(said, icon=":material/check:")


def looked(explorer: Any, key: object, look: Callable[[], Any]) -> Any:
    """A preview, made once for a state of the workspace."""
    return held(_SEEN, (explorer.path, explorer.library.version(), key), look)


def consequences(explorer: Any, found: Any, key: str) -> None:
    """What goes with documents, and what changes in the graph; `key` parts two of them on one page."""
    if found.runs:
        st.markdown(words.RUN if len(found.runs) == 1 else words.RUNS.format(count=len(found.runs)))
        lines = [f"- {safe_markdown(run.question, 160)}" for run in found.runs[:_RUNS]]
        lines += [f"- {words.MORE.format(count=len(found.runs) - _RUNS)}"] * (len(found.runs) > _RUNS)
        st.markdown("\n".join(lines))
    if found.answers:
        st.markdown(words.ANSWER if found.answers == 1 else words.ANSWERS.format(count=found.answers))
    for count, one, many in (
        (found.experiments, words.EXPERIMENT, words.EXPERIMENTS),
        (found.questions, words.QUESTION, words.QUESTIONS),
    ):
        if count:
            st.markdown(one if count == 1 else many.format(count=count))
    for sentence, icon, said in (
        *((each, ":material/rate_review:", words.REVIEW) for each in found.review),
        *((each, ":material/play_circle:", words.AWAKE) for each in found.awake),
    ):
        st.caption(f"{icon} {said.format(what=safe_markdown(sentence, 200))}")
    for name, icon, said in (
        *((each, ":material/move_up:", words.GONE_TOO) for each in found.gone),
        *((each, ":material/visibility:", words.BACK_TOO) for each in found.back),
    ):
        st.caption(f"{icon} {said.format(name=safe_markdown(name, 120))}")
    preview.draw(explorer, found.change, key=key)


def moved(found: Any, one: str, many: str) -> None:
    """How many passages come or go."""
    st.markdown(one if found.passages == 1 else many.format(count=found.passages))


def named(titles: Sequence[str]) -> str:
    """“Note”, or `3 documents`, as Markdown."""
    if len(titles) == 1:
        return f"“{safe_markdown(titles[0], 80)}”"
    return words.DOCUMENTS.format(count=len(titles))


def listed(titles: Sequence[str], shown: int = 8) -> None:
    """Which documents a panel is about, where there are several."""
    if len(titles) < 2:
        return
    more = f" … {words.MORE.format(count=len(titles) - shown)}" if len(titles) > shown else ""
    st.markdown(" · ".join(f"**{safe_markdown(title, 60)}**" for title in titles[:shown]) + more)
