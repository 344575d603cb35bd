"""What the tests of exports share: evidence made of lines, and the parts of the picture page as the app has them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx
import pyvis

from core.domain.evidence import EvidenceChunk
from core.domain.export_page import PageParts
from core.domain.graph import build_graph
from core.domain.identity import ChunkPlace
from core.domain.policy import CAREFUL, Policy
from core.domain.records import Chunk, EntityRow, Evidence, RelationRow

ASSETS = Path(__file__).parents[1] / "assets" / "export"
VIS = Path(pyvis.__file__).parent / "templates" / "lib" / "vis-9.1.2" / "vis-network.min.js"

HOSTILE = (
    "</script><script>window.hacked=1</script>",
    "<img src=x onerror=window.hacked=1>",
    "javascript:window.hacked=1",
    "<!--<script>",
    "{{data}}",
    "]]>&lt;b&gt;\u2028\u2029",
    '=HYPERLINK("http://example.org")',
    "__proto__",
)


def page_parts() -> PageParts:
    texts = [(ASSETS / name).read_text("utf-8") for name in ("page.html", "page.css", "page.js")]
    return PageParts(*texts, library=VIS.read_text("utf-8"))


def evidence_of(chunks: Sequence[EvidenceChunk]) -> Evidence:
    """Evidence whose chunks are these, which must be in document order."""
    entities, relations = [], []
    for chunk in chunks:
        place = ChunkPlace(chunk.document, chunk.id, chunk.text, 0)
        entities += place.entities(chunk.entities)
        relations += place.relations(chunk.relations)
    kept = {c.id: Chunk(c.id, c.document, n, c.text, c.title, c.metadata) for n, c in enumerate(chunks)}
    return Evidence(kept, tuple(entities), tuple(relations))


def said(
    document: str, entities: Sequence[EntityRow], relations: Sequence[RelationRow] = (), **more: Any
) -> EvidenceChunk:
    return EvidenceChunk(
        document, "1", f"Text of {document}.", entities=tuple(entities), relations=tuple(relations), **more
    )


def plans(policy: Policy = CAREFUL) -> nx.MultiDiGraph:
    return build_graph(evidence_of(PLANS), policy=policy)


def hostile_graph() -> nx.MultiDiGraph:
    """A chain of entities whose names, types, descriptions, predicates and document are hostile."""
    entities = [EntityRow(name, name, name) for name in HOSTILE]
    relations = [RelationRow(a, b, a, (b,)) for a, b in pairwise(HOSTILE)]
    return build_graph(evidence_of([said(HOSTILE[0], entities, relations)]), policy=CAREFUL)


PLANS = (
    said(
        "a.md",
        [EntityRow("Export", "feature", "Writes CSV."), EntityRow("Backup", "feature", "Every night.")],
        [RelationRow("Export", "Backup", "Export reads the backup.", ("reads", "nightly"), 3.0)],
        metadata={"audience": ["staff"]},
    ),
    said(
        "b.md",
        [EntityRow("Export", "feature", "Ends with the plan.")],
        [RelationRow("Backup", "Export", "The backup feeds export.", ("feeds",)), RelationRow("Export", "Invoice")],
    ),
)
