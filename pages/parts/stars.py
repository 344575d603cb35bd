"""Passages starred as support of the question in view, and the bar that says in which set, and what is expected.

Nothing of it is there for a viewer, or where this process may only read.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.domain.identity import text_hash
from core.errors import LightPrismError
from core.services.question_names import LONGEST_NAME, named
from core.services.question_sets import Kept
from pages.parts import banners, session
from pages.parts import words_questions as own
from pages.parts.text import safe_markdown

SET = "set"
"""In the address of Evaluate: the set that is chosen."""
_CHOSEN, _PROBLEM = "lightprism.questions.set", "lightprism.questions.problem"


def can_star(explorer: Any) -> bool:
    """Whether questions can be kept here."""
    return getattr(explorer, "viewer", None) is None and bool(explorer.writable)


def chosen(explorer: Any) -> str:
    """The set that stars go to: the one chosen in this session, else the one worked on last."""
    held = st.session_state.get(_CHOSEN, {}).get(explorer.name)
    return str(held or explorer.question_sets.current)


def choose(explorer: Any, name: str) -> None:
    """Let stars go to this set from now on."""
    st.session_state[_CHOSEN] = {**st.session_state.get(_CHOSEN, {}), explorer.name: name}


def starred(explorer: Any, question: str) -> frozenset[str] | None:
    """The passages that support a question in the chosen set; None where none can be starred."""
    if not can_star(explorer):
        return None
    found = explorer.question_sets.question(chosen(explorer), question)
    return frozenset(found.question.support) if found else frozenset()


def star(explorer: Any, question: str, chunk: str, on: bool) -> None:
    """Put a star on a passage or take it off; what goes wrong is told by the bar."""
    _tried(lambda: explorer.question_sets.star(chosen(explorer), question, chunk, on))


def button(explorer: Any, question: str, chunk: str, key: str) -> None:
    """The star of one passage as a button."""
    now = starred(explorer, question)
    if now is None or not question.strip():
        return
    on = chunk in now
    st.button(
        own.UNSTAR if on else own.STAR,
        help=(own.UNSTAR_HELP if on else own.STAR_HELP).format(name=safe_markdown(chosen(explorer), LONGEST_NAME)),
        key=key,
        on_click=star,
        args=(explorer, question, chunk, not on),
    )


def bar(explorer: Any, question: str, key: str, *, hint: bool = True) -> None:
    """How the question stands in the set, what is expected, which set it is; without `hint` only if it is in one."""
    if not can_star(explorer) or not question.strip():
        return
    error = st.session_state.pop(_PROBLEM, None)
    if error is not None:
        banners.problem(error)
    name = chosen(explorer)
    found: Kept | None = explorer.question_sets.question(name, question)
    if found is None and not hint:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"{key}-stars"):
        st.caption(f"{own.SIGN if found else own.NO_SIGN} {_said(name, found)}", width="content")
        _expected(explorer, question, found, key)
        _sets(explorer, key)
        if found is not None:
            st.page_link(
                "pages/evaluate.py",
                label=own.TO_EVALUATE,
                icon=":material/analytics:",
                query_params=session.linked(**{SET: name}),
                width="content",
            )


def _said(name: str, found: Kept | None) -> str:
    shown = safe_markdown(name, LONGEST_NAME)
    if found is None:
        return own.HINT.format(name=shown)
    if found.question.kind == "unanswerable":
        aside = own.ASIDE_ONE if found.aside == 1 else own.ASIDE.format(count=found.aside) if found.aside else ""
        return own.UNANSWERABLE.format(name=shown) + aside
    count = len(found.question.support)
    template = own.STARRED_ONE if count == 1 else own.STARRED if count else own.NOTHING_STARRED
    said = template.format(count=count, name=shown)
    return f"{said}: {safe_markdown(found.reason, 200)}" if found.reason and count else said


def _expected(explorer: Any, question: str, found: Kept | None, key: str) -> None:
    """The answer that is expected and the kind, in a small form."""
    now = found.question if found else None
    name = chosen(explorer)
    of = text_hash(f"{name} {question}")[:12]
    answer_key, kind_key = f"{key}-expected-answer-{of}", f"{key}-expected-kind-{of}"

    def save() -> None:
        answer, kind = st.session_state[answer_key], st.session_state[kind_key] or ""
        _tried(lambda: explorer.question_sets.put(name, question, answer, kind))

    label = own.EXPECTED_SET if now and (now.answer or now.kind) else own.EXPECTED
    with st.popover(label, icon=":material/task_alt:"):
        with st.form(f"{key}-expected-{of}", border=False):
            st.text_area(own.ANSWER, now.answer if now else "", key=answer_key, max_chars=4000, help=own.ANSWER_HELP)
            st.segmented_control(
                own.KIND,
                list(own.KINDS),
                default=(now.kind or None) if now else None,
                format_func=own.KINDS.__getitem__,
                key=kind_key,
                help=own.KIND_HELP,
            )
            st.form_submit_button(own.SAVE, type="primary", on_click=save, key=f"{key}-expected-save")
        if now is not None:
            st.button(
                own.REMOVE,
                icon=":material/delete:",
                type="tertiary",
                key=f"{key}-expected-remove",
                on_click=lambda: _tried(lambda: explorer.question_sets.remove(name, question)),
            )


def _sets(explorer: Any, key: str) -> None:
    """Which set it is; a new one can be named."""
    field = f"{key}-set"

    def use() -> None:
        wanted = str(st.session_state[field] or "")
        if wanted.strip():
            _tried(lambda: choose(explorer, named(wanted)))

    now = chosen(explorer)
    with st.popover(own.SET, icon=":material/bookmarks:"):
        st.session_state[field] = now
        st.selectbox(
            own.SET_PICK,
            list(dict.fromkeys((*explorer.question_sets.names(), now))),
            help=own.SET_HELP,
            accept_new_options=True,
            key=field,
            on_change=use,
        )


def _tried(act: Any) -> None:
    try:
        act()
    except LightPrismError as error:
        st.session_state[_PROBLEM] = error
