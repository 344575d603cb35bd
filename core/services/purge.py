"""Documents erased for good with all that was made of them: rows, vectors, kept files, questions, replies, the log.

Of decisions, words that only they had are taken out. What it will erase is listed first; what is left to do after a
crash is done by the next purge, or by `finish`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from core.domain.decisions import Ruling, sentence
from core.domain.erasing import Redaction, forms
from core.domain.wording import COLLECTIONS
from core.errors import InputError, UnknownName, WorkspaceBusy
from core.services.backups import backups_since
from core.services.looking_back import Means
from core.services.project import Collections
from core.store.erasing import Inventory
from core.store.ledger import NewDecision, canonical


@dataclass(frozen=True, slots=True)
class PurgePlan:
    """What a purge takes away: counts of rows, the questions of stored runs, and decisions as they read now.

    `words` is how many words only these documents have: those are taken out of the decisions. `questions` are those of
    question sets that rest on these documents alone, or hold one of the words. `backups` are files made since the first
    of the documents came, which may still hold them: a purge does not reach those.
    """

    documents: tuple[str, ...]
    inventory: Inventory
    runs: tuple[str, ...]
    decisions: tuple[str, ...]
    words: int
    questions: tuple[str, ...] = ()
    backups: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Sets:
    """Of question sets: the numbers and texts of questions that go, and the sets whose names lose words."""

    questions: Mapping[int, str]
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Work:
    """A plan with what it takes to carry it out."""

    plan: PurgePlan
    runs: tuple[str, ...]
    redacted: Mapping[int, tuple[str, str]]
    sets: _Sets
    experiments: tuple[str, ...]


class Purging:
    """Purges one workspace. `rest` raises InputError while passages are being read."""

    def __init__(self, means: Means, collections: Collections, rest: Callable[[], None]) -> None:
        self._means, self._store, self._eraser = means, means.store, means.store.eraser
        self._collections, self._rest = collections, rest

    def preview(self, documents: Collection[str]) -> PurgePlan:
        """What would be erased; writes nothing. Raises UnknownName, InputError where none is named."""
        return self._work(documents).plan

    def purge(self, documents: Collection[str]) -> PurgePlan:
        """Erase documents, withdrawn or not, for good; what was erased.

        Raises UnknownName, InputError during a run, WorkspaceBusy; the last also where another program reads the
        database just now: then the rows are gone, and free pages are not yet cleared.
        """
        self._rest()
        waited = self._means.waiting()
        with self._store.database.write():
            work = self._work(documents)
            self._store.words.forget()
            self._eraser.erase(work.plan.documents, work.runs, work.redacted)
            self._store.question_sets.erase(work.plan.documents, work.sets.questions, work.sets.names)
            for experiment in work.experiments:
                self._store.experiments.delete(experiment)
            if work.redacted:  # whoever keeps the list as it was reads it again
                many = len(work.plan.documents)
                said = f"{many} document{'s' * (many != 1)} erased, with words in {len(work.redacted)} decisions"
                self._store.ledger.add([NewDecision("checkpoint", {"name": said})], self._means.clock.now())
        self.finish()
        if self._means.waiting() - waited:  # what an erased document had replaced
            self._means.read()
        return work.plan

    @property
    def unfinished(self) -> bool:
        """Whether rows are erased and files, vectors or free pages are not."""
        return self._eraser.left() is not None

    def finish(self) -> None:
        """Do what an earlier purge did not get to; nothing where none is unfinished. Raises WorkspaceBusy."""
        left = self._eraser.left()
        if left is None:
            return
        self._rest()
        for name in left:
            self._store.erase_original(name)
        if self._means.embeddings.identity:
            view = self._means.views()
            self._eraser.keep_vectors(row.hash for kind in COLLECTIONS for row in view.space(kind).rows)
            self._collections.empty()
        if not self._eraser.clear():
            raise WorkspaceBusy(
                "The rows are erased, but the database's free pages are not: another program reads it.",
                "Close that program; `purge` without a name goes on from there.",
            )
        self._eraser.finished()
        self._means.follow()

    def _work(self, documents: Collection[str]) -> _Work:
        names = self._checked(documents)
        gone = forms(self._eraser.texts(names)) - forms(self._eraser.other_texts(names))
        decisions = self._store.ledger.decisions()
        redaction = Redaction(gone, (f"{canonical(each.body)} {each.why}" for each in decisions))
        changed = [each for each in decisions if redaction.holds(f"{_said(each.body)}\n{each.why}")]
        redacted = {each.seq: (canonical(redaction.value(each.body)), redaction.text(each.why)) for each in changed}
        written = self._eraser.written()
        runs = {run for run, text in written.items() if redaction.holds(text)}
        runs.update(run for name in names for run in self._store.runs.of_document(name))
        ordered = tuple(sorted(runs))
        questions = tuple(written.get(run, "").partition("\n")[0] for run in ordered)
        inventory = self._eraser.inventory(names, ordered)
        sentences = tuple(sentence(Ruling(each.kind, each.body, each.why)) for each in changed)
        sets = self._sets(names, redaction)
        backups, asked = self._backups(names), tuple(sets.questions.values())
        plan = PurgePlan(names, inventory, questions, sentences, len(gone), asked, backups)
        held = tuple(id_ for id_, text in self._store.experiments.written().items() if redaction.holds(text))
        return _Work(plan, ordered, redacted, sets, held)

    def _backups(self, names: Collection[str]) -> tuple[str, ...]:
        added = (row.added_at for row in self._store.documents.rows() if row.document.id in names)
        return backups_since(self._store.database, min(added, default=""))

    def _sets(self, documents: Sequence[str], redaction: Redaction) -> _Sets:
        table = self._store.question_sets
        written, resting = table.written(), frozenset(table.resting_on(documents))
        gone = {
            key: text.partition("\n")[0] for key, text in written.items() if key in resting or redaction.holds(text)
        }
        taken, names = {name for name, _ in table.names()}, dict[str, str]()
        for name in sorted(taken):
            if redaction.holds(name):
                said = redaction.text(name)
                names[name] = next(each for n in count(1) if (each := f"{said} {n}" if n > 1 else said) not in taken)
                taken.add(names[name])
        return _Sets(gone, names)

    def _checked(self, documents: Collection[str]) -> tuple[str, ...]:
        names = tuple(sorted(set(documents)))
        if not names:
            raise InputError("No document is named.", "Name one or more, as the list of documents has them.")
        for name in names:
            if self._store.documents.current_revision(name) is None:
                raise UnknownName(f"There is no document '{name}'.", "The list of documents has their names.")
        return names


def _said(body: object) -> str:
    """All texts of a body."""
    found, waiting = list[str](), [body]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, Mapping):
            waiting.extend(value.values())
        elif isinstance(value, Sequence):
            waiting.extend(value)
    return "\n".join(found)
