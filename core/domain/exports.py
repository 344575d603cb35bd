"""A graph and its evidence as files that other programs read: GraphML, CSV, evidence records.

Owns columns, separators and cleaning. GraphML and CSV lose control characters, halves of surrogate pairs and what else
XML forbids; evidence records lose nothing. It never writes to disk and never names a file after what a document said.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any

import networkx as nx

from core.domain.evidence import EvidenceChunk, to_lines
from core.domain.names import shown_name
from core.domain.records import (
    Chunk,
    Entity,
    EntityMention,
    EntityRow,
    Evidence,
    Relation,
    RelationMention,
    RelationRow,
    RowIssue,
)

ENTITY_COLUMNS = (
    *("key", "name", "qualifier", "type", "type_votes", "description"),
    *("degree", "mentions", "documents", "chunks", "stub", "flags"),
)
RELATION_COLUMNS = (
    *("key", "source", "target", "source_name", "target_name", "predicate", "keywords", "description"),
    *("weight", "strength", "directed", "documents", "chunks", "flags"),
)

# What XML 1.0 does not allow, and C1 controls, which it discourages.
_UNPRINTABLE = re.compile("[^\t\n\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# What spreadsheets take for the start of a formula, full-width forms included.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@dataclass(frozen=True, slots=True)
class Originals:
    """What evidence was read from, where known: rows (JSON) by mention id, issues and unknown fields by chunk id."""

    rows: Mapping[str, str] = field(default_factory=dict)
    issues: Mapping[str, Sequence[RowIssue]] = field(default_factory=dict)
    extra: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def only(self, chunks: Container[str], mentions: Container[str]) -> Originals:
        """What belongs to these chunks and mentions."""
        return Originals(
            {id_: raw for id_, raw in self.rows.items() if id_ in mentions},
            {chunk: issues for chunk, issues in self.issues.items() if chunk in chunks},
            {chunk: fields for chunk, fields in self.extra.items() if chunk in chunks},
        )


def clean(text: str) -> str:
    """Text that a strict XML parser reads: `\\n` line ends, no control characters, no lone surrogates."""
    return _UNPRINTABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def part(graph: nx.MultiDiGraph, keys: Collection[str]) -> nx.MultiDiGraph:
    """The entities `keys` and the relations between them, in the order of the graph (a view of it would lose that)."""
    wanted = frozenset(keys)
    smaller = nx.MultiDiGraph(**graph.graph)
    smaller.add_nodes_from((key, data) for key, data in graph.nodes(data=True) if key in wanted)
    edges = graph.edges(keys=True, data=True)
    smaller.add_edges_from(edge for edge in edges if edge[0] in wanted and edge[1] in wanted)
    return smaller


def graphml(graph: nx.MultiDiGraph) -> bytes:
    """The graph as GraphML, UTF-8. Node and edge ids are the keys; lists are one item a line."""
    ids = _unique(graph.nodes)
    plain = nx.MultiDiGraph()
    for key, entity in graph.nodes(data="entity"):
        plain.add_node(ids[key], **_node_fields(entity))
    edges = [data["relation"] for *_, data in graph.edges(data=True)]
    names = _unique(relation.key for relation in edges)
    for relation in edges:
        plain.add_edge(ids[relation.source], ids[relation.target], names[relation.key], **_edge_fields(relation))
    out = io.BytesIO()
    nx.write_graphml_xml(plain, out, encoding="utf-8", prettyprint=True, named_key_ids=True)
    return out.getvalue()


def entities_csv(graph: nx.MultiDiGraph) -> bytes:
    """One row an entity, in key order, with its sources; see `table` for the format."""
    return table(ENTITY_COLUMNS, (_entity_row(entity, graph.degree(key)) for key, entity in graph.nodes(data="entity")))


def relations_csv(graph: nx.MultiDiGraph) -> bytes:
    """One row a relation, in (source, target, key) order, with its sources; see `table` for the format."""
    return table(RELATION_COLUMNS, (_relation_row(data["relation"]) for *_, data in graph.edges(data=True)))


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """CSV as spreadsheets open it by a double click: UTF-8 with a byte order mark, commas, `\\r\\n`.

    Lists are joined by "; ". Text that a spreadsheet would run as a formula gets an apostrophe in front.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def records(evidence: Evidence, originals: Originals | None = None, mentions: frozenset[str] | None = None) -> bytes:
    """The evidence as JSON Lines in document order, UTF-8.

    With `mentions` (ids) only those, the chunks that hold them, and no rejected rows: a selection is not a backup.
    """
    return to_lines(evidence_chunks(evidence, originals or Originals(), mentions)).encode("utf-8", "replace")


