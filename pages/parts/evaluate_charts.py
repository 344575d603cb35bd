"""Two pictures of an experiment: what a mode finds for what it costs, and on how many questions it wins or loses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd
import streamlit as st

from core.domain.evaluation import DEPTHS, Difference, Summary
from pages.parts import words_evaluate as own
from pages.parts.words_compare import MODES as NAMES

_COLOURS = {own.BETTER: "#0d9488", own.WORSE: "#d97706"}
"""Readable on light and on dark ground."""
_GREY = "#8b93a1"
_ROW = 30


def draw(summaries: Sequence[Summary], told: Sequence[Difference], base: str, depth: int) -> None:
    """Both beside each other; the second only where there is something to compare with."""
    with st.container(key="evaluate-charts"):
        columns = st.columns(2 if told else 1, gap="large")
    with columns[0]:
        st.markdown(f"**{own.CHART_COST}**", help=own.CHART_COST_HINT)
        st.altair_chart(_cost(summaries, depth), width="stretch", key="evaluate-cost")
    if told:
        with columns[1]:
            st.markdown(
                f"**{own.CHART_WINS.format(base=NAMES[base][1])}**", help=own.CHART_WINS_HINT.format(depth=depth)
            )
            st.altair_chart(_wins(told), width="stretch", key="evaluate-wins")


def _cost(summaries: Sequence[Summary], depth: int) -> alt.LayerChart | alt.FacetChart:
    rows: list[dict[str, Any]] = [
        {"mode": NAMES[one.mode][1], "tokens": round(one.tokens), "recall": round(one.recalls[DEPTHS.index(depth)], 3)}
        for one in summaries
        if one.recalls
    ]
    most, domain = max(row["tokens"] for row in rows), _domain(rows)
    labelled(rows, 0.1 * most, 0.06 * (domain[1] - domain[0]))
    base = alt.Chart(pd.DataFrame(rows)).encode(
        x=alt.X(
            "tokens:Q",
            title=own.CHART_TOKENS,
            axis=alt.Axis(tickCount=5),
            scale=alt.Scale(domain=[0, most * 1.4 or 1], nice=False),
        ),
        y=alt.Y("recall:Q", title=own.CHART_RECALL.format(depth=depth), scale=alt.Scale(domain=domain)),
        tooltip=["mode:N", "tokens:Q", "recall:Q"],
    )
    points = base.mark_circle(size=130, opacity=0.95).encode(color=alt.Color("mode:N", legend=None, sort=None))
    right = base.transform_filter("!datum.left").mark_text(align="left", dx=9, dy=-7, color=_GREY)
    left = base.transform_filter("datum.left").mark_text(align="right", dx=-9, dy=-7, color=_GREY)
    return alt.layer(points, right.encode(text="label:N"), left.encode(text="label:N")).properties(height=260)


def labelled(rows: Sequence[dict[str, Any]], wide: float, high: float) -> None:
    """A label for each point; points that lie close share one, at the side with more room, of the outermost of them."""
    groups: list[list[dict[str, Any]]] = []
    for row in rows:
        row["label"], row["left"] = "", False
        near = (g for g in groups if all(_near(row, one, wide) and _high(row, one, high) for one in g))
        group = next(near, None)
        if group is None:
            groups.append([row])
        else:
            group.append(row)
    for group in groups:
        others = [row for row in rows if row not in group and _high(row, group[0], 1.5 * high)]
        first, last = (side(group, key=lambda row: row["tokens"]) for side in (min, max))
        crowded = any(0 < row["tokens"] - last["tokens"] < 2.5 * wide for row in others)
        free = not any(0 < first["tokens"] - row["tokens"] < 2.5 * wide for row in others)
        left = crowded and free and first["tokens"] > 2.5 * wide
        (first if left else last).update(label=", ".join(row["mode"] for row in group), left=left)


def _near(row: dict[str, Any], other: dict[str, Any], wide: float) -> bool:
    return bool(abs(row["tokens"] - other["tokens"]) < wide)


def _high(row: dict[str, Any], other: dict[str, Any], high: float) -> bool:
    return bool(abs(row["recall"] - other["recall"]) < high)


def _domain(rows: Sequence[dict[str, Any]]) -> list[float]:
    """From a round value below the least to one, so that near points part."""
    least = min(row["recall"] for row in rows)
    return [max(0.0, int(least * 10 - 0.5) / 10), 1.02]


def _wins(told: Sequence[Difference]) -> alt.LayerChart | alt.FacetChart:
    rows: list[dict[str, Any]] = [
        {"mode": NAMES[one.mode][1], "count": sign * count, "told": count, "sort": sort}
        for one in told
        for sort, count, sign in ((own.BETTER, one.better, 1), (own.WORSE, one.worse, -1))
    ]
    most = max(1, *(row["told"] for row in rows))
    base = alt.Chart(pd.DataFrame(rows)).encode(
        x=alt.X(
            "count:Q",
            title=own.CHART_QUESTIONS,
            axis=alt.Axis(labelExpr="abs(datum.value)", tickMinStep=1, tickCount=6),
            scale=alt.Scale(domain=[-most * 1.15, most * 1.15]),
        ),
        y=alt.Y("mode:N", sort=[NAMES[one.mode][1] for one in told], title=None),
        tooltip=["mode:N", alt.Tooltip("sort:N", title=" "), alt.Tooltip("told:Q", title=own.CHART_QUESTIONS)],
    )
    scale = alt.Scale(domain=list(_COLOURS), range=list(_COLOURS.values()))
    bars = base.mark_bar(height=16, cornerRadius=2).encode(
        color=alt.Color("sort:N", scale=scale, legend=alt.Legend(title=None, orient="top"))
    )
    right = base.transform_filter("datum.count > 0").mark_text(align="left", dx=4, color=_GREY).encode(text="told:Q")
    left = base.transform_filter("datum.count < 0").mark_text(align="right", dx=-4, color=_GREY).encode(text="told:Q")
    return alt.layer(bars, right, left).properties(height=max(200, _ROW * len(told) + 80))
