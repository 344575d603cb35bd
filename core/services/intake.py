"""What comes in: files, folders, pasted text and evidence records become documents with chunks.

Owns a document's identity (`SOURCE/path below it`, uploads under `uploads/`) and the list of what could not be read.
Nothing here reads meaning from a chunk: that is `ingest`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.domain.chunking import Chunking, chunk, page_at
from core.domain.evidence import EvidenceChunk, parse_file
from core.domain.identity import content_hash, digest, occurrences
from core.domain.paths import safe_name
from core.domain.records import Extraction, LoadedDocument, ReadOptions, Unread
from core.errors import InputError
from core.ports import Clock, FileReader, Tokenizer
from core.store.documents import NewChunk, NewRevision
from core.store.store import Store

UPLOADS = "uploads"
RECORDS = ".jsonl"
_RECORDS_RECIPE = "records"
_SOURCES = "sources"
_IMPORTED = "imported"


@dataclass(frozen=True, slots=True)
class Incoming:
    """A file to be taken in: the source it belongs to, its path below that, and its bytes."""

    source: str
    name: str
    content: bytes


@dataclass(slots=True)
class Report:
    """What taking in gave: document ids by what happened to them, and what could not be read."""

    added: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    entities: int = 0
    relations: int = 0
    rejected: int = 0

    @property
    def sentence(self) -> str:
        """One line for a person."""
        parts = [(len(self.added), "added"), (len(self.replaced), "replaced"), (len(self.unchanged), "unchanged")]
        text = ", ".join(f"{n} {word}" for n, word in parts if n) or "nothing added"
        return f"{text}; {len(self.unread)} not read" if self.unread else text


class Intake:
    """Takes documents into a workspace under one chunking recipe."""

    def __init__(
        self, store: Store, reader: FileReader, tokenizer: Tokenizer, chunking: Chunking, clock: Clock
    ) -> None:
        self._store, self._reader, self._clock = store, reader, clock
        self._tokenizer, self._chunking = tokenizer, chunking
        counted = "" if chunking.unit == "characters" else f" of {tokenizer.name}"
        self._recipe = f"{chunking.size}/{chunking.overlap} {chunking.unit}{counted}"

    def extensions(self) -> tuple[str, ...]:
        """The file endings that can be taken in, sorted."""
        return tuple(sorted({*self._reader.extensions(), RECORDS}))

    def add_folder(self, path: Path, options: ReadOptions | None = None) -> Report:
        """Take in a file, or a folder with all below it but what is hidden. Raises InputError if it is not there."""
        path = path.expanduser()
        if path.is_file():
            return self.add([Incoming(UPLOADS, path.name, path.read_bytes())], options)
        if not path.is_dir():
            raise InputError(
                f"There is no file or folder '{path}'.", "Check the path; it is looked up on this machine."
            )
        return self.add(_below(path.resolve(), self._source(path.resolve())), options)

    def add_text(self, title: str, text: str) -> Report:
        """Take in pasted text as a document of that title."""
        if not text.strip():
            raise InputError("The pasted text is empty.", "Paste the passage that should be read.")
        return self.add([Incoming(UPLOADS, f"{safe_name(title or 'Pasted text')}.md", text.encode("utf-8"))])

    def add(self, files: Iterable[Incoming], options: ReadOptions | None = None) -> Report:
        """Take in files, each in transactions of its own; one that can't be read is listed and the others go on."""
        report = Report()
        for file in files:
            if file.name.lower().endswith(RECORDS):
                self._records(file, report)
            else:
                self._file(file, options or ReadOptions(), report)
        return report

    def _file(self, file: Incoming, options: ReadOptions, report: Report) -> None:
        path = f"{file.source}/{safe_name(file.name)}"
        reading = self._reader.read(file.name, file.content, options)
        self._store.documents.forget_unread(path)
        self._list_unread(path, reading.unread, report)
        original = self._store.keep_original(file.content) if reading.documents else None
        for document in reading.documents:
            self._document(f"{file.source}/{document.name}", document, original, report)

    def _document(self, name: str, loaded: LoadedDocument, original: str | None, report: Report) -> None:
        revision = NewRevision(
            document=name,
            hash=content_hash(
                f"{loaded.title}\0{loaded.text}\0{_canonical(loaded.metadata)}".encode("utf-8", "replace")
            ),
            title=loaded.title,
            kind=loaded.kind,
            text=loaded.text,
            metadata=loaded.metadata,
            recipe=self._recipe,
            at=self._clock.now(),
            encoding=loaded.encoding,
            original=original,
            pages=loaded.pages,
            removed=loaded.removed,
        )
        self._store_revision(revision, self._chunks(loaded), report)

    def _store_revision(self, revision: NewRevision, chunks: Sequence[NewChunk], report: Report) -> tuple[int, ...]:
        before = self._store.documents.current_revision(revision.document)
        if before == (revision.hash, revision.recipe, False):
            report.unchanged.append(revision.document)
            return ()
        numbers = self._store.documents.add(revision, chunks)
        (report.added if before is None else report.replaced).append(revision.document)
        return numbers

    def _chunks(self, loaded: LoadedDocument) -> list[NewChunk]:
        by_character = self._chunking.unit == "characters"
        units = None if by_character else self._tokenizer.spans(loaded.text)
        spans = chunk(loaded.text, units, self._chunking.size, self._chunking.overlap)
        texts = [loaded.text[span.start : span.end] for span in spans]
        return [
            NewChunk(str(n), text, nth, start=span.start, end=span.end, page=page_at(loaded.pages, span.start))
            for n, (span, text, nth) in enumerate(zip(spans, texts, occurrences(texts), strict=True), 1)
        ]

    def _records(self, file: Incoming, report: Report) -> None:
        """Evidence records bring their own chunks and what was read from them; identities are as given.

        A document and its rows are one transaction: a chunk left without rows would be read by the engine later.
        """
        found = parse_file(file.content)
        path = f"{file.source}/{safe_name(file.name)}"
        self._store.documents.forget_unread(path)
        refused = [
            Unread(f"{path} line {line.number}", line.reason.removeprefix(f"Line {line.number}: "))
            for line in found.rejected
        ]
        if not found.documents and not refused:
            refused = [Unread(path, "The file holds no evidence record.", "Give one JSON object a line.")]
        self._list_unread(path, refused, report)
        for name, chunks in found.documents.items():
            taken = next((c.id for c in chunks if self._store.documents.owner(c.id) not in (None, name)), None)
            if taken is None:
                self._record_document(name, chunks, report)
            else:
                self._list_unread(path, [_clash(f"{path} document {name}", taken)], report)

    def _record_document(self, name: str, chunks: Sequence[EvidenceChunk], report: Report) -> None:
        revision = NewRevision(
            document=name,
            hash=digest(*(repr(c) for c in chunks)),
            title=next((c.title for c in chunks if c.title), name),
            kind=_RECORDS_RECIPE,
            text="",
            metadata={},
            recipe=_RECORDS_RECIPE,
            at=self._clock.now(),
        )
        times = occurrences([c.text for c in chunks])
        new = [
            NewChunk(c.chunk, c.text, nth, c.title, metadata=c.metadata, extra=c.extra)
            for c, nth in zip(chunks, times, strict=True)
        ]
        with self._store.database.write():
            if self._store_revision(revision, new, report):
                self._save_rows(chunks, report)

    def _save_rows(self, chunks: Sequence[EvidenceChunk], report: Report) -> None:
        by_id = {c.id: c for c in chunks}
        for pending in self._store.documents.pending(chunks[0].document):
            record = by_id[pending.chunk.id]
            extraction = Extraction(record.entities, record.relations, issues=record.issues)
            self._store.mentions.save(pending, extraction, _IMPORTED, self._clock.now())
            report.entities += len(record.entities)
            report.relations += len(record.relations)
            report.rejected += sum(issue.kind == "rejected" for issue in record.issues)

    def _list_unread(self, path: str, unread: Sequence[Unread], report: Report) -> None:
        named = [Unread(u.name if u.name.startswith(path) else path, u.reason, u.remedy, u.page) for u in unread]
        self._store.documents.list_unread(named, self._clock.now())
        report.unread.extend(named)

    def _source(self, folder: Path) -> str:
        """The name of a folder in the workspace: its own, with a number where another folder has that name already."""
        sources: dict[str, str] = json.loads(self._store.database.get(_SOURCES) or "{}")
        known = next((name for name, path in sources.items() if path == str(folder)), None)
        if known:
            return known
        base, number = safe_name(folder.name or "folder"), 1
        name = base
        while name in sources or name == UPLOADS:
            number += 1
            name = f"{base}-{number}"
        self._store.database.set(_SOURCES, json.dumps(sources | {name: str(folder)}, ensure_ascii=False))
        return name


def _clash(name: str, chunk: str) -> Unread:
    """`a#b` + `c` and `a` + `b#c` would be one id."""
    reason = f"Another document has a chunk of the id '{chunk}' already."
    return Unread(name, reason, "Give the document or the chunk another name.")


def _canonical(metadata: object) -> str:
    return json.dumps(metadata, ensure_ascii=False, sort_keys=True, default=str)


def _below(folder: Path, source: str) -> Iterator[Incoming]:
    """The files below a folder by path; hidden ones and links that lead out of it are passed over."""
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in relative.parts)
        if not hidden and path.is_file() and path.resolve().is_relative_to(folder):
            yield Incoming(source, relative.as_posix(), path.read_bytes())
