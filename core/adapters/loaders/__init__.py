"""Readers of files, one module a family, behind the port FileReader.

Owns which reader takes which file: by ending, corrected by what the bytes say. Refuses nothing by raising: whatever
can't be read is listed with a reason and a remedy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.adapters.loaders.signatures import signature
from core.adapters.loaders.source import Source
from core.adapters.loaders.tables import read_csv
from core.adapters.loaders.text import read_markdown, read_text
from core.domain.paths import ending, safe_name
from core.domain.records import Reading, ReadOptions, Unread
from core.errors import UnreadableFile

Loader = Callable[[Source], Reading]


# The libraries of these three take a fifth of a second to import: they wait for the first file that needs them.


def _read_docx(source: Source) -> Reading:
    from core.adapters.loaders.docx import read_docx

    return read_docx(source)


def _read_html(source: Source) -> Reading:
    from core.adapters.loaders.html import read_html

    return read_html(source)


def _read_pdf(source: Source) -> Reading:
    from core.adapters.loaders.pdf import read_pdf

    return read_pdf(source)


_LOADERS: dict[str, Loader] = {
    ".csv": read_csv,
    ".docx": _read_docx,
    ".htm": _read_html,
    ".html": _read_html,
    ".log": read_text,
    ".markdown": read_markdown,
    ".md": read_markdown,
    ".pdf": _read_pdf,
    ".rst": read_text,
    ".text": read_text,
    ".tsv": read_csv,
    ".txt": read_text,
    ".xhtml": _read_html,
}
_ADVICE = {
    ".doc": "Open it in Word or LibreOffice and save it as .docx.",
    ".odt": "Open it in LibreOffice and save it as .docx.",
    ".rtf": "Open it in a word processor and save it as .docx.",
    ".xls": "Save each sheet as .csv.",
    ".xlsx": "Save each sheet as .csv.",
    ".ods": "Save each sheet as .csv.",
    ".pptx": "Print it to a .pdf.",
    ".epub": "Convert it to .html or .pdf.",
    ".jsonl": "Evidence records are taken by `lightprism import`.",
    ".zip": "Unpack it and add the files.",
}


class Files:
    """The port FileReader over all file types that this version takes."""

    def read(self, name: str, content: bytes, options: ReadOptions) -> Reading:
        """The documents of one file, under a safe name, and a line for all that could not be read."""
        shown = safe_name(name)
        try:
            _check_size(content, options)
            return self._loader(shown, content)(Source(shown, content, options))
        except UnreadableFile as fault:
            return Reading((), (Unread(shown, fault.message, fault.remedy),))

    def extensions(self) -> Sequence[str]:
        return sorted(_LOADERS)

    def _loader(self, name: str, content: bytes) -> Loader:
        """By what the bytes surely are, else by the ending."""
        end, kind = ending(name), signature(content)
        if kind in ("pdf", "docx") and (end in _LOADERS or not end):
            return _LOADERS[f".{kind}"]
        if end not in _LOADERS:
            taken = f"LightPrism takes {', '.join(self.extensions())}."
            what = f"Files ending in {end} are not taken." if end else "The file has no ending, so its type is unknown."
            raise UnreadableFile(what, _ADVICE.get(end, taken))
        if kind:
            raise UnreadableFile(
                f"The file ends in {end} but is {kind}.",
                _ADVICE.get(end, "Give it the ending of its type, or convert it."),
            )
        return _LOADERS[end]


def _check_size(content: bytes, options: ReadOptions) -> None:
    if not content:
        raise UnreadableFile("The file is empty.", "Leave it out, or check that it was saved or copied completely.")
    if len(content) > options.max_bytes:
        raise UnreadableFile(
            f"The file has {len(content):,} bytes, more than the {options.max_bytes:,} that are read.",
            "Split it, or take out large pictures.",
        )
