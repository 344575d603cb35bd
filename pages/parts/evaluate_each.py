"""Wins and losses question by question: a strip a mode, a column a question on which any differs from the base."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd
import streamlit as st

from core.domain.evaluation import BASE, Row
from core.domain.evaluation.scoring import mean_recall
from pages.parts import words_evaluate as own
from pages.parts import words_experiment as made
from pages.parts.text import one_line
from pages.parts.words_compare import MODES as NAMES

_MOST = 60
_WORSE, _EVEN, _BETTER = "#d97706", "#8b93a1", "#0d9488"
_ROW = 26


def draw(group: Sequence[Row], modes: Sequence[str], depth: int) -> None:
    """The picture; nothing where no question tells the modes apart."""
    columns = _columns(group, modes, depth)
    if not columns:
        return
    shown = columns[:_MOST]
    about = made.CHART_EACH_HINT.format(base=NAMES[BASE][1], depth=depth)
    st.markdown(f"**{made.CHART_EACH}**", help=about)
    if len(columns) > _MOST:
        st.caption(made.CHART_EACH_MOST.format(most=_MOST, count=len(columns)))
    order = [NAMES[mode][1] for mode in modes if mode != BASE]
    rows: list[dict[str, Any]] = [
        {"n": n, "question": one_line(row[0].text, 160), "mode": NAMES[mode][1], "gap": round(gap, 3)}
        for n, (row, gaps) in enumerate(sorted(shown, key=_balance), 1)
        for mode, gap in gaps.items()
    ]
    st.altair_chart(_chart(rows, order), width="stretch", key="evaluate-each")


def _chart(rows: Sequence[dict[str, Any]], order: Sequence[str]) -> alt.LayerChart | alt.FacetChart:
    """Every cell on a faint ground, in colour where the mode differs there."""
    gap = made.CHART_GAP.format(base=NAMES[BASE][1])
    scale = alt.Scale(domain=[-1, 0, 1], range=[_WORSE, _EVEN, _BETTER], interpolate="rgb")
    legend = alt.Legend(title=gap, orient="top", gradientLength=160, values=[-1, 0, 1])
    base = alt.Chart(pd.DataFrame(rows)).encode(
        x=alt.X("n:O", title=own.CHART_QUESTIONS, axis=alt.Axis(labels=False, ticks=False, domain=False)),
        y=alt.Y("mode:N", sort=list(order), title=None, axis=alt.Axis(labelOverlap=False, domain=False)),
        tooltip=[
            alt.Tooltip("question:N", title=made.ANSWERS_PICK),
            alt.Tooltip("mode:N", title=own.MISS_MODE),
            alt.Tooltip("gap:Q", title=gap, format="+.2f"),
        ],
    )
    ground = base.mark_rect(cornerRadius=2, color=_EVEN, opacity=0.12)
    cells = base.transform_filter("datum.gap != 0").mark_rect(cornerRadius=2)
    colour = alt.Color("gap:Q", scale=scale, legend=legend)
    return alt.layer(ground, cells.encode(color=colour)).properties(height=alt.Step(_ROW))


Column = tuple[Row, dict[str, float]]


def _columns(group: Sequence[Row], modes: Sequence[str], depth: int) -> list[Column]:
    """Questions on which a mode differs from the base, with the gap of each mode; those that differ most first."""
    found = []
    for row in group:
        question, asked = row
        if question.support:
            base = mean_recall(asked.run(BASE), depth)
            gaps = {mode: mean_recall(asked.run(mode), depth) - base for mode in modes if mode != BASE}
            if any(gaps.values()):
                found.append((row, gaps))
    return sorted(found, key=lambda one: (-sum(map(abs, one[1].values())), one[0][0].row))


def _balance(column: Column) -> tuple[float, int]:
    """Where most is won comes first."""
    return -sum(column[1].values()), column[0][0].row
