"""The texts that are embedded for entities, relations and chunks, and the rows of the three collections."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import networkx as nx

from core.domain.identity import index_id, text_hash
from core.domain.records import Chunk, Entity, Evidence, Relation
from core.domain.trace import Kind

COLLECTIONS: dict[Kind, str] = {"entity": "entities", "relation": "relations", "chunk": "chunks"}


def entity_text(entity: Entity) -> str:
    """Name, newline, description."""
    return f"{entity.name}\n{entity.description}".strip()


def relation_text(relation: Relation) -> str:
    """Keywords, source, target, description on four lines."""
    keywords = ", ".join(relation.keywords)
    return f"{keywords}\n{relation.source_name}\n{relation.target_name}\n{relation.description}".strip()


def chunk_text(chunk: Chunk) -> str:
    """Title, newline, text."""
    return f"{chunk.title}\n{chunk.text}".strip()


@dataclass(frozen=True, slots=True)
class TextRow:
    """What a collection holds of one thing: row id, key, the embedded text's hash, and the text."""

    id: str
    key: str
    hash: str
    text: str


def rows(kind: Kind, graph: nx.MultiDiGraph, evidence: Evidence) -> tuple[TextRow, ...]:
    """The rows of one collection under a view, in key order for nodes and edges, in document order for chunks."""
    return tuple(
        TextRow(index_id(kind, key), key, text_hash(text), text) for key, text in _texts(kind, graph, evidence)
    )


def _texts(kind: Kind, graph: nx.MultiDiGraph, evidence: Evidence) -> Iterable[tuple[str, str]]:
    if kind == "entity":
        return ((key, entity_text(entity)) for key, entity in graph.nodes(data="entity"))
    if kind == "relation":
        return ((key, relation_text(found)) for _, _, key, found in graph.edges(keys=True, data="relation"))
    return ((chunk.id, chunk_text(chunk)) for chunk in evidence.chunks.values())
