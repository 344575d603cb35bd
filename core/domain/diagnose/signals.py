"""The parts of a name collision: a signal that fired, its weight, and how it would split the mentions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from core.domain.diagnose.finding import Signal

WEIGHTS = {
    "numbers": 0.6,
    "kinds": 0.6,
    "titles": 0.6,
    "qualifiers": 0.5,
    "acronym": 0.5,
    "dates": 0.5,
    "types of two families": 0.6,
    "types": 0.2,
    "one title": 0.3,
    "metadata": 0.1,
    "case": 0.05,
}
"""Set by hand; what is common among single things (two types, two topics) stays below `collision.THRESHOLD` alone."""

Parts = Mapping[str, Sequence[str]]
"""Label -> mention ids; a part without a label is what stays under the bare name."""


class Disagreement(NamedTuple):
    """A signal, and the parts that it would make of the mentions; none where it can't say."""

    signal: Signal
    parts: Parts = MappingProxyType({})


def fired(name: str, detail: str, parts: Parts | None = None) -> Disagreement:
    return Disagreement(Signal(name, WEIGHTS[name], detail), parts or {})
