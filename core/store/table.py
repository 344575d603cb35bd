"""The table of documents: each with its counts of chunks by state, of mentions and of rejected rows."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any

from core.domain.records import Document
from core.store.overlays import OVERLAY
from core.store.stored_json import metadata_of

NO_ENTITIES = "no entities"
"""Flag of a chunk that was read, has text, and gave no entity."""


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """One line of the table. Chunks `read` may be `empty` (no entity in them) or wait to be read `again`.

    `next_…` count the chunks of a new cutting of the document, which takes over once it has been read; 0 without one.
    """

    document: Document
    added_at: str
    withdrawn: bool
    characters: int
    chunks: int
    read: int
    failed: int
    entities: int
    relations: int
    rejected: int
    removed: int
    empty: int = 0
    again: int = 0
    next_chunks: int = 0
    next_read: int = 0
    next_failed: int = 0
    replaced_by: str = ""
    """The document that takes its place; then it is out of the everyday view."""


def document_rows(connection: sqlite3.Connection) -> tuple[DocumentRow, ...]:
    """All documents by name."""
    found = connection.execute(_ROWS).fetchall()
    return tuple(
        DocumentRow(Document(r[0], r[1], _metadata(r[2], r[20]), r[3], r[4]), r[5], bool(r[6]), *(*r[7:20], r[21]))
        for r in found
    )


def _metadata(own: str, said: str | None) -> dict[str, Any]:
    return metadata_of(own, said)


_ROWS = f"""
WITH counted AS (
    SELECT c.revision, COUNT(*) AS chunks, SUM(c.state = 'read') AS read,
        SUM(c.state = 'failed' OR c.again = 'failed') AS failed,
        SUM((SELECT COUNT(*) FROM entity_mentions e WHERE e.chunk = c.id)) AS entities,
        SUM((SELECT COUNT(*) FROM relation_mentions m WHERE m.chunk = c.id)) AS relations,
        SUM((SELECT COUNT(*) FROM row_issues i WHERE i.chunk = c.id AND i.kind = 'rejected')) AS rejected,
        SUM(c.flags LIKE '%"{NO_ENTITIES}"%') AS empty, SUM(c.again = 'pending') AS again
    FROM chunks c GROUP BY c.revision
)
SELECT d.name, r.title, r.metadata, r.hash, r.kind, d.added_at, d.withdrawn, LENGTH(r.text), COALESCE(n.chunks, 0),
    COALESCE(n.read, 0), COALESCE(n.failed, 0), COALESCE(n.entities, 0), COALESCE(n.relations, 0),
    COALESCE(n.rejected, 0), (SELECT COUNT(*) FROM removed m WHERE m.revision = r.id),
    COALESCE(n.empty, 0), COALESCE(n.again, 0), COALESCE(x.chunks, 0), COALESCE(x.read, 0), COALESCE(x.failed, 0),
    {OVERLAY}, d.superseded
FROM documents d JOIN revisions r ON r.id = d.revision
LEFT JOIN counted n ON n.revision = r.id LEFT JOIN counted x ON x.revision = d.next
ORDER BY d.name
"""
