"""A difference between the merge rules as two small pictures. Texts go to the browser as data and are set as text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from core.services.rules import Half, Pair
from pages.parts import words_rules as words
from pages.parts.text import one_line

_ASSETS = Path(__file__).resolve().parents[2] / "assets"

_component = st.components.v2.component(
    "lightprism_rules",
    html='<div class="lp-pair"></div>',
    css=(_ASSETS / "rules.css").read_text(encoding="utf-8"),
    js=(_ASSETS / "rules.js").read_text(encoding="utf-8"),
)


def pictures(pair: Pair, key: str) -> None:
    """Classic and careful beside each other; below each other where there is little room."""
    sides = [_side(words.CLASSIC, pair.classic), _side(words.CAREFUL, pair.careful)]
    _component(key=key, data={"sides": sides, "strings": {"empty": words.LEFT_OUT}})


def _side(title: str, half: Half) -> dict[str, Any]:
    facing = bool(half.lines)
    return {
        "title": title,
        "label": words.PICTURE_LABEL.format(rule=title, nodes=len(half.dots), edges=len(half.lines)),
        "dots": [
            {
                "key": dot.key,
                "label": one_line(dot.label, 24 if facing else 48),
                "note": "" if facing else counted(dot.mentions, words.MENTION, words.MENTIONS),
                "right": dot.right,
            }
            for dot in half.dots
        ],
        "lines": [
            {"source": line.source, "target": line.target, "label": one_line(line.label, 28), "arrow": line.arrow}
            for line in half.lines
        ],
        "more": words.MORE_GROUPS.format(count=half.more) if half.more else "",
    }


def counted(count: int, one: str, many: str) -> str:
    """`1 mention`, `3 mentions`."""
    return one if count == 1 else many.format(count=count)
