"""What persons ruled on findings themselves: found right, unsure, kinds muted, pairs that are not the same.

Folded from the list of decisions, so that all of it has history and undo.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from core.domain.decisions import Decision, in_force, read_node
from core.domain.diagnose.finding import Finding

QUIET = frozenset({"accept", "unsure", "mute", "checkpoint", "not_same"})
"""Kinds of decisions that change nothing in the graph."""


class Noted(NamedTuple):
    """The number of the decision that said so, and its note."""

    seq: int
    note: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """`right`, `unsure`: by finding id. `muted`: kind -> number of the decision. `apart`: pairs of node keys."""

    right: Mapping[str, Noted] = field(default_factory=dict)
    unsure: Mapping[str, Noted] = field(default_factory=dict)
    muted: Mapping[str, int] = field(default_factory=dict)
    apart: Mapping[frozenset[str], int] = field(default_factory=dict)

    def found_right(self, finding: Finding) -> Noted | None:
        """Who was told that this is right: by its id, or as a pair that is not the same."""
        if finding.id in self.right:
            return self.right[finding.id]
        pair = frozenset(finding.entities)
        if finding.kind == "near-duplicate" and pair in self.apart:
            return Noted(self.apart[pair], "")
        return None


def ruled(decisions: Iterable[Decision]) -> Ruled:
    """The latest word on each; rows that can't be read say nothing."""
    found = Ruled({}, {}, {}, {})
    for decision in in_force(decisions):
        body = decision.body if isinstance(decision.body, Mapping) else {}
        _take(found, decision, body)
    return found


def _take(found: Any, decision: Decision, body: Mapping[str, Any]) -> None:
    about, kind = body.get("finding"), body.get("finding_kind")
    if decision.kind in ("accept", "unsure") and isinstance(about, str):
        here, there = (found.right, found.unsure) if decision.kind == "accept" else (found.unsure, found.right)
        here[about] = Noted(decision.seq, decision.why)
        there.pop(about, None)
    elif decision.kind == "mute" and isinstance(kind, str):
        found.muted[kind] = decision.seq
    elif decision.kind == "not_same":
        nodes = body.get("nodes")
        keys = [node[0].key for each in (nodes if isinstance(nodes, list) else ()) if (node := read_node(each))]
        for at, one in enumerate(keys):
            found.apart.update({frozenset((one, other)): decision.seq for other in keys[at + 1 :]})


def acting(decisions: Iterable[Decision]) -> tuple[int, ...]:
    """The numbers of the decisions in force that may change the graph: equal numbers and evidence, equal graphs."""
    return tuple(decision.seq for decision in in_force(decisions) if decision.kind not in QUIET)
