"""What is to be run: a question set, the modes and the merge rule; what of the set can't be asked here, and why."""

from __future__ import annotations

from collections import Counter
from typing import Any

import streamlit as st

from core import bootstrap
from core.domain.evaluation import Plan, QuestionSet, read_questions
from core.domain.modes import MODES
from pages.parts import banners, evaluate_asking, evaluate_set_acts, evaluate_sets, words
from pages.parts import words_evaluate as own
from pages.parts.text import one_line, safe_markdown
from pages.parts.words_compare import MODES as NAMES
from pages.parts.words_documents import SAMPLES

_FILE, _MINE = "", "own:"
_LISTED = 50


def draw(explorer: Any) -> None:
    """The choice and its button, which begins the run."""
    with st.container(border=True, key="evaluate-choose"):
        evaluate_set_acts.trouble()
        with banners.problems_shown():
            found = _set(explorer)
            modes, rule = _ways()
            if found is None:
                return
            if not modes:
                st.caption(own.MODES_NONE)
                return
            _run(explorer, found, [mode for mode in MODES if mode in modes], rule)


def _run(explorer: Any, found: QuestionSet, modes: list[str], rule: str) -> None:
    numbers, asking = evaluate_asking.draw(explorer, rule)
    plan: Plan = explorer.evaluate.plan(found, modes, numbers, rule, asking)
    _told(plan)
    if plan.answers:
        calls = len(plan.questions) * len(plan.modes) * plan.repeats
        st.caption(f":material/chat: {own.CALLS.format(count=calls)}")
    count = len(plan.questions)
    label = own.RUN_ONE if count == 1 else own.RUN.format(count=count)
    active = explorer.evaluate.view().active
    if st.button(label, type="primary", icon=":material/play_arrow:", disabled=active, key="evaluate-run"):
        st.query_params.pop("run", None)
        explorer.evaluate.start(plan)
        st.rerun()


def _set(explorer: Any) -> QuestionSet | None:
    """The set that is chosen: one of one's own, one that comes with a sample that is here, or an uploaded file."""
    samples = _samples(explorer)
    choice = _choice(explorer, [*samples, *(f"{_MINE}{name}" for name in explorer.question_sets.names())])
    if choice.startswith(_MINE):
        name = choice.removeprefix(_MINE)
        evaluate_sets.draw(explorer, name)
        return explorer.question_sets.open(name) if explorer.question_sets.sizes()[name] else None
    if choice != _FILE:
        found = read_questions(samples[choice], SAMPLES[choice][0])
        evaluate_set_acts.keep(explorer, found.questions, SAMPLES[choice][0])
        return found
    file = st.file_uploader(own.FILE, ["jsonl", "csv", "json", "txt"], help=own.FILE_HELP, key="evaluate-file")
    if file is None:
        with st.expander(own.EXAMPLE, icon=":material/help:"):
            st.code(own.EXAMPLE_JSON, language="json", wrap_lines=True)
            st.markdown(own.EXAMPLE_HINT)
        return None
    found = read_questions(file.getvalue(), file.name)
    evaluate_set_acts.keep(explorer, found.questions, file.name.rpartition(".")[0] or file.name)
    return found


def _choice(explorer: Any, sets: list[str]) -> str:
    """Which of the sets, or a file; one's own stands in the address."""
    key = evaluate_set_acts.CHOICE
    wanted = f"{_MINE}{st.query_params.get(evaluate_set_acts.SET, '')}"
    if wanted in sets:
        st.session_state[key] = wanted
    elif st.session_state.get(key) not in (*sets, _FILE):
        st.session_state.pop(key, None)

    def chosen() -> None:
        evaluate_set_acts.show(
            name.removeprefix(_MINE) if (name := str(st.session_state[key])).startswith(_MINE) else ""
        )
        st.session_state[key] = name

    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="evaluate-set-choice"):
        found = st.selectbox(own.SET, [*sets, _FILE], format_func=_named, key=key, on_change=chosen)
        if explorer.writable:
            evaluate_set_acts.new(explorer)
    return str(found)


def _named(choice: str) -> str:
    if choice.startswith(_MINE):
        return one_line(choice.removeprefix(_MINE), 80)
    return own.SAMPLE_SET.format(name=SAMPLES[choice][0]) if choice else own.OWN_SET


def _samples(explorer: Any) -> dict[str, bytes]:
    """Sets of samples of which any document is here."""
    here = {row.document.id.split("/", 1)[0] for row in explorer.library.documents()}
    return {name: content for name, content in bootstrap.sample_questions().items() if name in here and name in SAMPLES}


def _ways() -> tuple[list[str], str]:
    with st.container(horizontal=True, gap="medium"):
        modes = st.pills(
            own.MODES,
            list(MODES),
            selection_mode="multi",
            default=list(MODES),
            format_func=lambda mode: NAMES[mode][1],
            key="evaluate-modes",
        )
        rule = st.segmented_control(
            own.RULE,
            list(words.MERGE_RULES),
            default="careful",
            required=True,
            format_func=words.MERGE_RULES.__getitem__,
            help=words.MERGE_RULE_HELP,
            key="evaluate-rule",
        )
    return list(modes), str(rule)


def _told(plan: Plan) -> None:
    """How many questions of which kind, and the rows that are left out."""
    kinds = Counter(one.kind or "other" for one in plan.questions)
    said = [
        own.KIND_COUNT.format(count=kinds[kind], kind=name.lower()) for kind, name in own.KINDS.items() if kinds[kind]
    ]
    template = own.COUNTED_PLAIN if list(kinds) == ["other"] else own.COUNTED
    st.caption(template.format(questions=counted(len(plan.questions)), kinds=", ".join(said)), help=own.KIND_HELP)
    out = [(one.row, one.reason) for one in plan.skipped] + [(one.row, one.reason) for one in plan.unread]
    if out:
        label = own.LEFT_OUT_ONE if len(out) == 1 else own.LEFT_OUT.format(count=len(out))
        with st.expander(label, icon=":material/warning:"):
            for row, reason in sorted(out)[:_LISTED]:
                st.markdown(safe_markdown(own.LEFT_OUT_ROW.format(row=row, reason=reason), 300))
            if len(out) > _LISTED:
                st.caption(own.MORE_ROWS.format(count=len(out) - _LISTED))


def counted(count: int) -> str:
    """`1 question`, `36 questions`."""
    return own.QUESTION_ONE if count == 1 else own.QUESTIONS.format(count=count)
