"""The signs that made a finding, as a waterfall folded under the sentence that sums it up, and one by one below."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd
import streamlit as st

from core.domain.diagnose import THRESHOLDS, Finding
from pages.parts import words_diagnose as words
from pages.parts.text import one_line, safe_markdown

_BAR = 26
"""Pixels of a bar with its gap."""
_COLOURS = {words.SIGNAL_FOR: "#d97706", words.SIGNAL_AGAINST: "#0d9488", words.SIGNAL_TOTAL: "#6b7280"}
"""Readable on light and on dark ground."""


def waterfall(finding: Finding) -> None:
    """Draw it, where signs were weighed."""
    if not finding.signals:
        return
    with st.expander(summary(finding), icon=":material/waterfall_chart:"):
        st.altair_chart(_chart(finding), width="stretch", key=f"waterfall-{finding.id}")
        st.caption(words.SIGNALS_CHART)
        for signal in finding.signals:
            st.markdown(f"**{signal.weight:+.2f}** {safe_markdown(signal.name)}: {safe_markdown(signal.detail, 300)}")


def summary(finding: Finding) -> str:
    """`2 signs speak for it, one against: together 0.90, and 0.50 is enough`."""
    for_ = sum(signal.weight > 0 for signal in finding.signals)
    against = len(finding.signals) - for_
    said = [words.SIGNALS_ONE if for_ == 1 else words.SIGNALS_FOR.format(count=for_)]
    if against:
        said.append(words.SIGNALS_AGAINST_ONE if against == 1 else words.SIGNALS_AGAINST.format(count=against))
    enough = THRESHOLDS.get(finding.kind, 0.0)
    return f"{', '.join(said)}: {words.SIGNALS_SUM.format(score=finding.score, threshold=enough)}"


def steps(finding: Finding) -> pd.DataFrame:
    """The bars: each begins where the one above it ends, the last is the sum."""
    rows: list[dict[str, Any]] = []
    at = 0.0
    for number, signal in enumerate(finding.signals):
        sort = words.SIGNAL_FOR if signal.weight > 0 else words.SIGNAL_AGAINST
        rows.append(_step(number, signal.name, at, at + signal.weight, sort, signal.detail))
        at += signal.weight
    rows.append(_step(len(rows), words.SIGNAL_TOTAL, 0.0, at, words.SIGNAL_TOTAL, ""))
    return pd.DataFrame(rows)


def _step(number: int, name: str, start: float, end: float, sort: str, detail: str) -> dict[str, Any]:
    weight = f"{end - start:+.2f}" if sort != words.SIGNAL_TOTAL else f"{end:.2f}"
    return {
        "row": number,
        "sign": one_line(name, 40),
        "start": round(start, 3),
        "end": round(end, 3),
        "right": round(max(start, end), 3),
        "sort": sort,
        "weight": weight,
        "detail": one_line(detail, 160),
    }


def _chart(finding: Finding) -> alt.LayerChart:
    frame = steps(finding)
    names = list(dict.fromkeys(frame["sign"]))
    y = alt.Y("sign:N", sort=names, title=None, axis=alt.Axis(labelLimit=160))
    colour = alt.Color("sort:N", scale=alt.Scale(domain=list(_COLOURS), range=list(_COLOURS.values())), legend=None)
    tip = [alt.Tooltip("sign:N", title=words.SIGNAL_WEIGHT), "weight:N", "detail:N"]
    base = alt.Chart(frame)
    bars = base.mark_bar(height=14, cornerRadius=2).encode(
        x=alt.X("start:Q", title=None, axis=alt.Axis(tickCount=5, format=".1f")),
        x2="end:Q",
        y=y,
        color=colour,
        tooltip=tip,
    )
    labels = base.mark_text(align="left", dx=4, color="#8b93a1").encode(x="right:Q", y=y, text="weight:N")
    enough = alt.Chart(pd.DataFrame({"enough": [THRESHOLDS.get(finding.kind, 0.0)]}))
    rule = enough.mark_rule(strokeDash=[4, 3], color="#8b93a1").encode(x="enough:Q")
    return alt.layer(bars, labels, rule).properties(height=_BAR * len(frame) + 30)
