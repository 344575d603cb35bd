"""What a file surely is, by its first bytes.

Owns the table of signatures. Refuses to guess: text has no signature and gives nothing.
"""

from __future__ import annotations

import io
import zipfile

_SIGNATURES = (
    (b"\x89PNG\r\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"II*\x00", "a TIFF picture"),
    (b"MM\x00*", "a TIFF picture"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old or encrypted Office file"),
    (b"{\\rtf", "an RTF file"),
    (b"\x1f\x8b\x08", "a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\x00", "a program"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"OggS\x00", "a sound file"),
    (b"ID3\x03", "a sound file"),
    (b"ID3\x04", "a sound file"),
)
_ZIP = b"PK\x03\x04"
_OFFICE = {
    "word/document.xml": "docx",
    "xl/workbook.xml": "an Excel workbook",
    "ppt/presentation.xml": "a presentation",
}


def signature(content: bytes) -> str:
    """`pdf`, `docx`, a phrase such as `a PNG picture`, or nothing for what has no signature."""
    if content.lstrip()[:5] == b"%PDF-":
        return "pdf"
    if content.startswith(_ZIP):
        return _archive(content)
    return next((kind for start, kind in _SIGNATURES if content.startswith(start)), "")


def _archive(content: bytes) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return ""  # broken: the ending decides who says so
    return next((kind for name, kind in _OFFICE.items() if name in names), "a zip archive")
