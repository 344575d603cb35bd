"""Backups of a workspace: made while it is in use, remembered, and mentioned when something is erased for good.

A backup keeps what it held when it was made: purging reaches no file but those of the workspace's folder.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from core.domain.paths import safe_name
from core.errors import InputError, ModelCancelled, WorkspaceDamaged, WorkspaceError
from core.ports import Clock
from core.services.task import Handle, Task, TaskView
from core.services.watch import NOT_WATCHED, Cancelled, Watch
from core.store.backup import Manifest, write_backup
from core.store.database import Database
from core.store.migrations import pending
from core.store.store import DATABASE, Store
from core.store.stored_json import object_of

FOLDER, ENDING = "backups", ".lightprism.zip"
_KNOWN, _CARRIED = "backups", "carried on"
"""In the meta table: the backups that were made, and the one made before an older workspace was carried on."""


@dataclass(frozen=True, slots=True)
class Backup:
    """One that was made: `size` in bytes; `missing` counts kept originals that were gone already."""

    path: Path
    made: str
    size: int
    documents: int
    passages: int
    decisions: int
    files: int
    missing: int = 0


@dataclass(frozen=True, slots=True)
class KnownBackup:
    """One that was made earlier, by whom it may be. `there`: the file is still where it was written."""

    path: Path
    made: str
    there: bool


@dataclass(frozen=True, slots=True)
class CarriedOn:
    """A workspace of an older version was carried on: its backup, what was added (names of migrations), and when."""

    backup: Path
    added: tuple[str, ...]
    at: str


class BackupDesk:
    """Makes backups of one workspace. `home` is where they go if no place is given."""

    def __init__(self, store: Store, home: Path, name: str, clock: Clock) -> None:
        self._store, self._folder, self._name, self._clock = store, home / FOLDER, name, clock
        self._task: Task[Backup] = Task(clock, "backup")

    def suggested(self) -> Path:
        """A path in the home's folder of backups that is free now."""
        return free_path(self._folder, self._name, self._clock.now())

    def make(self, path: Path | None = None, watch: Watch = NOT_WATCHED) -> Backup:
        """Write a backup, to the suggested path if none is given. Works for readers too.

        Raises InputError where the file exists or can't be written, WorkspaceDamaged, Cancelled.
        """
        target, made = self._target(path), self._clock.now()
        watch.begin(0)

        def step() -> None:
            watch.check()
            watch.advance()

        manifest = write_backup(self._store.folder, target, made, step)
        if not self._store.database.read_only:
            remember(self._store.database, target, made)
        return backup_of(manifest, target)

    def _target(self, path: Path | None) -> Path:
        target = (path or self.suggested()).expanduser()
        target = target if target.is_absolute() else Path(os.getcwd()) / target
        if target.is_dir():
            target = free_path(target, self._name, self._clock.now())
        if self._store.folder.resolve() in target.resolve().parents:
            raise InputError("A backup does not belong in the workspace's own folder.", "Choose another place.")
        return target

    def known(self) -> tuple[KnownBackup, ...]:
        """The backups that were made of this workspace, latest first; those in the home's folder are looked for."""
        return tuple(sorted(self._known(), key=lambda one: (one.made, str(one.path)), reverse=True))

    def _known(self) -> Iterator[KnownBackup]:
        for path, made in _remembered(self._store.database).items():
            yield KnownBackup(Path(path), made, Path(path).is_file())

    # --- the job -----------------------------------------------------------------------------------------------------

    def start(self, path: Path | None = None) -> bool:
        """Begin in the background; False if one is being made already."""
        return self._task.start(lambda handle: self._run(path, handle), self._name)

    def _run(self, path: Path | None, handle: Handle) -> Backup:
        try:
            return self.make(path, HandleWatch(handle))
        except Cancelled as error:
            raise ModelCancelled("The backup was stopped; no file was left.") from error

    def view(self) -> TaskView[Backup]:
        """How far it is, or what came of the last one."""
        return self._task.view()

    def cancel(self) -> None:
        self._task.cancel()

    def clear(self) -> None:
        """Forget the last one's outcome; the file stays."""
        self._task.clear()

    def wait(self, timeout_s: float | None = None) -> TaskView[Backup]:
        return self._task.wait(timeout_s)

    def stop(self) -> None:
        """End it, and wait for that."""
        self._task.cancel()
        self._task.wait(30)

    # --- a workspace of an older version -----------------------------------------------------------------------------

    @property
    def carried_on(self) -> CarriedOn | None:
        """Told until `told`: this workspace came from an older version, and a backup was made first."""
        read = object_of(self._store.database.get(_CARRIED))
        if not {"backup", "added", "at"} <= read.keys():
            return None
        return CarriedOn(Path(str(read["backup"])), tuple(map(str, read["added"])), str(read["at"]))

    def told(self) -> None:
        """The person has read of it."""
        if not self._store.database.read_only:
            with self._store.database.write() as connection:
                connection.execute("DELETE FROM meta WHERE key = ?", (_CARRIED,))


