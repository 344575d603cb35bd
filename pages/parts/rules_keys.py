"""The Keys tab: what tells things of one name apart, ticked field by field, term by term, value by value.

Draws read models; what is chosen becomes a draft, which shows its preview before it is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.domain.policy import BY_DOCUMENT
from core.services.keys import FieldValue, KeyDesk, KeyField, SaidValue
from pages.parts import decided, rules_draft
from pages.parts import words_rules as words
from pages.parts.cards import more, seen
from pages.parts.rules_picture import counted
from pages.parts.rules_ruled import ruled
from pages.parts.rules_terms import terms
from pages.parts.rules_tick import offer, tick_form
from pages.parts.text import safe_markdown

TAB, _SAID = "keys", "keys-said"
_VALUES, _PARTABLE = 8, 5


def draw(explorer: Any) -> None:
    """The whole tab."""
    desk: KeyDesk = explorer.keys
    st.caption(words.KEYS_INTRO)
    rules_draft.at_home(explorer)
    decided.shown(explorer, TAB)
    st.subheader(words.IN_FORCE, anchor=False)
    ruled(explorer, [ruling.decision for ruling in desk.rulings()], words.NOTHING_TICKED)
    st.subheader(words.FIELDS, anchor=False)
    st.caption(words.FIELDS_HINT)
    _fields(explorer, desk)
    st.subheader(words.TERMS, anchor=False)
    st.caption(words.TERMS_HINT)
    terms(explorer, desk.terms())
    st.subheader(words.SAID, anchor=False)
    st.caption(words.SAID_HINT)
    _said(explorer, desk.said())


def _fields(explorer: Any, desk: KeyDesk) -> None:
    total, fields = desk.documents(), desk.fields()
    shown = seen("fields", len(fields))
    for field in fields[:shown]:
        with st.container(border=True, key=f"field-{field.source}"):
            _field(field, total)
            _would_part(desk, field.source)
            tick_form(explorer, desk, field.source, safe_markdown(field.source, 60))
    more("fields", shown, len(fields))
    if not fields:
        st.caption(words.NO_FIELDS)
    with st.container(border=True, key="field-the-document"):
        st.markdown(f"**{words.DOCUMENT_FIELD}** · {words.DOCUMENT_LINE.format(count=total)}")
        tick_form(explorer, desk, BY_DOCUMENT, words.DOCUMENT_FIELD)


def _field(field: KeyField, total: int) -> None:
    values = counted(len(field.values), words.VALUE, words.VALUES)
    line = words.FIELD_LINE.format(values=values, count=field.documents, total=total)
    st.markdown(f"**{safe_markdown(field.source, 60)}** · {line}")
    shown = [_value(value) for value in field.values[:_VALUES]]
    rest = len(field.values) - len(shown)
    st.caption(", ".join(shown + ([words.MORE_VALUES.format(count=rest)] if rest else [])))
    if field.for_readers:
        st.caption(f":material/info: {words.FOR_READERS}")
    if field.several:
        st.caption(words.SEVERAL.format(count=field.several))


def _would_part(desk: KeyDesk, source: str) -> None:
    """The first names that a tick would part: a reason to open the form."""
    found = desk.partable(source)
    if found:
        named = [safe_markdown(offer(each), 60) for each in found[:_PARTABLE]]
        rest = len(found) - len(named)
        more = [words.MORE_VALUES.format(count=rest)] if rest else []
        st.caption(words.PARTABLE.format(names=", ".join(named + more)), help=words.TICK_NAMES_HELP)


def _value(value: FieldValue) -> str:
    template = words.FOR_ALL if value.for_all else words.VALUE_LINE
    return template.format(value=safe_markdown(value.value, 40), count=value.documents)


def _said(explorer: Any, values: Sequence[SaidValue]) -> None:
    new = [value for value in values if not value.known]
    known = [safe_markdown(value.value, 40) for value in values if value.known]
    if not new:
        st.caption(words.NO_SAID)
    chosen = [value for value in new if _said_row(value)]
    if known:
        st.caption(words.KNOWN.format(values=", ".join(known)))
    if new:
        st.button(
            words.PREVIEW,
            key="said-preview",
            disabled=not chosen,
            on_click=lambda: rules_draft.put(explorer, _SAID, [("know", {"values": [v.value for v in chosen]})]),
        )
        rules_draft.panel(explorer, _SAID)


def _said_row(value: SaidValue) -> bool:
    template = words.SAID_ONCE if value.mentions == 1 else words.SAID_LINE
    names = ", ".join(safe_markdown(name, 40) for name in value.names)
    line = template.format(count=value.mentions, names=names)
    return st.checkbox(f"**{safe_markdown(value.value, 60)}** :gray[{line}]", key=f"said-{value.value}")
