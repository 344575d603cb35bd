"""What a loaded document becomes in the store: a revision, known by a hash of its title, text and metadata.

Makes values only; reads and stores nothing.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from core.domain.evidence import EvidenceChunk, title_for
from core.domain.identity import content_hash, digest, occurrences
from core.domain.records import LoadedDocument
from core.store.revisions import NewChunk, NewRevision

RECORDS_RECIPE = "records"


@dataclass(frozen=True, slots=True)
class Revised:
    """A document's next revision, not yet stored: how it is cut, and the bytes of its file."""

    revision: NewRevision
    chunks: tuple[NewChunk, ...]
    content: bytes


def revision_of(name: str, loaded: LoadedDocument, original: str | None, recipe: str, at: str) -> NewRevision:
    """The document `name` with this content; `original` is the hash of its file, `recipe` how it is cut."""
    content = f"{loaded.title}\0{loaded.text}\0{_canonical(loaded.metadata)}"
    return NewRevision(
        document=name,
        hash=content_hash(content.encode("utf-8", "replace")),
        title=loaded.title,
        kind=loaded.kind,
        text=loaded.text,
        metadata=loaded.metadata,
        recipe=recipe,
        at=at,
        encoding=loaded.encoding,
        original=original,
        pages=loaded.pages,
        removed=loaded.removed,
    )


def revision_of_records(name: str, chunks: Sequence[EvidenceChunk], at: str) -> tuple[NewRevision, list[NewChunk]]:
    """The document `name` of these evidence records, and its passages."""
    revision = NewRevision(
        document=name,
        hash=digest(*(repr(c) for c in chunks)),
        title=next((c.title for c in chunks if c.title), name),
        kind=RECORDS_RECIPE,
        text="",
        metadata={},
        recipe=RECORDS_RECIPE,
        at=at,
    )
    times = occurrences([c.text for c in chunks])
    return revision, [
        NewChunk(c.chunk, c.text, nth, title_for(c, chunks) or name, metadata=c.metadata, extra=c.extra)
        for c, nth in zip(chunks, times, strict=True)
    ]


def _canonical(metadata: object) -> str:
    return json.dumps(metadata, ensure_ascii=False, sort_keys=True, default=str)
