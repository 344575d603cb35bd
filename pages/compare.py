"""The Compare page: one question, searched for in six ways, side by side, with what they share and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.domain.modes import Parameters
from core.domain.runs import StoredRun
from core.errors import UnknownName
from core.services.library import Contents
from pages.parts import banners, compare_bar, compare_miss, compare_reasons, compare_state, present, stars, words
from pages.parts import words_compare as own
from pages.parts import words_explain as told
from pages.parts import words_lesson as projected
from pages.parts.answer_prompt import prompt
from pages.parts.compare_answers import answers
from pages.parts.compare_beside import actions, banner, beside, download_report
from pages.parts.compare_columns import Acts, Opened, columns, download
from pages.parts.compare_graph import choice, picture
from pages.parts.compare_intro import intro, language, readiness
from pages.parts.compare_item import item
from pages.parts.compare_keywords import keywords
from pages.parts.compare_nothing import causes, nearly_all
from pages.parts.compare_run import Run, forget, run
from pages.parts.compare_state import Ask
from pages.parts.compare_stored import Shown, asked_now, asked_of_run, keep_first, opened
from pages.parts.compare_stored import shown as found
from pages.parts.text import safe_markdown

_PROMPT, _RESTS = "lightprism.compare.prompt", "lightprism.compare.rests"


def page() -> None:
    """Draw the page, or say what is missing for it."""
    present.frame()
    if not _asked(compare_state.read()):
        with st.container(horizontal=True, vertical_alignment="center", key="compare-head"):
            st.title(own.TITLE, anchor=False, width="content")
            st.space("stretch")
            present.button()
    with banners.problems_shown():
        explorer = banners.workspace()
        if explorer is None:
            return
        contents = explorer.library.contents()
        if not contents.chunks.chunks:
            banners.empty(own.NO_DOCUMENTS, own.NO_DOCUMENTS_HINT, "documents", words.GO_DOCUMENTS)
            return
        about = explorer.library.language_note(explorer.embeddings.identity)
        _workbench(explorer, contents, explorer.library.documents(), about)


@st.fragment
def _workbench(explorer: Any, contents: Contents, documents: Sequence[Any], about: str) -> None:
    """Everything below the title: a click or a moved limit reruns only this, with what was looked up above."""
    with banners.problems_shown():
        stored = _stored(explorer, compare_state.read())
        ask = compare_state.read()  # a link to a stored one has put into the address what that asked
        bar = _controls(ask)
        with bar:
            compare_bar.question(ask)
            compare_bar.options(ask, documents)
            readiness(contents)
            language(about)
        if stored:
            _result(explorer, contents, ask, Shown(found(explorer, stored), asked_of_run(stored), stored), bar)
        elif ask.anything:
            made = run(explorer, ask)
            _result(explorer, contents, ask, Shown(made, asked_now(explorer, made, ask)), bar)
        else:
            intro()


def _controls(ask: Ask) -> DeltaGenerator:
    """Where everything stands that sets a comparison; folded away on a projector once there is one."""
    if not _asked(ask):
        return st.container()
    with st.container(key="present-head"):
        st.title(safe_markdown(ask.question, 90) or own.TITLE, anchor=False)
    st.markdown(f":gray[{projected.STEP_MODES}]")
    return present.folded(projected.FOLDED_COMPARE)


def _asked(ask: Ask) -> bool:
    """Whether there is something to see on a projector, before what sets it."""
    return present.on() and ask.anything


def _stored(explorer: Any, ask: Ask) -> StoredRun | None:
    """The comparison that the address names; said where there is none such any more."""
    try:
        return opened(explorer, ask)
    except UnknownName as error:
        banners.problem(error)
        compare_state.write(replace(ask, run=""))
        return None


def _result(explorer: Any, contents: Contents, ask: Ask, shown: Shown, bar: DeltaGenerator) -> None:
    found = shown.found
    st.session_state.pop(_RESTS, None)
    item_, mode = st.session_state.pop(compare_reasons.OPENED, None), st.session_state.pop(_PROMPT, None)
    banner(shown)
    if shown.stored is None:
        _state(explorer, contents, ask, found)
    with bar if present.on() else st.container():
        keywords(found, ask)
        compare_reasons.field(found, ask)
    with st.container():  # always there, so that the columns keep their place in the page
        compare_miss.told(explorer, ask)
        compare_reasons.answer(found, ask, dismissed=item_ is not None)
    with (
        bar if present.on() else st.container(),
        st.container(horizontal=True, gap="small", vertical_alignment="center"),
    ):
        modes = choice(ask)
        st.space("stretch")
        links = st.container(horizontal=True, width="content", gap="small")
    with st.container():  # always there, as above
        changes = beside(explorer, shown, ask)
        picture(explorer, found, modes, _open)
    if present.on():
        _side_by_side(explorer, shown)
        given = answers(explorer, shown, ask)
    else:
        given = answers(explorer, shown, ask)
        _side_by_side(explorer, shown)
    stars.bar(explorer, ask.question, "compare", hint=False)
    with st.container(horizontal=True, gap="small"):
        download(found)
        download_report(shown, given, changes)
    if shown.stored is None:
        keep_first(explorer, found, ask)  # what was found is in view by now
    with links:
        actions(explorer, shown, ask)
    if item_:
        item(explorer, ask, found, item_)
    elif mode in found.traces:
        prompt(explorer, found.traces[mode], told.PROMPT_OF.format(mode=own.MODES[mode][1]))


def _state(explorer: Any, contents: Contents, ask: Ask, found: Run) -> None:
    """That the workspace has changed meanwhile, that nothing was found, or nearly all."""
    if found.version != explorer.library.version():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(f":material/update: {own.CHANGED}")
            st.button(own.AGAIN, icon=":material/refresh:", key="compare-again", on_click=forget)
    if found.empty:
        banners.empty(own.NOTHING, causes(found.traces, found.parameters, contents.chunks.read))
    elif nearly_all(found.traces, contents.chunks.chunks):
        compare_bar.small(ask)


@st.fragment
def _side_by_side(explorer: Any, shown: Shown) -> None:
    """The columns by themselves: while a limit moves nothing else is drawn. What is clicked concerns the whole page."""
    whole = (compare_reasons.OPENED, _PROMPT, _RESTS)
    ask = compare_state.read()
    moved = ask.parameters != shown.found.parameters
    if any(name in st.session_state for name in whole) or (moved and shown.stored):
        st.rerun()
    with banners.problems_shown():
        columns(
            run(explorer, ask) if moved else shown.found, key="compare", acts=Acts(_open, _ask_prompt, _limit, _rest)
        )


def _rest() -> None:
    st.session_state[_RESTS] = True


def _open(opened: Opened) -> None:
    st.session_state[compare_reasons.OPENED] = opened
    compare_state.write(replace(compare_state.read(), why=opened.key))


def _ask_prompt(mode: str) -> None:
    st.session_state[_PROMPT] = mode


def _limit(parameters: Parameters) -> None:
    compare_state.write(replace(compare_state.read(), parameters=parameters))


page()
