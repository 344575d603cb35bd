"""Two experiments beside each other: what they were asked with, each mode's change, and the questions that moved."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.domain.evaluation import DEPTHS, Change, Experiment, Summary, changes, moved, pairs, settings_changed
from core.domain.evaluation.beside import elsewhere
from core.domain.evaluation.beside_report import beside_report
from core.domain.evaluation.rereading import read_experiment
from pages.parts import banners, words
from pages.parts import words_evaluate as own
from pages.parts.evaluate_head import label, labels
from pages.parts.text import one_line, safe_markdown
from pages.parts.words_compare import MODES as NAMES

_BESIDE, _FILE = "beside", "file"
_NAMED = {"": own.BESIDE_NONE, _FILE: own.BESIDE_FILE}
_MOST = 300


def draw(found: Experiment, known: Sequence[Experiment], depth: int) -> None:
    """The choice, and the comparison with what was chosen: another experiment here, or a file of one elsewhere."""
    others = {one.id: one for one in known if one.id != found.id and one.results}
    wanted = st.query_params.get(_BESIDE, "")
    fits = wanted in others or wanted == _FILE
    with st.expander(own.BESIDE, icon=":material/compare:", expanded=fits, key="evaluate-beside-box"):
        key = "evaluate-beside"
        st.session_state[key] = wanted if fits else ""
        st.selectbox(
            own.BESIDE_PICK,
            ["", *others, _FILE],
            format_func={**labels(others.values()), **_NAMED}.__getitem__,
            key=key,
            on_change=lambda: _look(st.session_state[key]),
        )
        with banners.problems_shown():
            other = _uploaded() if wanted == _FILE else others.get(wanted)
            if other is not None:
                _compared(other, found, depth)


def _uploaded() -> Experiment | None:
    """The experiment of a file, as long as it is held."""
    file = st.file_uploader(own.BESIDE_UPLOAD, ["json"], key="evaluate-beside-file")
    if file is None:
        return None
    made = read_experiment(file.getvalue(), file.name)
    st.caption(f":material/upload_file: {safe_markdown(label(made), 300)}")
    return made


def _look(id_: str) -> None:
    if id_:
        st.query_params[_BESIDE] = id_
    else:
        st.query_params.pop(_BESIDE, None)


def _compared(before: Experiment, after: Experiment, depth: int) -> None:
    changed = changes(before, after, depth)
    if not changed:
        st.info(own.BESIDE_NO_SHARED, icon=":material/info:")
        return
    st.caption(f"{own.BESIDE_SHARED.format(count=len(pairs(before, after)), depth=depth)} {_settings(before, after)}")
    if elsewhere(before, after):
        st.caption(f":material/info: {own.BESIDE_ELSEWHERE}")
    at = DEPTHS.index(depth)
    frame = pd.DataFrame([_line(one, at) for one in changed], columns=list(own.BESIDE_COLUMNS))
    if any(one.before.answers and one.after.answers for one in changed):
        for name, which in zip(own.BESIDE_SAYS, ("before", "after"), strict=True):
            frame[name] = [_says(getattr(one, which)) for one in changed]
    shares = {
        name: st.column_config.NumberColumn(format="%.3f") for name in (*own.BESIDE_COLUMNS[1:3], *own.BESIDE_SAYS)
    }
    gap = {own.BESIDE_COLUMNS[3]: st.column_config.NumberColumn(format="%+.3f")}
    tokens = {name: st.column_config.NumberColumn(format="localized") for name in own.BESIDE_COLUMNS[7:]}
    st.dataframe(frame, hide_index=True, column_config=shares | gap | tokens, key="evaluate-beside-table")
    rows = [
        (one_line(one.question.text, 300), NAMES[one.mode][1], one.before, one.after)
        for one in moved(before, after, depth)
    ]
    if rows:
        st.markdown(f"**{own.MOVED.format(count=len(rows))}**")
        values = {name: st.column_config.NumberColumn(format="%.2f") for name in own.MOVED_COLUMNS[2:]}
        table = pd.DataFrame(rows[:_MOST], columns=list(own.MOVED_COLUMNS))
        st.dataframe(table, hide_index=True, column_config=values, key="evaluate-beside-moved")
    st.download_button(
        own.SAVE_REPORT,
        lambda: beside_report(before, after),
        f"experiments-{before.id}-{after.id}.md",
        "text/markdown",
        icon=":material/download:",
        on_click="ignore",
        help=own.BESIDE_REPORT_HELP,
        key="evaluate-beside-report",
    )


def _says(summary: Summary) -> float | None:
    """The share of answers with what is expected."""
    return summary.answers.contains.mean if summary.answers and summary.answers.contains else None


def _line(one: Change, at: int) -> tuple[object, ...]:
    gap = one.difference
    said = own.CLEAR if gap.clear else own.NOT_CLEAR if gap.better or gap.worse else own.EQUAL
    shares = (one.before.recalls or (0.0,) * len(DEPTHS))[at], (one.after.recalls or (0.0,) * len(DEPTHS))[at]
    tokens = round(one.before.tokens), round(one.after.tokens)
    return NAMES[one.mode][1], *shares, gap.mean, gap.better, gap.worse, said, *tokens


def _settings(before: Experiment, after: Experiment) -> str:
    """What they were asked with that differs, as Markdown."""
    rows = [
        own.BESIDE_SETTING.format(
            name=own.SETTINGS.get(name, name.replace("_", " ")),
            before=safe_markdown(words.MERGE_RULES.get(was, was) or "–", 40),
            after=safe_markdown(words.MERGE_RULES.get(now, now) or "–", 40),
        )
        for name, was, now in settings_changed(before, after)
    ]
    return own.BESIDE_DIFFERS.format(settings=", ".join(rows)) if rows else own.BESIDE_SAME
