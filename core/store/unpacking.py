"""A backup read back into a new folder, as wary as of any file that comes from outside.

Only the names that a backup has are taken, nothing is written elsewhere, no more bytes than announced are read, and
every file must have its hash. What is half done leaves nothing behind.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any

from core.errors import InputError
from core.store.backup import (
    BLOCK,
    DATABASE_ENTRY,
    FORMAT,
    HASH,
    MANIFEST,
    ORIGINALS,
    VERSION,
    Manifest,
    Packed,
    Step,
    nothing,
    original_entry,
    originals_of,
    read_only,
)
from core.store.migrations import MIGRATIONS

File = Path | IO[bytes]

MOST_MANIFEST = 64 << 20
"""Bytes of a manifest: some 100 for each kept file."""

MOST_RATIO = 200
"""A backup that unpacks to more than so many times its size (and 16 MB) is no backup: text shrinks to a fifth."""

_ROOM = 16 << 20
_ENTRY = re.compile(rf"{ORIGINALS}/([0-9a-f]{{2}})/(?=\1)[0-9a-f]{{64}}")
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_REMEDY = "Take another copy of it, or an earlier backup."
_SQL_ALLOWED = "SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%'"


def read_manifest(file: File) -> Manifest:
    """What a backup says that it holds. Raises InputError for a file that is none, or that a newer version made."""
    with _opened(file) as archive:
        return _manifest(archive)


def unpack(file: File, folder: Path, step: Step = nothing) -> Manifest:
    """Write the files of a backup into a folder that is not there yet. Raises InputError; then there is no folder."""
    with _opened(file) as archive:
        manifest = _manifest(archive)
        _check_room(archive, manifest, folder.parent)
        folder.mkdir(parents=True)
        try:
            for name, packed in manifest.files.items():
                _take(archive, name, packed, folder, step)
            _check_database(folder / DATABASE_ENTRY, manifest)
        except OSError as error:
            shutil.rmtree(folder, ignore_errors=True)
            raise InputError(f"The backup can't be unpacked ({error.strerror or error}).", "Make room.") from error
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
    return manifest


@contextmanager
def _opened(file: File) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(file) as archive:
            yield archive
    except OSError as error:
        raise InputError(f"The backup can't be read ({error.strerror or error}).", "Check the path.") from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise InputError(f"This is no whole backup ({error}).", _REMEDY) from error


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    infos = {info.filename: info for info in archive.infolist()}
    if MANIFEST not in infos or infos[MANIFEST].file_size > MOST_MANIFEST:
        raise InputError("This is no backup of a workspace.", "Choose a file that `backup` wrote.")
    with archive.open(infos[MANIFEST]) as stream:
        manifest = _parsed(stream.read(MOST_MANIFEST))
    known = {name for name, _ in MIGRATIONS}
    newer = [name for name in manifest.schema if name not in known]
    if newer:
        said = f"This backup was made by a newer version (it knows {', '.join(newer)[:200]})."
        raise InputError(said, "Update LightPrism.")
    _check_entries(archive.infolist(), manifest.files)
    return manifest


def _parsed(content: bytes) -> Manifest:
    try:
        found: dict[str, Any] = json.loads(content)
        if found.pop("format") != FORMAT:
            raise InputError("This is no backup of a workspace.", "Choose a file that `backup` wrote.")
        if int(found.pop("version")) > VERSION:
            raise InputError("This backup was made by a newer version.", "Update LightPrism.")
        files = {str(name): Packed(int(one["size"]), str(one["sha256"])) for name, one in found.pop("files").items()}
        schema, missing = (tuple(map(str, found.pop(field))) for field in ("schema", "missing"))
        counts = {name: int(found[name]) for name in ("documents", "passages", "decisions")}
        return Manifest(str(found["workspace"]), str(found["made"]), schema, **counts, files=files, missing=missing)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError("The manifest of this backup can't be read.", _REMEDY) from error


def _check_entries(infos: list[zipfile.ZipInfo], files: Mapping[str, Packed]) -> None:
    """Each file of the manifest is there once and as large as it says, and nothing else is."""
    names = [info.filename for info in infos if info.filename != MANIFEST]
    for name in names:
        if name != DATABASE_ENTRY and not _ENTRY.fullmatch(name):
            raise InputError(f"The backup holds '{name[:200]}', which no workspace has.", _REMEDY)
    if sorted(names) != sorted(files) or DATABASE_ENTRY not in files or len(infos) != len(names) + 1:
        raise InputError("The backup does not hold what its manifest says.", _REMEDY)
    for info in infos:
        packed = files.get(info.filename)
        wrong = packed is not None and (info.file_size != packed.size or not HASH.fullmatch(packed.sha256))
        if wrong or info.flag_bits & 1 or info.compress_type not in _METHODS:
            raise InputError(f"'{info.filename}' in the backup is not as its manifest says.", _REMEDY)


def _check_room(archive: zipfile.ZipFile, manifest: Manifest, near: Path) -> None:
    infos = archive.infolist()
    wanted, packed = sum(one.size for one in manifest.files.values()), sum(info.compress_size for info in infos)
    if wanted > MOST_RATIO * packed + _ROOM:
        raise InputError("The backup would unpack to far more than it can hold.", _REMEDY)
    near.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(near).free
    if wanted > free:
        raise InputError(f"The backup needs {wanted:,} bytes, and {free:,} are free.", "Make room, and try again.")


def _take(archive: zipfile.ZipFile, name: str, packed: Packed, folder: Path, step: Step) -> None:
    """Write one file; its name is one that a backup may have."""
    target, sha, left = folder / name, hashlib.sha256(), packed.size
    target.parent.mkdir(parents=True, exist_ok=True)
    with archive.open(name) as stream, target.open("xb") as out:
        while block := stream.read(min(BLOCK, left + 1)):
            left -= len(block)
            if left < 0:
                break
            sha.update(block)
            out.write(block)
            step()
    if left or sha.hexdigest() != packed.sha256:
        raise InputError(f"'{name}' in the backup is damaged: its hash is another one.", _REMEDY)


def _check_database(path: Path, manifest: Manifest) -> None:
    """The database can be read, has the schema that the manifest says, and nothing in it acts by itself."""
    try:
        with closing(read_only(path)) as connection:
            foreign = [row for row in connection.execute(_SQL_ALLOWED) if tuple(row) != ("table", "words")]
            schema = {str(row[0]) for row in connection.execute("SELECT name FROM migrations")}
            whole = connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
    except sqlite3.Error as error:
        raise InputError(f"The database in the backup can't be read ({error}).", _REMEDY) from error
    if foreign or not whole or schema != set(manifest.schema):
        raise InputError("The database in the backup is not one of a workspace.", _REMEDY)
    _check_originals(path, manifest)


def _check_originals(path: Path, manifest: Manifest) -> None:
    """The kept files that the database names are hashes, and there, but for those that were gone already."""
    with closing(read_only(path)) as connection:
        named = originals_of(connection)
    if strange := next((name for name in named if not HASH.fullmatch(name)), None):
        raise InputError(f"The database in the backup names a kept file '{strange[:200]}', which is none.", _REMEDY)
    lacking = {name for name in named if original_entry(name) not in manifest.files} - set(manifest.missing)
    if lacking:
        said = f"The backup lacks {len(lacking)} kept file{'s' * (len(lacking) != 1)} that its documents came from."
        raise InputError(f"{said} The first is {min(lacking)}.", _REMEDY)
    if other := {name for name in manifest.files if name != DATABASE_ENTRY} - set(map(original_entry, named)):
        raise InputError(f"The backup holds '{min(other)}', which no document came from.", _REMEDY)
