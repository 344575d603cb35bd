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
from core.services.watch import NOT_WATCHED, Watch
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
        """Embed passages, read pending chunks, bring the collections up to date.

        Raises Cancelled when told to stop, and ModelError where no chunk can be read (no server, no model); what was
        done stays, and the next run goes on from there.
        """
        stages = stages or Stages()
        self._collections.update(stages.stage("passages"), kinds=("chunk",))
        outcome = self._read(self._store.documents.pending(), stages)
        self._collections.update(stages.stage("collections"))
        return outcome

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
        """Results as they come; never more calls in flight than workers."""
        queue = iter(pending)
        with ThreadPoolExecutor(self._workers, thread_name_prefix="reading") as pool:
            running: dict[Future[Extraction], PendingChunk] = {}
            while True:
                watch.check()
                for chunk in islice(queue, self._workers - len(running)):
                    running[pool.submit(extractor.extract, _passage(chunk))] = chunk
                if not running:
                    return
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield running.pop(future), _result(future)


def _passage(pending: PendingChunk) -> Passage:
    return Passage(pending.chunk.text, pending.chunk.title, pending.chunk.metadata)


def _result(future: Future[Extraction]) -> Extraction | ModelError:
    """A chunk's own failure is a result; a server that is not there stops the run."""
    try:
        return future.result()
    except (ModelUnavailable, ModelMissing):
        raise
    except ModelError as error:
        return error
