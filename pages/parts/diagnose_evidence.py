"""The evidence of one finding: groups side by side, each mention with its document and the way to the passage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.domain.diagnose import Finding
from core.services.browse import Desk
from core.services.evidence_sides import Side, SideLine
from pages.parts import original_state, session
from pages.parts import words_diagnose as words
from pages.parts.diagnose_signals import waterfall
from pages.parts.extraction_pick import CHUNK
from pages.parts.passages import source
from pages.parts.text import safe_markdown, titled

_ABREAST = 3
_GROUPS = 9
_LINES = 5
_ENTITIES = 6


def evidence(explorer: Any, finding: Finding, rule: str) -> None:
    """Draw all of it."""
    desk: Desk = explorer.browse.desk(rule)
    _sides(desk, finding)
    _near(desk, finding)
    waterfall(finding)
    _ways(desk, finding, rule)
    original_state.hurry()


def _sides(desk: Desk, finding: Finding) -> None:
    sides = desk.sides(finding.evidence[:_GROUPS], _LINES)
    if not sides:
        st.caption(words.EVIDENCE_NONE)
    for start in range(0, len(sides), _ABREAST):
        row = sides[start : start + _ABREAST]
        for number, (column, side) in enumerate(zip(st.columns(len(row)), row, strict=True)):
            with column, st.container(border=True, gap="small", key=f"side-{finding.id}-{start + number}"):
                _side(side, finding, len(sides) > 1, f"{finding.id}-{start + number}")
    if len(finding.evidence) > _GROUPS:
        st.caption(words.GROUPS_MORE.format(count=len(finding.evidence) - _GROUPS))


def _side(side: Side, finding: Finding, several: bool, key: str) -> None:
    label = side.label or (words.WITHOUT_LABEL if several else "")
    if label:
        st.markdown(f"**{safe_markdown(label, 120)}** :small[{side.total or len(side.chunks):,}]")
    if not side.lines:
        _chunks(side.chunks, key)
    for number, line in enumerate(side.lines):
        _line(line, finding, f"{key}-{number}")
    if side.total > side.shown:
        st.caption(words.EVIDENCE_MORE.format(count=side.total - side.shown))


def _line(line: SideLine, finding: Finding, key: str) -> None:
    with st.container(gap=None):
        if len(finding.entities) != 1 or line.type or " → " in line.head:
            type_ = f" · {safe_markdown(line.type, 40)}" if line.type else ""
            st.caption(f"{safe_markdown(line.head, 120)}{type_}")
        st.text(line.text or words.QUOTED.format(quote=line.quote))
        if line.also:
            st.caption(words.SAID_BY.format(count=1 + len(line.also)))
        for number, (place, marks) in enumerate(((line.place, line.marks), *line.also)):
            st.button(
                f":small[{source(place)}]",
                icon=":material/description:",
                type="tertiary",
                key=f"original-{key}-{number}",
                help=words.ORIGINAL_HELP,
                on_click=original_state.ask,
                args=(place.chunk, marks),
            )


def _chunks(chunks: Sequence[str], key: str) -> None:
    """Passages by name, each leading to what was read from it."""
    for number, chunk in enumerate(chunks[:_LINES]):
        with st.container(key=f"chunk-{key}-{number}"):
            st.page_link(
                "pages/extraction.py",
                label=safe_markdown(chunk, 120),
                icon=":material/fact_check:",
                help=words.TO_EXTRACTION,
                query_params={**session.linked(), CHUNK: chunk},
            )
    if len(chunks) > _LINES:
        st.caption(words.EVIDENCE_MORE.format(count=len(chunks) - _LINES))


def _near(desk: Desk, finding: Finding) -> None:
    """Names that the one in question may be, each with its profile's beginning and the way to a merge."""
    near = [key for key in finding.near if desk.has_entity(key)]
    if not near or not desk.has_entity(finding.entities[0]) or finding.kind == "unassigned":
        return
    st.caption(words.NEAR)
    for key in near:
        entity = desk.entity(key).entity
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            said = safe_markdown(entity.description, 120)
            st.markdown(f"**{safe_markdown(titled(entity.name, entity.qualifier), 60)}** {said}", width="stretch")
            st.page_link(
                "pages/curate.py",
                label=words.NEAR_MERGE,
                icon=":material/merge:",
                query_params={**session.linked(), "merge": [key, finding.entities[0]]},
                width="content",
            )


def _ways(desk: Desk, finding: Finding, rule: str) -> None:
    """Links to the graph: the entities, else the relation."""
    found = [("node", key, _named(desk, key)) for key in finding.entities[:_ENTITIES] if desk.has_entity(key)]
    if not found:
        found = [("edge", key, "") for key in finding.relations[:1] if desk.has_relation(key)]
    more = {} if rule == "careful" else {"rule": rule}
    with st.container(horizontal=True, gap="small"):
        for field, key, name in found:
            label = f"{words.TO_GRAPH}: {safe_markdown(name, 50)}" if name else words.TO_GRAPH
            st.page_link(
                "pages/graph.py",
                label=f":small[{label}]",
                icon=":material/hub:",
                query_params={**session.linked(), field: key, **more},
                width="content",
            )


def _named(desk: Desk, key: str) -> str:
    entity = desk.entity(key).entity
    return titled(entity.name, entity.qualifier)
