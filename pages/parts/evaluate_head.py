"""The head of an experiment: which one it is, files of it, going on with it, erasing it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import streamlit as st

from core.domain.evaluation import Experiment, exported, exported_csv, exported_report
from pages.parts import evaluate_state, words
from pages.parts import words_evaluate as own
from pages.parts import words_experiment as made
from pages.parts.evaluate_choose import counted
from pages.parts.home_lines import moment
from pages.parts.text import one_line


def head(explorer: Any, found: Experiment, known: Sequence[Experiment]) -> None:
    """Which experiment it is, files of it, erasing it, and whether it is whole and still holds."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="evaluate-head"):
        by_id = {one.id: one for one in (known if found in known else (found, *known))}
        key = "evaluate-open"
        st.session_state[key] = found.id
        named = labels(by_id.values(), going=explorer.evaluate.view().active)
        st.selectbox(
            own.OPEN,
            list(by_id),
            format_func=named.__getitem__,
            key=key,
            on_change=lambda: evaluate_state.look(st.session_state[key]),
        )
        _saves(found)
        if explorer.evaluate.keeps and found.id in {one.id for one in known}:
            _delete(explorer, found)
    active = explorer.evaluate.view().active  # then its progress says how far it is
    if not found.whole and not active:
        with st.container(horizontal=True, vertical_alignment="center", key="evaluate-partly"):
            told = own.PARTLY.format(done=len(found.results), total=len(found.plan.questions))
            st.caption(f":material/pending: {told}", width="content")
            if found.current:
                resume = explorer.evaluate.resume
                st.button(
                    own.RESUME, icon=":material/play_arrow:", key="evaluate-resume", on_click=resume, args=(found.id,)
                )
            else:
                st.caption(made.NOT_ON, width="content")
    elif not found.current:
        st.caption(f":material/update: {own.STALE}")


def labels(known: Iterable[Experiment], *, going: bool = False) -> dict[str, str]:
    """By id; what would read like another gets a number. While a run is `going` its progress says how far it is."""
    found: dict[str, str] = {}
    for one in known:
        said = label(one, part=not going)
        same = sum(other == said or other.startswith(f"{said} (") for other in found.values())
        found[one.id] = own.OPEN_SAME.format(label=said, number=same + 1) if same else said
    return found


def label(one: Experiment, part: bool = True) -> str:
    """`After the split · today 14:05 · Larkspur · 36 questions · Careful`, plain; the first where it has a name."""
    plan = one.plan
    said = own.OPEN_LABEL.format(
        when=moment(one.at),
        source=one_line(plan.source, 40),
        questions=counted(len(plan.questions)),
        rule=words.MERGE_RULES.get(plan.policy, plan.policy),
    )
    if plan.name:
        said = own.OPEN_NAMED.format(name=one_line(plan.name, 60), label=said)
    if plan.after is not None:
        said += made.OPEN_AFTER.format(number=plan.after) if plan.after else made.OPEN_BARE
    if one.foreign:
        said = f"{said} · {own.FOREIGN}"
    return said if one.whole or not part else said + own.OPEN_PART.format(done=len(one.results))


def _saves(found: Experiment) -> None:
    for name, content, mime in (
        (own.SAVE_CSV, lambda: exported_csv(found), "text/csv"),
        (own.SAVE_REPORT, lambda: exported_report(found), "text/markdown"),
        (own.SAVE_JSON, lambda: json.dumps(exported(found), ensure_ascii=False, indent=1), "application/json"),
    ):
        st.download_button(
            name,
            content,
            f"experiment-{found.id}.{own.SAVE_ENDINGS[name]}",
            mime,
            icon=":material/download:",
            on_click="ignore",
            help=own.SAVE_HELP[name],
            key=f"evaluate-save-{name}",
        )


def _delete(explorer: Any, found: Experiment) -> None:
    with st.popover("", icon=":material/delete:", help=own.DELETE_HELP, key="evaluate-delete"):
        st.markdown(own.DELETE_SURE)

        def delete() -> None:
            explorer.evaluate.delete(found.id)
            explorer.evaluate.clear()
            st.query_params.pop(evaluate_state.RUN, None)

        st.button(own.DELETE_YES, type="primary", key="evaluate-delete-yes", on_click=delete)
