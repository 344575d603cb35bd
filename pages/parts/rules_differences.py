"""The Differences tab: what classic glued, turned or folded that careful keeps, each with pictures and passages.

Draws read models and nothing else; a click on a rule shows the thing in the graph under that rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from core.domain.merge_differences import Difference
from core.services.rules import RulesDesk, Summary
from pages.parts import banners
from pages.parts import words_rules as words
from pages.parts.graph_component import Selection
from pages.parts.rules_evidence import evidence
from pages.parts.rules_picture import counted, pictures
from pages.parts.text import safe_markdown

_PAGE = 10
_START = "lightprism.rules.start"
Show = Callable[[str, Selection], None]
"""Opens something in the graph under a merge rule."""


def draw(explorer: Any, show: Show) -> None:
    """The whole tab."""
    desk: RulesDesk = explorer.rules
    with st.spinner(words.COMPARING, show_time=True):
        summary = desk.summary()
    st.markdown(_summary(summary))
    if not summary.total:
        banners.empty(words.SAME, words.SAME_HINT)
        return
    found = _wanted(desk, summary)
    if not found:
        st.caption(words.NONE_FIT.format(text=safe_markdown(st.session_state.get("rules-filter", ""), 60)))
        return
    start = min(st.session_state.get(_START, 0), (len(found) - 1) // _PAGE * _PAGE)
    _pages(start, len(found), "above")
    for difference in found[start : start + _PAGE]:
        _difference(explorer, desk, difference, show)
    if len(found) > _PAGE:
        _pages(start, len(found), "below")


def _summary(summary: Summary) -> str:
    sizes = {"careful": summary.careful, "classic": summary.classic}
    edges = {"careful": (words.RELATION, words.RELATIONS), "classic": (words.EDGE, words.EDGES)}
    counts = {f"{rule}_nodes": f"**{counted(n, words.NODE, words.NODES)}**" for rule, (n, _) in sizes.items()}
    counts |= {f"{rule}_edges": f"**{counted(m, *edges[rule])}**" for rule, (_, m) in sizes.items()}
    said = words.SUMMARY.format(documents=counted(summary.documents, words.DOCUMENT, words.DOCUMENTS), **counts)
    clauses = [_clause(kind, count) for kind, count in summary.counts.items() if count]
    return f"{said} {words.CLASSIC_IS.format(clauses=_listed(clauses))}" if clauses else said


def _clause(kind: str, count: int) -> str:
    many, one = words.CLAUSES[kind]
    return one if count == 1 else many.format(count=count)


def _listed(clauses: list[str]) -> str:
    return clauses[0] if len(clauses) == 1 else f"{', '.join(clauses[:-1])} and {clauses[-1]}"


def _wanted(desk: RulesDesk, summary: Summary) -> tuple[Difference, ...]:
    """What the pills and the field ask for."""
    labels = {"": words.ALL_KINDS.format(count=summary.total)}
    labels |= {kind: f"{words.KINDS[kind][0]} {count:,}" for kind, count in summary.counts.items() if count}
    if st.session_state.get("rules-kind") not in labels:
        st.session_state["rules-kind"] = ""
    kinds, name = st.columns([7, 3], vertical_alignment="bottom")
    with kinds:
        kind = st.pills(
            words.KIND,
            list(labels),
            format_func=labels.__getitem__,
            key="rules-kind",
            required=True,
            label_visibility="collapsed",
            on_change=_to_start,
        )
    with name:
        text = st.text_input(
            words.FILTER,
            key="rules-filter",
            placeholder=words.FILTER_PLACEHOLDER,
            icon=":material/search:",
            label_visibility="collapsed",
            on_change=_to_start,
        )
    if kind:
        st.caption(words.KINDS[kind][1])
    return desk.fitting(kind or "", text)


def _to_start() -> None:
    st.session_state[_START] = 0


def _pages(start: int, total: int, place: str) -> None:
    def go(to: int) -> None:
        st.session_state[_START] = to

    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.caption(words.WORST.format(first=start + 1, last=min(total, start + _PAGE), total=total), width="stretch")
        if total > _PAGE:
            for label, to, there in (
                (words.EARLIER, start - _PAGE, start > 0),
                (words.LATER, start + _PAGE, start + _PAGE < total),
            ):
                st.button(label, key=f"rules-{label}-{place}", disabled=not there, on_click=go, args=(to,))


def _difference(explorer: Any, desk: RulesDesk, difference: Difference, show: Show) -> None:
    key = f"{difference.kind}-{'|'.join(difference.classic)}-{'|'.join(difference.careful)}"
    label = f":blue-badge[{words.KINDS[difference.kind][0]}] {safe_markdown(difference.why, 190)}"
    with st.expander(label, key=f"difference-{key}", on_change="rerun") as row:
        if row.open:
            _opened(explorer, desk, difference, key, show)


def _opened(explorer: Any, desk: RulesDesk, difference: Difference, key: str, show: Show) -> None:
    pictures(desk.pair(difference), key=f"picture-{key}")
    kind = "node" if difference.kind in ("glued", "kept apart") else "edge"
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        for rule, label, keys in (
            ("classic", words.CLASSIC, difference.classic),
            ("careful", words.CAREFUL, difference.careful),
        ):
            if keys:
                st.button(
                    words.SHOW_IN.format(rule=label),
                    key=f"show-{rule}-{key}",
                    icon=":material/hub:",
                    on_click=show,
                    args=(rule, Selection(kind, keys[0])),
                )
        st.caption(words.HARM_HELP.format(reach=difference.reach))
    st.markdown(f"**{words.EVIDENCE}**")
    evidence(explorer.browse.desk(), difference.evidence, key=key)
