"""Deciding on chosen rows: the buttons, the form of the decision that is being prepared, its preview, and one step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from core.domain.decisions import Ruling
from pages.parts import banners, decided, preview, tables_state
from pages.parts import words_tables as words
from pages.parts.tables_rulings import Act, others
from pages.parts.tables_state import TableState
from pages.parts.text import safe_markdown

_NAMED, _MOST = 4, 300


@dataclass(frozen=True, slots=True)
class Chosen:
    """The rows that are chosen: what to call each, and the values of each facet that can be offered."""

    rows: tuple[Any, ...]
    names: tuple[str, ...]
    values: Mapping[str, tuple[str, ...]]


def buttons(state: TableState, acts: Mapping[str, Act], leave: Mapping[str, Any], count: int) -> None:
    """One button a decision; those that don't fit the number of rows say why not. `leave`: acts that go elsewhere."""
    with st.container(horizontal=True, gap="small", key=f"tables-acts-{state.name}"):
        for name, act in acts.items():
            label, icon, about = words.ACTS[name]
            fits = act.fits(count)
            need = "" if fits else (words.NEED_ONE if act.most == 1 else words.NEED_TWO if act.least == 2 else "")
            if st.button(
                label,
                icon=icon,
                help=f"{about} {need}".strip(),
                disabled=not fits,
                type="primary" if state.act == name else "secondary",
                key=f"tables-act-{state.name}-{name}",
                on_click=None if name in leave else _begin,
                args=None if name in leave else (state, name),
            ):
                leave.get(name, lambda: None)()


def _begin(state: TableState, name: str) -> None:
    """Open the form, or close it if it is the one that is open."""
    st.session_state.pop(_key(state, "value"), None)
    tables_state.write(replace(state, act="" if state.act == name else name))


def form(explorer: Any, state: TableState, act: Act, chosen: Chosen) -> None:
    """What the decision still needs, what it would change, and the button that makes it."""
    if state.act != act.name or act.rulings is None:
        return
    with st.container(border=True, key=f"tables-form-{state.name}"):
        label, icon, about = words.ACTS[act.name]
        st.markdown(f"{icon} **{label.removesuffix(' …')}** · {_named(chosen.names)}", help=about)
        fields = st.columns(2 if act.value else 1)
        with fields[0]:
            value = _value(state, act, chosen) if act.value else ""
        with fields[-1]:
            why = st.text_input(words.WHY, max_chars=500, key=_key(state, "why"))
        everywhere = _everywhere(state, act, chosen, value)
        rulings = [replace(one, why=why.strip()) for one in act.rulings(chosen.rows, value, everywhere)]
        ready = (value or not act.value) and rulings
        if ready:
            _previewed(explorer, state, rulings)
        else:
            st.caption(words.NEEDS_VALUE)
            st.button(words.CANCEL, key=f"tables-cancel-{state.name}", on_click=_begin, args=(state, act.name))


def _previewed(explorer: Any, state: TableState, rulings: Sequence[Ruling]) -> None:
    with st.spinner(words.PREVIEWING):
        found = explorer.curate.preview(rulings)

    def decide() -> None:
        with banners.problems_shown():
            made = explorer.curate.decide(rulings, seen=state.seen)
            decided.keep(explorer, made.seqs, made.notes)
            tables_state.choose(state, ())

    with st.container(horizontal=True, gap="small"):
        st.button(
            words.DECIDE,
            type="primary",
            icon=":material/check:",
            help=words.DECIDE_HELP,
            disabled=bool(found.problem),
            shortcut="Ctrl+Enter",
            key=f"tables-decide-{state.name}",
            on_click=decide,
        )
        st.button(words.CANCEL, key=f"tables-cancel-{state.name}", on_click=_begin, args=(state, state.act))
    preview.draw(explorer, found, key=f"tables-{state.name}-preview")


def _value(state: TableState, act: Act, chosen: Chosen) -> str:
    label, about, key = words.VALUE[act.name], words.VALUE_HELP[act.name], _key(state, "value")
    if not act.choices:
        first = chosen.rows[0].node.name
        most = _MOST if len(first) <= _MOST else None  # a longer name is not cut
        return str(st.text_input(label, first, help=about, max_chars=most, key=key)).strip()
    given = st.selectbox(
        label,
        [value for value in chosen.values.get(act.choices, ()) if value],
        index=None,
        accept_new_options=True,
        placeholder=about,
        key=key,
    )
    return (given or "").strip()


def _everywhere(state: TableState, act: Act, chosen: Chosen, value: str) -> bool:
    values = others(chosen.rows, act.everywhere, value) if act.everywhere and value else []
    if not values:
        return False
    named = ", ".join(f"“{safe_markdown(one, 30)}”" for one in values[:_NAMED])
    label = words.EVERYWHERE[act.name].format(values=named)
    return bool(st.toggle(label, key=_key(state, "everywhere")))


def _named(names: Sequence[str]) -> str:
    shown = ", ".join(safe_markdown(name, 60) for name in names[:_NAMED])
    if len(names) <= _NAMED:
        return shown
    return words.ABOUT_MORE.format(names=shown, count=len(names) - _NAMED)


def _key(state: TableState, what: str) -> str:
    return f"tables-{state.name}-{state.act}-{what}"
