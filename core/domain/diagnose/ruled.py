"""What persons ruled on findings themselves: found right, unsure, kinds muted, pairs that are not the same.

Folded from the list of decisions, so that all of it has history and undo.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from core.domain.decisions import Decision, Resolution, fold, in_force, read_node
from core.domain.diagnose.finding import Finding

QUIET = frozenset({"accept", "unsure", "mute", "checkpoint", "not_same"})
"""Kinds of decisions that change nothing in the graph."""


class Noted(NamedTuple):
    """The number of the decision that said so, and its note."""

    seq: int
    note: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """`right`, `unsure`: by finding id. `muted`: kind -> number of the decision.

    `apart`: pairs of node keys, and of what became of these nodes; `names_apart`: pairs of different name keys, which
    holds whatever qualifiers the names get later.
    """

    right: Mapping[str, Noted] = field(default_factory=dict)
    unsure: Mapping[str, Noted] = field(default_factory=dict)
    muted: Mapping[str, int] = field(default_factory=dict)
    apart: Mapping[frozenset[str], int] = field(default_factory=dict)
    names_apart: Mapping[frozenset[str], int] = field(default_factory=dict)

    def found_right(self, finding: Finding) -> Noted | None:
        """Who was told that this is right: by its id, or as a pair that is not the same."""
        if finding.id in self.right:
            return self.right[finding.id]
        if finding.kind == "near-duplicate":
            pair, names = frozenset(finding.entities), frozenset(map(_name, finding.entities))
            seq = self.apart.get(pair) or self.names_apart.get(names)
            return Noted(seq, "") if seq else None
        return None


def ruled(decisions: Iterable[Decision]) -> Ruled:
    """The latest word on each; rows that can't be read say nothing."""
    rows = tuple(decisions)
    found, ways = Ruled({}, {}, {}, {}, {}), fold(rows)
    for decision in in_force(rows):
        body = decision.body if isinstance(decision.body, Mapping) else {}
        if decision.kind == "not_same":
            _set_apart(found, decision.seq, body.get("nodes"), ways)
        else:
            _take(found, decision, body)
    return found


def _set_apart(found: Any, seq: int, nodes: object, ways: Resolution) -> None:
    refs = [node.ref for each in (nodes if isinstance(nodes, list | tuple) else ()) if (node := read_node(each))]
    for one, other in combinations(refs, 2):
        found.apart.update({frozenset((a.key, b.key)): seq for a in ways.became(one) for b in ways.became(other)})
        found.apart[frozenset((one.key, other.key))] = seq
        if one.name != other.name and not (one.qualifier or other.qualifier):
            found.names_apart[frozenset((one.name, other.name))] = seq


def _name(key: str) -> str:
    """The name in a node's key."""
    return key[: key.rindex(" [")] if key.endswith("]") and " [" in key else key


def _take(found: Any, decision: Decision, body: Mapping[str, Any]) -> None:
    about, kind = body.get("finding"), body.get("finding_kind")
    if decision.kind in ("accept", "unsure") and isinstance(about, str):
        here, there = (found.right, found.unsure) if decision.kind == "accept" else (found.unsure, found.right)
        here[about] = Noted(decision.seq, decision.why)
        there.pop(about, None)
    elif decision.kind == "mute" and isinstance(kind, str):
        found.muted[kind] = decision.seq


def acting(decisions: Iterable[Decision]) -> tuple[int, ...]:
    """The numbers of the decisions in force that may change the graph: equal numbers and evidence, equal graphs."""
    return tuple(decision.seq for decision in in_force(decisions) if decision.kind not in QUIET)
