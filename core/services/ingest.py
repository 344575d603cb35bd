"""Reads pending chunks: passages are embedded first and can be searched at once, then each chunk is extracted.

One transaction a chunk: killing the process loses at most the chunks in flight. Model calls run in a small thread
pool; what they give is stored by this thread, in whatever order it comes, which changes no result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice

from core.domain.records import Extraction
from core.errors import ModelError, ModelMissing, ModelUnavailable
from core.ports import Clock, Extractor, Passage
from core.services.project import Collections
from core.services.watch import NOT_WATCHED, Cancelled, Watch
from core.store.documents import PendingChunk
from core.store.store import Store


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one run did: chunks read, and chunks that failed (their reasons are in the store)."""

    read: int
    failed: int


class Stages:
    """What a run tells as it goes on: the name of the stage it begins, and the chunk it is at."""

    def stage(self, name: str) -> Watch:
        return NOT_WATCHED

    def at(self, chunk: str, failed: bool) -> None: ...


class Ingest:
    """Works off the chunks of a workspace that have no result yet."""

    def __init__(
        self, store: Store, extractor: Callable[[], Extractor], collections: Collections, clock: Clock, workers: int = 1
    ) -> None:
        self._store, self._extractor, self._collections = store, extractor, collections
        self._clock, self._workers = clock, workers

    def run(self, stages: Stages | None = None) -> Outcome:
        """Embed passages, read pending chunks, bring the collections up to date; again where some came meanwhile.

        Raises Cancelled when told to stop, and ModelError where no chunk can be read (no server, no model); what was
        done stays, and the next run goes on from there.
        """
        stages, read, failed = stages or Stages(), 0, 0
        while True:
            self._collections.update(stages.stage("passages"), kinds=("chunk",))
            outcome = self._read(self._store.documents.pending(), stages)
            self._collections.update(stages.stage("collections"))
            read, failed = read + outcome.read, failed + outcome.failed
            if not self._store.documents.pending():
                return Outcome(read, failed)

    def _read(self, pending: Sequence[PendingChunk], stages: Stages) -> Outcome:
        watch = stages.stage("reading")
        watch.begin(len(pending))
        read = failed = 0
        extractor = self._extractor() if pending else None
        for chunk, result in self._results(extractor, pending, watch) if extractor else ():
            if isinstance(result, Extraction):
                self._store.mentions.save(chunk, result, extractor.identity if extractor else "", self._clock.now())
                read += 1
            else:
                self._store.mentions.fail(chunk, str(result))
                failed += 1
            stages.at(chunk.chunk.id, not isinstance(result, Extraction))
            watch.advance()
        return Outcome(read, failed)

    def _results(
        self, extractor: Extractor, pending: Sequence[PendingChunk], watch: Watch
    ) -> Iterator[tuple[PendingChunk, Extraction | ModelError]]:
        """Results as they come; never more calls in flight than workers, and none is given up once it was made.

        What ends the run (told to stop, no server, no model) is raised when the calls in flight have come back.
        """
        queue = iter(pending)
        ending: Cancelled | ModelError | None = None
        with ThreadPoolExecutor(self._workers, thread_name_prefix="reading") as pool:
            running: dict[Future[Extraction], PendingChunk] = {}
            while True:
                ending = ending or _told(watch)
                for chunk in islice(queue, 0 if ending else self._workers - len(running)):
                    running[pool.submit(extractor.extract, _passage(chunk))] = chunk
                if not running:
                    break
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    chunk, result = running.pop(future), _result(future)
                    if isinstance(result, ModelUnavailable | ModelMissing):
                        ending = result
                    else:
                        yield chunk, result
        if ending:
            raise ending


def _told(watch: Watch) -> Cancelled | None:
    """The order to stop, if it was given."""
    try:
        watch.check()
    except Cancelled as order:
        return order
    return None


def _passage(pending: PendingChunk) -> Passage:
    return Passage(pending.chunk.text, pending.chunk.title, pending.chunk.metadata)


def _result(future: Future[Extraction]) -> Extraction | ModelError:
    try:
        return future.result()
    except ModelError as error:
        return error
