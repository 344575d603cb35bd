"""Reading in another way: what a choice of engine, chunking and recipe means for what is read already, and doing it.

Nothing is read here. What is to be read again waits in the queue, and what was read counts until the new is there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.domain.standing import Standing, standing
from core.domain.trace import Kind
from core.ports import Clock, Extractor, Passage
from core.services.configuration import Choice, embeds
from core.services.cutting import Cutter
from core.services.estimate import Estimator, Plan
from core.settings import Engine
from core.store.revisions import NewChunk, NewRevision
from core.store.store import Store


@dataclass(frozen=True, slots=True)
class Stale:
    """A document that would be read otherwise now: chunks that another reader read, and whether it is cut otherwise."""

    document: str
    chunks: int
    cut: bool


@dataclass(frozen=True, slots=True)
class Effects:
    """What has to be done again under a choice, and what that takes.

    `recut` documents are cut into `chunks` instead of `chunks_before`; `plan` is for all that is to be read;
    `reembed` texts need another vector, because the embedder is another one.
    """

    recut: int = 0
    chunks_before: int = 0
    chunks: int = 0
    plan: Plan = field(default_factory=Plan)
    reembed: int = 0
    decisions: Standing = field(default_factory=Standing)

    @property
    def nothing(self) -> bool:
        return not (self.recut or self.plan.chunks or self.reembed)


@dataclass(frozen=True, slots=True)
class Makers:
    """What the Explorer gives: who reads and who cuts under a choice, the engine whose embedder serves, and how many
    texts of each kind are embedded.
    """

    reader: Callable[[Choice], Extractor]
    cutter: Callable[[Choice], Cutter]
    serving: Callable[[], Engine]
    embedded: Callable[[], Mapping[Kind, int]]


class Changes:
    """`choice` is what holds now."""

    def __init__(self, store: Store, makers: Makers, estimator: Estimator, clock: Clock) -> None:
        self._store, self._makers, self._estimator, self._clock = store, makers, estimator, clock

    def estimate(self, choice: Choice, limit: int | None = None) -> Plan:
        """What reading all that waits (`limit` chunks at most) will take. Raises ModelError without a model."""
        waiting = self._store.queue.waiting()[:limit]
        if not waiting:
            return Plan()
        passages = [Passage(p.chunk.text, p.chunk.title, p.chunk.metadata, p.attempts) for p in waiting]
        return self._estimator.plan(passages, self._makers.reader(choice), choice.engine.workers)

    def effects(self, choice: Choice) -> Effects:
        """What would have to be done again. Cuts all texts where the chunking is another one. Raises ModelError."""
        reader, evidence = self._makers.reader(choice), self._store.mentions.evidence()
        new = self._cut_otherwise(self._makers.cutter(choice))
        gone = {id_ for id_, chunk in evidence.chunks.items() if chunk.document in new}
        again = [c for c in self._store.queue.read_by_others(reader.identity) if c.document not in new]
        passages = [Passage(c.text, found.title, found.metadata) for found, cs in new.values() for c in cs]
        passages += [Passage(c.text, c.title, c.metadata) for c in again]
        chunks = sum(len(cs) for _, cs in new.values())
        return Effects(
            recut=len(new),
            chunks_before=len(gone),
            chunks=chunks,
            plan=self._estimator.plan(passages, reader, choice.engine.workers),
            reembed=self._texts(chunks - len(gone)) if self._other_embedder(choice) else 0,
            decisions=standing(self._store.ledger.decisions(), evidence, gone | {chunk.id for chunk in again}),
        )

    def stale(self, choice: Choice) -> tuple[Stale, ...]:
        """The documents that would be read otherwise under a choice, by name. Raises ModelError."""
        counts = Counter(c.document for c in self._store.queue.read_by_others(self._makers.reader(choice).identity))
        recipe = self._makers.cutter(choice).recipe
        cut = {row.document for row in self._store.documents.revisions() if row.text and row.recipe != recipe}
        return tuple(Stale(name, counts[name], name in cut) for name in sorted(counts.keys() | cut))

    def read_again(self, choice: Choice, documents: Sequence[str] | None = None) -> int:
        """Let documents (all that are stale, if none are named) be cut and read as the choice says; chunks that wait.

        A document that is cut anew is read in its new chunks; of others, the chunks that another reader read.
        Raises ModelError, WorkspaceBusy.
        """
        stale = [row for row in self.stale(choice) if documents is None or row.document in documents]
        cutter, reader = self._makers.cutter(choice), self._makers.reader(choice)
        for row in stale:
            if row.cut:
                self._cut(row.document, cutter)
        self._store.queue.read_again([row.document for row in stale if not row.cut], unless=reader.identity)
        return self._store.queue.count()

    def accept(self, document: str) -> bool:
        """Let a document's new chunks take over as far as they are read, failed ones and all; False if it has none."""
        return self._store.queue.accept(document)

    def leave(self) -> int:
        """Leave all that was read as it is: what was to be read again or cut anew is not; how many chunks or documents.

        Evidence that is there already stays, and so do chunks that were never read.
        """
        return self._store.queue.forget_again() + self._store.queue.discard()

    def _cut(self, document: str, cutter: Cutter) -> None:
        found = self._store.documents.revision(document)
        if found is not None:
            new = replace(found, recipe=cutter.recipe, at=self._clock.now())
            self._store.documents.add_next(new, cutter.chunks(found.text, found.pages))

    def _cut_otherwise(self, cutter: Cutter) -> dict[str, tuple[NewRevision, list[NewChunk]]]:
        """The documents that the cutter would cut otherwise than they are, by name, and how."""
        found = [row for row in self._store.documents.revisions() if row.text and row.recipe != cutter.recipe]
        return {row.document: (row, cutter.chunks(row.text, row.pages)) for row in found}

    def _other_embedder(self, choice: Choice) -> bool:
        return embeds(self._makers.serving()) != embeds(choice.engine)

    def _texts(self, more_chunks: int) -> int:
        return max(sum(self._makers.embedded().values()) + more_chunks, 0)
