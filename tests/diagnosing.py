"""Short ways to have evidence diagnosed."""

from __future__ import annotations

from collections.abc import Iterable

from core.domain.decisions import Decision, fold
from core.domain.diagnose import Finding, FindingKind, Scene, Trouble, diagnose
from core.domain.graph import build_graph
from core.domain.policy import CAREFUL, Policy
from core.domain.records import EntityRow, Evidence, RelationRow
from tests.graphs import passage, together


def scene(evidence: Evidence, policy: Policy = CAREFUL, decisions: Iterable[Decision] = ()) -> Scene:
    return Scene(build_graph(evidence, fold(decisions), policy=policy), evidence)


def found(evidence: Evidence, kind: FindingKind, policy: Policy = CAREFUL) -> tuple[Finding, ...]:
    """The findings of one kind."""
    return diagnose(scene(evidence, policy), (kind,))


def reported(*troubles: Trouble) -> tuple[Finding, ...]:
    return diagnose(scene(together()), troubles=troubles)


def things(*names: str) -> Evidence:
    """Each name in a passage of its own, described in words of its own."""
    return together(*(passage(f"d{n}", EntityRow(name, "", f"Thing {n}.")) for n, name in enumerate(names)))


def edges(*rows: tuple[str, str, str], document: str = "d") -> Evidence:
    """(source, predicate, target) rows in one passage, all ends described."""
    ends = dict.fromkeys(end for source, _, target in rows for end in (source, target))
    entities = [EntityRow(name, "", f"What {name} is, in some words.") for name in ends]
    return passage(document, *entities, *(RelationRow(s, t, "", (p,)) for s, p, t in rows))
