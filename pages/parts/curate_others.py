"""Rulings that a person may choose where a finding proposes none: those of the card of its entity or its relations."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.domain.diagnose import Finding
from core.services.browse import Desk
from pages.parts import card_actions
from pages.parts import words_curate as words
from pages.parts.text import safe_markdown

_RELATIONS = 3


def others(explorer: Any, finding: Finding) -> None:
    """Draw them: for one entity, or for the first relations each with its name."""
    desk: Desk = explorer.browse.desk()
    if len(finding.entities) == 1 and desk.has_entity(finding.entities[0]):
        st.caption(words.OTHERS)
        card_actions.entity_actions(explorer, desk, desk.entity(finding.entities[0]).entity)
        return
    relations = [key for key in finding.relations[:_RELATIONS] if desk.has_relation(key)]
    if relations:
        st.caption(words.OTHERS)
    for key in relations:
        relation = desk.relation(key).relation
        said = f"{relation.source_name} – {relation.predicate} → {relation.target_name}"
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"other-{key}"):
            st.markdown(f"**{safe_markdown(said, 120)}**", width="content")
            card_actions.relation_actions(explorer, desk, relation)
    if relations:
        card_actions.relation_dialog(explorer)
