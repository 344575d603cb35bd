"""The Lesson page: a guided tour of dual-level retrieval over five scripted extractions; no workspace, no model."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core import bootstrap
from core.errors import LightPrismError
from core.services.lesson import LessonDesk
from core.services.lesson_outcome import Choices, Outcome
from core.services.lesson_tour import STEPS, Step, outcome
from pages.parts import banners, lesson_controls, lesson_guess, lesson_state, present, session
from pages.parts import words as all_words
from pages.parts import words_lesson as own
from pages.parts.lesson_bars import steps as steps_row
from pages.parts.lesson_body import beside_picture, in_place_of_picture
from pages.parts.lesson_editor import editor, reading, reset
from pages.parts.lesson_handbook import handbook
from pages.parts.lesson_picture import lit, picture, plain
from pages.parts.lesson_text import filled
from pages.parts.text import safe_markdown

_WIDTH = 150  # pixels of Back and Next


@st.cache_resource(show_spinner=False)
def _desk() -> LessonDesk:
    return bootstrap.open_lesson(session.settings())


def page() -> None:
    """Draw the step that the address names."""
    desk = _desk()
    step, choices = lesson_state.read(desk)
    st.html(bootstrap.ASSETS / "lesson.css")
    made = lesson_guess.made(step)
    present.frame(lambda: _go(step, -1), lambda: _go(step, 1), place=f"{step.id} {made}")
    _head(step)
    if unknown := lesson_state.kept().unknown:
        st.caption(f":material/link_off: {own.NO_STEP.format(name=safe_markdown(unknown, 40))}")
    try:
        found = outcome(desk, step, lesson_state.records(desk), choices)
    except LightPrismError as error:
        _stuck(desk, step, choices, error)
    else:
        _step(desk, step, choices, found)
    if not (step.whole or (made and present.on())):
        editor(desk)
    _foot(step)


def _head(step: Step) -> None:
    words = own.STEPS[step.id]
    with st.container(horizontal=True, vertical_alignment="center", key="lesson-head"):
        st.title(words.title, anchor=False, width="content")
        st.space("stretch")
        number = own.PROGRESS.format(number=STEPS.index(step) + 1, total=len(STEPS))
        st.caption(f"{own.CHAPTERS[step.chapter]} · {number}", width="content")
        present.button()


def _stuck(desk: LessonDesk, step: Step, choices: Choices, error: LightPrismError) -> None:
    """The records or the starts don't allow this step: said, with what sets it right."""
    scene = desk.scene(desk.handbook if step.whole else lesson_state.records(desk))
    put, asks = _putter(desk, step), bool({"entities", "relations", "several"} & set(step.controls))
    edited = lesson_state.kept().records is not None and not step.whole
    if edited and not (asks and scene.relations):
        _emptied()
        return
    if step.whole:
        lesson_controls.handbook(step, desk, choices, put)
    else:
        lesson_controls.starts(step, scene, choices, put)
    if asks and not (choices.entities or choices.relations):
        st.caption(f":material/touch_app: {own.NO_SEED}")
        bare = Outcome(scene, 0, {})
        if step.whole:
            handbook(scene, None)
        else:
            picture(bare, {}, on_pick=_picker(desk, step, choices, bare), shown=False)
    elif edited:
        _emptied()
    else:
        banners.problem(error)


