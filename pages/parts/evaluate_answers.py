"""What the chat model made of the contexts: a table by mode, the comparison in sentences, the answers themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.domain.evaluation import BASE, Answered, AnswerSummary, Difference, Row, Spread, Summary
from core.domain.evaluation.experiment import answer_differences
from pages.parts import words_evaluate as own
from pages.parts import words_experiment as made
from pages.parts.text import one_line, safe_markdown
from pages.parts.words_compare import MODES as NAMES

_SHARES = ("contains", "support", "right", "told", "missed")
_LONGEST = 4000


def draw(summaries: Sequence[Summary], group: Sequence[Row], modes: Sequence[str]) -> None:
    """All of it; nothing where no model was asked."""
    lines = [(one.mode, one.answers) for one in summaries if one.answers is not None]
    if not lines:
        return
    st.subheader(made.ANSWERS_HEAD, anchor=False, help=made.ANSWERS_HEAD_HELP)
    repeats = max(one.repeats for one in summaries) > 1
    _table([_line(mode, answers, repeats) for mode, answers in lines], repeats)
    told = answer_differences(group, modes)
    if told:
        st.markdown(f"**{made.ANSWERS_AGAINST.format(base=NAMES[BASE][1])}**")
        st.markdown("\n".join(f"- {said(one)}" for one in told))
    _each(group, modes)


def _line(mode: str, found: AnswerSummary, repeats: bool) -> dict[str, Any]:
    shares = {name: _share(getattr(found, name), repeats) for name in _SHARES}
    cost = {"tokens_in": round(found.tokens_in), "tokens_out": round(found.tokens_out), "seconds": found.seconds}
    return {"mode": NAMES[mode][1], **shares, "failed": found.failed + found.incomplete, **cost}


def _share(found: Spread | None, repeats: bool) -> float | str | None:
    if found is None:
        return None
    return made.RANGE.format(mean=found.mean, low=found.low, high=found.high) if repeats else found.mean


def _table(rows: Sequence[dict[str, Any]], repeats: bool) -> None:
    frame = pd.DataFrame(rows).dropna(axis="columns", how="all")
    config: dict[str, Any] = {}
    for name, (label, about) in made.ANSWER_COLUMNS.items():
        if name == "mode" or (name in _SHARES and repeats):
            config[name] = st.column_config.TextColumn(label, help=about, pinned=name == "mode")
        else:
            format_ = "%.2f" if name in _SHARES else "%.1f s" if name == "seconds" else "localized"
            config[name] = st.column_config.NumberColumn(label, help=about, format=format_)
    st.dataframe(frame, hide_index=True, column_config=config, width="stretch", key="evaluate-answers-table")


def said(one: Difference) -> str:
    """How often a mode's answers say what is expected, against the base, and whether that says anything."""
    fields = {
        "mode": NAMES[one.mode][1],
        "base": NAMES[one.base][1],
        "gap": f"{one.mean:+.2f}",
        "interval": own.INTERVAL.format(low=one.low, high=one.high),
        "counts": made.ANSWER_COUNTS.format(better=one.better, worse=one.worse),
        "differ": one.better + one.worse,
        "count": one.count,
        "few": made.ANSWER_FEW_TOLD,
    }
    if not one.better and not one.worse:
        return made.ANSWER_SAME.format(**fields)
    if one.clear:
        return (made.ANSWER_MORE if one.mean > 0 else made.ANSWER_LESS).format(**fields)
    return (made.ANSWER_FEW if one.few else made.ANSWER_SMALL).format(**fields)


def _each(group: Sequence[Row], modes: Sequence[str]) -> None:
    """The answers to one question, mode by mode."""
    with st.expander(made.ANSWERS_EACH, icon=":material/forum:", key="evaluate-answers-each"):
        by_row = {question.row: (question, asked) for question, asked in group}
        row = st.selectbox(
            made.ANSWERS_PICK,
            list(by_row),
            format_func=lambda row: made.ANSWERS_OPTION.format(row=row, question=one_line(by_row[row][0].text, 140)),
            key="evaluate-answers-row",
        )
        question, asked = by_row.get(row, group[0])
        if question.answer:
            st.caption(safe_markdown(made.ANSWER_EXPECTED.format(answer=question.answer), 400))
        for mode in modes:
            for answer in asked.run(mode)[0].answers:
                st.markdown(f"**{NAMES[mode][1]}** :gray[{' · '.join(signs(answer))}]")
                if answer.text:
                    st.text(one_line(answer.text, _LONGEST))


def signs(answer: Answered) -> list[str]:
    """What was measured of one answer, in few words, as Markdown."""
    if answer.failed:
        return [made.ANSWER_FAILED.format(why=safe_markdown(answer.failed, 200))]
    found = []
    for name, (yes, no) in made.ANSWER_SIGNS.items():
        value = getattr(answer, name)
        if value is not None:
            found.append(yes if value else no)
    if answer.support is not None:
        found.append(made.ANSWER_BACKED.format(share=answer.support))
    found += [made.ANSWER_OWNS] * answer.not_found + [made.ANSWER_BROKE] * answer.incomplete
    return found
