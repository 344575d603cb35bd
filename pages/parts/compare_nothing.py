"""What a comparison brought, told from its traces: nearly everything, or nothing and for which reasons. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from core.domain.modes import MODES, Parameters
from core.domain.trace import Trace
from pages.parts import words_compare as words

_NEARLY_ALL = 0.8
_BUDGETS = {
    "budget total": "max_total_tokens",
    "budget entities": "max_entity_tokens",
    "budget relations": "max_relation_tokens",
}


def nearly_all(traces: Mapping[str, Trace], chunks: int) -> bool:
    """Whether every mode kept most of the workspace's passages."""
    return chunks > 0 and all(len(trace.chunks) >= _NEARLY_ALL * chunks for trace in traces.values())


def causes(traces: Mapping[str, Trace], parameters: Parameters, read: int) -> str:
    """Why nothing was kept in any mode, and what can be done, in the order in which it helps."""
    rules = {cut.reason.rpartition(" ")[0] for trace in traces.values() for cut in trace.cuts}
    said = [_budget(name, parameters) for rule, name in _BUDGETS.items() if rule in rules]
    if "threshold" in rules and not said:  # what met a budget was similar enough
        said.append(words.NOTHING_THRESHOLD.format(n=f"{parameters.threshold:g}"))
    if not read:
        said.append(words.NOTHING_READ)
    elif any(trace.keywords.origin == "question" for mode, trace in traces.items() if MODES[mode].expansions):
        said.append(words.NOTHING_KEYWORDS)
    return " ".join(said or [words.NOTHING_ELSE])


def _budget(name: str, parameters: Parameters) -> str:
    return words.NOTHING_BUDGET.format(label=words.PARAMETER[name][0], n=f"{getattr(parameters, name):,}")
