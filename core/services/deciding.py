"""Rulings on their way to become decisions: whether they can be taken, what they would do, what others made moot.

Reads the list and the graph; the desk writes.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import cached_property

from core.domain.conflicts import CONTRARY, contrary, follow, moved_by, only_noted, said_again
from core.domain.curation import Preview, State
from core.domain.decisions import KINDS, Decision, Ruling, in_force, problem, read_node, revoked, sentence
from core.domain.decisions.problems import senseless
from core.domain.joins import joined
from core.domain.names import NodeRef, shown_name, tidy_name
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

    def check_readable(self) -> None:
        """Raises InvalidDecision for what can't be taken, whatever there is."""
        if reason := self._unreadable:
            raise InvalidDecision(reason, "Nothing was recorded.")

    def check(self, idle_too: bool = True, seen: int | None = None) -> None:
        """Raises InvalidDecision for what says the contrary of a decision; what others decided after `seen` is none.

        For what acts on nothing too, if `idle_too`.
        """
        if reason := self._contradicting(seen):
            raise InvalidDecision(reason, "Undo that one first, or leave it.")
        if idle_too and (reason := self._on_nothing):
            raise InvalidDecision(reason, "Look at what is there now, then decide.")

    def preview(self, freely: bool = False) -> Preview:
        """What they would do. That one acts on nothing, or against a decision, is a problem unless `freely`."""
        said = tuple(map(sentence, self.rulings))
        if reason := self._unreadable:
            return self._previewer.nothing().preview(said, reason)
        reason = "" if freely else self._contradicting(None) or self._all_again or self._on_nothing
        weighed = self.weighed()
        return weighed.preview((*said, *joined(self.rulings, weighed.changes.entities)), reason, self.idle)

    def without(self, places: Container[int]) -> Deliberation:
        """The others."""
        kept = [ruling for place, ruling in enumerate(self.rulings) if place not in places]
        return Deliberation(kept, self._listed, self._previewer)

    def again(self, who: str = "", seen: int | None = None) -> Mapping[int, Decision]:
        """Rulings, by place, that are decided already, and where. What another decided after `seen` does not count."""
        found = said_again(self.rulings, self._before)
        return {
            place: known
            for place, known in found.items()
            if (seen is None or known.seq <= seen or known.who == who) and self._changes_nothing(self.rulings[place])
        }

    def _changes_nothing(self, ruling: Ruling) -> bool:
        if only_noted(ruling.kind):
            return True
        alone = Deliberation([ruling], self._listed, self._previewer)
        return bool(alone.idle) or alone.weighed().nothing

    @property
    def _all_again(self) -> str:
        again = said_again(self.rulings, self._before)
        if len(again) < len(self.rulings) or len(self.again()) < len(self.rulings):
            return ""
        return already(self.rulings[0], again[0])

    def _contradicting(self, seen: int | None) -> str:
        """Why they can't be taken if one says the contrary of what is decided."""
        last = max((decision.seq for decision in self._before), default=0)
        for ruling, known in self.contrary:
            if seen is None or known.seq <= seen or known.seq > last:
                where = f"decision {known.seq}" if known.seq <= last else "what is decided here with it"
                return f"{sentence(ruling)}: that contradicts {where}, {sentence(known)}."
        return ""

    @cached_property
    def contrary(self) -> tuple[tuple[Ruling, Decision], ...]:
        """Rulings that say the contrary of a decision that is in force by then, and that one."""
        found, after = [], self.after
        there: set[str] | None = None
        for place, ruling in enumerate(self.rulings, len(self._before)):
            if ruling.kind in CONTRARY:
                there = set(self._listed.nodes()) if there is None else there
                if known := contrary(ruling, after[:place], there):
                    found.append((ruling, known))
                follow(ruling, there)
        return tuple(found)

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
        idle = next((ruling for ruling in self._idle if ruling.kind not in FOR_LATER), None)
        if idle is None:
            return ""
        reason = f"There is nothing here that this is about: {sentence(idle)}."
        if found := moved_by(idle, self._before, self._listed.nodes()):
            node, known = shown_name(found[0].name, found[0].qualifier), found[1]
            reason += f" Decision {known.seq} rules on “{node}” already: {sentence(known)}."
        return reason

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
    against = {id(ruling): known for ruling, known in given.contrary}
    notes = []
    for ruling, before, after in zip(given.rulings, then, now, strict=True):
        twin = same.get((ruling.kind, canonical(ruling.body)))
        if twin is not None:
            notes.append(f"{_who(twin)} decided the same meanwhile: {sentence(ruling)}.")
        elif known := against.get(id(ruling)):
            notes.append(
                f"{_told([known])} That says the contrary of: {sentence(ruling)}. Both are recorded; undo one."
            )
        elif after == "idle" and before != "idle":
            notes.append(f"{_meanwhile(ruling, since)} So nothing is left to act on for: {sentence(ruling)}. {_KEPT}")
    return tuple(notes)


