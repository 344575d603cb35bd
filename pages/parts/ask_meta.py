"""The line above a stored question: when and of what it was asked, whether that has changed, its star and its note."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.domain.runs import StoredRun
from core.services.inquiry import Asked
from pages.parts import ask_state, words, words_compare
from pages.parts import words_ask as own
from pages.parts.ask_state import Ask
from pages.parts.documents_table import when
from pages.parts.text import safe_markdown

_NOTE = "ask-note-text"


def meta(explorer: Any, run: StoredRun) -> None:
    """Draw it, with a warning where the workspace is another by now."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="ask-meta"):
        st.caption(_made(run), width="content")
        if explorer.runs.keeps:
            _star(explorer, run)
            _note(explorer, run)
    if run.changed or (not run.current and any(run.version)):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="ask-changed"):
            st.caption(f":material/update: {own.RUN_CHANGED}", width="content")
            st.button(own.ASK_AGAIN, icon=":material/refresh:", key="ask-again", on_click=_again, args=(explorer, run))


def _made(run: StoredRun) -> str:
    mode, trace = next(iter(run.traces.items()))
    engine = run.engine.get("reader", "")
    said = own.RUN_MADE.format(
        at=when(run.at),
        mode=words_compare.MODES[mode][1],
        version=_version(run),
        engine=safe_markdown(engine, 60) if engine else own.EMBEDDED,
    )
    if trace.policy == "careful":
        return said
    return f"{said} · {own.RUN_RULE.format(rule=words.MERGE_RULES[trace.policy])}"


def _version(run: StoredRun) -> str:
    """Nothing for a viewer, whom it would tell of what they may not see."""
    number = ".".join(str(each) for each in run.version)
    return own.RUN_VERSION.format(version=number) if any(run.version) else ""


def _star(explorer: Any, run: StoredRun) -> None:
    st.button(
        own.UNSTAR if run.starred else own.STAR,
        icon=":material/kid_star:" if run.starred else ":material/star_border:",
        type="tertiary",
        key="ask-star",
        on_click=explorer.runs.star,
        args=(run.id, not run.starred),
    )


def _note(explorer: Any, run: StoredRun) -> None:
    def save() -> None:
        explorer.runs.note(run.id, st.session_state[_NOTE].strip())

    with st.popover(own.NOTE_EDIT if run.note else own.NOTE, icon=":material/edit_note:"):
        with st.form(f"ask-note-{run.id}", border=False):
            st.text_area(own.NOTE_LABEL, run.note, key=_NOTE, max_chars=4000)
            st.form_submit_button(own.NOTE_SAVE, on_click=save)


def _again(explorer: Any, run: StoredRun) -> None:
    """The same question, as it was understood, of the workspace as it is now."""
    mode, trace = next(iter(run.traces.items()))
    explorer.inquiries.ask(Asked(run.asked, mode, trace.policy))
    ask_state.write(Ask(run.asked, mode, trace.policy))
