"""What comes in: files, folders, pasted text and evidence records become documents with chunks.

Owns a document's identity (`SOURCE/path below it`, uploads and pasted texts under `uploads/`) and the list of what
could not be read. Nothing here reads meaning from a chunk: that is `ingest`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from core.domain.chunking import Chunking
from core.domain.evidence import EvidenceChunk, parse_file
from core.domain.identity import content_hash
from core.domain.paths import safe_name
from core.domain.records import Extraction, LoadedDocument, ReadOptions, Unread
from core.errors import InputError, UnknownName, UnreadableFile
from core.ports import Clock, FileReader, Tokenizer
from core.services.cutting import Cutter
from core.services.folder import content_of, files_below
from core.services.incoming import RECORDS, Incoming, Report, clash, is_records, limit_of
from core.services.resemblance import Resemblance
from core.services.revising import Revised, revision_of, revision_of_records
from core.store.documents import NewChunk, NewRevision
from core.store.store import Store

__all__ = ["RECORDS", "UPLOADS", "Incoming", "Intake", "Report"]

UPLOADS = "uploads"
_IMPORTED = "imported"


class Intake:
    """Takes documents into a workspace under one chunking recipe."""

    def __init__(
        self,
        store: Store,
        reader: FileReader,
        tokenizer: Tokenizer,
        chunking: Chunking,
        clock: Clock,
        resemblance: Resemblance | None = None,
    ) -> None:
        self._store, self._reader, self._clock = store, reader, clock
        self._resemblance = resemblance or Resemblance(store)
        self._cutter = Cutter(tokenizer, chunking)

    def extensions(self) -> tuple[str, ...]:
        """The file endings that can be taken in, sorted."""
        return tuple(sorted({*self._reader.extensions(), RECORDS}))

    def add_folder(self, path: Path, options: ReadOptions | None = None) -> Report:
        """Take in a file, or a folder with all below it but what is hidden. Raises InputError if it is not there."""
        path, options, report = path.expanduser(), options or ReadOptions(), Report()
        if path.is_file():
            content = content_of(path, limit_of(path.name, options))
            self._take(Incoming(self._source(path.parent.resolve()), path.name, content), options, report)
        elif path.is_dir():
            self._folder(path.resolve(), options, report)
        else:
            raise InputError(
                f"There is no file or folder '{path}'.", "Check the path; it is looked up on this machine."
            )
        return self.compared(report)

    def compared(self, report: Report) -> Report:
        """With what else says nearly the same as that which came."""
        new = frozenset((*report.added, *report.overwritten))
        report.alike = self._resemblance.of(new)
        report.drafts = self._resemblance.drafts(new) if new else ()
        return report

    def _folder(self, folder: Path, options: ReadOptions, report: Report) -> None:
        source = self._source(folder)
        self._store.folders.add_whole(source)
        for name, path in files_below(folder):
            try:
                content = content_of(path, limit_of(name, options))
            except UnreadableFile as fault:
                shown = f"{source}/{safe_name(name)}"
                self._list_unread(shown, [Unread(shown, fault.message, fault.remedy)], report)
            else:
                self._take(Incoming(source, name, content), options, report)

    def add_text(self, title: str, text: str) -> Report:
        """Take in pasted text as a document of that title; with a number where another text has that title."""
        if not text.strip():
            raise InputError("The pasted text is empty.", "Paste the passage that should be read.")
        content = text.encode("utf-8", "replace")
        return self.add([Incoming(UPLOADS, self._free_name(safe_name(title or "Pasted text"), content), content)])

    def _free_name(self, title: str, content: bytes) -> str:
        """The title's first name that is free, or under which this very text was pasted before."""
        number, name, original = 1, f"{title}.md", content_hash(content)
        while (held := self._store.documents.revision(f"{UPLOADS}/{safe_name(name)}")) and held.original != original:
            number += 1
            name = f"{title}-{number}.md"
        return name

    def add(
        self, files: Iterable[Incoming], options: ReadOptions | None = None, formerly: Mapping[str, str] | None = None
    ) -> Report:
        """Take in files, each in transactions of its own; one that can't be read is listed and the others go on.

        `formerly`: what files of these names were called before; what was read of them then stays.
        """
        report = Report(formerly=formerly or {})
        for file in files:
            self._take(file, options or ReadOptions(), report)
        return self.compared(report)

    def _take(self, file: Incoming, options: ReadOptions, report: Report) -> None:
        """Take in one file, unless another one of its name came with it: that would pass for its next revision."""
        path, content = f"{file.source}/{safe_name(file.name)}", content_hash(file.content)
        if report.taken.setdefault(path, content) != content:
            fault = Unread(path, "Another file of the same name came with it.", "Rename one of them.")
            self._list_unread(path, [fault], report)
            return
        self._store.documents.forget_unread(path)
        if is_records(file.name):
            given = self._records(path, file, report)
        else:
            given = self._file(path, file, options, report)
        if given:
            self._store.erased.forget(path, content)
        if self._store.folders.is_whole(file.source):
            self._store.folders.note(file.source, safe_name(file.name), content, given)

    def _file(self, path: str, file: Incoming, options: ReadOptions, report: Report) -> list[str]:
        """The documents that it gave."""
        reading = self._reader.read(file.name, file.content, options)
        self._list_unread(path, reading.unread, report)
        original = self._store.keep_original(file.content) if reading.documents else None
        named = {f"{file.source}/{document.name}": document for document in reading.documents}
        for name, document in named.items():
            self._document(name, document, original, report)
        return list(named)

    def _document(self, name: str, loaded: LoadedDocument, original: str | None, report: Report) -> None:
        revision = revision_of(name, loaded, original, self._cutter.recipe, self._clock.now())
        with self._store.database.write():
            self._store_revision(revision, self._cutter.chunks(loaded.text, loaded.pages), report)
            file, row, number = name.partition("#row-")
            before = f"{report.formerly.get(file, file)}{row}{number}"
            report.kept += self._store.mentions.carry_over(name, revision.at, before)

    def revised(self, document: str, file: Incoming, options: ReadOptions | None = None) -> Revised:
        """A file read as the next revision of a document that is here; stores nothing.

        Raises UnknownName, UnreadableFile, InputError for a file that is no single document.
        """
        if self._store.documents.revision(document) is None:
            raise UnknownName(f"There is no document '{document}'.", "The list of documents has their names.")
        if is_records(file.name):
            raise InputError("Evidence records bring their own documents.", "Import the file: that replaces them.")
        # A title that is taken from a file's name stays that of the document.
        own_name = f"{Path(document).stem}{Path(file.name).suffix}"
        reading = self._reader.read(own_name, file.content, options or ReadOptions())
        if reading.unread and not reading.documents:
            raise UnreadableFile(f"'{file.name}' can't be read: {reading.unread[0].reason}", reading.unread[0].remedy)
        if len(reading.documents) != 1:
            raise InputError(f"'{file.name}' holds {len(reading.documents)} documents.", "Give a file that holds one.")
        (loaded,) = reading.documents
        original = content_hash(file.content)
        revision = revision_of(document, loaded, original, self._cutter.recipe, self._clock.now())
        return Revised(revision, tuple(self._cutter.chunks(loaded.text, loaded.pages)), file.content)

    def put(self, revised: Revised) -> Report:
        """Let a revision take the place of the one there is, in one transaction; what was read of equal text stays."""
        report, revision = Report(), revised.revision
        self._store.keep_original(revised.content)
        with self._store.database.write():
            self._store_revision(revision, revised.chunks, report)
            report.kept += self._store.mentions.carry_over(revision.document, revision.at)
        return report

    def _store_revision(self, revision: NewRevision, chunks: Sequence[NewChunk], report: Report) -> tuple[int, ...]:
        before = self._store.documents.current_revision(revision.document)
        if before == (revision.hash, revision.recipe, False):
            report.unchanged.append(revision.document)
            return ()
        if before is not None and before[2]:
            report.withheld.append(revision.document)
            return ()
        (report.added if before is None else report.replaced).append(revision.document)
        if before is not None and before[0] != revision.hash:
            report.overwritten.append(revision.document)
        if before and before[0] == revision.hash and self._store.documents.has_results(revision.document):
            # Only cut in another way: what was read so far counts until the new chunks are read.
            self._store.documents.add_next(revision, chunks)
            return ()
        return self._store.documents.add(revision, chunks)

    def _records(self, path: str, file: Incoming, report: Report) -> list[str]:
        """Evidence records bring their own chunks and what was read from them; identities are as given.

        A document and its rows are one transaction: a chunk left without rows would be read by the engine later.
        """
        found = parse_file(file.content)
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
                self._list_unread(path, [clash(f"{path} document {name}", taken)], report)
        return list(found.documents)

    def _record_document(self, name: str, chunks: Sequence[EvidenceChunk], report: Report) -> None:
        revision, new = revision_of_records(name, chunks, self._clock.now())
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
        return self._store.folders.source_of(str(folder), safe_name(folder.name or "folder"), {UPLOADS})
