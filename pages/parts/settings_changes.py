"""What was changed and not saved yet, what it means for what is read already, and the way to save or discard it.

Where nothing is changed: what is still to be done since earlier changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from core.errors import InputError, LightPrismError
from core.services.configuration import Choice
from pages.parts import banners
from pages.parts import words_settings as words
from pages.parts.documents_progress import panel
from pages.parts.settings_draft import changes, discard, draft, saved
from pages.parts.settings_effects import effects, forget_counts
from pages.parts.settings_trial import trial
from pages.parts.text import safe_markdown

_SAVED, _FAILED = "lightprism.settings.saved", "lightprism.settings.failed"


def changes_card(explorer: Any) -> None:
    """Draw the card."""
    listed = list(changes(saved(explorer), draft(explorer)))
    with st.container(border=True, key="settings-changes"):
        st.subheader(words.CHANGES, anchor=False)
        _said()
        for name, before, after in listed:
            shown = safe_markdown(before, 200), safe_markdown(after, 200)
            st.markdown(words.CHANGED.format(label=words.FIELDS[name], before=shown[0], after=shown[1]))
        choice = _choice(explorer)
        if listed:
            if choice is not None:
                _meaning(explorer, choice)
            _decide(explorer, possible=choice is not None)
            if choice is not None and explorer.library.contents().documents:
                trial(explorer, choice)
        else:
            st.caption(words.NO_CHANGES)
            _outstanding(explorer)


def _said() -> None:
    """What became of the last click."""
    if st.session_state.pop(_SAVED, False):
        st.caption(f":material/check_circle: {words.SAVED}")
    failed = st.session_state.pop(_FAILED, None)
    if failed is not None:
        banners.problem(failed)


def _tried(work: Callable[[], None]) -> None:
    """Do it; what goes wrong is shown at the next drawing."""
    try:
        work()
    except LightPrismError as error:
        st.session_state[_FAILED] = error
    forget_counts()


def _choice(explorer: Any) -> Choice | None:
    try:
        return draft(explorer).choice()
    except InputError as error:
        banners.problem(error)
        return None


def _meaning(explorer: Any, choice: Choice) -> None:
    if explorer.library.contents().documents:
        st.markdown(f"**{words.EFFECTS}**")
        effects(explorer, choice)


def _busy(explorer: Any) -> bool:
    return bool(explorer.job.progress().active)


def _decide(explorer: Any, *, possible: bool) -> None:
    if _busy(explorer):
        st.caption(f":material/hourglass_top: {words.BUSY}")
    with st.container(horizontal=True):
        st.button(
            words.SAVE,
            type="primary",
            icon=":material/save:",
            key="settings-save",
            disabled=not possible or _busy(explorer) or not explorer.writable,
            on_click=_save,
            args=(explorer,),
        )
        st.button(words.DISCARD, key="settings-discard", on_click=discard, args=(explorer,))


def _save(explorer: Any) -> None:
    """Save the draft as it is when it is clicked, not as it was drawn."""

    def save() -> None:
        choice = draft(explorer).choice()
        explorer.configure(choice.engine, choice.chunking, choice.recipe)
        discard(explorer)
        explorer.trials.trial.clear()
        st.session_state[_SAVED] = True

    _tried(save)


def _outstanding(explorer: Any) -> None:
    """What earlier changes have left to do, or how far it is."""
    if _busy(explorer):
        panel(explorer, quiet=True)
        return
    if not explorer.library.contents().documents:
        return
    st.markdown(f"**{words.EFFECTS}**")
    found = effects(explorer, saved(explorer).choice())
    if found is None or found.nothing:
        return
    if found.plan.chunks or found.recut:
        _button(explorer, words.READ_AGAIN, ":material/refresh:", "settings-read-again", _read_again)
    if found.reembed:
        _button(explorer, words.EMBED_AGAIN, ":material/scatter_plot:", "settings-embed-again", _embed_again)


def _button(explorer: Any, label: str, icon: str, key: str, work: Callable[[Any], None]) -> None:
    st.button(
        label, icon=icon, key=key, disabled=not explorer.writable, on_click=_tried, args=(lambda: work(explorer),)
    )


def _read_again(explorer: Any) -> None:
    if explorer.changes.read_again(explorer.choice):
        explorer.job.start()


def _embed_again(explorer: Any) -> None:
    explorer.job.start_with(explorer.reembed)
