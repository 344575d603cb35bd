"""An answer drawn in the browser, each sentence with the passage that it rests on; what is clicked comes back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from core.domain.records import Span
from core.domain.trace import Trace
from pages.parts import original_state
from pages.parts.answer_data import Shown, data
from pages.parts.session import pairs

_ASSETS = Path(__file__).resolve().parents[2] / "assets"

_SCRIPTS = ("dom.js", "answer_text.js", "answer_stars.js", "answer.js")

_component = st.components.v2.component(
    "lightprism_answer",
    html='<div class="lp-answer"></div>',
    css=(_ASSETS / "answer.css").read_text(encoding="utf-8"),
    js="\n".join((_ASSETS / name).read_text(encoding="utf-8") for name in _SCRIPTS),
)


@dataclass(frozen=True, slots=True)
class Spot:
    """A passage of the context that was clicked, the words marked in it (offsets in its text) if any, its number.

    `on`: a star was put on it, not taken off.
    """

    chunk: str
    start: int | None = None
    end: int | None = None
    number: int = 0
    on: bool = False

    @property
    def spans(self) -> tuple[Span, ...]:
        return () if self.start is None or self.end is None else (Span(self.start, self.end),)


Act = Literal["original", "why", "cite", "star"]
"""`cite`: the passage was opened beside the answer; `star`: it was said to support the question, or not to."""
_ACTS = ("original", "why", "cite", "star")


def answer_view(
    shown: Shown, act: Callable[[Act, Spot], None], *, key: str, subject: str = "", opened: int | None = None
) -> None:
    """Draw it. `subject` tells one answer from another under one key; `opened` is the number of the passage to open
    (0: the first), None where `act` is not to hear which is.

    The original of a passage is opened by the frame; `act` is called with what else a click asks for.
    """

    def clicked() -> None:
        found = picked(st.session_state[key].act, shown.trace)
        if found is None:
            return
        kind, spot = found
        if kind == "original":
            original_state.ask(spot.chunk, spot.spans)
        else:
            act(kind, spot)

    sent = data(shown) | {"address": pairs(), "subject": subject}
    hashes = {
        "rev": _hash(sent),
        "body": _hash(sent | {"passages": [one | {"starred": None} for one in sent["passages"]]}),
    }
    _component(key=key, data=sent | hashes | {"opened": opened}, on_act_change=clicked)
    original_state.hurry()


def _hash(value: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")).hexdigest()[:16]


def picked(value: Any, trace: Trace) -> tuple[Act, Spot] | None:
    """What the browser said was clicked, as far as it has the right shape and its passage is in the trace."""
    if not isinstance(value, dict) or value.get("kind") not in _ACTS:
        return None
    chunk = str(value.get("chunk", ""))
    kept = next((kept for kept in trace.chunks if kept.chunk.id == chunk), None)
    if kept is None:
        return None
    start, end = value.get("start"), value.get("end")
    if isinstance(start, int) and isinstance(end, int) and 0 <= start < end <= len(kept.chunk.text):
        return value["kind"], Spot(chunk, start, end, kept.rank)
    return value["kind"], Spot(chunk, number=kept.rank, on=value.get("on") is True)
