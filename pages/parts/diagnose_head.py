"""The head of a finding, as the worklist and the queue show it: kind, harm, what is new or noted, and the sentence."""

from __future__ import annotations

import streamlit as st

from core.domain.diagnose import Finding
from core.services.worklist import Item
from pages.parts import words_diagnose as words
from pages.parts.text import safe_markdown

_SENTENCE = 700


def badges(item: Item, entities: int) -> None:
    """Kind, whether it is new or unsure, and how far it reaches."""
    finding = item.finding
    kind, about = words.KINDS[finding.kind]
    colour = "orange" if finding.kind in words.SERIOUS else "blue"
    st.markdown(f":{colour}-badge[{kind}]", help=about, width="content")
    if item.new:
        st.markdown(f":green-badge[{words.NEW}]", width="content")
    if item.unsure is not None:
        st.markdown(f":gray-badge[{words.UNSURE_BADGE}]", width="content")
    said, help_ = reach(finding, entities)
    st.markdown(f":small[:gray[{said}]]", help=help_, width="content")


def reach(finding: Finding, entities: int) -> tuple[str, str]:
    """`reaches 12 of 40`, and what that means."""
    if not finding.entities and not finding.relations:
        return words.REACHES_READING.format(count=finding.reach), words.REACHES_READING_HELP
    numbers = {"reach": finding.reach, "total": max(entities, finding.reach), "harm": finding.harm}
    return words.REACHES.format(**numbers), words.REACHES_HELP.format(**numbers)


def sentence(item: Item) -> None:
    """Why it is a finding; below it the note of who set it aside."""
    st.markdown(safe_markdown(item.finding.why, _SENTENCE))
    noted = item.unsure
    if noted is not None and noted.note:
        st.caption(f":material/edit_note: {words.NOTED.format(note=safe_markdown(noted.note, 400))}")
