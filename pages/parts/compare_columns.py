"""The modes side by side, drawn in the browser; what is clicked there comes back as a kind and a key."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from core.domain.trace import Kind
from core.services.trace_json import trace_json
from pages.parts import words_compare as own
from pages.parts.compare_data import data
from pages.parts.compare_run import Run

_ASSETS = Path(__file__).resolve().parents[2] / "assets"
_KINDS: tuple[Kind, ...] = ("entity", "relation", "chunk")

_component = st.components.v2.component(
    "lightprism_compare",
    html='<div class="lp-compare"></div>',
    css=(_ASSETS / "compare.css").read_text(encoding="utf-8"),
    js=(_ASSETS / "compare.js").read_text(encoding="utf-8"),
)


class Opened(NamedTuple):
    """An item that was clicked."""

    kind: Kind
    key: str


def columns(found: Run, *, key: str, on_open: Callable[[Opened], None]) -> None:
    """Draw the comparison. `on_open` gets the item that was clicked."""

    def opened() -> None:
        clicked = picked(st.session_state[key].open)
        if clicked:
            on_open(clicked)

    sent = data(found.traces, found.shared, found.parameters)
    rev = hashlib.sha256(json.dumps(sent, ensure_ascii=False).encode("utf-8", "replace")).hexdigest()[:16]
    _component(key=key, data=sent | {"rev": rev}, on_open_change=opened)


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
