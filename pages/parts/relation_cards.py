"""The card of a relation, together with the others between the same two entities.

Draws read models and nothing else; all text of documents goes through `text.py`, `st.text` or the passage component.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.domain.records import Relation
from core.services.browse import Desk
from core.services.cards import RelationCard, RelationLine
from pages.parts import session, words
from pages.parts.card_actions import only_careful, relation_actions, relation_dialog
from pages.parts.card_texts import profile_texts
from pages.parts.cards import PAGE_SIZE, Acts, close, flags, more, paged_passages, seen
from pages.parts.graph_component import Selection
from pages.parts.passages import source_link
from pages.parts.text import safe_markdown


def pair_card(explorer: Any, desk: Desk, key: str, acts: Acts) -> None:
    """The card of a relation, with the other relations of the same pair below it. Raises UnknownName."""
    cards = desk.pair(key)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if len(cards) > 1:
            st.caption(words.BETWEEN.format(count=len(cards)))
        st.space("stretch")
        close(acts)
    for card in cards:
        _relation(explorer, desk, card, acts, alone=len(cards) == 1)
    if not desk.ruled:
        only_careful()
    elif not session.viewing():
        relation_dialog(explorer)


def _relation(explorer: Any, desk: Desk, card: RelationCard, acts: Acts, *, alone: bool) -> None:
    relation = card.relation
    with st.container(border=not alone):
        _relation_head(relation, card, acts)
        if desk.ruled and not session.viewing():
            relation_actions(explorer, desk, relation)
        profile_texts(card.texts, card.cut, words.NO_RELATION_TEXT)
        if relation.keywords:
            st.caption(f"{words.KEYWORDS}: {', '.join(safe_markdown(word, 60) for word in relation.keywords[:20])}")
        with st.expander(f"{words.TAB_PASSAGES} ({len(card.passages):,})", expanded=alone):
            paged_passages(
                len(card.passages),
                lambda start: desk.relation_passages(relation.key, start, PAGE_SIZE),
                f"relation-{relation.key}",
            )
        with st.expander(f"{words.TAB_MENTIONS} ({len(card.mentions):,})"):
            _relation_lines(card.mentions, relation.key)


def _relation_head(relation: Relation, card: RelationCard, acts: Acts) -> None:
    arrow = "→" if relation.directed else "–"
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for key, name, side in (
            (relation.source, card.ends[0], "source"),
            (relation.target, card.ends[1], "target"),
        ):
            if side == "target":
                st.markdown(f"{arrow} {safe_markdown(card.label, 80)} {arrow}")
            st.button(
                f"**{safe_markdown(name, 60)}**",
                type="tertiary",
                key=f"{side}-{relation.key}",
                on_click=acts.open,
                args=(Selection("node", key),),
            )
    weight = words.WEIGHT_ONE if relation.weight == 1 else words.WEIGHT.format(count=relation.weight)
    st.caption(f"{weight} · {words.STRENGTH.format(value=relation.strength)}")
    if relation.flags:
        flags(relation.flags)


def _relation_lines(lines: Sequence[RelationLine], key: str) -> None:
    shown = seen(f"lines-{key}", len(lines))
    for line in lines[:shown]:
        st.markdown(f"**{safe_markdown(line.source)}** → **{safe_markdown(line.target)}**")
        if line.description:
            st.text(line.description)
        source_link(line.place)
    more(f"lines-{key}", shown, len(lines))
