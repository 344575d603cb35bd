"""The form that ticks one field, or the document itself, for names and types: with those first that it would part."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.services.keys import KeyDesk, Partable
from pages.parts import rules_draft
from pages.parts import words_rules as words
from pages.parts.text import one_line

_OFFERED = 200


def tick_form(explorer: Any, desk: KeyDesk, source: str, label: str) -> None:
    """Closed at first; opened, it reads which nodes the field would part."""
    with st.expander(words.TICK, key=f"tick-{source}", icon=":material/tune:", on_change="rerun") as form:
        if form.open:
            _form(explorer, desk, source, label)


def _form(explorer: Any, desk: KeyDesk, source: str, label: str) -> None:
    partable, place = desk.partable(source), f"keys-{source}"
    st.markdown(words.TICK_FOR.format(source=f"**{label}**"))
    if not partable:
        st.caption(words.NOTHING_TO_PART)
    names = _names(partable, source)
    types = _types(desk, source)

    def preview() -> None:
        body = {"source": source, "types": types, "names": names}
        rules_draft.put(explorer, place, [("tick", body)])

    st.button(
        words.PREVIEW,
        key=f"tick-preview-{source}",
        disabled=not (names or types),
        help=None if names or types else words.CHOOSE_FIRST,
        on_click=preview,
    )
    rules_draft.panel(explorer, place)


def _names(partable: tuple[Partable, ...], source: str) -> list[str]:
    offered = {each.name: offer(each) for each in partable[:_OFFERED]}
    key = f"tick-names-{source}"
    chosen = st.multiselect(
        words.TICK_NAMES,
        list(offered),
        format_func=lambda name: offered.get(name, name),
        key=key,
        help=f"{words.TICK_NAMES_HELP} {words.TICK_OTHER_HELP}",
        placeholder=words.TICK_OTHER,
        accept_new_options=True,
    )
    everything = list(dict.fromkeys((*chosen, *(each.name for each in partable))))

    def choose_all() -> None:
        st.session_state[key] = everything

    if len(everything) > len(chosen):
        label = words.TICK_ALL.format(count=len(partable))
        st.button(label, key=f"tick-all-{source}", type="tertiary", icon=":material/done_all:", on_click=choose_all)
    return list(chosen)


def offer(each: Partable) -> str:
    """A node with the number of values, and a flag where it says two things."""
    template = words.SAYS_TWO if each.doubted else words.WOULD_PART
    return template.format(name=one_line(each.name, 60), count=each.values)


def _types(desk: KeyDesk, source: str) -> list[str]:
    offered = {
        share.type: words.TYPE_WOULD_PART.format(type=one_line(share.type, 40), count=share.parts, total=share.total)
        for share in desk.types(source)
    }
    chosen = st.multiselect(
        words.TICK_TYPES,
        list(offered),
        format_func=lambda type_: offered.get(type_, type_),
        key=f"tick-types-{source}",
        help=words.TICK_TYPES_HELP,
        placeholder=words.TICK_TYPES,
    )
    return list(chosen)
