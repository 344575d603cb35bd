"""A workspace's truth as one file: a zip of the database as it is at one moment, the kept originals, and a manifest.

The vector index is not in it: it is filled again from the vectors in the database. The database is copied without its
free pages, while others may go on using it. Reading a backup is `unpacking`.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import sqlite3
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from core.errors import InputError, WorkspaceDamaged

FORMAT, VERSION = "lightprism backup", 1
MANIFEST, DATABASE_ENTRY, ORIGINALS = "manifest.json", "lightprism.db", "originals"
COPY = ".backup-*.db"
"""The copy of the database while it is packed, in the workspace's folder: one that a crash left is removed there."""

PART, LEFT_S = ".zip.part", 3600.0
"""A backup that is not whole yet; one that nobody has written to for so many seconds is of a program that ended."""

BLOCK = 1 << 20
"""Bytes that are read at a time."""

HASH = re.compile("[0-9a-f]{64}")
"""What a kept file is called: its SHA-256."""

_TAKE_AGAIN = "`verify` names it; take its document in again, or restore an earlier backup."

Step = Callable[[], None]
"""Called after each file and each block; what it raises ends the work, and no file is left."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A file in a backup: its bytes, and their SHA-256 in hex."""

    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds. `schema` are the migrations that the database has, `missing` originals that were gone.

    `made` is UTC, ISO 8601. Paths of `files` are `lightprism.db` and `originals/XX/HASH`.
    """

    workspace: str
    made: str
    schema: tuple[str, ...]
    documents: int
    passages: int
    decisions: int
    files: Mapping[str, Packed] = field(default_factory=dict)
    missing: tuple[str, ...] = ()


def nothing() -> None:
    """A step that goes on."""


def write_backup(folder: Path, target: Path, made: str, step: Step = nothing) -> Manifest:
    """Pack the workspace in `folder` into the file `target`; it appears when it is whole.

    Raises InputError where the file exists or can't be written, WorkspaceDamaged where the database can't be read.
    """
    if target.exists():
        raise InputError(f"There is a file '{target}' already.", "Take another name; a backup never replaces a file.")
    mark = secrets.token_hex(6)
    part, copy = target.with_name(f".{target.name}.{mark}{PART}"), folder / COPY.replace("*", mark)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _clear_left(target.parent)
        copy_database(folder / DATABASE_ENTRY, copy)
        step()
        manifest = _packed(folder, copy, part, made, step)
        part.replace(target)
    except sqlite3.Error as error:
        raise WorkspaceDamaged(f"The database can't be copied ({error}).", "Look through it with `verify`.") from error
    except OSError as error:
        reason = error.strerror or error
        raise InputError(f"The backup can't be written to '{target}' ({reason}).", "Choose another place.") from error
    finally:
        for path in (part, copy):
            with suppress(OSError):
                path.unlink()
    return manifest


def _clear_left(folder: Path) -> None:
    for path in folder.glob(f".*{PART}"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > LEFT_S:
                path.unlink()


def copy_database(database: Path, copy: Path) -> None:
    """The database as its last commit left it, without free pages, as a file of its own. Raises sqlite3.Error."""
    with closing(read_only(database)) as connection:
        connection.execute("VACUUM INTO ?", (str(copy),))


def read_only(database: Path) -> sqlite3.Connection:
    """A connection that can't change the file. Raises sqlite3.Error."""
    return sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True, timeout=30.0, isolation_level=None)


def _packed(folder: Path, copy: Path, part: Path, made: str, step: Step) -> Manifest:
    files: dict[str, Packed] = {}
    missing = []
    with closing(read_only(copy)) as connection:
        wanted = originals_of(connection)
        said = _said(connection, folder)
    if strange := next((name for name in wanted if not HASH.fullmatch(name)), None):
        raise WorkspaceDamaged(f"The database names a kept file '{strange[:200]}', which is none.", _TAKE_AGAIN)
    with zipfile.ZipFile(part, "x", zipfile.ZIP_DEFLATED) as archive:
        files[DATABASE_ENTRY] = _put(archive, DATABASE_ENTRY, copy, step)
        for name in wanted:
            entry = original_entry(name)
            if (folder / entry).is_file():
                files[entry] = _put(archive, entry, folder / entry, step)
            else:
                missing.append(name)
        manifest = replace(said, made=made, files=files, missing=tuple(missing))
        archive.writestr(zipfile.ZipInfo(MANIFEST), dumped(manifest))
    with part.open("r+b") as written:
        os.fsync(written.fileno())
    return manifest


def originals_of(connection: sqlite3.Connection) -> tuple[str, ...]:
    """The hashes of the kept files that revisions name, in order."""
    rows = connection.execute("SELECT DISTINCT original FROM revisions WHERE original NOT NULL ORDER BY original")
    return tuple(str(row[0]) for row in rows)


def original_entry(name: str) -> str:
    """Where a kept file lies below the workspace, and in a backup."""
    return f"{ORIGINALS}/{name[:2]}/{name}"


def dumped(manifest: Manifest) -> str:
    """As it stands in the file."""
    return json.dumps({"format": FORMAT, "version": VERSION, **asdict(manifest)}, ensure_ascii=False, indent=1)


def _said(connection: sqlite3.Connection, folder: Path) -> Manifest:
    name = connection.execute("SELECT value FROM meta WHERE key = 'name'").fetchone()
    schema = connection.execute("SELECT name FROM migrations ORDER BY position")
    documents, passages, decisions = (int(connection.execute(query).fetchone()[0]) for query in _COUNTS)
    shown = str(name[0]) if name else folder.name
    return Manifest(shown, "", tuple(str(row[0]) for row in schema), documents, passages, decisions)


def _put(archive: zipfile.ZipFile, entry: str, path: Path, step: Step) -> Packed:
    sha, size = hashlib.sha256(), 0
    info = zipfile.ZipInfo(entry)
    info.compress_type = zipfile.ZIP_DEFLATED
    with path.open("rb") as file, archive.open(info, "w", force_zip64=True) as out:
        for block in _blocks(file.read):
            out.write(block)
            sha.update(block)
            size += len(block)
            step()
    return Packed(size, sha.hexdigest())


def _blocks(read: Callable[[int], bytes]) -> Iterator[bytes]:
    while block := read(BLOCK):
        yield block


_COUNTS = tuple(f"SELECT COUNT(*) FROM {table}" for table in ("documents", "chunks", "decisions"))
