"""The two pieces of work that go on outside the page: testing the models, and pulling one more."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.errors import LightPrismError
from core.services.models import ChatTest, EmbedTest, TestResult
from core.services.task import TaskView
from core.settings import Engine
from pages.parts import banners
from pages.parts import words_settings as words
from pages.parts.figures import duration
from pages.parts.settings_draft import draft
from pages.parts.settings_engine import look_anew
from pages.parts.settings_models import size
from pages.parts.text import safe_markdown

_EVERY_S = 0.5


def test(explorer: Any) -> None:
    """A button, and what came of it."""
    active = explorer.models.testing.view().active
    st.fragment(_test, run_every=_EVERY_S if active else None)(explorer, active)


def _test(explorer: Any, was_active: bool) -> None:
    view: TaskView[TestResult] = explorer.models.testing.view()
    if view.active != was_active:
        st.rerun()
    if not view.active:
        chosen = draft(explorer).engine
        st.button(
            words.TEST,
            icon=":material/play_circle:",
            help=words.TEST_HELP,
            key="settings-test",
            disabled=not (chosen["chat_model"] or chosen["embed_model"]),
            on_click=_begin_test,
            args=(explorer,),
        )
        _tested(explorer, view)
        return
    with st.container(horizontal=True, vertical_alignment="center", key="settings-testing"):
        st.markdown(f":material/hourglass_top: {words.TESTING.format(seconds=seconds(view.seconds))}", width="content")
        _cancel(explorer.models.testing, view.state == "stopping", "settings-test-cancel")


def _begin_test(explorer: Any) -> None:
    explorer.models.test(Engine(**draft(explorer).engine))


def _tested(explorer: Any, view: TaskView[TestResult]) -> None:
    if view.state == "idle":
        return
    with st.container(border=True, key="settings-tested"):
        if view.state == "stopped":
            st.caption(words.TEST_STOPPED)
        elif view.error is not None:
            banners.problem(view.error)
        elif view.result is not None:
            _chat(view.result.chat)
            _embed(view.result.embed)
        _close(explorer.models.testing, "settings-test-close")


def _chat(found: ChatTest | LightPrismError) -> None:
    if isinstance(found, LightPrismError):
        banners.problem(found)
        return
    st.markdown(f":material/check_circle: **{safe_markdown(found.model)}**")
    st.caption(words.ASKED.format(question=found.question))
    st.text(found.reply or words.NO_WORD)
    figures = [words.FIRST.format(seconds=seconds(found.first_s))]
    if found.rate is not None:
        figures.insert(0, words.SPEED.format(rate=f"{found.rate:,.0f}" if found.rate >= 20 else f"{found.rate:.1f}"))
    if found.tokens:
        figures.append(words.IN_ALL.format(tokens=found.tokens, seconds=seconds(found.total_s)))
    st.caption(" · ".join(figures))


def _embed(found: EmbedTest | LightPrismError) -> None:
    if isinstance(found, LightPrismError):
        banners.problem(found)
        return
    st.markdown(f":material/check_circle: **{safe_markdown(found.model)}**")
    passage = words.EMBEDDED.format(dimension=found.dimension, seconds=seconds(found.total_s))
    st.caption(f"{passage} · {words.LOADED.format(seconds=seconds(found.ready_s))}")


def pull(explorer: Any) -> None:
    """A name and a button, or how far the pull has come."""
    active = explorer.models.pulling.view().active
    with st.expander(words.PULL, icon=":material/download:", expanded=active or _ended(explorer)):
        st.fragment(_pull, run_every=_EVERY_S if active else None)(explorer, active)


def _ended(explorer: Any) -> bool:
    return bool(explorer.models.pulling.view().state != "idle")


def _pull(explorer: Any, was_active: bool) -> None:
    view: TaskView[str] = explorer.models.pulling.view()
    if view.active != was_active:
        look_anew()
        st.rerun()
    if view.active:
        _pulling(explorer, view)
        return
    _pulled(explorer, view)
    st.caption(words.PULL_HINT)
    with st.form("settings-pull", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input(words.PULL_NAME, placeholder=words.PULL_PLACEHOLDER, max_chars=200)
        asked = st.form_submit_button(words.PULL_BUTTON, icon=":material/download:")
    if asked:
        with banners.problems_shown():
            explorer.models.pull(draft(explorer).engine["host"], name)
            st.rerun()


def _pulling(explorer: Any, view: TaskView[str]) -> None:
    st.markdown(words.PULLING.format(name=safe_markdown(view.subject, 80)))
    share = min(1.0, view.done / view.total) if view.total else 0.0
    st.progress(share, text=" · ".join(pull_figures(view)))
    if view.note:
        st.caption(safe_markdown(view.note, 100))
    _cancel(explorer.models.pulling, view.state == "stopping", "settings-pull-cancel")


def pull_figures(view: TaskView[str]) -> list[str]:
    """Bytes done, rate and time left: whatever is known by now."""
    if view.state == "stopping":
        return [words.PULL_STOPPING]
    if not view.total:
        return [words.PULL_STARTING]
    figures = [words.PULLED_OF.format(done=size(view.done), total=size(view.total))]
    if view.rate and view.done < view.total:
        figures.append(words.PULL_RATE.format(size=size(view.rate)))
        figures.append(words.PULL_LEFT.format(time=duration((view.total - view.done) / view.rate)))
    return figures


def _pulled(explorer: Any, view: TaskView[str]) -> None:
    if view.state == "idle":
        return
    name = safe_markdown(view.subject, 80)
    if view.state == "done":
        st.success(words.PULL_DONE.format(name=name), icon=":material/check_circle:")
    elif view.state == "stopped":
        st.info(words.PULL_STOPPED.format(name=name), icon=":material/info:")
    elif view.error is not None:
        banners.problem(view.error)


def _cancel(task: Any, stopping: bool, key: str) -> None:
    st.button(words.CANCEL, icon=":material/stop_circle:", key=key, disabled=stopping, on_click=task.cancel)


def _close(task: Any, key: str) -> None:
    st.button(words.CLOSE, icon=":material/close:", type="tertiary", key=key, on_click=task.clear)


def seconds(number: float) -> str:
    """A short time to the hundredth, a longer one to the second."""
    return (words.SECONDS_SHORT if number < 10 else words.SECONDS_LONG).format(n=number)
