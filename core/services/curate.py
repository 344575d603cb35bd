"""The desk where a person's decisions are made, looked at, taken back and exchanged.

Every decision goes through here. What is recorded is only ever added to; the graph follows by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

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

__all__ = [
    "CurationDesk",
    "Decided",
    "Effect",
    "EntityChange",
    "Entry",
    "Incoming",
    "IncomingRow",
    "Preview",
    "RelationChange",
    "Ruling",
    "State",
    "Unreadable",
]


class CurationDesk:
    """Decides for one workspace. What reads works for readers too; what writes raises WorkspaceBusy for them."""

    @property
    def person(self) -> str:
        """The name under which decisions are recorded, asked once for a home of the app; empty: not given."""
        raise NotImplementedError

    def name_yourself(self, name: str) -> None:
        """Set that name, for all workspaces of this home; empty forgets it."""
        raise NotImplementedError

    def last(self) -> int:
        """The number of the latest decision, for `decide(seen=…)`; 0 if there is none."""
        raise NotImplementedError

    def preview(self, rulings: Sequence[Ruling]) -> Preview:
        """What these rulings would do, in their order. Writes nothing; never raises for a ruling, see `problem`.

        A Ruling("revoke", {"seq": n}) previews an undo.
        """
        raise NotImplementedError

    def decide(self, rulings: Sequence[Ruling], seen: int | None = None) -> Decided:
        """Record rulings as one step. `seen` is `last()` of when the page was drawn.

        A ruling that others made moot since is recorded all the same, and `notes` says so. Raises InvalidDecision (an
        InputError) with reason and remedy, WorkspaceBusy.
        """
        raise NotImplementedError

    def undo(self, seqs: Collection[int]) -> Decided:
        """Take decisions back, as one step. Raises UnknownName, InvalidDecision (undone already), WorkspaceBusy."""
        raise NotImplementedError

    def redo(self, seqs: Collection[int]) -> Decided:
        """Let decisions stand that were undone, as one step. Raises UnknownName, InvalidDecision, WorkspaceBusy."""
        raise NotImplementedError

    def undo_after(self, seq: int) -> Decided:
        """Back to a point: what stood just after decision `seq` stands again, nothing else (0: nothing at all).

        Checkpoints stay. Raises UnknownName, InvalidDecision where that changes nothing, WorkspaceBusy.
        """
        raise NotImplementedError

    def undoable(self) -> Entry | None:
        """The first decision of the latest step that stands; None where there is none. Undo its `step_of`."""
        raise NotImplementedError

    def step_of(self, seq: int) -> tuple[int, ...]:
        """The numbers of all decisions of the step that `seq` belongs to and that stand, ascending."""
        raise NotImplementedError

    def history(self) -> tuple[Entry, ...]:
        """All decisions, latest first, revokes too."""
        raise NotImplementedError

    def checkpoint(self, name: str) -> int:
        """Give this point of the history a name; its number. Raises InvalidDecision without a name, WorkspaceBusy."""
        raise NotImplementedError

    def compare(self, seq_a: int, seq_b: int) -> Preview:
        """How the graph of today's evidence differs between two points of the history (0: before any decision)."""
        raise NotImplementedError

    def became(self, name: str, qualifier: str = "") -> tuple[str, ...]:
        """The keys of the nodes that a node was merged, renamed or split into; its own where nothing was ruled.

        Empty where nothing is there any more.
        """
        raise NotImplementedError

    def accepted(self) -> frozenset[str]:
        """The ids of findings of which a person said that this is right."""
        raise NotImplementedError

    def unsure(self) -> Mapping[str, str]:
        """Finding id -> the note of a person who could not tell."""
        raise NotImplementedError

    def muted(self) -> frozenset[str]:
        """The kinds of findings that are not to be shown."""
        raise NotImplementedError

    def export(self) -> bytes:
        """All decisions as JSON, for a colleague's `incoming` or the command `decide`."""
        raise NotImplementedError

    def incoming(self, content: bytes) -> Incoming:
        """What a file of decisions (an export, one decision, a list of them) would bring; writes nothing.

        Raises InputError where it is no JSON.
        """
        raise NotImplementedError

    def take(self, incoming: Incoming, chosen: Collection[int]) -> Decided:
        """Record the chosen rows (their `place`) as one step, under their makers' names.

        Idle ones wait until they can act. Raises UnknownName for a place that can't be taken, WorkspaceBusy.
        """
        raise NotImplementedError
