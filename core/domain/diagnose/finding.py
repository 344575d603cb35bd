"""What diagnostics say: a finding with its evidence side by side, the signals that made it, and a proposed decision.

Frozen values only. Refuses to know how a finding is made or shown; sentences are in plain English, names in them are as
documents gave them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_args

from core.domain.identity import digest

FindingKind = Literal[
    "name-collision",
    "unassigned",
    "contradicting-direction",
    "near-duplicate",
    "unsaid",
    "ungrounded",
    "unknown-stub",
    "lost-direction",
    "parallel-relations",
    "hub-sprawl",
    "overlong-profile",
    "thin-profile",
    "self-loop",
    "island",
    "failed-chunks",
    "rejected-rows",
]
FINDING_KINDS: tuple[FindingKind, ...] = get_args(FindingKind)
"""In the order in which they are shown: what can put a wrong fact into an answer first."""


@dataclass(frozen=True, slots=True)
class Signal:
    """One reason for (weight above 0) or against (below 0) a finding; weights of a finding add up to its score."""

    name: str
    weight: float
    detail: str


@dataclass(frozen=True, slots=True)
class Group:
    """Evidence that belongs together, to be shown beside the other groups: mention ids and chunk ids."""

    label: str
    mentions: tuple[str, ...] = ()
    chunks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Finding:
    """One thing to look at. `entities`, `relations`: keys in the graph that was looked at; `documents`: ids.

    `proposal` is {"kind": …, …} as a decision has it, or None where no decision would help. `harm` and `reach` as
    `Reach` gives them. `near` are entity keys that the one in question may be.
    """

    kind: FindingKind
    entities: tuple[str, ...]
    relations: tuple[str, ...]
    evidence: tuple[Group, ...]
    why: str
    signals: tuple[Signal, ...] = ()
    harm: float = 0.0
    reach: int = 0
    proposal: Mapping[str, Any] | None = None
    documents: tuple[str, ...] = ()
    near: tuple[str, ...] = ()

    @cached_property
    def id(self) -> str:
        """A hash of what the finding is about; stays when its evidence grows."""
        parts = [self.kind, *self.entities, "", *self.relations, "", *self.documents]
        return digest("finding", *parts)

    @property
    def score(self) -> float:
        """The sum of the signals, rounded to 3 places."""
        return round(sum(signal.weight for signal in self.signals), 3)


def node(name: str, qualifier: str = "") -> dict[str, str]:
    """A node as decisions name it."""
    return {"name": name, "qualifier": qualifier}
