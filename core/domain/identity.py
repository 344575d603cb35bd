"""Content hashes: the ids of revisions, mentions, texts and index rows. Never a row number, never a clock."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence

from core.domain.records import EntityMention, EntityRow, RelationMention, RelationRow


def digest(*parts: str) -> str:
    """The first 32 hex digits (128 bits) of the SHA-256 of the parts, each preceded by its length."""
    sha = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        sha.update(len(data).to_bytes(8, "big"))
        sha.update(data)
    return sha.hexdigest()[:32]


def content_hash(content: bytes) -> str:
    """The SHA-256 of a file, in hex: what a revision is known by."""
    return hashlib.sha256(content).hexdigest()


def text_hash(text: str) -> str:
    """What a vector is stored under (beside model and dimension)."""
    return digest("text", text)


def passage_id(document: str, text: str) -> str:
    """What a passage is known by, however it was read: a text in a document."""
    return digest("passage", document, text)


def index_id(kind: str, key: str) -> str:
    """The id of a row in a collection."""
    return digest("row", kind, key)


def _fields(row: EntityRow | RelationRow) -> str:
    if isinstance(row, EntityRow):
        values: list[object] = ["entity", row.name, row.type, row.description, row.qualifier]
    else:
        values = ["relation", row.source, row.target, row.description, list(row.keywords), float(row.strength)]
    return json.dumps(values, ensure_ascii=False)


class ChunkPlace:
    """Where rows were read: a document, a chunk's text, and which occurrence of that text in the document it is."""

    def __init__(self, document: str, chunk: str, text: str, occurrence: int) -> None:
        self._chunk = chunk
        self._base = digest("place", document, text, str(occurrence))
        self._seen: dict[str, int] = {}

    def _id(self, row: EntityRow | RelationRow) -> str:
        """Hash of place, row content and ordinal (how many equal rows came before in this chunk)."""
        fields = _fields(row)
        ordinal = self._seen.get(fields, 0)
        self._seen[fields] = ordinal + 1
        return digest("mention", self._base, fields, str(ordinal))

    def entities(self, rows: Iterable[EntityRow]) -> tuple[EntityMention, ...]:
        """The mentions of these rows, in their order."""
        return tuple(
            EntityMention(self._id(r), self._chunk, n, r.name, r.type, r.description, r.qualifier, r.flags)
            for n, r in enumerate(rows)
        )

    def relations(self, rows: Iterable[RelationRow]) -> tuple[RelationMention, ...]:
        """The mentions of these rows, in their order."""
        return tuple(
            RelationMention(
                self._id(r), self._chunk, n, r.source, r.target, r.description, r.keywords, r.strength, r.flags
            )
            for n, r in enumerate(rows)
        )


def occurrences(texts: Sequence[str]) -> tuple[int, ...]:
    """For each text, how many equal ones stand before it."""
    seen: dict[str, int] = {}
    counts = []
    for text in texts:
        counts.append(seen.get(text, 0))
        seen[text] = counts[-1] + 1
    return tuple(counts)
