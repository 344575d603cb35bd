"""Reading one passage another way, and the two readings side by side before one is kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from core.domain.records import Extraction
from core.errors import LightPrismError
from core.services.readings import Common, Second, entities_in_common, read_by, relations_in_common
from core.services.task import TaskView
from pages.parts import banners
from pages.parts import words_extraction as words
from pages.parts.extraction_rows import badges, cost, entities, issues, relations, reply
from pages.parts.settings_engine import looked_at
from pages.parts.settings_work import seconds
from pages.parts.text import one_line, safe_markdown
from pages.parts.words_settings import STYLES

_EVERY_S = 0.5
_CACHED = "cached"
_MODEL, _STYLE, _GLEANING = "again-model", "again-style", "again-gleaning"
_KEPT, _NOT_KEPT = "lightprism.again.kept", "lightprism.again.not kept"


def again(explorer: Any, reading: Any) -> None:
    """Draw the section."""
    active = explorer.readings.again.view().active
    st.subheader(words.AGAIN, anchor=False)
    st.fragment(_again, run_every=_EVERY_S if active else None)(explorer, reading, active)


def _again(explorer: Any, reading: Any, was_active: bool) -> None:
    view: TaskView[Second] = explorer.readings.again.view()
    if view.active != was_active:
        st.rerun()
    if view.active:
        _running(explorer, reading, view)
        return
    with banners.problems_shown():
        _choice(explorer, reading)
    if st.session_state.pop(_KEPT, False):
        st.success(words.KEPT, icon=":material/check_circle:")
    if failed := st.session_state.pop(_NOT_KEPT, None):
        banners.problem(failed)
    if view.subject == reading.chunk.id:
        _ended(explorer, reading, view)


def _running(explorer: Any, reading: Any, view: TaskView[Second]) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="again-running"):
        st.markdown(f":material/hourglass_top: {words.READING.format(seconds=seconds(view.seconds))}", width="content")
        st.button(
            words.CANCEL,
            icon=":material/stop_circle:",
            key="again-cancel",
            disabled=view.state == "stopping",
            on_click=explorer.readings.again.cancel,
        )
    if view.subject != reading.chunk.id:
        st.caption(words.OTHER_PASSAGE.format(chunk=safe_markdown(view.subject, 120)))


def _choice(explorer: Any, reading: Any) -> None:
    if explorer.engine.kind == "embedded":
        st.caption(words.AGAIN_EMBEDDED)
    else:
        st.caption(words.AGAIN_HINT)
        _model_and_style(explorer)
    st.button(
        words.READ_NOW,
        icon=":material/play_arrow:",
        key="again-start",
        on_click=_start,
        args=(explorer, reading.chunk.id),
    )


def _model_and_style(explorer: Any) -> None:
    model, style, gleaning = st.columns([3, 2, 2], vertical_alignment="bottom")
    with model:
        _model(explorer)
    with style:
        names = list(STYLES)
        own = names.index(explorer.recipe.style)
        st.selectbox(words.STYLE, names, own, format_func=lambda name: STYLES[name][0], key=_STYLE)
    with gleaning:
        st.toggle(words.GLEANING, bool(explorer.recipe.gleaning), key=_GLEANING)


def _model(explorer: Any) -> None:
    """One of the models that the server has; where that can't be told, that of the workspace."""
    own = explorer.engine.chat_model
    server = looked_at(explorer, explorer.engine.host)
    known = [] if isinstance(server, LightPrismError) else [model.name for model in server.readers]
    own = next((name for name in known if name in (own, f"{own}:latest")), own)
    options = list(dict.fromkeys((own, *known)))
    st.selectbox(words.MODEL, options, format_func=lambda name: one_line(name, 80), key=_MODEL)
    if isinstance(server, LightPrismError):
        st.caption(words.SERVER_SILENT)


def _start(explorer: Any, chunk: str) -> None:
    """Read what was chosen when it is clicked, not when it was drawn."""
    engine, recipe = explorer.engine, explorer.recipe
    if engine.kind != "embedded":
        engine = replace(engine, chat_model=st.session_state[_MODEL])
        recipe = replace(recipe, style=st.session_state[_STYLE], gleaning=int(st.session_state[_GLEANING]))
    explorer.readings.read_again(chunk, engine, recipe)


def _ended(explorer: Any, reading: Any, view: TaskView[Second]) -> None:
    if view.state == "stopped":
        st.caption(words.STOPPED)
    elif view.error is not None:
        _failed(view.error)
    elif view.result is not None:
        _side_by_side(explorer, reading, view.result)


def _failed(error: LightPrismError) -> None:
    banners.problem(error)
    said = str(getattr(error, "reply", ""))
    if said:
        with st.expander(words.FAILED_REPLY):
            reply(said, words.NO_REPLY)


def _side_by_side(explorer: Any, reading: Any, second: Second) -> None:
    things = entities_in_common(reading.found, second.found)
    ends = relations_in_common(reading.found, second.found)
    with st.container(border=True, key="again-result"):
        if second.found.calls and all(call.outcome == _CACHED for call in second.found.calls):
            st.caption(f":material/info: {words.ALL_KEPT}")
        st.markdown(_said(words.COMMON_ENTITIES, things), help=words.COMMON_HELP)
        st.markdown(_said(words.COMMON_RELATIONS, ends))
        left, right = st.columns(2, gap="medium")
        with left:
            _column(words.FIRST_TITLE, reading.reader, reading.found, things.only_first, ends.only_first)
        with right:
            _column(words.SECOND_TITLE, second.reader, second.found, things.only_second, ends.only_second)
        with st.container(horizontal=True):
            st.button(
                words.KEEP,
                type="primary",
                icon=":material/check:",
                key="again-keep",
                help=words.KEEP_HELP,
                disabled=not explorer.writable or explorer.job.progress().active,
                on_click=_keep,
                args=(explorer, second),
            )
            st.button(words.FORGET, key="again-forget", on_click=explorer.readings.again.clear)


def _said(template: str, common: Common) -> str:
    return template.format(both=common.both, first=len(common.only_first), second=len(common.only_second))


def _column(title: str, reader: str, found: Extraction, names: tuple[str, ...], ends: tuple[str, ...]) -> None:
    st.markdown(f"#### {title}")
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.caption(_by(reader), width="content")
        badges(found.flags)
    st.caption(cost(found) or words.NO_CALLS)
    labels = [
        words.COUNTED.format(label=words.ENTITIES, count=len(found.entities)),
        words.COUNTED.format(label=words.RELATIONS, count=len(found.relations)),
        words.COUNTED.format(label=words.ISSUES, count=len(found.issues)),
        words.REPLY,
    ]
    key = f"again-{title}"
    first, second, third, fourth = st.tabs(labels)
    with first:
        entities(found.entities, f"{key}-entities", only=names)
    with second:
        relations(found.relations, f"{key}-relations", only=ends)
    with third:
        issues(found.issues, f"{key}-issues")
    with fourth:
        reply(found.reply, words.NO_RAW)


def _by(reader: str) -> str:
    by = read_by(reader)
    if by.kind == "model":
        return words.BY.format(name=safe_markdown(by.name.partition("@")[0], 80), style=STYLES[by.style][0])
    return words.SHORT_BY.get(by.kind) or safe_markdown(by.name, 80)


def _keep(explorer: Any, second: Second) -> None:
    try:
        explorer.keep_reading(second)
    except LightPrismError as error:
        st.session_state[_NOT_KEPT] = error
    else:
        explorer.readings.again.clear()
        st.session_state[_KEPT] = True
