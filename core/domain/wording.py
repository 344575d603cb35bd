"""The texts that are embedded for entities, relations and chunks, and the rows of the three collections."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import networkx as nx

from core.domain.identity import index_id, text_hash
from core.domain.records import Chunk, Entity, Evidence, Relation
from core.domain.trace import Kind

Record = Entity | Relation | Chunk
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
    """What a collection holds of one thing: row id, key, the embedded text's hash, and what the text is made from."""

    id: str
    key: str
    hash: str
    record: Record

    @property
    def text(self) -> str:
        """The text that is embedded; made when it is asked for, because few rows are ever embedded anew."""
        return text_of(self.record)


def rows(kind: Kind, graph: nx.MultiDiGraph, evidence: Evidence) -> tuple[TextRow, ...]:
    """The rows of one collection under a view, in key order for nodes and edges, in document order for chunks."""
    return RowMaker(kind).rows(records(kind, lambda: graph, evidence))


def records(kind: Kind, graph: Callable[[], nx.MultiDiGraph], evidence: Evidence) -> Iterable[tuple[str, Record]]:
    """What the rows of a collection are made of, by key; chunks don't ask for the graph."""
    if kind == "entity":
        return ((key, entity) for key, entity in graph().nodes(data="entity"))
    if kind == "relation":
        around = (edges for _, inner in graph().adjacency() for edges in inner.values())
        return ((key, data["relation"]) for edges in around for key, data in edges.items())
    return evidence.chunks.items()


class RowMaker:
    """Makes the rows of one collection again and again; a record that is the same object as before keeps its row."""

    def __init__(self, kind: Kind) -> None:
        self._kind = kind
        self._made: dict[str, TextRow] = {}

    def rows(self, found: Iterable[tuple[str, Record]]) -> tuple[TextRow, ...]:
        """One row for each record, in the order given."""
        before, made = self._made, {}
        for key, record in found:
            row = before.get(key)
            made[key] = row if row is not None and row.record is record else self._row(key, record)
        self._made = made
        return tuple(made.values())

    def _row(self, key: str, record: Record) -> TextRow:
        return TextRow(index_id(self._kind, key), key, text_hash(text_of(record)), record)


def text_of(record: Record) -> str:
    """The text that is embedded for an entity, a relation or a chunk."""
    if isinstance(record, Entity):
        return entity_text(record)
    return relation_text(record) if isinstance(record, Relation) else chunk_text(record)
