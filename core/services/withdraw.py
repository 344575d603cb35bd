"""Documents taken out of sight and given back: previewed, then done in one step, as if they had never been here.

What they said stays in the store, seen by nothing; no model is asked to read. Erasing for good is `purge`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import merge

from core.domain.curation import Preview, State
from core.domain.decisions import sentence
from core.domain.ordering import ChunkEvidence
from core.domain.records import Evidence
from core.domain.standing import Stands, standings
from core.domain.superseding import superseded
from core.errors import InputError, UnknownName
from core.services.decision_list import DecisionList
from core.services.looking_back import Means
from core.services.previewing import Change, Previewer
from core.store.table import DocumentRow
from core.store.withheld import FallingRun

_ACTING: frozenset[State] = frozenset({"acts", "review", "waits"})


@dataclass(frozen=True, slots=True)
class Consequences:
    """What becomes of a workspace when documents go, come back or change.

    `change` is what differs in the graph, with `idle` for decisions that will have nothing to act on; `awake` are
    sentences of those that act again, `review` of those whose text is to be looked at again. `runs` go out of sight,
    and so do `answers` kept ones and `experiments`; `questions` of sets lose support. `passages` is how many come or
    go. `gone` are other documents that are replaced then, `back` those that nothing replaces any more.
    """

    documents: tuple[str, ...]
    passages: int = 0
    change: Preview = field(default_factory=Preview)
    awake: tuple[str, ...] = ()
    review: tuple[str, ...] = ()
    runs: tuple[FallingRun, ...] = ()
    answers: int = 0
    gone: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    experiments: int = 0
    questions: int = 0


@dataclass(frozen=True, slots=True)
class WithdrawnDocument:
    """A document that is out of sight, and since when (UTC, ISO 8601; empty: not known)."""

    row: DocumentRow
    at: str


class Weigher:
    """Says what other evidence would do; writes nothing."""

    def __init__(self, means: Means) -> None:
        self._store, self._views = means.store, means.views
        self._list = DecisionList(means.store, means.views)
        self._previewer = Previewer(means.store, means.views, means.embeddings)

    def weigh(self, documents: Sequence[str], said: str, change: Change, passages: int) -> Consequences:
        """From the evidence there is to that after `change`; `said` is a sentence for each document."""
        parts = self._store.mentions.by_chunk()
        then, now = change(parts), superseded(parts)
        after, here = superseded(then), {part.chunk.document for part in then}
        gone, back = (tuple(sorted(names)) for names in (after.keys() - now, (now.keys() - after) & here))
        weighed, evidence = self._previewer.over(change)
        idle, awake, review = self._moved(evidence)
        sentences = tuple(f"{said} “{name}”" for name in documents)
        return Consequences(
            tuple(documents), passages, weighed.preview(sentences, idle=idle), awake, review, gone=gone, back=back
        )

    def _moved(self, evidence: Evidence) -> tuple[tuple[str, ...], ...]:
        """Sentences of decisions that stop acting, that begin to, and that become due for review."""
        decisions = self._list.decisions()
        before: Mapping[int, Stands] = self._list.standing(decisions) if decisions else {}
        after = standings(decisions, evidence) if decisions else {}
        said: tuple[list[str], list[str], list[str]] = ([], [], [])
        for decision in decisions:
            was, will = before[decision.seq].state, after[decision.seq].state
            moves = (was in _ACTING and will == "idle", was == "idle" and will in _ACTING, will == "review" != was)
            for moved, sentences in zip(moves, said, strict=True):
                sentences += [sentence(decision)] * moved
        return tuple(map(tuple, said))


class Withdrawals:
    """Withdraws and restores in one workspace; what comes back unread is read. What reads works for readers too."""

    def __init__(self, means: Means) -> None:
        self._means, self._store = means, means.store
        self._weigher = Weigher(means)

    def withdrawn(self) -> tuple[WithdrawnDocument, ...]:
        """The documents that are out of sight, by name."""
        since = self._store.withheld.since()
        rows = self._store.documents.rows() if since else ()
        return tuple(WithdrawnDocument(row, since[row.document.id]) for row in rows if row.document.id in since)

    def preview(self, documents: Collection[str]) -> Consequences:
        """What withdrawing these would do. Raises UnknownName, InputError where one is withdrawn already."""
        names = self._checked(documents, withdrawn=False)
        gone = frozenset(names)

        def without(parts: Sequence[ChunkEvidence]) -> list[ChunkEvidence]:
            return [part for part in parts if part.chunk.document not in gone]

        passages = sum(len(self._store.passages.of(name)) for name in names)
        found = self._weigher.weigh(names, "Withdraw", without, passages)
        return self.with_kept(found)

    def with_kept(self, found: Consequences) -> Consequences:
        """The same with what is kept that goes with its documents: runs, answers, experiments, support of questions."""
        store, names = self._store, found.documents
        return replace(
            found,
            runs=store.withheld.falling(names),
            answers=store.withheld.answers(names),
            experiments=store.experiments.falling(names),
            questions=store.question_sets.leaning_on(names),
        )

    def preview_restore(self, documents: Collection[str]) -> Consequences:
        """What restoring these would do. Raises UnknownName, InputError where one is not withdrawn."""
        names = self._checked(documents, withdrawn=True)
        back = self._store.withheld.evidence(names)

        def with_them(parts: Sequence[ChunkEvidence]) -> list[ChunkEvidence]:
            return list(merge(parts, back, key=lambda part: (part.chunk.document, part.chunk.position)))

        return self._weigher.weigh(names, "Restore", with_them, len(back))

    def withdraw(self, documents: Collection[str]) -> tuple[str, ...]:
        """Take documents out of sight, in one step; their names.

        Raises UnknownName, InputError where one is withdrawn already, WorkspaceBusy.
        """
        return self._set(documents, withdrawn=True)

    def restore(self, documents: Collection[str]) -> tuple[str, ...]:
        """Give withdrawn documents back, in one step; their names.

        Raises UnknownName, InputError where one is not withdrawn, WorkspaceBusy.
        """
        return self._set(documents, withdrawn=False)

    def _set(self, documents: Collection[str], withdrawn: bool) -> tuple[str, ...]:
        self._means.may_write()
        waited = self._means.waiting()
        with self._store.database.write():
            names = self._checked(documents, withdrawn=not withdrawn)
            self._store.withheld.set(names, withdrawn, self._means.clock.now() if withdrawn else "")
        self._means.went_on(waited)
        return names

    def _checked(self, documents: Collection[str], withdrawn: bool) -> tuple[str, ...]:
        """These documents by name, each once, if all of them are withdrawn, or none is."""
        names = tuple(sorted(set(documents)))
        if not names:
            raise InputError("No document is named.", "Name one or more, as the list of documents has them.")
        for name in names:
            found = self._store.documents.current_revision(name)
            if found is None:
                raise UnknownName(f"There is no document '{name}'.", "The list of documents has their names.")
            if found[2] != withdrawn:
                raise _other_way(name, withdrawn)
        return names


def _other_way(name: str, withdrawn: bool) -> InputError:
    if withdrawn:
        return InputError(f"'{name}' is not withdrawn.", "Leave it out.")
    return InputError(f"'{name}' is withdrawn already.", "Leave it out, or restore it.")
