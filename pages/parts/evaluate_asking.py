"""How a set is asked beside modes and merge rule: name, numbers, after which decision, and answers of a chat model."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.domain.codec import plain
from core.domain.modes import Parameters
from core.services.evaluate import MOST_REPEATS, Asking
from pages.parts import parameters
from pages.parts import words_evaluate as own
from pages.parts.compare_limits import changed
from pages.parts.text import one_line, safe_markdown

_NUMBERS = "lightprism.evaluate.numbers"
_NOW = -1
_LONGEST = 80


def draw(explorer: Any, rule: str) -> tuple[Parameters, Asking]:
    """The fields, and what they say."""
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="evaluate-asking"):
        name = st.text_input(
            own.NAME, max_chars=_LONGEST, placeholder=own.NAME_PLACEHOLDER, help=own.NAME_HELP, key="evaluate-name"
        )
        after = _after(explorer, rule)
        with st.popover(own.NUMBERS if _numbers() == Parameters() else own.NUMBERS_CHANGED, icon=":material/tune:"):
            parameters.numbers(_numbers, _put, "evaluate-number-{}")
        answers, repeats, chat = _model(explorer)
    told = changed(plain(_numbers()), most=8)
    if told:
        st.caption(f":material/tune: {told}")
    return _numbers(), Asking(name.strip(), answers, repeats, after, chat)


def _numbers() -> Parameters:
    held = st.session_state.get(_NUMBERS)
    return held if isinstance(held, Parameters) else Parameters()


def _put(numbers: Parameters) -> None:
    st.session_state[_NUMBERS] = numbers


def _after(explorer: Any, rule: str) -> int | None:
    """After which decision; the last where no other can be meant."""
    last = explorer.curate.last()
    if not last or rule != "careful":
        return None
    steps: dict[int, Any] = {}
    for entry in explorer.curate.history():
        steps.setdefault(entry.step or entry.decision.seq, entry)
    labels = {entry.decision.seq: one_line(f"{entry.decision.seq} · {entry.sentence}", 90) for entry in steps.values()}
    labels = {_NOW: own.AFTER_NOW, **{seq: label for seq, label in labels.items() if seq != last}, 0: own.AFTER_NONE}
    key = "evaluate-after"
    if st.session_state.get(key) not in labels:
        st.session_state.pop(key, None)
    found = st.selectbox(own.AFTER, list(labels), format_func=labels.__getitem__, help=own.AFTER_HELP, key=key)
    return None if found in (None, _NOW) else int(found)


def _model(explorer: Any) -> tuple[bool, int, str]:
    """Whether the chat model answers, how often each question is asked, and which model it is (empty: the usual)."""
    label = own.ANSWERS_ON if st.session_state.get("evaluate-answers") else own.ANSWERS_OFF
    with st.popover(label, icon=":material/chat:"):
        chat = _chat(explorer)
        why = explorer.evaluate.unanswered(chat)
        answers = st.toggle(own.ANSWERS, disabled=bool(why), help=own.ANSWERS_HELP, key="evaluate-answers")
        if why:
            st.caption(f":material/info: {safe_markdown(why, 400)}")
            return False, 1, ""
        repeats = st.number_input(own.REPEATS, 1, MOST_REPEATS, 1, help=own.REPEATS_HELP, key="evaluate-repeats")
        st.caption(own.ANSWERS_COST)
    return bool(answers), int(repeats), chat


@st.cache_data(ttl=30, show_spinner=False)
def _chats(_explorer: Any, path: str) -> tuple[str, ...]:
    """The models of the server, asked now and then."""
    return tuple(_explorer.evaluate.chats())


def _chat(explorer: Any) -> str:
    known = _chats(explorer, str(explorer.path)) if explorer.engine.kind == "ollama" else ()
    if not known:
        return ""
    usual = explorer.engine.chat_model
    return str(
        st.selectbox(
            own.CHAT,
            ["", *known],
            format_func=lambda name: one_line(name, 60) if name else own.CHAT_USUAL.format(name=one_line(usual, 60)),
            help=own.CHAT_HELP,
            key="evaluate-chat",
        )
        or ""
    )
