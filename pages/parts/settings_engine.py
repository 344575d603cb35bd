"""The engine of a workspace, what it means in one sentence, and for Ollama the server: its address and what it has."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.errors import LightPrismError
from core.services.server import Server
from pages.parts import banners
from pages.parts import words_settings as words
from pages.parts.settings_draft import draft, field, keep
from pages.parts.text import safe_markdown

_SEEN = "lightprism.server"
_HOLDS_S = 60.0
"""How long what was seen of a server is taken to be so."""

_KIND = "settings-kind"


def engine(explorer: Any) -> Server | None:
    """Draw the section; the server if one is chosen and answers."""
    st.subheader(words.ENGINE, anchor=False)
    _kind(explorer)
    now = draft(explorer)
    st.markdown(words.ABOUT[now.engine["kind"]])
    return None if now.embedded else _server(explorer)


def _kind(explorer: Any) -> None:
    def put() -> None:
        keep(explorer, draft(explorer).with_kind(st.session_state[_KIND]))

    st.session_state[_KIND] = draft(explorer).engine["kind"]
    st.segmented_control(
        words.KIND_LABEL,
        list(words.KINDS),
        required=True,
        format_func=words.KINDS.__getitem__,
        key=_KIND,
        on_change=put,
        label_visibility="collapsed",
    )


def _server(explorer: Any) -> Server | None:
    host = field(explorer, "engine", "host", lambda text: text.strip())
    left, right = st.columns([5, 2], vertical_alignment="bottom")
    with left:
        st.text_input(words.HOST, key=host.key, placeholder="127.0.0.1:11434", help=words.HOST_HELP, on_change=host.put)
    with right:
        st.button(words.LOOK_AGAIN, icon=":material/refresh:", key="settings-look", width="stretch", on_click=look_anew)
    found = looked_at(explorer, host.value)
    if isinstance(found, LightPrismError):
        banners.problem(found)
        _chosen(draft(explorer).engine["chat_model"], draft(explorer).engine["embed_model"])
        return None
    count = words.MODELS_ONE if len(found.models) == 1 else words.MODELS_MANY.format(count=len(found.models))
    answers = words.ANSWERS.format(version=safe_markdown(found.version), host=safe_markdown(found.host), count=count)
    st.caption(f":material/check_circle: {answers}")
    return found


def _chosen(*models: str) -> None:
    """The models by name, where nothing more can be told of them."""
    names = ", ".join(safe_markdown(model, 80) for model in models if model)
    if names:
        st.caption(words.CHOSEN.format(models=names))


def looked_at(explorer: Any, host: str) -> Server | LightPrismError:
    """What the server at a host has, or why that can't be told; asked again after a while, and when told to."""
    seen: _Seen | None = st.session_state.get(_SEEN)
    if seen is None or (seen.workspace, seen.host) != (explorer.name, host) or time.monotonic() > seen.until:
        with st.spinner(words.LOOKING):
            found = _look(explorer, host)
        seen = _Seen(explorer.name, host, found, time.monotonic() + _HOLDS_S)
        st.session_state[_SEEN] = seen
    return seen.found


@dataclass(frozen=True, slots=True)
class _Seen:
    workspace: str
    host: str
    found: Server | LightPrismError
    until: float


def look_anew() -> None:
    """Forget what was seen of the server."""
    st.session_state.pop(_SEEN, None)


def _look(explorer: Any, host: str) -> Server | LightPrismError:
    try:
        found: Server = explorer.models.look(host)
    except LightPrismError as error:
        return error
    return found
