"""Evidence side by side: what each group of mentions says, in which document, with the way to the passage.

All text of documents goes through `text.py` or `st.text`.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.domain.diagnose.finding import Group
from core.services.browse import Desk
from core.services.evidence_sides import Side, SideLine
from pages.parts import original_state
from pages.parts import words_rules as words
from pages.parts.passages import source
from pages.parts.text import safe_markdown

COLUMNS, LINES, GROUPS = 3, 5, 9


def evidence(desk: Desk, groups: Sequence[Group], key: str) -> None:
    """The groups in columns, the first mentions of each."""
    sides = desk.sides(groups[:GROUPS], 3 * LINES)  # an entity and its relations may be read from one sentence
    for start in range(0, len(sides), COLUMNS):
        row = sides[start : start + COLUMNS]
        for column, side in zip(st.columns(min(COLUMNS, max(2, len(row)))), row, strict=False):
            with column:
                _side(side, f"{key}-{start}")
    if len(groups) > GROUPS:
        st.caption(words.MORE_GROUPS.format(count=len(groups) - GROUPS))
    original_state.hurry()


def _side(side: Side, key: str) -> None:
    with st.container(border=True, gap="small"):
        if side.label:
            st.markdown(f"**{safe_markdown(side.label, 120)}**")
        different: dict[tuple[str, str], SideLine] = {}
        for line in side.lines:
            different.setdefault((line.text or line.quote, line.place.chunk), line)
        shown = list(different.values())[:LINES]
        for number, line in enumerate(shown):
            _line(line, f"{key}-{side.label}-{number}")
        if side.total > len(shown):
            st.caption(words.OF_MENTIONS.format(count=side.total))


def _line(line: SideLine, key: str) -> None:
    st.text(line.text or line.quote)
    st.button(
        f":small[{source(line.place)}]",
        key=f"passage-{line.id}-{key}",
        type="tertiary",
        icon=":material/description:",
        help=words.OPEN_PASSAGE_HELP,
        on_click=original_state.ask,
        args=(line.place.chunk, line.marks),
    )
