"""The desk where a person's decisions are made, looked at, taken back and exchanged.

Every decision goes through here. What is recorded is only ever added to; the graph follows by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from threading import RLock

from core.domain.becoming import Moves, became, moves
from core.domain.curation import (
    Decided,
    Effect,
    EntityChange,
    Entry,
    Incoming,
    IncomingRow,
    Preview,
    RelationChange,
    Ruling,
    State,
    Unreadable,
)
from core.domain.decisions import Decision
from core.domain.diagnose.ruled import Ruled, ruled
from core.domain.exchange import exported
from core.domain.names import NodeRef, tidy_name
from core.errors import UnknownName
from core.ports import Clock
from core.services.colleagues import incoming
from core.services.deciding import Deliberation, moot_notes
from core.services.decision_list import DecisionList
from core.services.embeddings import Embeddings
from core.services.previewing import Previewer
from core.services.project import Views
from core.services.taking_back import back_to, redoing, undoing
from core.store.ledger import NewDecision
from core.store.person import Person
from core.store.store import Store

__all__ = [
    "CurationDesk",
    "Decided",
    "Effect",
    "EntityChange",
    "Entry",
    "Incoming",
    "IncomingRow",
    "Means",
    "Preview",
    "RelationChange",
    "Ruling",
    "State",
    "Unreadable",
]


def _nothing() -> None:
    return None


@dataclass(frozen=True, slots=True)
class Means:
    """What a desk works with. `may_write` raises WorkspaceBusy for a reader; `follow` begins what a decision brings."""

    store: Store
    views: Views
    embeddings: Embeddings
    clock: Clock
    person: Person
    may_write: Callable[[], None] = _nothing
    follow: Callable[[], None] = _nothing


class CurationDesk:
    """Decides for one workspace. What reads works for readers too; what writes raises WorkspaceBusy for them."""

    def __init__(self, means: Means) -> None:
        self._means, self._ledger = means, means.store.ledger
        self._list = DecisionList(means.store, means.views)
        self._previewer = Previewer(means.store, means.views, means.embeddings)
        self._moved: tuple[int, Moves] = (0, {})
        self._lock = RLock()

    # --- who ---------------------------------------------------------------------------------------------------------

    @property
    def person(self) -> str:
        """The name under which decisions are recorded, asked once for a home of the app; empty: not given."""
        return self._means.person.name

    @property
    def asked(self) -> bool:
        """Whether the person was asked for a name, and answered or declined."""
        return self._means.person.asked

    def name_yourself(self, name: str) -> None:
        """Set that name, for all workspaces of this home; empty: none. Raises WorkspaceError."""
        self._means.person.save(name)

    # --- deciding ----------------------------------------------------------------------------------------------------

    def last(self) -> int:
        """The number of the latest decision, for `decide(seen=…)`; 0 if there is none."""
        return self._ledger.last()

    def preview(self, rulings: Sequence[Ruling]) -> Preview:
        """What these rulings would do, in their order. Writes nothing; never raises for a ruling, see `problem`.

        A Ruling("revoke", {"seq": n}) previews an undo.
        """
        return self._deliberation(rulings).preview()

    def decide(self, rulings: Sequence[Ruling], seen: int | None = None, who: str = "") -> Decided:
        """Record rulings as one step, under the person's name unless `who` is given.

        `seen` is `last()` of when the page was drawn: a ruling that others made moot since is recorded all the same,
        and `notes` says so. Raises InvalidDecision (an InputError) with reason and remedy, WorkspaceBusy.
        """
        self._means.may_write()
        with self._lock:
            given = self._deliberation(rulings)
            notes = moot_notes(given, self._list, seen)
            given.check(idle_too=not notes)
            return self._record(given, who, notes)

    def undo(self, seqs: Collection[int], who: str = "") -> Decided:
        """Take decisions back, as one step. Raises UnknownName, InvalidDecision (undone already), WorkspaceBusy."""
        return self._take_back(lambda decisions: undoing(seqs, decisions), who)

    def redo(self, seqs: Collection[int], who: str = "") -> Decided:
        """Let decisions stand that were undone, as one step. Raises UnknownName, InvalidDecision, WorkspaceBusy."""
        return self._take_back(lambda decisions: redoing(seqs, decisions), who)

    def undo_after(self, seq: int, who: str = "") -> Decided:
        """Back to a point: what stood just after decision `seq` stands again, nothing else (0: nothing at all).

        Checkpoints stay. Raises UnknownName, InvalidDecision where that changes nothing, WorkspaceBusy.
        """
        return self._take_back(lambda decisions: back_to(seq, decisions), who)

    def preview_undo_after(self, seq: int) -> Preview:
        """What `undo_after` would do. Raises UnknownName, InvalidDecision."""
        return self.preview(back_to(seq, self._list.decisions()))

    def checkpoint(self, name: str, who: str = "") -> int:
        """Give this point of the history a name; its number. Raises InvalidDecision without a name, WorkspaceBusy."""
        return self.decide([Ruling("checkpoint", {"name": tidy_name(name)})], who=who).seqs[0]

    def take(self, incoming: Incoming, chosen: Collection[int]) -> Decided:
        """Record the chosen rows (their `place`) as one step, under their makers' names.

        Idle ones wait until they can act. Raises UnknownName for a place that can't be taken, WorkspaceBusy.
        """
        self._means.may_write()
        taken = _chosen(incoming, chosen)
        with self._lock:
            given = self._deliberation([row.ruling for row in taken])
            given.check(idle_too=False)
            return self._record(given, "", (), [row.who for row in taken])

    def preview_taking(self, incoming: Incoming, chosen: Collection[int]) -> Preview:
        """What taking these rows would do; idle ones are no problem. Raises UnknownName."""
        rows = _chosen(incoming, chosen)
        return self._deliberation([row.ruling for row in rows]).preview(idle_too=False)

    def _take_back(self, rulings: Callable[[Sequence[Decision]], Sequence[Ruling]], who: str) -> Decided:
        self._means.may_write()
        with self._lock:
            given = self._deliberation(rulings(self._list.decisions()))
            return self._record(given, who, ())

    def _deliberation(self, rulings: Sequence[Ruling]) -> Deliberation:
        return Deliberation(rulings, self._list, self._previewer)

    def _record(
        self, given: Deliberation, who: str, notes: tuple[str, ...], makers: Sequence[str] | None = None
    ) -> Decided:
        who = tidy_name(who) or self.person
        names = makers or [who] * len(given.rulings)
        rows = [
            NewDecision(ruling.kind, ruling.body, tidy_name(name) or who, ruling.why)
            for ruling, name in zip(given.rulings, names, strict=True)
        ]
        seqs = self._ledger.add(rows, self._means.clock.now(), given.weighed().effect)
        self._means.follow()
        return Decided(seqs, notes)

    # --- looking back ------------------------------------------------------------------------------------------------

    def history(self) -> tuple[Entry, ...]:
        """All decisions, latest first, revokes too."""
        return self._list.entries()

    def undoable(self) -> Entry | None:
        """The first decision of the step that was last made (or done again) and stands; undo its `step_of`."""
        return self._list.undoable()

    def step_of(self, seq: int) -> tuple[int, ...]:
        """The numbers of all decisions of the step that `seq` belongs to and that stand, ascending."""
        return self._list.step_of(seq)

    def compare(self, seq_a: int, seq_b: int) -> Preview:
        """How the graph of today's evidence differs between two points of the history (0: before any decision).

        `sentences` are the decisions that stand at one of the two only. Raises UnknownName.
        """
        decisions = self._list.decisions()
        for seq in (seq_a, seq_b):
            if seq and seq not in {decision.seq for decision in decisions}:
                raise UnknownName(f"There is no decision {seq}.", "The history lists them with their numbers.")
        points = [[d for d in decisions if d.seq <= seq] for seq in (seq_a, seq_b)]
        return self._previewer.between(*points).preview(self._list.differing(*points))

    def became(self, name: str, qualifier: str = "") -> tuple[str, ...]:
        """The keys of the nodes that a node was merged, renamed or split into; its own where nothing was ruled.

        Empty where nothing is there any more.
        """
        graph = self._means.views().graph
        ends = became(NodeRef.shown(name, qualifier), self._moves())
        return tuple(ref.key for ref in ends if ref.key in graph)

    def _moves(self) -> Moves:
        last = self._ledger.last()
        if self._moved[0] != last:
            self._moved = last, moves(self._list.decisions())
        return self._moved[1]

    # --- findings ----------------------------------------------------------------------------------------------------

    def ruled(self) -> Ruled:
        """What persons said of findings themselves."""
        return ruled(self._list.decisions())

    def accepted(self) -> frozenset[str]:
        """The ids of findings of which a person said that this is right."""
        return frozenset(self.ruled().right)

    def unsure(self) -> Mapping[str, str]:
        """Finding id -> the note of a person who could not tell."""
        return {finding: noted.note for finding, noted in self.ruled().unsure.items()}

    def muted(self) -> frozenset[str]:
        """The kinds of findings that are not to be shown."""
        return frozenset(self.ruled().muted)

    # --- exchange ----------------------------------------------------------------------------------------------------

    def export(self) -> bytes:
        """All decisions as JSON, for a colleague's `incoming` or the command `decide`."""
        return exported(self._list.decisions())

    def incoming(self, content: bytes) -> Incoming:
        """What a file of decisions (an export, one decision, a list of them) would bring; writes nothing.

        Raises InputError where it is no file of decisions.
        """
        return incoming(content, self._list)


def _chosen(incoming: Incoming, places: Collection[int]) -> list[IncomingRow]:
    """Rows by their places, in the order of the file."""
    rows = incoming.rows
    if unknown := sorted(set(places) - rows.keys()):
        raise UnknownName(f"Row {unknown[0] + 1} of the file can't be taken.", "Choose among those that can.")
    return [row for place, row in rows.items() if place in places]
