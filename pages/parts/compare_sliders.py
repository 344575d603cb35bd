"""The limits beside the picture: their ranges, and what a moved one means. Pure.

A move costs a new trace of the same searches, so it can be shown while the hand still moves.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from core.domain.modes import Parameters
from core.errors import InputError
from pages.parts import words_compare
from pages.parts import words_explain as own
from pages.parts.compare_run import Run

_MOST = {"chunk_top_k": 60, "top_k": 120}
_TOTAL = "max_total_tokens"
_PARTS = {"max_entity_tokens": (0,), "max_relation_tokens": (1,), _TOTAL: (0, 1, 2, 3)}
"""Whose lines a budget is for. Chains take what relations leave, and which there are depends on what was kept."""
_USUAL = Parameters()


def sliders(found: Run) -> list[dict[str, Any]]:
    """Name, words, range and value of each; budgets with the tokens that all at hand would take in the largest mode."""
    return [_slider(found, name) for name in own.SLIDERS]


def _slider(found: Run, name: str) -> dict[str, Any]:
    label, unit = own.SLIDERS[name]
    value = getattr(found.parameters, name)
    need, says = _need(found, name)
    least, most, step = _range(name, value, need)
    return {
        "name": name,
        "label": label,
        "unit": unit,
        "help": words_compare.PARAMETER[name][1],
        "min": least,
        "max": most,
        "step": step,
        "value": value,
        "usual": getattr(_USUAL, name),
        "need": need,
        "needSays": says,
    }


def _range(name: str, value: float, need: int) -> tuple[float, float, float]:
    """Least, most and step. A budget's range ends a little above what could be used: all of it does something."""
    if name == "threshold":
        return min(0.0, value), 1.0, 0.01
    if name in _MOST:
        return 1, max(_MOST[name], value), 1
    usual = getattr(_USUAL, name)
    most = max(value, min(usual, _rounded(need * 1.25)), 500)
    return 0, most, max(10, _rounded(most / 200))


def _rounded(number: float) -> int:
    """Up to two digits: 1,234 becomes 1,300."""
    unit = 10 ** max(0, len(str(int(number))) - 2)
    return int(-(-number // unit) * unit)


def _need(found: Run, name: str) -> tuple[int, str]:
    """What would be used without a budget, in the mode that has most at hand, and how sure that is.

    0 for what is no budget. Passages and chains of a cut item are not fetched, so a total is then at least so much.
    """
    at, modes = _PARTS.get(name, ()), found.parts.values()
    most = max((sum(parts[n].tokens + parts[n].cut_tokens for n in at) for parts in modes), default=0)
    if name == _TOTAL and any(parts[0].cut or parts[1].cut for parts in modes):
        return most, "leastNeed"
    return most, "aboutNeed" if any(parts[n].about for parts in modes for n in at) else "allNeed"


def moved(parameters: Parameters, value: Any) -> Parameters | None:
    """The numbers with the one that the browser moved, or the usual ones; None where it said nothing of use."""
    if not isinstance(value, dict):
        return None
    if value.get("name") == "usual":
        return replace(parameters, **{name: getattr(_USUAL, name) for name in own.SLIDERS})
    name, number = value.get("name"), value.get("value")
    if name not in own.SLIDERS or isinstance(number, bool) or not isinstance(number, int | float):
        return None
    kind = type(getattr(parameters, name))
    try:
        return replace(parameters, **{name: kind(round(number, 2))})
    except (InputError, ValueError, OverflowError):
        return None
