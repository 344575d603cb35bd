"""Gathers what a split of one node is worked out from: its rows, what may part them, and the parts it has already.

Reads the everyday view; decides nothing. A plan becomes decisions at the curation desk alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from core.domain.curation import Ruling
from core.domain.decisions import Decision, in_force, read_node
from core.domain.diagnose import Scene
from core.domain.names import NodeRef
from core.domain.placing import UNASSIGNED
from core.domain.records import Entity
from core.domain.split_suggestion import Grouping, ends, groupings, rows, suggested
from core.domain.split_values import Part, parts_of
from core.domain.splitting import SplitPlan
from core.errors import UnknownName
from core.services.embeddings import Embeddings
from core.services.passage_vectors import stored_vectors
from core.services.project import Views
from core.services.stored_view import StoredView

BY_HAND = -1
"""Instead of a grouping's number: nothing is suggested."""


@dataclass(frozen=True, slots=True)
class Splitting:
    """A node to be split: what may part it, the number of the grouping suggested (or BY_HAND), and the plan of that.

    `known` are the parts of an earlier split: then the node is a tray, and its rows wait.
    """

    key: str
    entity: Entity
    groupings: tuple[Grouping, ...]
    suggested: int
    plan: SplitPlan
    known: tuple[Part, ...] = ()


class SplitDesk:
    """Opens nodes for splitting."""

    def __init__(self, views: Views, embeddings: Embeddings, decisions: Callable[[], Sequence[Decision]]) -> None:
        self._views, self._embeddings, self._decisions = views, embeddings, decisions
        self._kept: tuple[StoredView, Scene] | None = None

    def open(self, key: str) -> Splitting:
        """The node with a suggestion. Raises UnknownName."""
        scene = self._scene()
        entity = _entity(scene, key)
        known = self._known(entity)
        found = groupings(scene, key)
        number = 0 if found and not known else BY_HAND
        plan = suggested(scene, key, found[number] if number != BY_HAND else None, known)
        return Splitting(key, entity, found, number, plan, known)

    def grouped(self, splitting: Splitting, number: int) -> SplitPlan:
        """The plan of another grouping, or BY_HAND of none. Raises UnknownName where the node is gone."""
        scene = self._scene()
        _entity(scene, splitting.key)
        grouping = splitting.groupings[number] if 0 <= number < len(splitting.groupings) else None
        return suggested(scene, splitting.key, grouping, splitting.known)

    def renewed(self, key: str, plan: SplitPlan) -> SplitPlan:
        """The same plan over the evidence of now. Raises UnknownName where the node is gone."""
        scene = self._scene()
        _entity(scene, key)
        return plan.over(rows(scene, key), ends(scene, key))

    def _scene(self) -> Scene:
        """The everyday view, indexed once as long as nothing changes."""
        view, kept = self._views(), self._kept
        if kept is None or kept[0] is not view:
            vectors = partial(stored_vectors, self._embeddings, view)
            kept = self._kept = view, Scene(view.graph, view.evidence, vectors=vectors, waiting=view.waiting)
        return kept[1]

    def _known(self, entity: Entity) -> tuple[Part, ...]:
        """The parts of the splits of this node that stand, in their order; none where nothing of it waits."""
        if UNASSIGNED not in entity.flags:
            return ()
        found: dict[NodeRef, Part] = {}
        own = NodeRef.shown(entity.name, entity.qualifier)
        for decision in in_force(self._decisions()):
            node = read_node(decision.body.get("node")) if decision.kind == "split" else None
            for part in parts_of(decision.body) if node and node[0] == own else ():
                before = found.setdefault(part.ref, part)
                found[part.ref] = replace(before, rules=tuple(dict.fromkeys((*before.rules, *part.rules))))
        return tuple(found.values())


def rulings(plan: SplitPlan, why: str = "") -> tuple[Ruling, ...]:
    """What the plan comes to, for the curation desk: one step."""
    return tuple(Ruling(kind, body, why) for kind, body in plan.bodies())


def _entity(scene: Scene, key: str) -> Entity:
    found = scene.entities.get(key)
    if found is None:
        raise UnknownName(f"There is no entity {key!r} to split.", "Search for its name.")
    return found
