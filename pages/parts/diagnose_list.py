"""The findings on one part of the worklist: each with tick, head, what can be done, and evidence if open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from core.services.worklist import Item, Listed
from pages.parts import diagnose_acts as acts
from pages.parts import diagnose_state as state
from pages.parts import focus
from pages.parts import words_diagnose as words
from pages.parts.diagnose_acts import Done
from pages.parts.diagnose_evidence import evidence
from pages.parts.diagnose_head import badges, sentence
from pages.parts.diagnose_proposal import link
from pages.parts.text import safe_markdown

_NOTE = "diagnose-note"


def findings(explorer: Any, listed: Listed, items: Sequence[Item], rule: str) -> None:
    """Draw these; nothing can be decided under classic, nor where another process writes."""
    free = rule == "careful" and acts.ready(explorer)
    for item in items:
        with st.container(border=True, gap="small", key=f"finding-{item.id}"):
            _finding(explorer, listed, item, rule, free)


def _finding(explorer: Any, listed: Listed, item: Item, rule: str, free: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if free and item.right is None:
            _tick(item)
        badges(item, listed.survey.entities)
    sentence(item)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"acts-{item.id}"):
        _acts(explorer, item, free)
    if state.asked() == f"unsure {item.id}":
        note(explorer, item)
    if state.opened() == item.id:
        if free and item.right is None:
            _alike(listed, item)
        evidence(explorer, item.finding, rule)


def _tick(item: Item) -> None:
    key = f"tick-{item.id}"
    st.session_state[key] = item.id in state.ticks()

    def put() -> None:
        state.tick([item.id], st.session_state[key])

    label = f"{words.TICK}: {safe_markdown(item.finding.why, 80)}"
    st.checkbox(label, key=key, label_visibility="collapsed", on_change=put, width="content")


def _acts(explorer: Any, item: Item, free: bool) -> None:
    open_ = state.opened() == item.id
    st.button(
        words.EVIDENCE_CLOSE if open_ else words.EVIDENCE,
        icon=":material/expand_less:" if open_ else ":material/expand_more:",
        type="tertiary",
        key=f"open-{item.id}",
        on_click=state.toggle,
        args=(item.id,),
    )
    if not free:
        return
    if item.right is not None:
        _button(words.TAKE_BACK, "undo", f"back-{item.id}", acts.back, (explorer, [item.right.seq]))
        return
    link(item.finding)
    st.space("stretch")
    pair = acts.is_pair(item.finding)
    label, about = (words.TWO_THINGS, words.TWO_THINGS_HELP) if pair else (words.RIGHT, words.RIGHT_HELP)
    _button(label, "check", f"right-{item.id}", acts.right, (explorer, [item.finding]), about)
    if item.unsure is not None:
        _button(words.TAKE_BACK, "undo", f"back-{item.id}", acts.back, (explorer, [item.unsure.seq]))
    else:
        _button(words.UNSURE, "help", f"unsure-{item.id}", state.ask, (f"unsure {item.id}",))


def _button(label: str, icon: str, key: str, act: Any, args: tuple[Any, ...], about: str | None = None) -> None:
    st.button(label, icon=f":material/{icon}:", type="tertiary", key=key, help=about, on_click=act, args=args)


def note(explorer: Any, item: Item, after: Callable[[Done], Any] | None = None) -> None:
    """Ask for a note on what is to be cleared up; `after` is told what was done."""

    def save() -> None:
        made = acts.unsure(explorer, [item.finding], st.session_state[_NOTE])
        if made is not None and after is not None:
            after(made)

    with st.form("unsure-form", border=False, enter_to_submit=True):
        st.text_input(words.UNSURE_NOTE, key=_NOTE, placeholder=words.UNSURE_PLACEHOLDER, max_chars=400)
        with st.container(horizontal=True):
            st.form_submit_button(words.UNSURE_SAVE, type="primary", key="unsure-save", on_click=save)
            st.form_submit_button(words.CANCEL, shortcut="Esc", key="unsure-cancel", on_click=state.ask, args=("",))
    focus.put(f"st-key-{_NOTE}", f"focus-{item.id}")


def _alike(listed: Listed, item: Item) -> None:
    others = [other for other in listed.alike(item) if other.right is None]
    if others:
        label = words.ALIKE.format(count=len(others) + 1)
        ids = [item.id, *(other.id for other in others)]
        _button(label, "done_all", f"alike-{item.id}", state.tick, (ids,), words.ALIKE_HELP)
