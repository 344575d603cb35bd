"""Why something is in each mode, or why it is not: the field to ask in, and a line for every mode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.domain.explain import Item, Verdict
from core.services.explain import Explained
from pages.parts import compare_state, words_compare
from pages.parts import words_explain as own
from pages.parts.compare_columns import Opened
from pages.parts.compare_intro import COLOURS
from pages.parts.compare_run import Run
from pages.parts.compare_state import Ask
from pages.parts.text import safe_markdown

OPENED = "lightprism.compare.opened"
_FIELD = "compare-why"


def field(found: Run, ask: Ask) -> None:
    """Where one types a name; what the modes looked at is offered, any other name can be typed."""

    offered = found.offered
    keys = {label: key for key, label in offered.items()}

    def put() -> None:
        text = st.session_state[_FIELD] or ""
        compare_state.write(replace(compare_state.read(), why=keys.get(text, text).strip()))

    shown = offered.get(ask.why, ask.why)
    options = list(offered.values())
    if shown and shown not in options:
        options.insert(0, shown)
    st.session_state[_FIELD] = shown or None
    st.selectbox(
        own.WHY,
        options,
        key=_FIELD,
        placeholder=own.WHY_PLACEHOLDER,
        accept_new_options=True,
        label_visibility="collapsed",
        help=own.WHY_HELP,
        on_change=put,
    )


def answer(found: Run, ask: Ask, dismissed: bool = False) -> None:
    """What is asked about, mode by mode; or what the name may mean."""
    if not ask.why or dismissed:
        return
    items = found.explainer.find(ask.why)
    with st.container(border=True, key="compare-reasons"):
        if len(items) == 1:
            _one(found, items[0])
        elif items:
            st.markdown(own.WHY_SEVERAL.format(name=safe_markdown(ask.why, 120)))
            _choices(items)
        else:
            _nothing(found, ask.why)


def _one(found: Run, item: Item) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        kind = words_compare.KINDS[item.kind]
        st.markdown(f"{kind} **{safe_markdown(item.label, 160)}**", width="content")
        st.space("stretch")
        st.button(own.WHY_OPEN, icon=":material/open_in_full:", key="compare-why-open", on_click=_open, args=(item,))
        _close()
    explained(found, item)


def explained(found: Run, item: Item) -> None:
    """A line for each mode. The first rank beyond the hits costs a look at all rows."""
    with st.spinner(own.WHY_LOOKING):
        told = found.explainer.explain(item, found.traces, found.parameters)
    verdicts(told)


def _open(item: Item) -> None:
    st.session_state[OPENED] = Opened(item.kind, item.key)


def _close() -> None:
    def close() -> None:
        compare_state.write(replace(compare_state.read(), why=""))

    st.button(own.WHY_CLOSE, icon=":material/close:", type="tertiary", key="compare-why-close", on_click=close)


def _nothing(found: Run, text: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(own.WHY_NOTHING.format(name=safe_markdown(text, 120)))
        st.space("stretch")
        _close()
    near = found.explainer.near(text)
    if near:
        st.caption(own.WHY_NEAR)
        _choices(near)


def _choices(items: Sequence[Item]) -> None:
    with st.container(horizontal=True, gap="small"):
        for number, item in enumerate(items):
            label = f"{words_compare.KINDS[item.kind]} **{safe_markdown(item.label, 70)}**"
            st.button(label, key=f"compare-why-{number}", on_click=_ask, args=(item,))


def _ask(item: Item) -> None:
    compare_state.write(replace(compare_state.read(), why=item.key))


def verdicts(explained: Explained) -> None:
    """A line for each mode: kept or not, at which rank, and the sentence."""
    with st.container(gap=None, key=f"compare-verdicts-{explained.item.kind}"):
        for verdict in explained.verdicts:
            _line(explained.item, verdict)


def _line(item: Item, verdict: Verdict) -> None:
    letter, name, *_ = words_compare.MODES[verdict.mode]
    state = _state(item, verdict)
    badge = f":{COLOURS[verdict.mode]}-badge[**{letter}** {name}]"
    icon = ":material/check_circle:" if verdict.kept else ":material/do_not_disturb_on:"
    st.markdown(f"{badge} {icon} **{state}** – {safe_markdown(verdict.said, 900)}")


def _state(item: Item, verdict: Verdict) -> str:
    if not verdict.kept:
        return own.NOT_KEPT
    return f"{own.KEPT}, {own.KEPT_AS[item.kind].format(rank=verdict.rank)}"
