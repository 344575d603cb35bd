"""Traces made by hand, for what is asked of a context without any retrieval."""

from __future__ import annotations

from collections.abc import Sequence

from core.domain.records import Chunk, Keywords
from core.domain.trace import KeptChunk, KeptEntity, KeptRelation, TokenUse, Trace
from tests.services.hand_view import entity, relation

BACKUPS = (
    "# Daily backup\n\nOn the Business plan the daily backup is kept for 7 days. It runs at two in the night.",
    "# Enterprise\n\nOn the Enterprise plan the daily backup is kept for thirty days. Older ones are deleted.",
    "# Export\n\nThe Export writes every record to CSV files. It can be started by the Owner alone.",
)


def trace_of(
    question: str = "How long is the daily backup kept?",
    passages: Sequence[str] = BACKUPS,
    mode: str = "mix",
    graph: bool = False,
) -> Trace:
    """A trace that kept these passages, each of a document of its own; with `graph` also an entity and a relation."""
    chunks = [Chunk(f"notes/{n}.md#1", f"notes/{n}.md", 0, text, f"Note {n}") for n, text in enumerate(passages, 1)]
    return Trace(
        question=question,
        mode=mode,
        policy="careful",
        viewer=None,
        keywords=Keywords(("daily backup",), ("retention",), "given"),
        steps=(),
        entities=(KeptEntity(entity("a"), 0.5, 1, "seed", 9),) if graph else (),
        relations=(KeptRelation(relation("r1", "a", "b"), 0.5, 1, "seed", 9, ("A", "B")),) if graph else (),
        chunks=tuple(KeptChunk(chunk, 0.5, n, ("vector",), 30) for n, chunk in enumerate(chunks, 1)),
        cuts=(),
        tokens=TokenUse(),
    )
