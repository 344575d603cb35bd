"""A new revision of a document: the difference shown, then the old one goes and the new one comes in one step.

Passages whose text did not change keep what was read of them; what the others say is known once they are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import merge

from core.domain.identity import ChunkPlace
from core.domain.ordering import ChunkEvidence
from core.domain.records import Chunk, Metadata, ReadOptions
from core.errors import InputError
from core.services.incoming import Incoming, Report
from core.services.intake import Intake
from core.services.looking_back import Means
from core.services.revising import Revised
from core.services.withdraw import Consequences, Weigher
from core.store.revisions import NewChunk, NewRevision
from core.store.store import Store


@dataclass(frozen=True, slots=True)
class Replacement:
    """A new revision and what it does to the graph before anything is read anew.

    Of its passages `kept` keep what was read of them, `to_read` are to be read; `gone` of the old ones are in it no
    more.
    """

    revised: Revised
    consequences: Consequences
    kept: int
    to_read: int
    gone: int


class Replacing:
    """Replaces documents of one workspace."""

    def __init__(self, means: Means, intake: Intake) -> None:
        self._means, self._store, self._intake = means, means.store, intake
        self._weigher = Weigher(means)

    def preview(self, document: str, file: Incoming, options: ReadOptions | None = None) -> Replacement:
        """What the file would change as the next revision of the document; stores nothing.

        Raises UnknownName, UnreadableFile, InputError where the document is withdrawn or the file is the same.
        """
        revised = self._intake.revised(document, file, options)
        self._check(revised)
        parts, kept = _parts(self._store, revised)
        old = [row.chunk.text for row in self._store.passages.of(document)]
        texts = {chunk.text for chunk in revised.chunks}

        def instead(there: Sequence[ChunkEvidence]) -> list[ChunkEvidence]:
            others = [part for part in there if part.chunk.document != document]
            return list(merge(others, parts, key=lambda part: (part.chunk.document, part.chunk.position)))

        found = self._weigher.weigh([document], "Replace", instead, len(parts))
        withheld = self._store.withheld
        told = replace(found, runs=withheld.falling([document]), answers=withheld.answers([document]))
        return Replacement(revised, told, kept, len(parts) - kept, sum(text not in texts for text in old))

    def replace(self, replacement: Replacement) -> Report:
        """Store the revision that was previewed and let it count. Raises WorkspaceBusy, InputError."""
        self._means.may_write()
        self._check(replacement.revised)
        report = self._intake.put(replacement.revised)
        self._means.follow()
        return report

    def _check(self, revised: Revised) -> None:
        new = revised.revision
        now = self._store.documents.current_revision(new.document)
        if now is not None and now[2]:
            raise InputError(f"'{new.document}' is withdrawn.", "Restore it first, then replace it.")
        if now is not None and now[0] == new.hash:
            raise InputError(f"'{new.document}' has just this content already.", "Nothing was changed.")


def _parts(store: Store, revised: Revised) -> tuple[list[ChunkEvidence], int]:
    """The chunks of a revision with what is known of them, and of how many something is."""
    parts, kept = [], 0
    overlay = store.overlays.of(revised.revision.document)
    for chunk, new in zip(_chunks(revised.revision, revised.chunks, overlay), revised.chunks, strict=True):
        before = store.mentions.read_before(chunk.document, chunk.text)
        if before is None:
            parts.append(ChunkEvidence(chunk))
            continue
        kept += 1
        place, said = ChunkPlace(chunk.document, chunk.id, chunk.text, new.occurrence), before[0]
        parts.append(ChunkEvidence(chunk, place.entities(said.entities), place.relations(said.relations)))
    return parts, kept


def _chunks(revision: NewRevision, chunks: Sequence[NewChunk], overlay: Metadata) -> Iterator[Chunk]:
    """As the store gives them once they are in it."""
    for position, new in enumerate(chunks):
        yield Chunk(
            id=f"{revision.document}#{new.name}",
            document=revision.document,
            position=position,
            text=new.text,
            title=new.title or revision.title,
            metadata=dict(revision.metadata) | dict(new.metadata or {}) | dict(overlay),
            start=new.start,
            end=new.end,
            page=new.page,
        )
