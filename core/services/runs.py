"""Runs that are kept, of each viewer apart: stored with all their traces, found again, starred, noted, and answered.

What a run shows of documents decides whether it is shown itself: one that rests on a withdrawn document is neither
listed nor opened until the document is back, and one that shows an earlier version of a document is listed without a
word of it. Nothing is kept by a process that may not write, nor of what went before it could be kept: the id is empty.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from core.domain.answers import Answer, answer_json, answer_of
from core.domain.codec import restored
from core.domain.fulltext import folded
from core.domain.modes import Parameters
from core.domain.runs import OpenedKind, Page, Recent, RunRow, State, StoredRun, run_id
from core.domain.trace import Trace
from core.domain.trace_codec import load_traces
from core.errors import InputError, UnknownName
from core.ports import Clock
from core.services.runs_documents import OpenView, Rests
from core.services.runs_keeping import ByMode, Keeper
from core.store.opened import Eyes
from core.store.runs import Listing, NewRun, NewTraces, RunBody
from core.store.store import Store

_NAMED = 3  # documents that a sentence names
LOOKED_AT = 20  # of the latest runs with the words of a question, before another is stored


class Runs:
    """The kept runs of a workspace: of who sees everything, or of the viewer whose passages `sees` gives.

    `engine` names what reads and embeds now. `view` has to be this viewer's.
    """

    def __init__(
        self,
        store: Store,
        view: OpenView,
        clock: Clock,
        engine: Callable[[], Mapping[str, str]] = dict,
        eyes: Eyes | None = None,
    ) -> None:
        self._store, self._rests, self._clock, self._engine = store, Rests(view), clock, engine
        self._limited = eyes is not None
        self._keeper = Keeper(store, self._rests, self._limited)
        self._table = store.runs.seen_by(eyes) if eyes else store.runs
        self._chunks = eyes.sees if eyes else store.words.chunks

    @property
    def keeps(self) -> bool:
        """False where this process may only read the workspace: nothing is kept."""
        return not self._store.database.read_only

    def save(
        self,
        question: str,
        traces: Mapping[str, Trace],
        parameters: Parameters | ByMode | None = None,
        page: Page = "ask",
        asked: str = "",
    ) -> str:
        """Store the traces of a question by mode, in their order; the run's id (empty where nothing is kept).

        `parameters` are those of all modes, or by mode. `asked` is the question as it stands alone.
        """
        if not self.keeps:
            return ""
        at = self._clock.now()
        new = NewRun(
            id=run_id(at, secrets.token_hex(4)),
            at=at,
            page=page,
            question=_storable(question),
            asked=_storable(asked or question),
            parameters={},
            engine=self._engine(),
            version=self._store.version(),
            folded=folded(f"{question}\n{asked}"),
        )

        def put(found: NewTraces) -> None:
            self._table.insert(new)
            self._table.add_traces(new.id, found)

        return new.id if self._keeper.put(put, traces, parameters) else ""

    def find(
        self, question: str, traces: Mapping[str, Trace], parameters: Parameters, page: Page = "ask", asked: str = ""
    ) -> str:
        """The latest run that `save` would store once more, of the workspace and the engine of now; empty if none."""
        wanted = _storable(question), _storable(asked or question), tuple(traces)
        for row in self.list(question, limit=LOOKED_AT, page=page) if self.keeps else ():
            if (row.question, row.asked, row.modes) == wanted and self._same(row.id, traces, parameters):
                return row.id
        return ""

    def add(self, id_: str, traces: Mapping[str, Trace], parameters: Parameters | ByMode | None = None) -> None:
        """Add modes to a run; those that it has already are replaced. Raises UnknownName."""
        if self.keeps:
            self._keeper.put(lambda found: self._table.add_traces(id_, found), traces, parameters)

    def row(self, id_: str) -> RunRow:
        """A run's line in the list. Raises UnknownName as `open` does."""
        found = self._table.row(id_)
        if found is None:
            raise self._unknown(id_)
        return found

    def open(self, id_: str) -> StoredRun:
        """A run as it was, with the passages as they are now.

        Raises UnknownName where it is not here, rests on a withdrawn document or shows an earlier version of one,
        InputError where it can't be read.
        """
        found = self._table.body(id_)
        if found is None:
            raise self._unknown(id_)
        if found.row.earlier:
            raise _outdated(found.row)
        traces, changed = self._traces(found)
        own = {mode: _parameters(data) for mode, data in found.parameters.items()}
        row = found.row
        return StoredRun(
            id=row.id,
            at=row.at,
            page=row.page,
            question=row.question,
            asked=row.asked,
            traces={mode: traces[mode] for mode in row.modes if mode in traces},
            parameters=next(iter(own.values()), Parameters()),
            answers={mode: answer_of(found.answers[mode]) for mode in row.answered},
            version=(0, 0) if self._limited else found.version,
            engine=found.engine,
            starred=row.starred,
            note=row.note,
            changed=changed,
            current=found.version == self._store.version(),
            own=own,
        )

    def add_answer(self, id_: str, mode: str, answer: Answer) -> None:
        """Store the answer of a mode; an earlier one is replaced. Raises UnknownName."""
        if self.keeps:
            found = answer_json(answer), folded(answer.text)
            self._table.add_answer(id_, mode, found, self._clock.now())

    def list(
        self, text: str = "", starred: bool = False, limit: int = 50, page: str = "", offset: int = 0
    ) -> tuple[RunRow, ...]:
        """Runs, latest first: those whose question, note or answers hold every piece of `text`; of one page, or all."""
        return self._table.rows(Listing(_pieces(text), starred, page, limit, offset))

    def count(self, text: str = "", starred: bool = False, page: str = "") -> int:
        """How many `list` would give without a limit."""
        return self._table.count(Listing(_pieces(text), starred, page))

    def star(self, id_: str, on: bool = True) -> None:
        """Set or take the star. Raises UnknownName."""
        if self.keeps:
            self._table.update(id_, "starred", on)

    def note(self, id_: str, text: str) -> None:
        """Set the note; empty takes it away. Raises UnknownName."""
        if self.keeps:
            run = self.row(id_)
            self._table.update(id_, "note", _storable(text), folded(f"{run.question}\n{run.asked}\n{text}"))

    def delete(self, id_: str) -> None:
        """Erase a run and its answers, for good."""
        if self.keeps:
            self._table.delete(id_)

    # --- what was opened ---------------------------------------------------------------------------------------------

    def opened(
        self,
        kind: OpenedKind,
        key: str,
        label: str,
        policy: str = "careful",
        viewer: tuple[str, ...] | None = None,
    ) -> None:
        """Remember that a thing was opened. Runs are in the list anyway; a thing that no document knows is left out."""
        if not self.keeps or kind == "run":
            return
        documents = self._rests.documents(policy, viewer, kind, key)
        passages = self._rests.passages(policy, viewer, kind, key) if self._limited else ()
        if documents and (passages or not self._limited):
            self._table.opened(Recent(kind, key, _storable(label), self._clock.now()), documents, passages)

    def recent(self, limit: int = 10) -> tuple[Recent, ...]:
        """Runs and things opened, latest first; things that only withdrawn documents tell of are left out."""
        return self._table.recent(limit)

    # --- helpers -----------------------------------------------------------------------------------------------------

    def _same(self, id_: str, traces: Mapping[str, Trace], parameters: Parameters) -> bool:
        try:
            run = self.open(id_)
        except InputError:
            return False
        now = run.current and run.engine == self._engine()
        return now and (run.parameters, run.traces) == (parameters, traces)

    def _unknown(self, id_: str) -> UnknownName:
        """The same for a viewer whether a run is gone or not theirs."""
        gone = "It was deleted, or a document that it shows is withdrawn; give that back."
        return UnknownName(f"There is no run '{id_}'.", "Ask the question again." if self._limited else gone)

    def _traces(self, found: RunBody) -> tuple[dict[str, Trace], dict[str, State]]:
        """Later parts take the place of earlier ones."""
        traces: dict[str, Trace] = {}
        changed: dict[str, State] = {}
        for part in found.traces:
            more, other = load_traces(part, self._chunks)
            traces |= more
            changed |= other
        return traces, changed


def _outdated(row: RunRow) -> UnknownName:
    which = ", ".join(f"“{name}”" for name in row.earlier[:_NAMED]) + (", …" if len(row.earlier) > _NAMED else "")
    reason = f"“{row.question}” was asked over an earlier version of {which}, which is shown no more."
    return UnknownName(reason, "Ask the question again.")


def _parameters(data: Mapping[str, object]) -> Parameters:
    """As they were stored; the defaults where this version does not know a value."""
    try:
        return restored(Parameters, data)
    except InputError:
        return Parameters()


def _pieces(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(folded(text).split()))


def _storable(text: str) -> str:
    """Without halves of surrogate pairs, which no file can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")
