"""Puts evidence into document order: document id by code point, then chunk position, then row."""

from __future__ import annotations

from collections.abc import Iterable

from core.domain.records import Chunk, EntityMention, Evidence, RelationMention


def in_document_order(
    chunks: Iterable[Chunk], entities: Iterable[EntityMention] = (), relations: Iterable[RelationMention] = ()
) -> Evidence:
    """Evidence from rows in any order; mentions of chunks that are not given are left out."""
    ordered = sorted(chunks, key=lambda c: (c.document, c.position, c.id))
    order = {chunk.id: n for n, chunk in enumerate(ordered)}
    return Evidence(
        {chunk.id: chunk for chunk in ordered},
        tuple(sorted((m for m in entities if m.chunk in order), key=lambda m: (order[m.chunk], m.row, m.id))),
        tuple(sorted((m for m in relations if m.chunk in order), key=lambda m: (order[m.chunk], m.row, m.id))),
    )
