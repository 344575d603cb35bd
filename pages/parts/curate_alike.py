"""Findings like the one on the screen: ticked, and dealt with in one step after a preview of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.domain.diagnose import Finding
from core.services.worklist import Item, Listed
from pages.parts import curate_state
from pages.parts import diagnose_state as state
from pages.parts import words_curate as words
from pages.parts.curate_state import Queue
from pages.parts.diagnose_acts import Done
from pages.parts.diagnose_ticked import sure, taking
from pages.parts.text import safe_markdown

_SHOWN = 30
_TAKE, _RIGHT = "take alike", "right alike"


def alike(explorer: Any, listed: Listed, queue: Queue, item: Item) -> None:
    """Draw them folded, where there are others."""
    others = listed.alike(item)
    if not others:
        return
    items = [item, *others]
    label = words.ALIKE.format(count=len(items))
    with st.expander(label, icon=":material/done_all:", expanded=state.asked() in (_TAKE, _RIGHT)):
        st.caption(words.ALIKE_HINT)
        _ticks(items)
        chosen = [each.finding for each in items if each.id in state.ticks()]
        if chosen:
            _acts(explorer, queue, chosen)
        for each in items[:_SHOWN]:
            _row(each)
        if len(items) > _SHOWN:
            st.caption(words.ALIKE_MORE.format(count=len(items) - _SHOWN))


def _ticks(items: Sequence[Item]) -> None:
    ids = [each.id for each in items]
    with st.container(horizontal=True, gap="small"):
        label = words.ALIKE_ALL.format(count=len(ids))
        st.button(label, type="tertiary", key="alike-all", on_click=state.tick, args=(ids,))
        if state.ticks() & frozenset(ids):
            st.button(words.ALIKE_NONE, type="tertiary", key="alike-none", on_click=state.tick, args=(ids, False))


def _row(item: Item) -> None:
    key = f"alike-{item.id}"
    st.session_state[key] = item.id in state.ticks()
    st.checkbox(
        safe_markdown(item.finding.why, 200),
        key=key,
        on_change=lambda: state.tick([item.id], st.session_state[key]),
    )


def _acts(explorer: Any, queue: Queue, chosen: Sequence[Finding]) -> None:
    with_proposal = [finding for finding in chosen if finding.proposal]

    def dealt(made: Done | None) -> None:
        if made is not None:
            curate_state.dealt(curate_state.held(queue), [finding.id for finding in chosen], made.seqs)

    with st.container(horizontal=True, gap="small", key="alike-acts"):
        if with_proposal:
            label = words.ALIKE_PREVIEW.format(count=len(with_proposal))
            st.button(label, key="alike-take", on_click=state.ask, args=(_TAKE,))
        label = words.ALIKE_RIGHT.format(count=len(chosen))
        st.button(label, key="alike-right", on_click=state.ask, args=(_RIGHT,))
    if with_proposal and state.asked() == _TAKE:
        taking(explorer, with_proposal, dealt)
    if state.asked() == _RIGHT:
        sure(explorer, chosen, dealt)
