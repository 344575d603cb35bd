"""The texts that are embedded for entities, relations and chunks, and the rows of the three collections."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

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
    return RowMaker(kind).rows(bundles(kind, lambda: graph, evidence))


Bundle = tuple[str, object, Iterable[tuple[str, Record]]]
"""A name, an object that is another one as soon as one of the records is, and the records by key."""


def bundles(kind: Kind, graph: Callable[[], nx.MultiDiGraph], evidence: Evidence) -> Iterable[Bundle]:
    """What the rows of a collection are made of; chunks don't ask for the graph.

    Relations come by source: graphs share what they hold of a node as long as its edges stay the same.
    """
    if kind == "relation":
        return ((source, inner, _relations(inner)) for source, inner in graph().adjacency())
    found = graph().nodes(data="entity") if kind == "entity" else evidence.chunks.items()
    return ((key, record, [(key, record)]) for key, record in found)


def _relations(inner: Mapping[str, Mapping[str, Mapping[str, Relation]]]) -> Iterator[tuple[str, Relation]]:
    for edges in inner.values():
        for key, data in edges.items():
            yield key, data["relation"]


class RowMaker:
    """Makes the rows of one collection again and again; a record that is the same object as before keeps its row."""

    def __init__(self, kind: Kind) -> None:
        self._kind = kind
        self._made: dict[str, tuple[object, tuple[TextRow, ...]]] = {}

    def rows(self, found: Iterable[Bundle]) -> tuple[TextRow, ...]:
        """One row for each record, in the order given."""
        before, made = self._made, {}
        for name, whole, records in found:
            known = before.get(name)
            if known is None or known[0] is not whole:
                known = whole, self._rows(records, known[1] if known else ())
            made[name] = known
        self._made = made
        return tuple(chain.from_iterable(rows for _, rows in made.values()))

    def _rows(self, records: Iterable[tuple[str, Record]], before: Iterable[TextRow]) -> tuple[TextRow, ...]:
        known = {row.key: row for row in before}
        return tuple(
            known[key] if key in known and known[key].record is record else self._row(key, record)
            for key, record in records
        )

    def _row(self, key: str, record: Record) -> TextRow:
        return TextRow(index_id(self._kind, key), key, text_hash(text_of(record)), record)


def text_of(record: Record) -> str:
    """The text that is embedded for an entity, a relation or a chunk."""
    if isinstance(record, Entity):
        return entity_text(record)
    return relation_text(record) if isinstance(record, Relation) else chunk_text(record)