def _emptied() -> None:
    """An edit took away what the step is about."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.info(own.STUCK, icon=":material/edit:")
        st.button(own.RESET, icon=":material/restart_alt:", key="lesson-reset-here", type="primary", on_click=reset)


def _step(desk: LessonDesk, step: Step, choices: Choices, found: Outcome) -> None:
    put, made = _putter(desk, step), lesson_guess.made(step)
    left, right = st.columns([13, 10], gap="medium")
    with left, st.container(key="lesson-left"):
        lesson_controls.starts(step, found.scene, choices, put)
        if step.whole:
            lesson_controls.handbook(step, desk, choices, put)
        draw = _drawing if made else _before
        draw(desk, step, choices, found)
    with right, st.container(key="lesson-right"):
        words = own.STEPS[step.id]
        if not (made and present.on()):
            st.markdown(filled(words.lead, found.values))
        lesson_controls.before(step, desk, found, choices, put)
        if not made:
            lesson_guess.ask(step, found)
            return
        st.markdown(f"**{filled(words.ask, found.values)}**")
        lesson_guess.verdict(step, found)
        st.subheader(filled(words.see, found.values), anchor=False)
        if step.whole and not present.on():
            in_place_of_picture(step, found)  # the graph has the left to itself
        beside_picture(step, found)
        with st.container(key="lesson-why"):
            st.markdown(filled(words.why, found.values))
        with st.container(horizontal=True, vertical_alignment="center"):
            lesson_controls.others(step, choices, put)
            lesson_guess.again(step)
        if step is STEPS[-1]:
            _done()


def _done() -> None:
    st.markdown(own.DONE)
    with st.container(horizontal=True):
        for name in ("graph", "compare"):
            title, icon, _ = all_words.PAGES[name]
            st.page_link(f"pages/{name}.py", label=title, icon=icon)


def _before(desk: LessonDesk, step: Step, choices: Choices, found: Outcome) -> None:
    """What one may look at for a guess: the passages, or the graph with nothing lit but the starts."""
    records = lesson_state.records(desk)
    if step.whole:
        handbook(found.scene, None)
    elif step.chapter == "merge":
        speaking = frozenset(key for key, mark in lit(found).items() if mark == "kept")
        reading(records, only=speaking & found.scene.evidence.chunks.keys())
    else:
        scene = desk.scene(records)
        shown = Outcome(scene, 0, {})
        picture(
            shown,
            plain(lesson_controls.started(scene, choices)),
            on_pick=_picker(desk, step, choices, shown),
            shown=False,
        )


def _drawing(desk: LessonDesk, step: Step, choices: Choices, found: Outcome) -> None:
    if not (step.whole and found.series and not present.on()) and in_place_of_picture(step, found):
        return
    if step.whole:
        handbook(found.scene, found.trace)
    else:
        picture(found, lit(found), on_pick=_picker(desk, step, choices, found), shown=True)


def _picker(desk: LessonDesk, step: Step, choices: Choices, found: Outcome) -> Callable[[str, str], None] | None:
    """What a click in the picture does, where the step has starts."""
    kinds = {"entities": "entity", "relations": "relation"}
    allowed = {kinds[control] for control in step.controls if control in kinds}

    def pick(kind: str, key: str) -> None:
        if kind in allowed:
            _putter(desk, step)(lesson_controls.toggled(found.scene, choices, kind, key))

    return pick if allowed else None


def _putter(desk: LessonDesk, step: Step) -> Callable[[Choices], None]:
    return lambda choices: lesson_state.put(step, choices, desk)


def _foot(step: Step) -> None:
    """Back and Next at their place, the steps between them."""
    with st.container(key="lesson-foot", horizontal=True, vertical_alignment="center", wrap=False):
        st.button(
            own.BACK,
            icon=":material/arrow_back:",
            key="lesson-back",
            help=own.BACK_HELP if present.on() else None,
            disabled=lesson_state.beside(step, -1) is None,
            on_click=lambda: _go(step, -1),
            width=_WIDTH,
        )
        with st.container(key="lesson-steps"):
            steps_row(step, lesson_state.kept().guesses, lesson_state.go)
        st.button(
            own.NEXT,
            icon=":material/arrow_forward:",
            icon_position="right",
            type="primary" if lesson_guess.made(step) else "secondary",
            key="lesson-next",
            help=own.NEXT_HELP if present.on() else None,
            disabled=lesson_state.beside(step, 1) is None,
            on_click=lambda: _go(step, 1),
            width=_WIDTH,
        )


def _go(step: Step, far: int) -> None:
    other = lesson_state.beside(step, far)
    if other:
        lesson_state.go(other)


page()
