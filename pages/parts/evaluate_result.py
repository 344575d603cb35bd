"""One experiment: its head and what can be done with it, the table by kind, the comparison, the pictures."""

from __future__ import annotations

import json
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
    exported,
    exported_csv,
    halves,
    rows,
    table,
)
from pages.parts import evaluate_charts, evaluate_misses, evaluate_state, words
from pages.parts import words_evaluate as own
from pages.parts.evaluate_choose import counted
from pages.parts.home_lines import moment
from pages.parts.text import one_line, safe_markdown
from pages.parts.words_compare import MODES as NAMES


def draw(explorer: Any, found: Experiment, known: Sequence[Experiment]) -> None:
    """All of it."""
    _head(explorer, found, known)
    if not found.results:
        return
    groups = by_kind(rows(found))
    kind, depth = _choice(found, list(groups))
    group, modes = groups.get(kind, groups[""]), found.plan.modes
    summaries = table(group, modes)
    _table(summaries, f"evaluate-table-{kind}")
    if not any(one.recalls for one in summaries):
        st.caption(own.UNANSWERABLE_ONLY)
        return
    told = differences(group, modes, depth=depth)
    evaluate_charts.draw(summaries, told, BASE, depth)
    if told:
        _against(told, depth)
    _halves(group, modes)
    evaluate_misses.draw(found, group)


# --- the head ---------------------------------------------------------------------------------------------------------


def _head(explorer: Any, found: Experiment, known: Sequence[Experiment]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="evaluate-head"):
        by_id = {one.id: one for one in (known if found in known else (found, *known))}
        key = "evaluate-open"
        st.session_state[key] = found.id
        st.selectbox(
            own.OPEN,
            list(by_id),
            format_func=lambda id_: _label(by_id[id_]),
            key=key,
            on_change=lambda: evaluate_state.look(st.session_state[key]),
        )
        _saves(found)
        if explorer.evaluate.keeps and found.id in {one.id for one in known}:
            _delete(explorer, found)
    if not found.whole:
        with st.container(horizontal=True, vertical_alignment="center", key="evaluate-partly"):
            told = own.PARTLY.format(done=len(found.results), total=len(found.plan.questions))
            st.caption(f":material/pending: {told}", width="content")
            if found.current and not explorer.evaluate.view().active:
                resume = explorer.evaluate.resume
                st.button(
                    own.RESUME, icon=":material/play_arrow:", key="evaluate-resume", on_click=resume, args=(found.id,)
                )
    if not found.current:
        st.caption(f":material/update: {own.STALE}")


def _label(one: Experiment) -> str:
    plan = one.plan
    said = own.OPEN_LABEL.format(
        when=moment(one.at),
        source=one_line(plan.source, 40),
        questions=counted(len(plan.questions)),
        rule=words.MERGE_RULES.get(plan.policy, plan.policy),
    )
    return said if one.whole else said + own.OPEN_PART.format(done=len(one.results))


def _saves(found: Experiment) -> None:
    for label, content, mime in (
        (own.SAVE_CSV, lambda: exported_csv(found), "text/csv"),
        (own.SAVE_JSON, lambda: json.dumps(exported(found), ensure_ascii=False, indent=1), "application/json"),
    ):
        st.download_button(
            label,
            content,
            f"experiment-{found.id}.{label.lower()}",
            mime,
            icon=":material/download:",
            on_click="ignore",
            help=own.SAVE_HELP if label == own.SAVE_CSV else None,
            key=f"evaluate-save-{label}",
        )


def _delete(explorer: Any, found: Experiment) -> None:
    with st.popover("", icon=":material/delete:", help=own.DELETE_HELP, key="evaluate-delete"):
        st.markdown(own.DELETE_SURE)

        def delete() -> None:
            explorer.evaluate.delete(found.id)
            explorer.evaluate.clear()
            st.query_params.pop(evaluate_state.RUN, None)

        st.button(own.DELETE_YES, type="primary", key="evaluate-delete-yes", on_click=delete)


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


def _table(summaries: Sequence[Summary], key: str) -> None:
    frame = pd.DataFrame([_line(one) for one in summaries]).dropna(axis="columns", how="all")
    shares = {
        name: st.column_config.NumberColumn(*own.COLUMNS[name][:1], help=own.COLUMNS[name][1], format="%.3f")
        for name in ("@2", "@5", "@10", "whole", "coverage")
    }
    plain = {
        name: st.column_config.NumberColumn(own.COLUMNS[name][0], help=own.COLUMNS[name][1], format=format_)
        for name, format_ in (("tokens", "localized"), ("cut", "%.1f"), ("time", "%.1f ms"))
    }
    first = {"mode": st.column_config.TextColumn(own.COLUMNS["mode"][0], help=own.COLUMNS["mode"][1], pinned=True)}
    st.dataframe(frame, hide_index=True, column_config=first | shares | plain, width="stretch", key=key)


def _line(one: Summary) -> dict[str, Any]:
    recalls = one.recalls or (None,) * len(DEPTHS)
    return {
        "mode": NAMES[one.mode][1],
        **{f"@{depth}": value for depth, value in zip(DEPTHS, recalls, strict=True)},
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
