"""Five passages read with settings that are not saved yet, beside what was read from them."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.domain.records import Extraction
from core.services.configuration import Choice
from core.services.readings import entities_in_common
from core.services.task import TaskView
from core.services.trials import Tried
from pages.parts import banners
from pages.parts import words_settings as words
from pages.parts.settings_work import seconds
from pages.parts.text import safe_markdown

_EVERY_S = 0.5
_OF = "lightprism.settings.tried"


def trial(explorer: Any, choice: Choice) -> None:
    """A button, and what came of it, as long as that was tried with this very choice."""
    active = explorer.trials.trial.view().active
    st.fragment(_trial, run_every=_EVERY_S if active else None)(explorer, choice, active)


def _trial(explorer: Any, choice: Choice, was_active: bool) -> None:
    view: TaskView[tuple[Tried, ...]] = explorer.trials.trial.view()
    if view.active != was_active:
        st.rerun()
    if view.active:
        st.markdown(f":material/hourglass_top: {words.TRYING.format(done=view.done, seconds=seconds(view.seconds))}")
        stop = explorer.trials.trial.cancel
        st.button(words.CANCEL, key="settings-trial-stop", disabled=view.state == "stopping", on_click=stop)
        return
    st.button(
        words.TRY_FIVE,
        icon=":material/science:",
        help=words.TRY_HELP,
        key="settings-trial",
        on_click=_begin,
        args=(explorer, choice),
    )
    if st.session_state.get(_OF) == choice:
        _ended(view)


def _begin(explorer: Any, choice: Choice) -> None:
    st.session_state[_OF] = choice
    explorer.trials.start(choice.engine, choice.recipe)


def _ended(view: TaskView[tuple[Tried, ...]]) -> None:
    if view.state == "stopped":
        st.caption(words.TRIAL_STOPPED)
    elif view.error is not None:
        banners.problem(view.error)
    for tried in view.result or ():
        _passage(tried)


def _passage(tried: Tried) -> None:
    title = safe_markdown(tried.chunk.title or tried.chunk.document, 60)
    st.markdown(f"**{words.TRIED.format(title=title, number=tried.chunk.position + 1)}**")
    if isinstance(tried.after, Extraction):
        st.caption(" · ".join(figures(tried.before, tried.after)))
        _names(tried.before, tried.after)
    else:
        st.caption(f":material/error: {safe_markdown(str(tried.after), 300)}")


def _names(before: Extraction, after: Extraction) -> None:
    """What is new, and what is found no more."""
    common = entities_in_common(before, after)
    for template, names in ((words.TRIED_NEW, common.only_second), (words.TRIED_GONE, common.only_first)):
        if names:
            st.caption(template.format(names=safe_markdown(", ".join(names), 200)))


def figures(before: Extraction, after: Extraction) -> list[str]:
    """What changed in numbers, and the time that the calls took."""
    known = [
        words.TRIED_ENTITIES.format(before=len(before.entities), after=len(after.entities)),
        words.TRIED_RELATIONS.format(before=len(before.relations), after=len(after.relations)),
    ]
    rejected = sum(issue.kind == "rejected" for issue in after.issues)
    ungrounded = sum("ungrounded" in row.flags for row in after.entities)
    if rejected:
        known.append(words.TRIED_REJECTED.format(count=rejected))
    if ungrounded:
        known.append(words.TRIED_UNGROUNDED.format(count=ungrounded))
    if after.calls:
        known.append(seconds(sum(call.duration_ms for call in after.calls) / 1000))
    return known
