"""Rulings on their way to become decisions: whether they can be taken, what they would do, what others made moot.

Reads the list and the graph; the desk writes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from core.domain.curation import Preview, State
from core.domain.decisions import KINDS, Decision, Ruling, problem, revoked, sentence
from core.domain.names import NodeRef
from core.domain.naming_nodes import named_nodes
from core.errors import InvalidDecision
from core.services.decision_list import DecisionList, target_of
from core.services.previewing import Previewer, Weighed
from core.store.ledger import canonical

_NAMED = 3
"""Nodes of which a note tells what others decided on them."""

FOR_LATER = frozenset({"tick", "know"})
"""Kinds that may be decided while there is nothing that they act on."""


class Deliberation:
    """Rulings over the list as it is now."""

    def __init__(self, rulings: Sequence[Ruling], listed: DecisionList, previewer: Previewer) -> None:
        self.rulings = tuple(rulings)
        self._listed, self._previewer = listed, previewer
        self._before = listed.decisions()

    def check(self, idle_too: bool = True) -> None:
        """Raises InvalidDecision for what can't be taken; for what acts on nothing too, if `idle_too`."""
        if reason := self._unreadable:
            raise InvalidDecision(reason, "Nothing was recorded.")
        if idle_too and (reason := self._on_nothing):
            raise InvalidDecision(reason, "Look at what is there now, then decide.")

    def preview(self, idle_too: bool = True) -> Preview:
        """What they would do; that one acts on nothing is a problem, if `idle_too`."""
        said = tuple(map(sentence, self.rulings))
        if reason := self._unreadable:
            return self._previewer.nothing().preview(said, reason)
        return self.weighed().preview(said, self._on_nothing if idle_too else "", self.idle)

    def weighed(self) -> Weighed:
        """What they do to the graph."""
        if any(ruling.kind == "revoke" or KINDS[ruling.kind].acts for ruling in self.rulings):
            return self._previewer.weigh(self.after)
        return self._previewer.nothing()

    @property
    def after(self) -> tuple[Decision, ...]:
        """The list with them."""
        return (*self._before, *self.numbered(self._before))

    def numbered(self, before: Sequence[Decision]) -> tuple[Decision, ...]:
        """As decisions, after those."""
        last = max((decision.seq for decision in before), default=0)
        return tuple(Decision(last + n, r.kind, r.body, why=r.why) for n, r in enumerate(self.rulings, 1))

    @cached_property
    def idle(self) -> tuple[str, ...]:
        """Sentences of those that act on nothing."""
        return tuple(map(sentence, self._idle))

    @cached_property
    def _idle(self) -> tuple[Ruling, ...]:
        states = self.states(self._listed, self._before)
        return tuple(ruling for ruling, state in zip(self.rulings, states, strict=True) if state == "idle")

    @property
    def _on_nothing(self) -> str:
        """Why they can't be taken if one acts on nothing; what keys count may be said before there is any."""
        said = [sentence(ruling) for ruling in self._idle if ruling.kind not in FOR_LATER]
        return f"There is nothing here that this is about: {said[0]}." if said else ""

    def states(self, listed: DecisionList, before: Sequence[Decision]) -> tuple[State, ...]:
        """How each would stand after those decisions."""
        new = self.numbered(before)
        found = listed.standing((*before, *new), new[0].seq - 1 if new else 0)
        return tuple(found[decision.seq].state if decision.seq in found else "acts" for decision in new)

    @cached_property
    def _unreadable(self) -> str:
        if not self.rulings:
            return "There is nothing to decide."
        found = (_problem(ruling, self._before) for ruling in self.rulings)
        return next(filter(None, found), "")


def moot_notes(given: Deliberation, listed: DecisionList, seen: int | None) -> tuple[str, ...]:
    """For rulings that acted when the page was drawn and don't any more: what others decided since."""
    decisions = listed.decisions()
    since = [decision for decision in decisions if seen is not None and decision.seq > seen]
    if not since or not given.rulings:
        return ()
    then = given.states(listed, [decision for decision in decisions if decision.seq not in {d.seq for d in since}])
    now = given.states(listed, decisions)
    same = {(decision.kind, canonical(decision.body)): decision for decision in since}
    notes = []
    for ruling, before, after in zip(given.rulings, then, now, strict=True):
        twin = same.get((ruling.kind, canonical(ruling.body)))
        if twin is not None:
            notes.append(f"{_who(twin)} decided the same meanwhile: {sentence(ruling)}.")
        elif after == "idle" and before != "idle":
            notes.append(f"“{sentence(ruling)}” has nothing to act on any more: {_meanwhile(ruling, since)}")
    return tuple(notes)


def _meanwhile(ruling: Ruling, since: Sequence[Decision]) -> str:
    """What was decided since on the same nodes; all of it where none names them."""
    about = _refs(ruling)
    near = [decision for decision in since if not about.isdisjoint(_refs(decision))] or list(since)
    told = [f"{_who(decision)} decided “{sentence(decision)}”" for decision in near[-_NAMED:]]
    return f"meanwhile {'; '.join(told)}. It is recorded, and acts again once that is undone."


def _who(decision: Decision) -> str:
    return decision.who or "someone"


def _refs(ruling: Ruling | Decision) -> frozenset[NodeRef]:
    return frozenset(NodeRef.shown(node["name"], node["qualifier"]) for node in named_nodes(ruling.body))


def _problem(ruling: Ruling, before: Sequence[Decision]) -> str:
    if reason := problem(ruling.kind, ruling.body):
        return reason
    try:
        canonical(ruling.body)
    except (TypeError, ValueError) as error:
        return f"{sentence(ruling)}: it can't be written as JSON ({error})."
    return _no_target(ruling, before) if ruling.kind == "revoke" else ""


def _no_target(ruling: Ruling, before: Sequence[Decision]) -> str:
    """Why a revoke takes nothing back."""
    target = target_of(Decision(0, ruling.kind, ruling.body))
    if target not in {decision.seq for decision in before}:
        return f"There is no decision {target}."
    return f"Decision {target} is undone already." if target in revoked(before) else ""
