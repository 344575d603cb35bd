"""What is done with all findings that are ticked: found right together, or their proposals taken after one preview."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from core.domain.diagnose import Finding
from core.services.worklist import Item, Listed
from pages.parts import banners, preview
from pages.parts import diagnose_acts as acts
from pages.parts import diagnose_state as state
from pages.parts import words_diagnose as words
from pages.parts.diagnose_acts import Done

_TAKE, _RIGHT = "take", "right"


def ticked(explorer: Any, listed: Listed, shown: Sequence[Item]) -> None:
    """The bar above the list, and the preview when it was asked for."""
    ids = state.ticks()
    chosen = [item.finding for item in listed.items if item.id in ids and item.right is None]
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="diagnose-ticked"):
        _ticks(listed, shown, len(chosen))
        if chosen:
            _acts(explorer, chosen)
    if chosen and state.asked() == _TAKE:
        taking(explorer, chosen)
    if chosen and state.asked() == _RIGHT:
        sure(explorer, chosen)


def _ticks(listed: Listed, shown: Sequence[Item], chosen: int) -> None:
    if chosen:
        st.markdown(f"**{words.TICKED.format(count=chosen)}**", width="content")
        _button(words.UNTICK, "ticks-none", state.tick, (state.ticks(), False))
    if chosen < len(shown) and len(shown) > 1:
        _button(words.TICK_SHOWN.format(count=len(shown)), "ticks-shown", state.tick, ([item.id for item in shown],))
    if len(shown) < len(listed.items) and chosen < len(listed.items):
        ids = [item.id for item in listed.items]
        _button(words.TICK_ALL.format(count=len(ids)), "ticks-all", state.tick, (ids,))


def _acts(explorer: Any, chosen: Sequence[Finding]) -> None:
    st.space("stretch")
    with_proposal = [finding for finding in chosen if finding.proposal]
    label = words.ALL_RIGHT.format(count=len(chosen))
    _button(label, "ticked-right", state.ask, (_RIGHT,), "secondary")
    if with_proposal:
        label = words.TAKE_TICKED.format(count=len(with_proposal))
        _button(label, "ticked-take", state.ask, (_TAKE,), "secondary")


def _button(label: str, key: str, act: Any, args: tuple[Any, ...], look: Any = "tertiary") -> None:
    st.button(label, type=look, key=key, on_click=act, args=args)


def sure(explorer: Any, chosen: Sequence[Finding], after: Callable[[Done | None], Any] | None = None) -> None:
    """How many of which kinds would be set aside, and the button that does it: nobody does that by one click."""

    def right() -> None:
        done = acts.right(explorer, chosen)
        state.ask("")
        if after is not None:
            after(done)

    kinds = Counter(finding.kind for finding in chosen)
    with st.container(border=True, key="diagnose-sure"):
        st.markdown(f"**{words.SURE_TITLE.format(count=len(chosen))}**")
        st.markdown("\n".join(f"- {words.COUNTED.format(label=_called(k), count=n)}" for k, n in kinds.most_common()))
        st.caption(words.SURE_HINT)
        with st.container(horizontal=True):
            label = words.SURE_YES.format(count=len(chosen))
            st.button(label, type="primary", key="sure-right", on_click=right)
            st.button(words.CANCEL, key="sure-cancel", on_click=state.ask, args=("",))


def _called(kind: str) -> str:
    label = words.KINDS[kind][0]
    return words.SURE_PAIR.format(kind=label) if kind == acts.PAIRS else label


def taking(explorer: Any, chosen: Sequence[Finding], after: Callable[[Done | None], Any] | None = None) -> None:
    """What taking these proposals would do, and the button that does it; `after` is told what was done."""

    def take() -> None:
        done = acts.take(explorer, findings)
        if after is not None:
            after(done)

    findings = [finding for finding in chosen if finding.proposal]
    rulings = [ruling for finding in findings if (ruling := acts.proposed(finding))]
    with st.container(border=True, key="diagnose-taking"), banners.problems_shown():
        st.markdown(f"**{words.TAKE_TITLE.format(count=len(rulings))}**")
        made = explorer.curate.preview(rulings)
        preview.draw(explorer, made, "taking", graphs=len(rulings) == 1)
        with st.container(horizontal=True):
            st.button(
                words.TAKE_ALL.format(count=len(rulings)),
                type="primary",
                key="take-all",
                disabled=bool(made.problem),
                on_click=take,
            )
            st.button(words.CANCEL, key="take-cancel", on_click=state.ask, args=("",))
