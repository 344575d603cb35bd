"""Making a workspace: with the sample in one click, or with a name and an engine of one's own."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core import bootstrap
from core.settings import Engine
from pages.parts import banners, home_backup, session, words_keeping
from pages.parts import words_documents as words_of_samples
from pages.parts import words_home as words
from pages.parts.documents_add import take
from pages.parts.text import safe_markdown

_PROPOSED = "lightprism.engine.proposed"


def welcome() -> None:
    """What a person sees first."""
    st.title(words.WELCOME, anchor=False)
    st.markdown(words.WHAT_IT_IS)
    engine, _ = proposed()
    left, right = st.columns(2, gap="medium")
    with left, st.container(border=True, height="stretch"), banners.problems_shown():
        st.subheader(words.TRY, anchor=False)
        st.markdown(words.TRY_HINT)
        if st.button(words.TRY_BUTTON, type="primary", icon=":material/auto_stories:", key="home-sample"):
            _make(_free_name(words.SAMPLE_WORKSPACE), engine, words.SAMPLE)
    with right, st.container(border=True, height="stretch"), banners.problems_shown():
        st.subheader(words.MAKE, anchor=False)
        st.markdown(words.MAKE_HINT)
        form(samples=False)
    engine_line()
    with st.expander(words_keeping.OPEN, icon=":material/unarchive:", key="home-open-backup"):
        home_backup.form()


def form(*, samples: bool = True) -> None:
    """Name, engine if there is a choice, and what to start with."""
    with st.form("home-new", border=False):
        name = st.text_input(words.NAME, placeholder=words.NAME_PLACEHOLDER, max_chars=80)
        engine = _engine_choice()
        start = _start_choice() if samples else ""
        made = st.form_submit_button(words.CREATE, icon=":material/add:")
    if made:
        _make(name.strip(), engine, start)


def engine_line() -> None:
    """Which engine is proposed and what that means, with a way to look again."""
    engine, sentence = proposed()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"**{words.ENGINE}: {safe_markdown(engine.name)}.** {safe_markdown(sentence)}")
        st.button(words.LOOK_AGAIN, type="tertiary", icon=":material/refresh:", key="home-look", on_click=_forget)


def proposed() -> tuple[Engine, str]:
    """The engine to propose and the sentence about it; looked for once a session, and again when asked."""
    if _PROPOSED not in st.session_state:
        with st.spinner(words.LOOKING):
            st.session_state[_PROPOSED] = bootstrap.propose_engine(session.settings())
    found: tuple[Engine, str] = st.session_state[_PROPOSED]
    return found


def _forget() -> None:
    st.session_state.pop(_PROPOSED, None)


def _engine_choice() -> Engine:
    """The embedded engine can always be taken; a choice is shown only where there is another."""
    engine, _ = proposed()
    if engine.kind == "embedded":
        return engine
    choices = {engine.name: engine, words.EMBEDDED: Engine()}
    return choices[st.radio(words.ENGINE, list(choices), help=words.ENGINE_HELP)]


def _start_choice() -> str:
    names = ("", *bootstrap.samples())

    def label(name: str) -> str:
        return words_of_samples.SAMPLES[name][0] if name in words_of_samples.SAMPLES else name or words.START_EMPTY

    return str(st.selectbox(words.START_WITH, names, format_func=label))


def _make(name: str, engine: Engine, sample: str) -> None:
    """Make it, look at it, take the sample in if one was chosen, and go to where it can be watched."""
    with st.spinner(words.MAKING):
        path = bootstrap.create_workspace(session.settings(), name, engine)
        session.choose(path.name)
        explorer: Any = session.explorer()
    if sample:
        take(explorer, lambda: explorer.intake.add_folder(bootstrap.sample_folder(sample)))
    st.switch_page("pages/documents.py")


def _free_name(wanted: str) -> str:
    taken, number, name = set(session.names()), 1, wanted
    while name in taken:
        number += 1
        name = f"{wanted} {number}"
    return name