_KEPT = "It is recorded, and acts again once that is undone."


def already(ruling: Ruling, known: Decision) -> str:
    """That this is decided, and where."""
    return f"Already decided (number {known.seq}): {sentence(ruling)}."


def _meanwhile(ruling: Ruling, since: Sequence[Decision]) -> str:
    """What was decided since on the same nodes; all of it where none names them."""
    about = _refs(ruling)
    return _told([decision for decision in since if not about.isdisjoint(_refs(decision))] or since)


def _told(decisions: Sequence[Decision]) -> str:
    """Who decided what."""
    return " ".join(f"{_who(decision)} decided meanwhile: {sentence(decision)}." for decision in decisions[-_NAMED:])


def _who(decision: Decision) -> str:
    return decision.who or "Someone"


def _refs(ruling: Ruling | Decision) -> frozenset[NodeRef]:
    return frozenset(NodeRef.shown(node["name"], node["qualifier"]) for node in named_nodes(ruling.body))


def _problem(ruling: Ruling, before: Sequence[Decision]) -> str:
    if reason := problem(ruling.kind, ruling.body):
        return reason
    try:
        canonical(ruling.body)
    except (TypeError, ValueError) as error:
        return f"{sentence(ruling)}: it can't be written as JSON ({error})."
    if ruling.kind == "split":
        return _parts_nothing(ruling, before)
    if ruling.kind == "checkpoint":
        return _named_before(ruling, before)
    return _no_target(ruling, before) if ruling.kind == "revoke" else ""


def _named_before(ruling: Ruling, before: Sequence[Decision]) -> str:
    """That another checkpoint has this name."""
    name = tidy_name(ruling.body["name"])
    points = (row for row in in_force(before) if row.kind == "checkpoint" and isinstance(row.body, Mapping))
    same = next((row for row in points if tidy_name(str(row.body.get("name", ""))) == name), None)
    return f"There is a checkpoint “{name}” already (number {same.seq}). Give this one another name." if same else ""


def _parts_nothing(ruling: Ruling, before: Sequence[Decision]) -> str:
    """Why a split makes no sense; one more of the same node may give away what waits in it."""
    node = read_node(ruling.body.get("node"))
    splits = (read_node(row.body.get("node")) for row in in_force(before) if row.kind == "split")
    again = any(found is not None and node is not None and found.ref == node.ref for found in splits)
    reason = senseless(ruling.body, again)
    return f"{sentence(ruling)}: {reason[0].lower()}{reason[1:]}" if reason else ""


def _no_target(ruling: Ruling, before: Sequence[Decision]) -> str:
    """Why a revoke takes nothing back."""
    target = target_of(Decision(0, ruling.kind, ruling.body))
    if target not in {decision.seq for decision in before}:
        return f"There is no decision {target}."
    return f"Decision {target} is undone already." if target in revoked(before) else ""
