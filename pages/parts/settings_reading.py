"""How documents are cut into passages, how a model reads them, and how long it may take."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.domain.recipe import DEFAULT_TYPES
from pages.parts import words_settings as words
from pages.parts.settings_draft import OTHER, Part, draft, field

_EMBEDDER_READS = 256


def passages(explorer: Any) -> None:
    """Unit, size and overlap."""
    st.subheader(words.PASSAGES, anchor=False, help=words.PASSAGES_HINT)
    unit, size, overlap = st.columns(3)
    with unit:
        chosen = field(explorer, "chunking", "unit")
        st.selectbox(
            words.UNIT,
            list(words.UNITS),
            format_func=words.UNITS.__getitem__,
            key=chosen.key,
            help=words.UNIT_HELP,
            on_change=chosen.put,
        )
    with size:
        _number(explorer, "chunking", "size", 20, 20_000)
    with overlap:
        _number(explorer, "chunking", "overlap", 0, 10_000)
    now = draft(explorer)
    if now.embedded and (now.chunking["unit"] != "word pieces" or now.chunking["size"] > _EMBEDDER_READS):
        st.caption(f":material/info: {words.TOO_LONG_FOR_EMBEDDED}")


def reading(explorer: Any) -> None:
    """Types, style, second look, language."""
    st.subheader(words.READING, anchor=False)
    if draft(explorer).embedded:
        st.caption(words.READING_EMBEDDED)
        return
    _types(explorer)
    _style(explorer)
    gleaning = field(explorer, "recipe", "gleaning", int)
    st.session_state[gleaning.key] = bool(gleaning.value)
    st.toggle(words.GLEANING, key=gleaning.key, help=words.GLEANING_HELP, on_change=gleaning.put)
    language, write_in, room = st.columns(3)
    with language:
        chosen = field(explorer, "recipe", "language")
        st.selectbox(
            words.LANGUAGE,
            list(words.LANGUAGES),
            format_func=words.LANGUAGES.__getitem__,
            key=chosen.key,
            help=words.LANGUAGE_HELP,
            on_change=chosen.put,
        )
    with write_in:
        written = field(explorer, "recipe", "write_in", lambda text: " ".join(text.split()))
        st.text_input(
            words.WRITE_IN,
            key=written.key,
            max_chars=40,
            help=words.WRITE_IN_HELP,
            placeholder=words.WRITE_IN_PLACEHOLDER,
            on_change=written.put,
        )
    with room:
        _number(explorer, "recipe", "max_tokens", 256, 32_768, 256)


def speed(explorer: Any) -> None:
    """Passages side by side and time limits."""
    st.subheader(words.SPEED_TITLE, anchor=False)
    narrow, _ = st.columns([1, 2])
    with narrow:
        _number(explorer, "engine", "workers", 1, 16)
    st.caption(words.LIMITS)
    for column, name in zip(st.columns(3), ("read_s", "ask_s", "embed_s"), strict=True):
        with column:
            _number(explorer, "engine", name, 5.0, 86_400.0, 30.0)


def _types(explorer: Any) -> None:
    types = field(explorer, "recipe", "types", cleaned_types)
    st.multiselect(
        words.TYPES,
        list(dict.fromkeys((*DEFAULT_TYPES, *types.value))),
        key=types.key,
        accept_new_options=True,
        help=words.TYPES_HELP,
        on_change=types.put,
    )
    st.caption(words.TYPES_NOTE)


def cleaned_types(types: list[str]) -> tuple[str, ...]:
    """As the model is given them: lower case, one space between words, each once, without what is always allowed."""
    names = (" ".join(name.lower().split())[:40] for name in types)
    return tuple(dict.fromkeys(name for name in names if name and name != OTHER))


def _style(explorer: Any) -> None:
    style = field(explorer, "recipe", "style")
    st.radio(
        words.STYLE,
        list(words.STYLES),
        format_func=lambda name: words.STYLES[name][0],
        captions=[about for _, about in words.STYLES.values()],
        key=style.key,
        horizontal=True,
        on_change=style.put,
    )


def _number(explorer: Any, part: Part, name: str, least: Any, most: Any, step: Any = None) -> None:
    """A number, of the type of its bounds."""
    number = field(explorer, part, name)
    label, about = words.NUMBERS[name]
    st.session_state[number.key] = type(least)(min(max(number.value, least), most))
    st.number_input(
        label,
        least,
        most,
        step=step or type(least)(1),
        key=number.key,
        help=about,
        on_change=number.put,
        format=_FORMATS[type(least)],
    )


_FORMATS = {int: "%d", float: "%g"}
