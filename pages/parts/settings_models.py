"""The two models of an Ollama engine, chosen from what its server has; what can't be used is shown with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import streamlit as st

from core.services.server import Server, ServerModel
from pages.parts import banners
from pages.parts import words_settings as words
from pages.parts.settings_draft import draft, field, keep
from pages.parts.text import one_line, safe_markdown

Name = Literal["chat_model", "embed_model"]
_LABELS = {"chat_model": (words.CHAT, words.CHAT_HELP), "embed_model": (words.EMBED, words.EMBED_HELP)}


def models(explorer: Any, server: Server) -> None:
    """Draw the two choices and what is to be known of them."""
    st.subheader(words.MODELS, anchor=False)
    if not server.models:
        banners.empty(words.MODELS_NONE, words.MODELS_NONE_HINT)
    left, right = st.columns(2)
    with left:
        _choice(explorer, "chat_model", server, server.readers, words.NONE_READS)
    with right:
        _choice(explorer, "embed_model", server, server.embedders, words.NONE_EMBEDS)
    engine = draft(explorer).engine
    if engine["chat_model"] and engine["chat_model"] == engine["embed_model"]:
        st.caption(f":material/info: {words.BOTH_SAME}")
    _refused(server.refused)


def _choice(explorer: Any, name: Name, server: Server, able: Sequence[ServerModel], none: str) -> None:
    """The models that can do it; one that is chosen but not there stays in the list, and can be pulled."""
    _full_name(explorer, name, server)
    chosen = draft(explorer).engine[name]
    if not chosen and able:
        keep(explorer, draft(explorer).changed("engine", name, max(able, key=lambda model: model.size).name))
    setting = field(explorer, "engine", name)
    options = [model.name for model in able]
    missing = bool(setting.value) and setting.value not in options
    label, about = _LABELS[name]

    def named(option: str) -> str:
        return one_line(option, 80) if option in options else f"{one_line(option, 80)} ({words.NOT_THERE})"

    st.selectbox(
        label,
        [*options, setting.value] if missing else options or [""],
        format_func=lambda option: named(option) if option else words.CHOOSE,
        key=setting.key,
        help=about,
        on_change=setting.put,
        disabled=not (options or missing),
    )
    found = server.model(setting.value)
    if missing:
        _missing(explorer, setting.value, found)
    elif found is None:
        st.caption(f":material/warning: {none}")
    else:
        st.caption(" · ".join(facts(found, embeds=name == "embed_model")))


def _full_name(explorer: Any, name: Name, server: Server) -> None:
    """A name without a tag is shown as the server calls it."""
    found = server.model(draft(explorer).engine[name])
    if found is not None and found.name != draft(explorer).engine[name]:
        keep(explorer, draft(explorer).changed("engine", name, found.name))


def _missing(explorer: Any, model: str, found: ServerModel | None) -> None:
    if found is not None:
        st.caption(f":material/warning: {safe_markdown(found.refused or words.WRONG_KIND)}")
        return
    st.caption(f":material/warning: {words.MISSING.format(model=safe_markdown(model))}")
    st.button(
        words.PULL_IT.format(model=safe_markdown(model, 60)),
        icon=":material/download:",
        key=f"settings-pull-{model}",
        on_click=explorer.models.pull,
        args=(draft(explorer).engine["host"], model),
    )


def facts(model: ServerModel, *, embeds: bool) -> list[str]:
    """Size and what else is known of a model, for a line below its name."""
    known = []
    if model.parameters:
        known.append(words.PARAMETERS.format(n=safe_markdown(model.parameters)))
    if model.size:
        known.append(size(model.size))
    if embeds and model.dimension:
        known.append(words.DIMENSION.format(n=model.dimension))
    if model.window:
        known.append(words.WINDOW.format(n=model.window))
    return known


def size(number: float) -> str:
    """Bytes for the eye, in steps of 1,000."""
    for least, template in ((1e9, words.SIZE_GB), (1e6, words.SIZE_MB), (1e3, words.SIZE_KB)):
        if number >= least:
            return template.format(n=number / least)
    return words.SIZE_B.format(n=number)


def _refused(refused: Sequence[ServerModel]) -> None:
    if refused:
        with st.expander(words.REFUSED.format(count=len(refused)), icon=":material/block:"):
            for model in refused:
                st.markdown(f"**{safe_markdown(model.name, 80)}** {safe_markdown(model.refused)}")
