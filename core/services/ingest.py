"""Reads waiting chunks: passages are embedded first and can be searched at once, then each chunk is extracted.

One transaction a chunk: killing the process loses at most the chunks in flight. Models are asked in a small pool; what
they give is stored by this thread, in whatever order it comes, which changes no result. Another thread brings graph and
collections up meanwhile.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from core.domain.records import Extraction, ModelCall
from core.errors import UnknownName
from core.ports import Clock, Extractor
from core.services.beside import Beside
from core.services.gate import Gate
from core.services.project import Collections
from core.services.reading import GivenUp, Pool
from core.services.watch import NOT_WATCHED, Watch
from core.store.documents import PendingChunk
from core.store.mentions import Failed
from core.store.queue import Queue
from core.store.store import Store
from core.store.table import NO_ENTITIES


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one run did: chunks read, and chunks that failed (their reasons are in the store).

    Of those read, `empty` have text but gave no entity. `left` still wait: the run had a limit.
    """

    read: int
    failed: int
    empty: int = 0
    left: int = 0

    def __add__(self, other: Outcome) -> Outcome:
        return Outcome(
            self.read + other.read, self.failed + other.failed, self.empty + other.empty, self.left + other.left
        )


class Stages:
    """What a run tells as it goes on: the name of the stage it begins, and the chunk it is at."""

    def stage(self, name: str) -> Watch:
        return NOT_WATCHED

    def at(self, chunk: str, failed: bool) -> None: ...


class Ingest:
    """Works off the chunks of a workspace that wait. `workers` is how many are read at once, from the next run on."""

    def __init__(
        self,
        store: Store,
        extractor: Callable[[], Extractor],
        collections: Collections,
        clock: Clock,
        workers: int = 1,
        gate: Gate | None = None,
    ) -> None:
        self._store, self._extractor, self._collections = store, extractor, collections
        self._clock, self.workers = clock, workers
        self.gate = gate or Gate()

    def run(self, stages: Stages | None = None, limit: int | None = None) -> Outcome:
        """Embed passages, read waiting chunks, bring the collections up to date; again where some came meanwhile.

        Ends after `limit` chunks, if given. Raises Cancelled when told to stop, and ModelError where no chunk can be
        read (no server, no model); what was done stays, and the next run goes on from there.
        """
        stages, outcome = stages or Stages(), Outcome(0, 0)
        while True:
            self._collections.update(stages.stage("passages"), kinds=("chunk",))
            source = Source(self._store.queue, None if limit is None else limit - outcome.read - outcome.failed)
            outcome += self._read(source, stages)
            self._store.queue.settle()
            if source.overtaken:
                continue  # the new passages are embedded before they are read
            self._collections.update(stages.stage("collections"))
            left = self._store.queue.count()
            if not left or source.exhausted:
                return replace(outcome, left=left)

    def keep(self, chunk: str, found: Extraction, reader: str) -> None:
        """Let a reading of a chunk take the place of what was read from it. Raises UnknownName."""
        place = self._store.queue.place(chunk)
        if place is None:
            raise UnknownName(f"There is no passage '{chunk}'.", "It may have been read anew in other passages.")
        self._keep(place, found, reader)

    def embed_passages(self, stages: Stages) -> Outcome:
        """Let passages that wait be found by a search, and read nothing. Raises ModelError, Cancelled."""
        self._collections.update(stages.stage("passages"), kinds=("chunk",))
        return Outcome(0, 0, left=self._store.queue.count())

    def bring_up(self, stages: Stages) -> Outcome:
        """Bring the collections up to date, and read nothing. Raises ModelError, Cancelled."""
        self._collections.update(stages.stage("collections"))
        return Outcome(0, 0, left=self._store.queue.count())

    def _read(self, source: Source, stages: Stages) -> Outcome:
        watch, outcome = stages.stage("reading"), Outcome(0, 0)
        watch.begin(source.total)
        if not source.total:
            return outcome
        extractor = self._extractor()
        pool = Pool(extractor, self.workers, self.gate, self._clock, self._log)
        with Beside(self._collections.update, self.gate, self._clock, watch) as beside:
            for chunk, result in pool.results(source.following, watch):
                outcome += self._keep(chunk, result, extractor.identity)
                stages.at(chunk.chunk.id, isinstance(result, GivenUp))
                watch.advance()
                beside.look(source.to_come)
        return outcome

    def _keep(self, chunk: PendingChunk, result: Extraction | GivenUp, reader: str) -> Outcome:
        now = self._clock.now()
        if isinstance(result, GivenUp):
            failed = Failed(result.error.reply, result.calls, result.attempts)
            self._store.mentions.fail(chunk, str(result.error), failed, now)
            return Outcome(0, 1)
        empty = bool(chunk.chunk.text.strip()) and not result.entities
        flags = tuple(dict.fromkeys((*result.flags, NO_ENTITIES))) if empty else result.flags
        self._store.mentions.save(chunk, replace(result, flags=flags), reader, now)
        return Outcome(1, 0, int(empty))

    def _log(self, calls: tuple[ModelCall, ...]) -> None:
        self._store.calls.record(calls, "indexing", self._clock.now())


class Source:
    """The queue as one pass works it off: the chunks that waited when it began, in the order that holds now.

    `overtaken` once others came; `exhausted` once as many as the limit says were given out.
    """

    def __init__(self, queue: Queue, limit: int | None = None) -> None:
        self._queue, self._left = queue, limit
        self._version = queue.version
        self._waiting = deque(queue.waiting())
        self._first = {chunk.id for chunk in self._waiting}
        self._given: set[int] = set()
        self.total = len(self._waiting) if limit is None else min(len(self._waiting), limit)
        self.overtaken = False

    @property
    def exhausted(self) -> bool:
        return self._left is not None and self._left <= 0

    @property
    def to_come(self) -> int:
        """How many chunks this pass has still to give out."""
        if self.overtaken:
            return 0
        return len(self._waiting) if self._left is None else max(min(len(self._waiting), self._left), 0)

    def following(self) -> PendingChunk | None:
        """The next chunk; None at the end of the pass."""
        self._look()
        if not self.to_come:
            return None
        chunk = self._waiting.popleft()
        self._given.add(chunk.id)
        if self._left is not None:
            self._left -= 1
        return chunk

    def _look(self) -> None:
        """Follow what was changed meanwhile: another order, documents that came or went."""
        version = self._queue.version
        if version != self._version:
            self._version, now = version, self._queue.waiting()
            self.overtaken = any(chunk.id not in self._first for chunk in now)
            open_ = self._first - self._given
            self._waiting = deque(chunk for chunk in now if chunk.id in open_)
