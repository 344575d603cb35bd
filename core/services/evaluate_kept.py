"""Experiments as they are kept: restored from the store, listed while what they rest on stands, marked if overtaken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from core.domain.codec import plain, restored
from core.domain.evaluation import Asked, Experiment, IndexingCosts, Plan
from core.domain.records import Evidence
from core.errors import InputError, UnknownName
from core.services.evaluate_rests import fingerprint
from core.store.experiments import StoredExperiment
from core.store.store import Store


class KeptExperiments:
    """Reads and writes of experiments. `engine` names what reads and embeds now, `evidence` is what counts now."""

    def __init__(self, store: Store, engine: Callable[[], Mapping[str, str]], evidence: Callable[[], Evidence]) -> None:
        self._store, self._engine, self._evidence = store, engine, evidence
        self._fingerprint: tuple[tuple[int, int], str] = ((-1, -1), "")
        self._read: dict[str, Experiment] = {}  # whole ones: they never change

    @property
    def keeps(self) -> bool:
        """False where this process may only read the workspace."""
        return not self._store.database.read_only

    def begin(self, new: Experiment, documents: frozenset[str]) -> None:
        """Keep one that has no results yet, and rests on these documents."""
        if self.keeps:
            self._store.experiments.insert(_stored(new), documents)

    def add(self, id_: str, asked: Asked) -> bool:
        """Keep what a question gave so far; False where the experiment was deleted."""
        return not self.keeps or self._store.experiments.add(id_, asked.row, plain(asked))

    def list(self) -> tuple[Experiment, ...]:
        """All that are kept and stand, latest first. One that can't be read is left out."""
        return tuple(self._opened())

    def open(self, id_: str) -> Experiment:
        """One by its id. Raises UnknownName, InputError where it can't be read."""
        if id_ in self._read and self._store.experiments.stands(id_):
            return self._seen(self._read[id_])
        found = self._store.experiments.get(id_)
        if found is None:
            remedy = "It was deleted, or a document is withdrawn that was there; give that back."
            raise UnknownName(f"There is no experiment '{id_}'.", remedy)
        return self._restored(found)

    def delete(self, id_: str) -> None:
        """Erase one, for good."""
        if self.keeps:
            self._store.experiments.delete(id_)

    def stands(self, id_: str) -> bool:
        """Whether `open` would give it."""
        return self._store.experiments.stands(id_)

    def hidden(self) -> int:
        """How many are out of sight because a document that they rest on is withdrawn or replaced."""
        return self._store.experiments.hidden()

    def rests(self) -> str:
        """The fingerprint of the evidence there is."""
        version = self._store.version()
        if self._fingerprint[0] != version:
            self._fingerprint = version, fingerprint(self._evidence())
        return self._fingerprint[1]

    def same(self, made: Experiment) -> bool:
        """Whether it would be run with the same now: documents and what was read of them, decisions, models."""
        now = self._store.version()
        if dict(made.engine) != dict(self._engine()):
            return False
        return made.version == now or (bool(made.rests) and made.version[1] == now[1] and made.rests == self.rests())

    def _opened(self) -> Iterator[Experiment]:
        for id_ in self._store.experiments.ids():
            try:
                yield self.open(id_)
            except InputError:
                continue

    def _restored(self, found: StoredExperiment) -> Experiment:
        made = _experiment(found)
        if made.whole:
            self._read[made.id] = made
        return self._seen(made)

    def _seen(self, made: Experiment) -> Experiment:
        return replace(made, current=self.same(made))


def _stored(experiment: Experiment) -> StoredExperiment:
    facts = {"setting": plain(experiment.setting), "indexing": plain(experiment.indexing), "rests": experiment.rests}
    plan = plain(experiment.plan)
    return StoredExperiment(experiment.id, experiment.at, plan, experiment.engine, experiment.version, {}, facts)


def _experiment(found: StoredExperiment) -> Experiment:
    indexing = found.facts.get("indexing")
    return Experiment(
        id=found.id,
        at=found.at,
        plan=restored(Plan, found.plan),
        results=tuple(restored(Asked, body) for body in found.results.values()),
        engine=found.engine,
        version=found.version,
        setting=found.facts.get("setting", {}),
        indexing=None if indexing is None else restored(IndexingCosts, indexing),
        rests=str(found.facts.get("rests", "")),
    )