def evidence_chunks(
    evidence: Evidence, originals: Originals, mentions: frozenset[str] | None
) -> Iterable[EvidenceChunk]:
    """The chunks of the evidence with their rows, in document order."""
    entities, relations = _by_chunk(evidence.entities), _by_chunk(evidence.relations)
    for chunk in evidence.chunks.values():
        named = [m for m in entities.get(chunk.id, ()) if mentions is None or m.id in mentions]
        joined = [m for m in relations.get(chunk.id, ()) if mentions is None or m.id in mentions]
        if mentions is None or named or joined:
            yield EvidenceChunk(
                document=chunk.document,
                chunk=chunk.id.removeprefix(f"{chunk.document}#"),
                text=chunk.text,
                title=chunk.title,
                metadata=chunk.metadata,
                entities=tuple(_entity_mention(m, originals) for m in named),
                relations=tuple(_relation_mention(m, originals) for m in joined),
                issues=tuple(originals.issues.get(chunk.id, ())) if mentions is None else (),
                extra=_page(chunk) | dict(originals.extra.get(chunk.id, {})),
            )


def _by_chunk(mentions: Sequence[Any]) -> dict[str, list[Any]]:
    """Mentions by chunk; they stand in document order, so those of one chunk are neighbours."""
    return {chunk: list(group) for chunk, group in groupby(mentions, key=attrgetter("chunk"))}


def _page(chunk: Chunk) -> dict[str, Any]:
    return {} if chunk.page is None else {"page": chunk.page}


def _entity_mention(mention: EntityMention, originals: Originals) -> EntityRow:
    return EntityRow(
        name=mention.name,
        type=mention.type,
        description=mention.description,
        qualifier=mention.qualifier,
        raw=originals.rows.get(mention.id, ""),
        flags=mention.flags,
    )


def _relation_mention(mention: RelationMention, originals: Originals) -> RelationRow:
    return RelationRow(
        source=mention.source,
        target=mention.target,
        description=mention.description,
        keywords=mention.keywords,
        strength=mention.strength,
        raw=originals.rows.get(mention.id, ""),
        flags=mention.flags,
    )


def _unique(keys: Iterable[str]) -> dict[str, str]:
    """Keys without what XML forbids; where two become one, the later gets a number."""
    ids: dict[str, str] = {}
    taken: set[str] = set()
    for key in keys:
        name, number = clean(key), 2
        while name in taken:
            name, number = f"{clean(key)} ({number})", number + 1
        taken.add(name)
        ids[key] = name
    return ids


def _node_fields(entity: Entity) -> dict[str, Any]:
    return {
        "label": clean(shown_name(entity.name, entity.qualifier)),
        "name": clean(entity.name),
        "qualifier": clean(entity.qualifier),
        "type": clean(entity.type),
        "description": clean(entity.description),
        "chunks": _items(entity.chunks),
        "documents": _items(entity.documents),
        "stub": entity.stub,
        "flags": _items(entity.flags),
    }


def _edge_fields(relation: Relation) -> dict[str, Any]:
    return {
        "label": clean(relation.predicate or ", ".join(relation.keywords)),
        "predicate": clean(relation.predicate),
        "keywords": _items(relation.keywords),
        "description": clean(relation.description),
        "weight": relation.weight,
        "strength": float(relation.strength),
        "directed": relation.directed,
        "chunks": _items(relation.chunks),
        "documents": _items(relation.documents),
        "flags": _items(relation.flags),
    }


def _items(texts: Iterable[str]) -> str:
    return "\n".join(clean(text).replace("\n", " ") for text in texts)


def _entity_row(entity: Entity, degree: int) -> Sequence[object]:
    votes = tuple(f"{name} {count}" for name, count in entity.types)
    return (
        *(entity.key, entity.name, entity.qualifier, entity.type, votes, entity.description),
        *(degree, len(entity.mentions), entity.documents, entity.chunks, entity.stub, entity.flags),
    )


def _relation_row(relation: Relation) -> Sequence[object]:
    return (
        *(relation.key, relation.source, relation.target, relation.source_name, relation.target_name),
        *(relation.predicate, relation.keywords, relation.description, relation.weight, relation.strength),
        *(relation.directed, relation.documents, relation.chunks, relation.flags),
    )


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value:g}" if isinstance(value, float) else str(value)
    text = clean("; ".join(value) if isinstance(value, tuple) else str(value))
    return f"'{text}" if text.startswith(_FORMULA) else text
