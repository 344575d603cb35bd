"""The desk where a person's decisions are made, looked at, taken back and exchanged.

Every decision goes through here. What is recorded is only ever added to; the graph follows by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from threading import RLock

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
from core.domain.names import tidy_name
from core.domain.resting import Resting
from core.errors import UnknownName
from core.services.deciding import Deliberation, already, moot_notes
from core.services.looking_back import LookingBack, Means
from core.services.taking_back import back_to, redoing, undoing
from core.store.ledger import NewDecision

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


class CurationDesk(LookingBack):
    """Decides for one workspace. What reads works for readers too; what writes raises WorkspaceBusy for them."""

    def __init__(self, means: Means) -> None:
        super().__init__(means)
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

    def preview(self, rulings: Sequence[Ruling]) -> Preview:
        """What these rulings would do, in their order. Writes nothing; never raises for a ruling, see `problem`.

        A Ruling("revoke", {"seq": n}) previews an undo.
        """
        return self._deliberation(rulings).preview()

    def decide(self, rulings: Sequence[Ruling], seen: int | None = None, who: str = "") -> Decided:
        """Record rulings as one step, under the person's name unless `who` is given.

        `seen` is `last()` of when the page was drawn: a ruling that others made moot since is recorded all the same,
        and `notes` says so. What is decided already is not recorded again, which `notes` says too. Raises
        InvalidDecision (an InputError) with reason and remedy, WorkspaceBusy.
        """
        self._means.may_write()
        with self._lock:
            given = self._deliberation(rulings)
            given.check_readable()
            again = given.again(tidy_name(who) or self.person, seen)
            given, known = given.without(again), [already(given.rulings[place], row) for place, row in again.items()]
            if not given.rulings:
                return Decided((), tuple(known))
            notes = moot_notes(given, self._list, seen)
            given.check(idle_too=not notes, seen=seen)
            return self._record(given, who, (*known, *notes))

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
            given.check_readable()
            return self._record(given, "", (), taken)

    def preview_taking(self, incoming: Incoming, chosen: Collection[int]) -> Preview:
        """What taking these rows would do; idle ones are no problem. Raises UnknownName."""
        rows = _chosen(incoming, chosen)
        return self._deliberation([row.ruling for row in rows]).preview(freely=True)

    def _take_back(self, rulings: Callable[[Sequence[Decision]], Sequence[Ruling]], who: str) -> Decided:
        self._means.may_write()
        with self._lock:
            given = self._deliberation(rulings(self._list.decisions()))
            return self._record(given, who, ())

    def _deliberation(self, rulings: Sequence[Ruling]) -> Deliberation:
        return Deliberation(rulings, self._list, self._previewer)

    def _record(
        self, given: Deliberation, who: str, notes: tuple[str, ...], taken: Sequence[IncomingRow] = ()
    ) -> Decided:
        """Record as one step; of what is `taken` from a colleague, each row under its maker's name."""
        who = tidy_name(who) or self.person
        view = self._means.views()
        resting = Resting(view.graph, view.evidence)
        found = [(ruling, resting.of(ruling)) for ruling in given.rulings]
        rows = [NewDecision(ruling.kind, ruling.body, who, ruling.why, of) for ruling, of in found]
        if taken:
            rows = [
                replace(row, who=tidy_name(its.who) or who, of=its.of or row.of)
                for row, its in zip(rows, taken, strict=True)
            ]
        seqs = self._ledger.add(rows, self._means.clock.now(), given.weighed().effect)
        self._means.follow()
        return Decided(seqs, notes)


def _chosen(incoming: Incoming, places: Collection[int]) -> list[IncomingRow]:
    """Rows by their places, in the order of the file."""
    rows = incoming.rows
    if unknown := sorted(set(places) - rows.keys()):
        raise UnknownName(f"Row {unknown[0] + 1} of the file can't be taken.", "Choose among those that can.")
    return [row for place, row in rows.items() if place in places]
