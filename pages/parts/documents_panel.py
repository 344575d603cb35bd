"""The panel in which a change of documents is seen before it is made: what it would do, a yes and a no.

One is open at a time, for one document or for several. A yes counts for what was seen: where the workspace changed
meanwhile, so that it would do something else now, that is shown first. What came of a yes is said once, by `told`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
_LOOKED, _CHANGED, _ANEW = "documents-panel-looked", "documents-panel-changed", "documents-panel-anew"
_RUNS = 5

Act = Callable[[], str | LightPrismError]
"""Makes the change; a sentence that says what was done, or a problem with what was done."""


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


@dataclass(frozen=True, slots=True)
class Seen:
    """A preview as it was shown, the state of the workspace it was made for, and what makes it again."""

    explorer: Any
    version: object
    found: Any
    look: Callable[[], Any]
    told: Callable[[Any], object]

    def stale(self) -> bool:
        """Whether it would be another one now."""
        if self.explorer.library.version() == self.version:
            return False
        return self.told(self.look()) != self.told(self.found)


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
    leave()
    st.session_state[_OPEN] = what, tuple(documents)


def leave() -> None:
    """Close whichever is open."""
    for key in (_OPEN, _PROBLEM, _SEEN, _CHANGED):
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
        st.session_state.pop(_LOOKED, None)
        with banners.problems_shown():
            act = body()
        if st.session_state.get(_CHANGED):
            st.warning(words.CHANGED, icon=":material/sync_problem:")
        if error := st.session_state.get(_PROBLEM):
            banners.problem(error)
        with st.container(horizontal=True):
            if act is not None:
                args = (act, seen())
                st.button(step.yes, type="primary", icon=step.icon, key=f"{step.what}-do", on_click=done, args=args)
            st.button(words.CANCEL, key=f"{step.what}-cancel", on_click=leave)


def seen() -> Seen | None:
    """The preview that was drawn last, to be compared when the yes comes."""
    found: Seen | None = st.session_state.pop(_LOOKED, None)
    return found


def done(act: Act, seen: Seen | None = None) -> None:
    """Make the change if it still does what was `seen`, and close the panel; else let the panel say why not."""
    st.session_state[_ANEW] = True
    st.session_state.pop(_PROBLEM, None)
    try:
        if _made(act, seen):
            leave()
        else:
            st.session_state[_CHANGED] = True
    except LightPrismError as error:
        st.session_state[_PROBLEM] = error


def at_once(act: Act, seen: Seen | None = None) -> None:
    """Make a change that needs no panel; why it could not be made is said by `told`."""
    st.session_state[_ANEW] = True
    try:
        _made(act, seen)
    except LightPrismError as error:
        st.session_state[_SAID] = error


def _made(act: Act, seen: Seen | None) -> bool:
    """Whether it was made: not where it would do something else now, which is said."""
    changed = seen is not None and seen.stale()
    say(words.CHANGED if changed else act())
    return not changed


def say(what: str | LightPrismError) -> None:
    """Let `told` say it: a click inside a fragment may not draw by itself."""
    st.session_state[_SAID] = what


def told() -> None:
    """Say once what was done, or why it could not be; the whole page is drawn anew first, it tells more than lists."""
    if st.session_state.pop(_ANEW, False):
        st.rerun()
    said = st.session_state.pop(_SAID, "")
    if isinstance(said, LightPrismError):
        banners.problem(said)
    elif said:
        st.toast(said, icon=":material/sync_problem:" if said == words.CHANGED else ":material/check:")


def looked(
    explorer: Any, key: object, look: Callable[[], Any], told: Callable[[Any], object] = lambda found: found
) -> Any:
    """A preview, made once for a state of the workspace; `told` is what of it is shown."""
    version = explorer.library.version()
    found = held(_SEEN, (explorer.path, version, key), look)
    st.session_state[_LOOKED] = Seen(explorer, version, found, look, told)
    return found


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


def named(titles: Mapping[str, str]) -> str:
    """“Note” with its file's name in small, or `3 documents`, as Markdown. `titles` by the ids of documents."""
    if len(titles) == 1:
        ((document, title),) = titles.items()
        return _with_file(words.NAMED, document, title)
    return words.DOCUMENTS.format(count=len(titles))


def listed(titles: Mapping[str, str], shown: int = 8) -> None:
    """Which documents a panel is about, where there are several: titles alone may be the same."""
    if len(titles) < 2:
        return
    lines = [_with_file(words.LISTED, document, title) for document, title in list(titles.items())[:shown]]
    lines += [f"- {words.MORE.format(count=len(titles) - shown)}"] * (len(titles) > shown)
    st.markdown("\n".join(lines))


def _with_file(template: str, document: str, title: str) -> str:
    file = "" if title == document else words.FILE.format(file=safe_markdown(document, 120))
    return template.format(title=safe_markdown(title, 80)) + file
