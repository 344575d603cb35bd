"""What every loader is given, and what it may fail with.

Owns the faults that parsers raise on broken files, the check of titles, and the making of a document. Refuses to know
any file type.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from core.domain.cleaning import clean
from core.domain.paths import stem
from core.domain.records import ReadOptions
from core.errors import UnreadableFile

# What parsers raise on damaged bytes; each vendor's own root error is added where that vendor is called.
FAULTS: tuple[type[Exception], ...] = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    BufferError,
    EOFError,
    LookupError,
    MemoryError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)

_MAX_TITLE = 200
# Titles that programs leave behind: "Microsoft Word - report", "untitled", a file name, an address.
_LEFT_BEHIND = re.compile(
    r"^(microsoft \w+ - |untitled|document\d*$|dokument\d*$|title$|https?:|file:|about:)"
    r"|\.(docx?|odt|pdf|html?|indd|qxd|tex|dvi|rtf|pptx?|xlsx?|txt)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Source:
    """A file: its safe name, its bytes, and how to read it."""

    name: str
    content: bytes
    options: ReadOptions

    def title(self, *found: object) -> str:
        """The first of the titles found that can be one, on one line; else the name's stem."""
        return next((title for title in map(_one_line, found) if title), stem(self.name))


def sensible_title(found: object) -> str:
    """A title that a program may have made up, or nothing where it has: without a letter, a file name, an address."""
    title = _one_line(found)
    return title if any(map(str.isalpha, title)) and not _LEFT_BEHIND.search(title) else ""


def _one_line(found: object) -> str:
    """Text or a number as one line; nothing for what is neither, or too long for a title."""
    if isinstance(found, bool) or not isinstance(found, (str, int, float)):
        return ""
    title = " ".join(clean(str(found)).split())
    return title if len(title) <= _MAX_TITLE else ""


@contextmanager
def broken_as_unreadable(kind: str, *more: type[Exception]) -> Iterator[None]:
    """Turn what a parser raises on a damaged file into an UnreadableFile that names the kind."""
    try:
        yield
    except (*FAULTS, *more) as error:
        raise UnreadableFile(
            f"The {kind} file is broken and can't be opened ({type(error).__name__}).",
            "Open it in the program it came from and save it again.",
        ) from error


def nothing_to_read() -> UnreadableFile:
    return UnreadableFile("The file holds no text.", "Leave it out, or check that it was saved completely.")