def carried_on_from(folder: Path, home: Path, clock: Clock) -> CarriedOn | None:
    """Back up a workspace of an older version, before it is carried on; None where there is nothing to carry on.

    Raises WorkspaceError where no backup can be made: then nothing is to be changed.
    """
    added = pending(folder / DATABASE)
    if not added:
        return None
    at = clock.now()
    target = free_path(home / FOLDER, f"{folder.name}, older version", at)
    try:
        write_backup(folder, target, at)
    except (InputError, WorkspaceDamaged) as error:
        said = f"This workspace is of an older version, and can't be backed up before it is carried on: {error.message}"
        raise WorkspaceError(said, error.remedy) from error
    return CarriedOn(target, added, at)


class HandleWatch:
    """Progress and cancelling of a background job, as a watch; `note` says what is being done."""

    def __init__(self, handle: Handle, note: Callable[[], str] = str) -> None:
        self._handle, self._note, self._done, self._total = handle, note, 0, 0

    def begin(self, total: int) -> None:
        self._done, self._total = 0, total
        self._handle.tell(0, total, self._note())

    def advance(self, steps: int = 1) -> None:
        self._done += steps
        self._handle.tell(self._done, self._total, self._note())

    def check(self) -> None:
        if self._handle.cancelled():
            raise Cancelled


def free_path(folder: Path, name: str, at: str) -> Path:
    """A file name from the workspace's and the time, with a number where there is one of that name."""
    base = f"{safe_name(name).replace('/', '-')}, {at[:10]} {at[11:16].replace(':', '')}"
    path, number = folder / f"{base}{ENDING}", 1
    while path.exists():
        number += 1
        path = folder / f"{base} ({number}){ENDING}"
    return path


def backup_of(manifest: Manifest, path: Path) -> Backup:
    """What to say of a backup that was written."""
    counts = (manifest.documents, manifest.passages, manifest.decisions, len(manifest.files) - 1)
    return Backup(path, manifest.made, path.stat().st_size, *counts, missing=len(manifest.missing))


def remember(database: Database, path: Path, made: str) -> None:
    """Note that a backup was made."""
    with database.write():
        database.set(_KNOWN, json.dumps(_remembered(database) | {str(path): made}))


def remember_carried(database: Database, carried: CarriedOn) -> None:
    """Note that the workspace was carried on from an older version."""
    with database.write():
        database.set(_CARRIED, json.dumps(asdict(carried) | {"backup": str(carried.backup)}))
        remember(database, carried.backup, carried.at)


def backups_since(database: Database, at: str) -> tuple[str, ...]:
    """Paths of the backups that were made at that time or later, latest first."""
    found = sorted(((made, path) for path, made in _remembered(database).items() if made >= at), reverse=True)
    return tuple(path for _, path in found)


def _remembered(database: Database) -> dict[str, str]:
    return {path: made for path, made in object_of(database.get(_KNOWN)).items() if isinstance(made, str)}
