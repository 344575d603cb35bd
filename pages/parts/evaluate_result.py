"""One experiment: the table by kind of question, the comparison in sentences and pictures, halves, what was lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.domain.evaluation import (
    BASE,
    DEPTH,
    DEPTHS,
    Difference,
    Experiment,
    Row,
    Summary,
    by_kind,
    differences,
    halves,
    rows,
    table,
)
from pages.parts import (
    evaluate_answers,
    evaluate_beside,
    evaluate_charts,
    evaluate_costs,
    evaluate_each,
    evaluate_misses,
)
from pages.parts import words_evaluate as own
from pages.parts.evaluate_head import head
from pages.parts.text import safe_markdown
from pages.parts.words_compare import MODES as NAMES


def draw(explorer: Any, found: Experiment, known: Sequence[Experiment]) -> None:
    """All of it."""
    head(explorer, found, known)
    if not found.results:
        return
    groups = by_kind(rows(found))
    kind, depth = _choice(found, list(groups))
    group, modes = groups.get(kind, groups[""]), found.plan.modes
    summaries = table(group, modes)
    _table(summaries, f"evaluate-table-{kind}", depth)
    if not any(one.recalls for one in summaries):
        st.caption(own.UNANSWERABLE_ONLY)
        evaluate_answers.draw(summaries, group, modes)
        return
    told = differences(group, modes, depth=depth)
    evaluate_charts.draw(summaries, told, BASE, depth)
    if told:
        _against(told, depth)
        evaluate_each.draw(group, modes, depth)
    evaluate_answers.draw(summaries, group, modes)
    _halves(group, modes)
    evaluate_costs.draw(found)
    evaluate_beside.draw(found, known, depth)
    evaluate_misses.draw(found, group)


# --- the table --------------------------------------------------------------------------------------------------------


def _choice(found: Experiment, kinds: Sequence[str]) -> tuple[str, int]:
    """The kind of question that is looked at, and the depth."""
    with st.container(horizontal=True, gap="large", key="evaluate-choice"):
        kind = ""
        if len(kinds) > 1:
            picked = st.segmented_control(
                own.KIND,
                kinds,
                default="",
                required=True,
                format_func=own.KINDS.__getitem__,
                help=own.KIND_HELP,
                key=f"evaluate-kind-{found.id}",
            )
            kind = str(picked)
        depth = st.segmented_control(
            own.DEPTH_LABEL,
            DEPTHS,
            default=DEPTH,
            required=True,
            format_func=lambda one: own.DEPTHS.format(depth=one),
            help=own.DEPTH_HELP,
            key="evaluate-depth",
        )
    return kind, int(depth or DEPTH)


def _table(summaries: Sequence[Summary], key: str, depth: int) -> None:
    frame = pd.DataFrame([_line(one, depth) for one in summaries]).dropna(axis="columns", how="all")
    shares = {
        name: st.column_config.NumberColumn(*own.COLUMNS[name][:1], help=own.COLUMNS[name][1], format="%.3f")
        for name in ("@2", "@5", "@10", "whole", "coverage")
    }
    plain = {
        name: st.column_config.NumberColumn(own.COLUMNS[name][0], help=own.COLUMNS[name][1], format=format_)
        for name, format_ in (("tokens", "localized"), ("cut", "%.1f"), ("time", "%.1f ms"))
    }
    plain["spread"] = st.column_config.TextColumn(own.SPREAD.format(depth=depth), help=own.SPREAD_HELP)
    first = {"mode": st.column_config.TextColumn(own.COLUMNS["mode"][0], help=own.COLUMNS["mode"][1], pinned=True)}
    st.dataframe(frame, hide_index=True, column_config=first | shares | plain, width="stretch", key=key)


def _line(one: Summary, depth: int) -> dict[str, Any]:
    spread = one.spread[DEPTHS.index(depth)] if one.spread and one.repeats > 1 else None
    recalls = one.recalls or (None,) * len(DEPTHS)
    return {
        "mode": NAMES[one.mode][1],
        **{f"@{depth}": value for depth, value in zip(DEPTHS, recalls, strict=True)},
        "spread": f"{spread.low:.3f}–{spread.high:.3f}" if spread else None,
        "whole": one.whole,
        "coverage": one.coverage,
        "tokens": round(one.tokens),
        "cut": one.cut,
        "time": one.time_ms,
    }


def _halves(group: Sequence[Row], modes: Sequence[str]) -> None:
    parts = {half: table(found, modes) for half, found in halves(group).items() if found}
    if len(parts) < 2:
        return
    with st.expander(own.HALVES, icon=":material/splitscreen_left:"):
        st.caption(own.HALVES_HINT)
        names = {"even": own.EVEN, "odd": own.ODD}
        frame = pd.DataFrame(
            [
                {
                    own.COLUMNS["mode"][0]: NAMES[mode][1],
                    **{
                        f"{names[half]} @{depth}": (lines[n].recalls or (None,) * len(DEPTHS))[at]
                        for half, lines in parts.items()
                        for at, depth in enumerate(DEPTHS)
                    },
                }
                for n, mode in enumerate(modes)
            ]
        )
        numbers = {name: st.column_config.NumberColumn(format="%.3f") for name in frame.columns[1:]}
        st.dataframe(frame, hide_index=True, column_config=numbers, width="stretch", key="evaluate-halves")


# --- sentences --------------------------------------------------------------------------------------------------------


def _against(told: Sequence[Difference], depth: int) -> None:
    base = NAMES[BASE][1]
    st.markdown(f"**{own.AGAINST.format(base=base)}**", help=own.AGAINST_HELP.format(base=base))
    lines = [f"- {said(one, depth)}" for one in told]
    st.markdown("\n".join(lines))


def said(one: Difference, depth: int) -> str:
    """One mode against the base, and whether that says anything."""
    fields = {
        "mode": NAMES[one.mode][1],
        "base": safe_markdown(NAMES[one.base][1]),
        "gap": f"{one.mean:+.3f}",
        "depth": depth,
        "interval": own.INTERVAL.format(low=one.low, high=one.high),
        "better": one.better,
        "worse": one.worse,
        "count": one.count,
        "differ": one.better + one.worse,
        "needed": own.NEEDED.format(count=one.needed) if one.needed else "",
    }
    if not one.better and not one.worse:
        return own.SAME.format(**fields)
    if one.clear:
        return (own.CLEAR_MORE if one.mean > 0 else own.CLEAR_LESS).format(**fields)
    return (own.TOO_FEW if one.few else own.TOO_SMALL).format(**fields)
