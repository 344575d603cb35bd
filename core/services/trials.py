"""Five passages read in another way, beside what was read from them: a trial before a choice is made.

Changes nothing but the log of calls. Which passages is chance, but the same for the same seed.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.domain.recipe import ExtractionRecipe
from core.domain.records import Chunk, Extraction, ModelCall
from core.errors import ModelCancelled, ModelError, ModelMissing, ModelUnavailable
from core.ports import Clock, Extractor, Passage
from core.services.readings import MakeReader
from core.services.task import Handle, Task
from core.settings import Engine
from core.store.store import Store

PASSAGES = 5


@dataclass(frozen=True, slots=True)
class Tried:
    """A passage, what was read from it before (empty if it was not), and what the trial gave: rows, or an error."""

    chunk: Chunk
    before: Extraction
    after: Extraction | ModelError


class TrialDesk:
    """One trial goes on at a time, outside any page."""

    def __init__(self, store: Store, reader: MakeReader, clock: Clock) -> None:
        self._store, self._reader, self._clock = store, reader, clock
        self.trial: Task[tuple[Tried, ...]] = Task(clock, "trial")

    def start(self, engine: Engine, recipe: ExtractionRecipe, count: int = PASSAGES, seed: int = 0) -> bool:
        """Begin; False if one is going on. `seed` chooses the passages."""
        return self.trial.start(lambda handle: self.tried(engine, recipe, count, seed, handle), engine.name)

    def stop(self) -> None:
        """Ask what goes on to stop."""
        self.trial.cancel()

    def tried(
        self, engine: Engine, recipe: ExtractionRecipe, count: int, seed: int, handle: Handle
    ) -> tuple[Tried, ...]:
        """Read some passages with this engine and recipe, in document order. Raises ModelError if none can be read."""
        reader, found = self._reader(engine, recipe, handle.cancelled), list[Tried]()
        chunks = self._store.passages.sample(count, seed)
        for done, chunk in enumerate(chunks):
            handle.tell(done, len(chunks), chunk.id)
            found.append(self._one(reader, chunk))
        return tuple(found)

    def _one(self, reader: Extractor, chunk: Chunk) -> Tried:
        stored = self._store.readings.of(chunk.id)
        before = stored.found if stored and stored.state == "read" else Extraction()
        try:
            after: Extraction | ModelError = reader.extract(Passage(chunk.text, chunk.title, chunk.metadata))
        except ModelError as error:
            self._log(error.calls)
            if isinstance(error, ModelCancelled | ModelMissing | ModelUnavailable):
                raise
            return Tried(chunk, before, error)
        self._log(after.calls)
        return Tried(chunk, before, after)

    def _log(self, calls: tuple[object, ...]) -> None:
        made = [call for call in calls if isinstance(call, ModelCall)]
        self._store.calls.record(made, "trial", self._clock.now())
