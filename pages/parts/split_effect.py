"""What a split would change: the preview of its decisions, and the passages that `local` would start from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.domain.curation import Preview
from core.services.split import rulings
from pages.parts import preview, split_state, words_split
from pages.parts.passages import where
from pages.parts.split_state import Held
from pages.parts.text import safe_markdown, titled

_NAMED = 4


def previewed(explorer: Any, held: Held) -> Preview:
    """The preview of the plan as it is."""
    found: Preview = explorer.curate.preview(rulings(held.plan))
    return found


def draw(explorer: Any, held: Held, found: Preview) -> None:
    """The section."""
    st.subheader(words_split.PREVIEW, anchor=False)
    if not found.problem:
        _retrieval(explorer, held, found)
    preview.draw(explorer, found, key="split-preview")


def _retrieval(explorer: Any, held: Held, found: Preview) -> None:
    """For each part, the passages reached from it beside those reached from the node today."""
    desk = explorer.browse.desk()
    today = desk.record(held.key).chunks
    after = {change.key: change.after for change in found.entities if change.after is not None}
    st.markdown(f"**{words_split.RETRIEVAL}**", help=words_split.RETRIEVAL_HELP)
    lines = []
    for part in held.plan.parts:
        entity = after.get(part.ref.key)
        label = safe_markdown(titled(part.name, part.qualifier), 60)
        if entity is None and desk.has_entity(part.ref.key):
            continue  # a part of an earlier split that stays as it is
        if entity is None:
            lines.append(words_split.SEED_LINE_NONE.format(part=label))
        else:
            lines.append(_line(explorer, label, today, entity.chunks))
    st.markdown("\n".join(f"- {line}" for line in lines))


def _line(explorer: Any, label: str, before: Sequence[str], after: Sequence[str]) -> str:
    line = words_split.SEED_LINE.format(part=label, after=len(after), before=len(before))
    gone = [chunk for chunk in before if chunk not in after]
    told = [
        form.format(places=_places(explorer, chunks))
        for form, chunks in ((words_split.SEED_KEEPS, after), (words_split.SEED_LEAVES, gone))
        if 0 < len(chunks) <= _NAMED
    ]
    return f"{line}: {'; '.join(told)}" if told else line


def _places(explorer: Any, chunks: Sequence[str]) -> str:
    desk = explorer.browse.desk()
    places = [desk.passage(chunk).place for chunk in chunks]
    return ", ".join(f"{safe_markdown(place.title, 40)} ({safe_markdown(where(place))})" for place in places)


def summary(held: Held) -> str:
    """How many mentions are in each part, and how many wait, in a line of Markdown."""
    labels = split_state.part_labels(held.plan)
    said = [f"**{safe_markdown(label, 40)}** {len(held.plan.rows_of(n)):,}" for n, label in enumerate(labels)]
    if waits := len(held.plan.rows_of(-1)):
        said.append(words_split.COUNT_WAIT.format(count=waits))
    return " · ".join(said)
