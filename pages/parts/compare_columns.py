"""The modes side by side, drawn in the browser; what is clicked or moved there comes back as plain values."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from core.domain.modes import Parameters
from core.domain.trace import Kind
from core.services.trace_json import trace_json
from pages.parts import present
from pages.parts import words_compare as own
from pages.parts.compare_data import data
from pages.parts.compare_run import MODES, Run
from pages.parts.compare_sliders import moved, sliders

_ASSETS = Path(__file__).resolve().parents[2] / "assets"
_SCRIPTS = ("dom.js", "compare_picture.js", "compare.js")
_KINDS: tuple[Kind, ...] = ("entity", "relation", "chunk")

_component = st.components.v2.component(
    "lightprism_compare",
    html='<div class="lp-compare"></div>',
    css=(_ASSETS / "compare.css").read_text(encoding="utf-8"),
    js="\n".join(
        (_ASSETS / name).read_text(encoding="utf-8") for name in ("dom.js", "compare_picture.js", "compare.js")
    ),
)


class Opened(NamedTuple):
    """An item that was clicked."""

    kind: Kind
    key: str


@dataclass(frozen=True, slots=True)
class Acts:
    """What the browser's clicks do: `open` gets an item, `prompt` a mode, `set_` the numbers of a limit that moves.

    `rest` is called once it moves no more.
    """

    open: Callable[[Opened], None]
    prompt: Callable[[str], None]
    set_: Callable[[Parameters], None]
    rest: Callable[[], None]


def columns(found: Run, *, key: str, acts: Acts) -> None:
    """Draw the comparison."""

    def opened() -> None:
        clicked = picked(st.session_state[key].open)
        if clicked:
            acts.open(clicked)

    def asked() -> None:
        value = st.session_state[key].prompt
        mode = value.get("mode") if isinstance(value, dict) else None
        if mode in MODES:
            acts.prompt(mode)

    def slid() -> None:
        numbers = moved(found.parameters, st.session_state[key].set)
        if numbers:
            acts.set_(numbers)

    sent = data(found) | {"sliders": sliders(found), "present": present.on()}
    rev = hashlib.sha256(json.dumps(sent, ensure_ascii=False).encode("utf-8", "replace")).hexdigest()[:16]
    _component(
        key=key,
        data=sent | {"rev": rev},
        on_open_change=opened,
        on_prompt_change=asked,
        on_set_change=slid,
        on_rest_change=acts.rest,
    )


def download(found: Run) -> None:
    """All modes with everything that they kept and left out, as a file."""

    def content() -> str:
        return json.dumps([trace_json(trace) for trace in found.traces.values()], ensure_ascii=False, indent=1)

    st.download_button(
        own.DOWNLOAD,
        content,
        "comparison.json",
        "application/json",
        key="compare-download",
        help=own.DOWNLOAD_HELP,
        icon=":material/download:",
        on_click="ignore",
    )


def picked(value: Any) -> Opened | None:
    """What the browser said was clicked, as far as it has the right shape."""
    if not isinstance(value, dict) or value.get("kind") not in _KINDS:
        return None
    return Opened(value["kind"], str(value.get("id", "")))
