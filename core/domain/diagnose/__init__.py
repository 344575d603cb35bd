"""Finds what went wrong in a graph: each kind of finding has a module, `diagnose` runs them and orders what they find.

Pure: the same graph, evidence and troubles give the same findings. Nothing is changed here; a finding may carry a
decision that a person can take as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from core.domain.diagnose.alike import alike
from core.domain.diagnose.collision import THRESHOLD as COLLIDES
from core.domain.diagnose.collision import collisions
from core.domain.diagnose.directions import contradicting_directions, lost_directions, parallel_relations, self_loops
from core.domain.diagnose.finding import FINDING_KINDS, Finding, FindingKind, Group, Signal
from core.domain.diagnose.profiles import overlong, thin, ungrounded, unsaid
from core.domain.diagnose.reading import Trouble, reading
from core.domain.diagnose.ruled import Noted, Ruled, acting, ruled
from core.domain.diagnose.scene import Scene
from core.domain.diagnose.shape import hub_sprawl, islands
from core.domain.diagnose.stubs import stubs
from core.domain.diagnose.twins import THRESHOLD as ALIKE_ENOUGH
from core.domain.diagnose.twins import twins
from core.domain.diagnose.unassigned import unassigned, waiting

__all__ = [
    "FINDERS",
    "FINDING_KINDS",
    "THRESHOLDS",
    "Finding",
    "FindingKind",
    "Group",
    "Noted",
    "Ruled",
    "Scene",
    "Signal",
    "Trouble",
    "acting",
    "alike",
    "diagnose",
    "ordered",
    "reading",
    "ruled",
    "waiting",
]

Finder = Callable[[Scene], Iterable[Finding]]

FINDERS: Mapping[FindingKind, Finder] = {
    "name-collision": collisions,
    "unassigned": unassigned,
    "contradicting-direction": contradicting_directions,
    "near-duplicate": twins,
    "unsaid": unsaid,
    "ungrounded": ungrounded,
    "unknown-stub": stubs,
    "lost-direction": lost_directions,
    "parallel-relations": parallel_relations,
    "hub-sprawl": hub_sprawl,
    "overlong-profile": overlong,
    "thin-profile": thin,
    "self-loop": self_loops,
    "island": islands,
}
"""Kinds that are found in the graph; the others are found in how documents were read."""


THRESHOLDS: Mapping[FindingKind, float] = {"name-collision": COLLIDES, "near-duplicate": ALIKE_ENOUGH}
"""Of kinds that weigh signals: the score from which on there is a finding."""


def diagnose(
    scene: Scene, kinds: Collection[FindingKind] = FINDING_KINDS, troubles: Iterable[Trouble] = ()
) -> tuple[Finding, ...]:
    """The findings of these kinds: in the order of kinds, most harmful first, ties by keys."""
    found = [finding for kind in FINDING_KINDS if kind in kinds and kind in FINDERS for finding in FINDERS[kind](scene)]
    found += [finding for finding in reading(troubles) if finding.kind in kinds]
    return ordered(found)


def ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """By kind, then the most harmful first, ties by keys."""
    kinds = {kind: n for n, kind in enumerate(FINDING_KINDS)}
    return tuple(sorted(findings, key=lambda f: (kinds[f.kind], -f.harm, f.entities, f.relations, f.documents)))
