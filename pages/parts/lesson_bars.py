"""Numbers of the lesson as bars, and the row of steps at its foot."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import streamlit as st

from core.domain.trace import TokenUse
from core.services.lesson_outcome import Taken
from core.services.lesson_tour import BY_ID, STEPS, Step
from pages.parts import present
from pages.parts import words_lesson as own
from pages.parts.text import one_line

_ASSETS = Path(__file__).resolve().parents[2] / "assets"
_component = st.components.v2.component(
    "lightprism_lesson_bars",
    html='<div class="lp-lesson"></div>',
    css=(_ASSETS / "lesson_parts.css").read_text(encoding="utf-8"),
    js="\n".join((_ASSETS / name).read_text(encoding="utf-8") for name in ("dom.js", "lesson_bars.js")),
)
Bar = tuple[str, int, bool]


def series(found: tuple[Taken, ...]) -> None:
    """Edges and tokens of one seed after another."""
    rows = [(own.TAKEN.format(seeds=t.seeds, added=one_line(t.added, 24)), t) for t in found]
    last = len(rows) - 1
    groups = {
        own.SERIES["edges"]: [(label, taken.edges, n == last) for n, (label, taken) in enumerate(rows)],
        own.SERIES["tokens"]: [(label, taken.tokens, n == last) for n, (label, taken) in enumerate(rows)],
    }
    _bars(groups, "lesson-series")


def tokens(use: TokenUse) -> None:
    """What each part of a context takes."""
    parts = {name: int(getattr(use, name)) for name in own.PARTS}
    _bars({own.SERIES["tokens"]: [(own.PARTS[name], n, False) for name, n in parts.items()]}, "lesson-tokens")


def steps(now: Step, seen: Collection[str], go: Callable[[Step], None]) -> None:
    """All steps by chapter; a click leads to one."""
    key = "lesson-steps-row"

    def gone() -> None:
        step = BY_ID.get(str(st.session_state[key].go))
        if step:
            go(step)

    chapters = [
        [
            {"id": step.id, "title": own.STEPS[step.id].title, "seen": step.id in seen, "now": step is now}
            for step in found
        ]
        for _, found in groupby(STEPS, key=lambda step: step.chapter)
    ]
    label = own.PROGRESS.format(number=STEPS.index(now) + 1, total=len(STEPS))
    _component(key=key, data={"chapters": chapters, "label": label, "present": present.on()}, on_go_change=gone)


def _bars(groups: dict[str, list[Bar]], key: str) -> None:
    data = {"groups": [{"label": label, "bars": list(_rows(bars))} for label, bars in groups.items()]}
    _component(key=key, data=data | {"present": present.on()}, on_go_change=lambda: None)


def _rows(bars: list[Bar]) -> Iterator[dict[str, Any]]:
    most = max((number for _, number, _ in bars), default=0) or 1
    for label, number, last in bars:
        yield {"label": label, "text": f"{number:,}", "share": round(100 * number / most, 1), "last": last}
