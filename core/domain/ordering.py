"""Puts evidence into document order: document id by code point, then chunk position, then row.

`ChunkEvidence` is evidence taken apart by chunk: what is written once, and what a view is brought up to date by.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from core.domain.records import Chunk, EntityMention, Evidence, RelationMention


@dataclass(frozen=True, slots=True)
class ChunkEvidence:
    """A chunk with its mentions by row. One that has been read never changes: the same object says the same."""

    chunk: Chunk
    entities: tuple[EntityMention, ...] = ()
    relations: tuple[RelationMention, ...] = ()


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


def joined(parts: Iterable[ChunkEvidence]) -> Evidence:
    """Evidence from chunks that are in document order already."""
    parts = tuple(parts)
    return Evidence(
        {part.chunk.id: part.chunk for part in parts},
        tuple(chain.from_iterable(part.entities for part in parts)),
        tuple(chain.from_iterable(part.relations for part in parts)),
    )


def parted(evidence: Evidence) -> tuple[ChunkEvidence, ...]:
    """The evidence chunk by chunk, in its order."""
    entities: dict[str, list[EntityMention]] = {chunk: [] for chunk in evidence.chunks}
    relations: dict[str, list[RelationMention]] = {chunk: [] for chunk in evidence.chunks}
    for mention in evidence.entities:
        entities[mention.chunk].append(mention)
    for relation in evidence.relations:
        relations[relation.chunk].append(relation)
    return tuple(
        ChunkEvidence(chunk, tuple(entities[key]), tuple(relations[key])) for key, chunk in evidence.chunks.items()
    )
