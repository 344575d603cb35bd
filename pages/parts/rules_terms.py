"""Roles and defined terms that many documents share, to be keyed by document together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.domain.defined_terms import DefinedTerm
from core.domain.policy import BY_DOCUMENT
from pages.parts import rules_draft
from pages.parts import words_rules as words
from pages.parts.cards import more, seen
from pages.parts.text import safe_markdown

_PLACE = "keys-terms"


def terms(explorer: Any, found: Sequence[DefinedTerm]) -> None:
    """A row with a box for each term, and the button for those chosen."""
    if not found:
        st.caption(words.NO_TERMS)
        return

    def put_all(value: bool) -> None:
        st.session_state.update({_key(term): value for term in found})

    def preview() -> None:
        names = [form for term in chosen for form in term.forms]
        rules_draft.put(explorer, _PLACE, [("tick", {"source": BY_DOCUMENT, "types": [], "names": names})])

    shown = seen("terms", len(found))
    for term in found[:shown]:
        _term(term)
    more("terms", shown, len(found))
    chosen = [term for term in found if st.session_state.get(_key(term))]
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.button(words.PREVIEW, key="terms-preview", disabled=not chosen, on_click=preview)
        st.button(
            words.TERMS_ALL.format(count=len(found)), key="terms-all", type="tertiary", on_click=put_all, args=(True,)
        )
        st.button(words.TERMS_NONE, key="terms-none", type="tertiary", on_click=put_all, args=(False,))
        st.caption(words.CHOSEN.format(count=len(chosen)))
    rules_draft.panel(explorer, _PLACE)


def _key(term: DefinedTerm) -> str:
    return f"term-{term.key}"


def _term(term: DefinedTerm) -> None:
    count = words.TERM_DOCUMENTS.format(count=len(term.documents))
    reasons = "; ".join(words.TERM_REASONS[reason.kind].format(count=reason.documents) for reason in term.reasons)
    st.checkbox(f"**{safe_markdown(term.name, 60)}** · {count} · :gray[{reasons}]", key=_key(term))
    quote = next((reason.quote for reason in term.reasons if reason.quote), "")
    if quote:
        st.caption(words.TERM_QUOTE.format(quote=safe_markdown(quote, 200)))
