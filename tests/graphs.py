"""What tests compare of a graph: everything, in its order."""

from __future__ import annotations

from typing import Any

import networkx as nx

from core.domain.identity import ChunkPlace
from core.domain.ordering import in_document_order
from core.domain.records import Chunk, Entity, EntityRow, Evidence, Relation, RelationRow


def snapshot(graph: nx.MultiDiGraph) -> dict[str, Any]:
    """Nodes and edges with their records, in order, and what became of self-loops."""
    return {
        "nodes": list(graph.nodes(data="entity")),
        "edges": list(graph.edges(keys=True, data="relation")),
        "loops": graph.graph["self_loops"],
    }


def entities(graph: nx.MultiDiGraph) -> dict[str, Entity]:
    return dict(graph.nodes(data="entity"))


def relations(graph: nx.MultiDiGraph) -> dict[str, Relation]:
    return {key: found for _, _, key, found in graph.edges(keys=True, data="relation")}


def passage(
    document: str,
    *rows: EntityRow | RelationRow,
    text: str = "A passage.",
    position: int = 0,
    **metadata: Any,
) -> Evidence:
    """One chunk `document#position` and what it says."""
    chunk = Chunk(f"{document}#{position}", document, position, text, document, metadata)
    place = ChunkPlace(document, chunk.id, text, position)
    return Evidence(
        {chunk.id: chunk},
        place.entities(r for r in rows if isinstance(r, EntityRow)),
        place.relations(r for r in rows if isinstance(r, RelationRow)),
    )


def together(*parts: Evidence) -> Evidence:
    """Several passages, in document order."""
    return in_document_order(
        [chunk for part in parts for chunk in part.chunks.values()],
        [m for part in parts for m in part.entities],
        [m for part in parts for m in part.relations],
    )
