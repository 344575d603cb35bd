"""The list of decisions as a person reads it: how each stands today, what it changed, what it names.

Read anew when evidence or decisions have changed; nothing is written here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from threading import Lock

from core.domain.curation import Entry, Node, State
from core.domain.decisions import Decision, in_force, revoked, sentence
from core.domain.names import NodeRef
from core.domain.naming_nodes import named_documents, named_mentions, named_nodes
from core.domain.standing import Stands, standings
from core.services.project import Version, Views
from core.services.stored_view import StoredView
from core.store.ledger import Recorded, canonical
from core.store.store import Store

KEPT = 4
"""Lists of decisions of which it is kept how they stand."""


class DecisionList:
    """Decisions with their standing under the everyday view."""

    def __init__(self, store: Store, views: Views) -> None:
        self._store, self._views = store, views
        self._kept: tuple[Version, tuple[Entry, ...]] = ((-1, -1), ())
        self._read_to: tuple[int, tuple[Decision, ...]] = (0, ())
        self._standing: dict[tuple[int, int, object], Mapping[int, Stands]] = {}
        self._lock, self._guard = Lock(), Lock()

    def decisions(self) -> tuple[Decision, ...]:
        """All, in order; read again when there are more."""
        last = self._store.ledger.last()
        if self._read_to[0] != last:
            decisions = self._store.ledger.decisions()
            self._read_to = decisions[-1].seq if decisions else 0, decisions
        return self._read_to[1]

    def nodes(self) -> Set[str]:
        """The keys of the nodes of the everyday view."""
        return frozenset(self._views().graph)

    def nodes_under(self, decisions: Sequence[Decision]) -> Set[str]:
        """Those under these decisions instead."""
        return frozenset(self._views.supposed(decisions)[1].graph)

    def entries(self) -> tuple[Entry, ...]:
        """All, latest first."""
        with self._lock:
            version = self._store.version()
            if self._kept[0] != version:
                self._kept = version, self._read()
            return self._kept[1]

    def entry(self, seq: int) -> Entry | None:
        """One of them."""
        return next((entry for entry in self.entries() if entry.decision.seq == seq), None)

    def standing(self, decisions: Sequence[Decision], after: int = 0) -> Mapping[int, Stands]:
        """How those of these with a number above `after` would stand, over the evidence there is.

        Some are kept, for what is previewed is often decided.
        """
        version = self._store.database.version("evidence")
        key = version, after, tuple((d.seq, d.kind, canonical(d.body)) for d in decisions)
        with self._guard:
            if key not in self._standing:
                only = {d.seq for d in decisions if d.seq > after} if after else None
                self._standing[key] = standings(decisions, self._views().evidence, only=only)
                while len(self._standing) > KEPT:
                    self._standing.pop(next(iter(self._standing)))
            return self._standing[key]

    @staticmethod
    def differing(before: Sequence[Decision], after: Sequence[Decision]) -> tuple[str, ...]:
        """Sentences of the decisions that stand in one of the lists alone; of those gone, as what is undone."""
        old, new = ({d.seq: d for d in in_force(each)} for each in (before, after))
        gone = tuple(f"Undo: {sentence(old[seq])}" for seq in sorted(old.keys() - new.keys(), reverse=True))
        return (*gone, *(sentence(new[seq]) for seq in sorted(new.keys() - old.keys())))

    def undoable(self) -> Entry | None:
        """The first that stands of the step that was last decided or done again; checkpoints are none."""
        touched = _touched(self.decisions())
        standing = [entry for entry in self.entries() if _can_go(entry)]
        if not standing:
            return None
        latest = max(standing, key=lambda entry: touched[entry.decision.seq])
        return min((e for e in standing if e.step == latest.step), key=lambda e: e.decision.seq)

    def step_of(self, seq: int) -> tuple[int, ...]:
        """Those of its step that stand, ascending."""
        step = next((entry.step for entry in self.entries() if entry.decision.seq == seq), 0)
        return tuple(sorted(e.decision.seq for e in self.entries() if e.step == step and _can_go(e)))

    def _read(self) -> tuple[Entry, ...]:
        recorded, view = self._store.ledger.recorded(), self._views()
        decisions = tuple(row.decision for row in recorded)
        found = _Reading(decisions, self.standing(decisions), view)
        return tuple(found.entry(row) for row in reversed(recorded))


class _Reading:
    """Puts entries together."""

    def __init__(self, decisions: Sequence[Decision], standing: Mapping[int, Stands], view: StoredView) -> None:
        self._by_seq = {decision.seq: decision for decision in decisions}
        self._standing, self._view = standing, view
        self._gone = revoked(decisions)
        self._chunk_of = _chunks(view) if decisions else {}
        self._resting: dict[int, list[int]] = {}
        for seq, stands in standing.items():
            for below in stands.rests_on:
                self._resting.setdefault(below, []).append(seq)

    def entry(self, row: Recorded) -> Entry:
        decision = row.decision
        stands = self._standing.get(decision.seq)
        about = self._about(decision)
        nodes = named_nodes(about.body)
        return Entry(
            decision,
            self._sentence(decision),
            self._state(decision, stands),
            row.effect,
            row.step,
            stands.rests_on if stands else (),
            tuple(sorted(self._resting.get(decision.seq, ()))),
            nodes,
            tuple(dict.fromkeys(self._documents(about, nodes))),
        )

    def _about(self, decision: Decision) -> Decision:
        """A revoke is about what the decision is about that it names, however far back."""
        seen = set()
        while decision.kind == "revoke" and decision.seq not in seen:
            seen.add(decision.seq)
            decision = self._by_seq.get(target_of(decision), decision)
        return decision

    def _sentence(self, decision: Decision) -> str:
        if decision.kind != "revoke":
            return sentence(decision)
        target = self._by_seq.get(target_of(decision))
        if target is None:
            return sentence(decision)
        about, again = self._about(decision), target.kind == "revoke"
        return f"{'Do again' if again else 'Undo'}: {sentence(about)}"

    def _state(self, decision: Decision, stands: Stands | None) -> State:
        if decision.seq in self._gone:
            return "undone"
        return stands.state if stands else "acts"

    def _documents(self, decision: Decision, nodes: Sequence[Node]) -> Iterator[str]:
        yield from named_documents(decision.body)
        for mention in named_mentions(decision.body):
            if chunk := self._chunk_of.get(mention):
                yield self._view.evidence.chunks[chunk].document
        for node in nodes:
            found = self._view.graph.nodes.get(NodeRef.shown(node["name"], node["qualifier"]).key)
            if found:
                yield from found["entity"].documents


def _can_go(entry: Entry) -> bool:
    return entry.state != "undone" and entry.decision.kind not in ("revoke", "checkpoint")


def _chunks(view: StoredView) -> Mapping[str, str]:
    evidence = view.evidence
    return {m.id: m.chunk for m in evidence.entities} | {m.id: m.chunk for m in evidence.relations}


def _touched(decisions: Sequence[Decision]) -> Mapping[int, int]:
    """Decision -> the number of the last row that had to do with it: itself, a revoke, a revoke of that."""
    last = {decision.seq: decision.seq for decision in decisions}
    for decision in sorted(decisions, key=lambda d: -d.seq):
        target = target_of(decision)
        if target in last:
            last[target] = max(last[target], last[decision.seq])
    return last


def target_of(decision: Decision) -> int:
    """The number that a revoke names; 0 for what is none, or can't be read."""
    body = decision.body if isinstance(decision.body, Mapping) else {}
    target = body.get("seq") if decision.kind == "revoke" else None
    return target if type(target) is int else 0
