"""Folders that were added whole, looked at again: what is new in them, what changed, what is gone, what can't be read.

Looking changes nothing. A folder that is not there, or that holds none of its files any more, says nothing of them: it
may be a disk that is not mounted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from core.domain.identity import content_hash
from core.domain.paths import safe_name
from core.domain.records import ReadOptions
from core.errors import InputError, UnreadableFile
from core.services.folder import content_of, files_below, unlisted
from core.services.incoming import Incoming, Report, limit_of
from core.services.intake import Intake
from core.services.withdraw import Withdrawals
from core.store.folders import TakenFile
from core.store.store import Store
from core.store.superseding import read_superseded


@dataclass(frozen=True, slots=True)
class FolderState:
    """How a folder differs from what was taken in from it. Files are named as documents are: SOURCE/path below it.

    `renamed` are (old, new) names of files with the same content, which are among `missing` and `new` too. `erased` are
    files whose documents, or ones of the same content, were erased here; they are not among `new`. `there` is
    False where the folder is gone or holds none of its files; `why` says which, and nothing is listed then.
    """

    source: str
    path: str
    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    there: bool = True
    unreadable: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    why: str = ""
    erased: tuple[str, ...] = ()

    @property
    def fresh(self) -> bool:
        """Whether there is nothing to take in and nothing gone."""
        return self.there and not (self.new or self.changed or self.missing)


class Freshness:
    """Looks at the folders of one workspace and takes in what differs. `follow` begins what the change brings."""

    def __init__(self, store: Store, intake: Callable[[], Intake], withdrawals: Withdrawals) -> None:
        self._store, self._intake, self._withdrawals = store, intake, withdrawals

    def check(self) -> tuple[FolderState, ...]:
        """How each folder that was added whole differs now, by source; reads every file."""
        sources = self._store.folders.sources()
        return tuple(self._state(source, Path(sources[source])) for source in self._store.folders.whole())

    def take(self, new: Collection[str] = (), changed: Collection[str] = (), missing: Collection[str] = ()) -> Report:
        """Take in files that are new or changed, and withdraw the documents of missing ones; named as `check` does.

        Of `erased` files those are taken that `new` names. A file that was renamed keeps what was read of it. Looks
        again first: what is not (any more) as said is left. Raises InputError where nothing is left to do, and
        WorkspaceBusy.
        """
        states = self.check()
        files = [found for state in states for found in self._files(state, frozenset((*new, *changed)))]
        gone = [name for state in states for name in state.missing if name in set(missing)]
        if not files and not gone:
            raise InputError("Nothing of this is new, changed or missing now.", "Check the folders again.")
        taken = {f"{file.source}/{safe_name(file.name)}" for file in files}
        renamed = {now: old for state in states for old, now in state.renamed if now in taken and old in gone}
        self._keep_said(renamed)
        before = self._replaced()
        report = self._intake().add(files, formerly=renamed)
        report.withdrawn = self._withdraw(gone)
        self._tell_others(report, before)
        return self._intake().compared(report)  # again: what is gone by now is like nothing

    def _files(self, state: FolderState, wanted: frozenset[str]) -> list[Incoming]:
        names = wanted.intersection((*state.new, *state.changed, *state.erased))
        return [Incoming(state.source, below, content) for below, content in _read(state, names)]

    def _keep_said(self, renamed: Mapping[str, str]) -> None:
        """What a person said of a document holds under its new name, before anyone sees that."""
        for overlay in self._store.overlays.all():
            for now, old in renamed.items():
                if overlay.path == old:
                    self._store.overlays.set(now, overlay.field, overlay.value)

    def _replaced(self) -> frozenset[str]:
        with self._store.database.snapshot() as connection:
            return frozenset(name for name, _, _ in read_superseded(connection))

    def _tell_others(self, report: Report, before: frozenset[str]) -> None:
        """Which documents went or came back besides."""
        now = self._replaced()
        standing = {row.document.id for row in self._store.documents.rows()} - {*self._store.withheld.since()}
        report.superseded = sorted(now - before)
        report.back = sorted((before - now) & standing)

    def _withdraw(self, names: Sequence[str]) -> list[str]:
        documents = []
        for name in names:
            source, _, below = name.partition("/")
            taken = self._store.folders.files(source).get(below)
            documents += self._standing(taken) if taken else []
            self._store.folders.forget(source, [below])
        return list(self._withdrawals.withdraw(documents)) if documents else []

    def _state(self, source: str, folder: Path) -> FolderState:
        known = self._store.folders.files(source)
        if not folder.is_dir():
            return FolderState(source, str(folder), there=False, why="The folder is not there.")
        hashes, unreadable = _hashes(folder)
        told = {name: taken for name, taken in known.items() if self._standing(taken)}
        closed = [f"{safe_name(each)}/" for each in unlisted(folder)]
        gone = [name for name in told if not (name in hashes or name in unreadable or name.startswith(tuple(closed)))]
        fresh = [name for name in hashes if name not in known]
        renamed = _renamed(gone, fresh, known, hashes)
        moved = {new for _, new in renamed}
        erased = self._erased(source, {name: hashes[name] for name in fresh if name not in moved})
        if told and len(gone) == len(told) and not renamed:
            return FolderState(
                source, str(folder), there=False, why="None of its files is in it. Is it the right disk?"
            )
        changed = [name for name in hashes if name in known and _differs(known[name], hashes[name], name in told)]

        unreadable += [name[:-1] for name in closed]

        def named(names: Sequence[str]) -> tuple[str, ...]:
            return tuple(f"{source}/{name}" for name in sorted(names))

        pairs = tuple((f"{source}/{old}", f"{source}/{new}") for old, new in renamed)
        return FolderState(
            source,
            str(folder),
            named([name for name in fresh if name not in erased]),
            named(changed),
            named(gone),
            unreadable=named(unreadable),
            renamed=pairs,
            erased=named(erased),
        )

    def _erased(self, source: str, hashes: Mapping[str, str]) -> list[str]:
        found = self._store.erased.among({f"{source}/{name}": hash_ for name, hash_ in hashes.items()})
        return [name for name in hashes if f"{source}/{name}" in found]

    def _standing(self, taken: TakenFile) -> list[str]:
        """The documents of a file that are here and not withdrawn."""
        found = {name: self._store.documents.current_revision(name) for name in taken.documents}
        return [name for name, revision in found.items() if revision is not None and not revision[2]]


def _differs(taken: TakenFile, hash_: str, stands: bool) -> bool:
    """A file of which all documents are withdrawn stays as it is, whatever is in it."""
    return taken.hash != hash_ and (stands or not taken.documents)


def _hashes(folder: Path) -> tuple[dict[str, str], list[str]]:
    """The hash of each file's content, and the names of those that can't be read."""
    found, unreadable = dict[str, str](), list[str]()
    for name, path in files_below(folder):
        try:
            found[safe_name(name)] = content_hash(content_of(path, limit_of(name, ReadOptions())))
        except UnreadableFile:
            unreadable.append(safe_name(name))
    return found, unreadable


def _renamed(
    gone: Sequence[str], fresh: Sequence[str], known: Mapping[str, TakenFile], hashes: Mapping[str, str]
) -> list[tuple[str, str]]:
    """(old, new) of the same content, each once, by name."""
    waiting: dict[str, list[str]] = {}
    for name in sorted(gone):
        waiting.setdefault(known[name].hash, []).append(name)
    return [(waiting[hashes[name]].pop(0), name) for name in sorted(fresh) if waiting.get(hashes[name])]


def _read(state: FolderState, wanted: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """(path below the folder, content) of these files, as far as they can be read now."""
    folder = Path(state.path)
    for name, path in files_below(folder):
        if f"{state.source}/{safe_name(name)}" in wanted:
            with suppress(UnreadableFile):
                yield name, content_of(path, limit_of(name, ReadOptions()))
