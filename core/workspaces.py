"""The folders that hold workspaces: which there are, and making one."""

from __future__ import annotations

import json
import secrets
import shutil
import time
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from core.domain.chunking import Chunking
from core.domain.paths import safe_name
from core.errors import InputError
from core.services.configuration import CHUNKING, ENGINE
from core.settings import Engine, Settings
from core.store.backup import LEFT_S, nothing
from core.store.store import DATABASE, Store
from core.store.unpacking import read_manifest, unpack

NAME = "name"
_PART = ".restoring-"


@dataclass(frozen=True, slots=True)
class WorkspaceInfo:
    """A workspace folder under the home."""

    name: str
    path: Path
    missing: tuple[str, ...] = ()
    """Of one that was made from a backup: hashes of kept files that were gone when that was made."""


def workspaces(settings: Settings) -> tuple[WorkspaceInfo, ...]:
    """The workspaces below the home, by name."""
    found = (WorkspaceInfo(path.parent.name, path.parent) for path in settings.workspaces.glob(f"*/{DATABASE}"))
    return tuple(sorted(found, key=lambda info: (info.name.casefold(), info.name)))


def create_workspace(settings: Settings, name: str, engine: Engine, chunking: Chunking | None = None) -> Path:
    """Make an empty workspace of that name; its folder. Raises InputError if the name is taken or names nothing."""
    folder = safe_name(name).replace("/", "-").strip()
    if not name.strip():
        raise InputError("The workspace needs a name.", "Type one.")
    path = settings.workspaces / folder
    if path.exists():
        raise InputError(f"There is a workspace '{folder}' already.", "Take another name, or open that one.")
    make_workspace(path, engine, chunking, name=folder)
    return path


def make_workspace(path: Path, engine: Engine, chunking: Chunking | None = None, name: str = "") -> None:
    """Make an empty workspace in a folder that holds none yet."""
    path.mkdir(parents=True, exist_ok=True)
    store = Store(path)
    try:
        store.database.set(NAME, name or path.name)
        store.database.set(ENGINE, json.dumps(asdict(engine)))
        if chunking:
            store.database.set(CHUNKING, json.dumps(asdict(chunking)))
    finally:
        store.close()


def restore_workspace(
    file: Path | IO[bytes], settings: Settings, name: str = "", step: Callable[[], None] = nothing
) -> WorkspaceInfo:
    """Make a workspace from a backup, under its own name or another one; older ones are carried on.

    `step` is called as it goes, and ends it by raising. Raises InputError for what is no whole backup, is newer than
    this program, or has a name that is taken or can't be a folder's; then nothing is left.
    """
    manifest = read_manifest(file)
    shown = _named(name) if name.strip() else safe_name(manifest.workspace).replace("/", "-").strip()
    path = settings.workspaces / shown
    if path.exists():
        raise InputError(f"There is a workspace '{shown}' already.", "Restore the backup under another name.")
    _clear_left(settings.home)
    part = settings.home / f"{_PART}{secrets.token_hex(6)}"
    try:
        unpack(file, part, step)
        _settle(part, shown)
        path.parent.mkdir(parents=True, exist_ok=True)
        part.rename(path)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return WorkspaceInfo(shown, path, manifest.missing)


def _named(name: str) -> str:
    """A name that was typed, if a folder may be called so. Raises InputError."""
    wanted = name.strip()
    if safe_name(wanted).replace("/", "-").strip() != unicodedata.normalize("NFC", wanted):
        said = f"A workspace can't be called '{wanted[:200]}'."
        raise InputError(said, "Take a name without slashes, without “..”, and not too long.")
    return unicodedata.normalize("NFC", wanted)


def _clear_left(home: Path) -> None:
    """Remove what restoring left in a program that was killed."""
    for path in home.glob(f"{_PART}*"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > LEFT_S:
                shutil.rmtree(path)


def _settle(folder: Path, name: str) -> None:
    """Carry the store on to this version; its collections are not there yet, and are filled from stored vectors."""
    store = Store(folder)
    try:
        store.database.set(NAME, name)
        store.vectors.forget_index()
    finally:
        store.close()


def is_workspace(path: Path) -> bool:
    """Whether the folder holds a workspace."""
    return (path / DATABASE).is_file()
