"""Where support was lost: a count by stage and mode, then each miss with its sentence and the way to its trace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

import pandas as pd
import streamlit as st

from core.domain.evaluation import Experiment, Loss, Miss, Question, Row, Stage, misses, stages
from core.domain.modes import Parameters
from pages.parts import session
from pages.parts import words_evaluate as own
from pages.parts import words_experiment as made
from pages.parts.compare_miss import MISS
from pages.parts.text import safe_markdown
from pages.parts.words_compare import MODES as NAMES

_PAGE = 12
_UNFOLDED = 2
"""With more lines a question is folded at first."""
_SHOWN = "lightprism.evaluate.misses"

Lost = tuple[Miss, Loss]


def draw(found: Experiment, group: Sequence[Row]) -> None:
    """The counts, the filters, and as many misses as fit a page."""
    modes = found.plan.modes
    counts = stages(group, modes)
    st.subheader(own.LOST, anchor=False, help=own.LOST_HELP)
    if not counts:
        st.success(own.LOST_NONE, icon=":material/check_circle:")
        return
    _counts(counts, modes)
    _budget(counts, found.plan.parameters.max_total_tokens)
    fitting = _filtered(misses(group), list(counts), modes)
    shown = int(st.session_state.get(_SHOWN, _PAGE))
    if not fitting:
        st.caption(own.MISSES_FIT_NONE)
    for question, lost in fitting[:shown]:
        _question(found, question, lost)
    if len(fitting) > shown:
        label = own.MORE.format(count=min(_PAGE, len(fitting) - shown))
        st.button(label, key="evaluate-more", on_click=lambda: st.session_state.update({_SHOWN: shown + _PAGE}))


def _counts(counts: Mapping[Stage, Mapping[str, int]], modes: Sequence[str]) -> None:
    frame = pd.DataFrame(
        [
            {own.STAGE: own.STAGES[stage][0], **{NAMES[mode][1]: by_mode[mode] for mode in modes}}
            for stage, by_mode in counts.items()
        ]
    )
    st.dataframe(frame, hide_index=True, width="stretch", key="evaluate-stages")


def _budget(counts: Mapping[Stage, Mapping[str, int]], total: int) -> None:
    """That the budget is small, where most was lost to it."""
    lost = {stage: sum(by_mode.values()) for stage, by_mode in counts.items()}
    if total < Parameters().max_total_tokens and 2 * lost.get("budget", 0) > sum(lost.values()):
        st.caption(f":material/lightbulb: {made.BUDGET_HINT.format(total=total)}")


def _filtered(
    every: Sequence[Miss], there: Sequence[Stage], modes: Sequence[str]
) -> Sequence[tuple[Question, Sequence[Lost]]]:
    """By question what was lost of it, under the filters."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="evaluate-filters"):
        mode = st.selectbox(
            own.MISS_MODE,
            ["", *modes],
            format_func=lambda one: NAMES[one][1] if one else own.ANY_MODE,
            key="evaluate-miss-mode",
            on_change=_first,
        )
        stage = st.selectbox(
            own.MISS_STAGE,
            ["", *there],
            format_func=lambda one: own.STAGES[one][0] if one else own.ANY_STAGE,
            key="evaluate-miss-stage",
            on_change=_first,
        )
        fitting: dict[Question, list[Lost]] = {}
        for miss in every:
            for loss in miss.losses:
                if mode in ("", miss.mode) and stage in ("", loss.stage):
                    fitting.setdefault(miss.question, []).append((miss, loss))
        count = len(fitting)
        st.caption(own.MISSES_ONE if count == 1 else own.MISSES_COUNT.format(count=count), width="content")
    return list(fitting.items())


def _first() -> None:
    st.session_state[_SHOWN] = _PAGE


def _question(found: Experiment, question: Question, lost: Sequence[Lost]) -> None:
    """What was lost of a question: modes that lost a support in the same way share a line."""
    alike: dict[Loss, list[Miss]] = {}
    for miss, loss in lost:
        alike.setdefault(loss, []).append(miss)
    linked: set[str] = set()
    among = ", ".join(NAMES[mode][1] for mode in found.plan.modes if mode in {miss.mode for miss, _ in lost})
    label = own.MISS_HEAD.format(question=safe_markdown(question.text, 400), modes=among)
    with st.expander(label, expanded=len(alike) <= _UNFOLDED, key=f"miss-{question.row}"):
        for loss, missed in sorted(alike.items(), key=lambda one: one[0].support):
            name, about = own.STAGES[loss.stage]
            modes = ", ".join(NAMES[miss.mode][1] for miss in missed)
            st.markdown(own.MISS.format(stage=name, modes=modes, support=safe_markdown(loss.support, 120)), help=about)
            st.caption(safe_markdown(loss.said, 600))
        for loss, missed in alike.items():
            if loss.chunk not in linked:
                linked.add(loss.chunk)
                _trace(found, missed[0], loss)


def _trace(found: Experiment, miss: Miss, loss: Loss) -> None:
    st.page_link(
        "pages/compare.py",
        label=own.TRACE.format(passage=safe_markdown(loss.label, 80)),
        icon=":material/compare_arrows:",
        help=own.TRACE_HELP,
        query_params=session.linked(**trace_address(found, miss, loss)),
    )


def trace_address(found: Experiment, miss: Miss, loss: Loss) -> dict[str, str]:
    """Compare with the same question, keywords, merge rule and numbers, asking why this passage is there or not.

    The experiment is named, so that its stage and sentence are told there again.
    """
    plan = found.plan
    usual = Parameters()
    numbers = {
        field.name: _text(getattr(plan.parameters, field.name))
        for field in fields(Parameters)
        if getattr(plan.parameters, field.name) != getattr(usual, field.name)
    }
    rule = {"rule": plan.policy} if plan.policy != "careful" else {}
    keywords = {"low": miss.keywords.low, "high": miss.keywords.high}
    given = {name: ", ".join(found) for name, found in keywords.items()} if miss.keywords.origin != "question" else {}
    kept = {} if found.foreign else {MISS: found.id}
    return {"q": miss.question.text, "why": loss.chunk, **rule, **given, **numbers, **kept}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return f"{value:g}" if isinstance(value, float) else str(value)
