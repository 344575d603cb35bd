"""What can be asked of the list of decisions without deciding anything: history, points compared, what became of nodes.

Works for readers too; writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from core.domain.curation import Entry, Incoming, Preview
from core.domain.decisions import NOTHING_RULED, Resolution, fold
from core.domain.diagnose.ruled import Ruled, ruled
from core.domain.exchange import exported
from core.domain.names import NodeRef
from core.errors import UnknownName
from core.ports import Clock
from core.services.colleagues import incoming
from core.services.decision_list import DecisionList
from core.services.embeddings import Embeddings
from core.services.previewing import Previewer
from core.services.project import Views
from core.store.person import Person
from core.store.store import Store


def _nothing() -> None:
    return None


@dataclass(frozen=True, slots=True)
class Means:
    """What a desk works with. `may_write` raises WorkspaceBusy for a reader; `follow` begins what a decision brings.

    `read` begins to read what waits.
    """

    store: Store
    views: Views
    embeddings: Embeddings
    clock: Clock
    person: Person
    may_write: Callable[[], None] = _nothing
    follow: Callable[[], None] = _nothing
    read: Callable[[], object] = _nothing

    def waiting(self) -> frozenset[str]:
        """The documents that have something to read."""
        return frozenset(each.document for each in self.store.queue.documents())

    def went_on(self, waited: frozenset[str]) -> None:
        """Begin what a change of documents brings: of those that `waited` not before, reading."""
        (self.read if self.waiting() - waited else self.follow)()


class LookingBack:
    """Over the list of one workspace."""

    def __init__(self, means: Means) -> None:
        self._means, self._ledger = means, means.store.ledger
        self._list = DecisionList(means.store, means.views)
        self._previewer = Previewer(means.store, means.views, means.embeddings)
        self._followed: tuple[int, Resolution] = (0, NOTHING_RULED)
        self._said: tuple[int, Ruled] = (0, Ruled())

    def last(self) -> int:
        """The number of the latest decision, for `decide(seen=…)`; 0 if there is none."""
        return self._ledger.last()

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
        ends = self._resolution().became(NodeRef.shown(name, qualifier))
        return tuple(ref.key for ref in ends if ref.key in graph)

    def _resolution(self) -> Resolution:
        last = self._ledger.last()
        if self._followed[0] != last:
            self._followed = last, fold(self._list.decisions())
        return self._followed[1]

    # --- findings ----------------------------------------------------------------------------------------------------

    def ruled(self) -> Ruled:
        """What persons said of findings themselves."""
        last = self._ledger.last()
        if self._said[0] != last:
            self._said = last, ruled(self._list.decisions())
        return self._said[1]

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
