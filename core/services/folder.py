"""Walks a folder on this machine and reads its files. Says why a file can't be read; never follows a link out of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from core.errors import UnreadableFile


def files_below(folder: Path) -> Iterator[tuple[str, Path]]:
    """(path below the folder, file) by path; hidden files and links that lead out of the folder are passed over."""
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in relative.parts)
        if not hidden and path.is_file() and path.resolve().is_relative_to(folder):
            yield relative.as_posix(), path


def unlisted(folder: Path) -> tuple[str, ...]:
    """The folders below (or "." for itself) that can't be looked into: nothing is known of what is in them."""
    found = list[str]()

    def note(error: OSError) -> None:
        found.append(Path(error.filename or folder).relative_to(folder).as_posix())

    for _ in os.walk(folder, onerror=note):
        pass
    return tuple(found)


def content_of(path: Path, limit: int | None) -> bytes:
    """The bytes of a file, which is not opened if it has more than `limit`. Raises UnreadableFile."""
    try:
        size = path.stat().st_size
        if limit is None or size <= limit:
            return path.read_bytes()
    except OSError as error:
        raise UnreadableFile(
            f"{path.name} can't be read ({error.strerror or error}).", "Check that it is there, and who may read it."
        ) from error
    raise UnreadableFile(
        f"{path.name} has {size:,} bytes, more than the {limit:,} that are read.",
        "Split it, or take out large pictures.",
    )
