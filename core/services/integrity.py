"""Looks through a workspace: everything derived is made again in memory and compared with what is stored.

Looking changes nothing, not even the vector index, of which a copy is opened. Repairing, when asked for, makes what is
derived anew and looks again. What is not derived (documents, mentions, decisions, files) is never touched.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from core.domain.integrity import Verdict
from core.domain.profiles import CountTokens
from core.errors import InputError, ModelCancelled
from core.ports import Clock, VectorIndex
from core.services import integrity_derived as derived
from core.services import integrity_index
from core.services import integrity_truth as truth
from core.services.backups import HandleWatch
from core.services.embeddings import Embeddings
from core.services.integrity_derived import Made
from core.services.integrity_json import stored_json
from core.services.integrity_links import links
from core.services.integrity_mending import Mender
from core.services.integrity_truth import Looking
from core.services.integrity_words import words
from core.services.project import Collections, Views
from core.services.task import Handle, Task, TaskView
from core.services.watch import NOT_WATCHED, Cancelled, Watch
from core.store.inspecting import Inspector
from core.store.store import Store


@dataclass(frozen=True, slots=True)
class Kept:
    """What is looked through. `opened` opens a vector index over a folder; `resting` says that no passages are being
    read; `may_write` raises WorkspaceBusy for a reader.
    """

    store: Store
    views: Views
    embeddings: Embeddings
    collections: Collections
    count_tokens: CountTokens
    clock: Clock
    opened: Callable[[Path], VectorIndex]
    resting: Callable[[], bool]
    may_write: Callable[[], None]


Check = tuple[str, Callable[[], None]]

_FAULTS = (sqlite3.DatabaseError, ValueError, TypeError, KeyError, IndexError, AttributeError, OSError)
"""What reading damaged rows may raise."""


class IntegrityDesk:
    """Looks through one workspace, and repairs it."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._task: Task[Verdict] = Task(kept.clock, "verify")
        self._doing = ""

    def verify(self, watch: Watch = NOT_WATCHED, *, embed: bool = False) -> Verdict:
        """What is wrong, by id; changes nothing, works for readers too. `embed`: also embed all texts anew.

        Raises InputError while passages are being read or where the workspace changes meanwhile, Cancelled; with
        `embed` ModelError.
        """
        self._require_rest()
        begun, version = self._kept.clock.monotonic(), self._kept.store.version()
        with Inspector(self._kept.store.folder, self._kept.store.database.path) as inspector:
            looking = Looking(inspector, self._kept.store, watch)
            self._look(looking, embed)
        if self._kept.store.version() != version:
            raise InputError("The workspace changed while it was looked through.", "Look through it again.")
        return Verdict(
            looked=tuple(looking.looked),
            differences=tuple(looking.differences),
            spare=tuple(looking.spare),
            notes=tuple(looking.notes),
            version=version,
            embedded=embed,
            seconds=self._kept.clock.monotonic() - begun,
        )

    def repair(self, verdict: Verdict, watch: Watch = NOT_WATCHED) -> Verdict:
        """Make anew what is derived and differs, clear what is of no use, and look again; first, too, if it is old.

        Where texts have to be embedded and no embedder answers, a note says so and all else is repaired. Raises
        WorkspaceBusy, InputError while passages are being read, Cancelled, VectorIndexError.
        """
        self._kept.may_write()
        self._require_rest()
        kept = self._kept
        if verdict.version != kept.store.version():  # what was of no use then may be needed now
            verdict = self.verify(watch, embed=verdict.embedded)
        self._doing = "repairing"
        left = Mender(kept.store, kept.views, kept.embeddings, kept.collections).mend(verdict, watch)
        after = self.verify(watch, embed=verdict.embedded and not left)
        return replace(after, notes=(left, *after.notes)) if left else after

    # --- the job -----------------------------------------------------------------------------------------------------

    def start(self, *, repair: bool = False, embed: bool = False) -> bool:
        """Begin in the background, `repair` over what was found last; False if it is going on already.

        `view().note` names what is looked at.
        """
        last = self._task.view().result if repair else None
        return self._task.start(lambda handle: self._run(handle, repair, last, embed), "repair" if repair else "verify")

    def _run(self, handle: Handle, repair: bool, last: Verdict | None, embed: bool) -> Verdict:
        watch = HandleWatch(handle, lambda: self._doing)
        try:
            if not repair:
                return self.verify(watch, embed=embed)
            return self.repair(last or self.verify(watch, embed=embed), watch)
        except Cancelled as error:
            raise ModelCancelled("Looking through the workspace was stopped; nothing is lost.") from error

    def view(self) -> TaskView[Verdict]:
        """How far it is, or what came of the last one."""
        return self._task.view()

    def cancel(self) -> None:
        self._task.cancel()

    def clear(self) -> None:
        """Forget what was found last."""
        self._task.clear()

    def wait(self, timeout_s: float | None = None) -> TaskView[Verdict]:
        return self._task.wait(timeout_s)

    def stop(self) -> None:
        """End it, and wait for that."""
        self._task.cancel()
        self._task.wait(30)

    # --- the work ----------------------------------------------------------------------------------------------------

    def _require_rest(self) -> None:
        if not self._kept.resting():
            raise InputError("Passages are being read or embedded.", "Stop that first, or wait for its end.")

    def _look(self, looking: Looking, embed: bool) -> None:
        checks = self._checks(looking)
        looking.watch.begin(len(checks))
        for name, check in checks:
            self._doing = name
            looking.watch.check()
            _guarded(looking, name, check)
            looking.watch.advance()
        if embed:
            self._doing = "embedding anew"
            derived.embedded_anew(looking, self._made())

    def _checks(self, looking: Looking) -> Sequence[Check]:
        made = self._made()
        return (
            ("database", partial(truth.database, looking)),
            ("settings", partial(truth.settings, looking)),
            ("decisions and notes", partial(stored_json, looking)),
            ("documents and passages", partial(truth.texts, looking)),
            ("kept files", partial(truth.originals, looking)),
            ("purges", partial(truth.purge, looking)),
            ("kept questions and answers", partial(links, looking)),
            ("search index", partial(words, looking)),
            ("replaced documents", partial(derived.places, looking, made)),
            ("graph", partial(derived.graph, looking, made)),
            ("collections", partial(derived.rows, looking, made)),
            ("vectors", partial(derived.vectors, looking, made)),
            ("vector index", partial(integrity_index.index, looking, made)),
        )

    def _made(self) -> Made:
        kept = self._kept
        return Made(kept.store, kept.views, kept.embeddings, kept.count_tokens, kept.opened)


def _guarded(looking: Looking, name: str, check: Callable[[], None]) -> None:
    """What can't even be read is a difference, and the other checks go on."""
    try:
        check()
    except _FAULTS as error:
        what = f"The {name} can't be read ({type(error).__name__}: {error})."
        looking.wrong("part", name, what, "Restore a backup.")
