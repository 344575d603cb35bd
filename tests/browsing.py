"""What the tests of browsing share: small graphs as views, built from what chunks say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from core.domain.evidence import EvidenceChunk
from core.domain.graph import build_graph
from core.domain.policy import policy_named
from core.domain.records import EntityRow, Evidence, RelationRow
from core.domain.trace import Hit, Kind
from tests.exporting import evidence_of


@dataclass(frozen=True)
class FixedView:
    """A view that is read but never searched."""

    graph: nx.MultiDiGraph
    evidence: Evidence
    policy: str = "careful"
    viewer: tuple[str, ...] | None = None

    def search(self, kind: Kind, vector: NDArray[np.float32], limit: int) -> Sequence[Hit]:
        raise NotImplementedError

    def scores(self, kind: Kind, keys: Sequence[str], vector: NDArray[np.float32]) -> Mapping[str, float]:
        raise NotImplementedError


def view_of(chunks: Sequence[EvidenceChunk], policy: str = "careful") -> FixedView:
    """The view of these chunks, which must be in document order."""
    evidence = evidence_of(chunks)
    return FixedView(build_graph(evidence, policy=policy_named(policy)), evidence, policy)


def chunk(document: str, text: str, entities: Sequence[EntityRow] = (), relations: Sequence[RelationRow] = ()):
    return EvidenceChunk(
        document, "1", text, title=document.title(), entities=tuple(entities), relations=tuple(relations)
    )


def wheel(spokes: int) -> list[EvidenceChunk]:
    """A hub with as many spokes; neighbouring spokes are joined in pairs."""
    names = [f"s{i:03}" for i in range(spokes)]
    rows = [EntityRow("hub", "centre", "In the middle."), *(EntityRow(name, "spoke") for name in names)]
    relations = [RelationRow("hub", name, "", ("turns",)) for name in names]
    rim = [RelationRow(a, b, "", ("next to",)) for a, b in list(pairwise(names))[::2]]
    return [chunk("wheel", "A hub with spokes.", rows, [*relations, *rim])]


PLANS = (
    chunk(
        "backup",
        "Daily backups hold all data. The Daily Backup is kept for 7 days.",
        [EntityRow("Daily backup", "process", "Is kept for 7 days."), EntityRow("Data", "record", "What users make.")],
        [RelationRow("Daily backup", "Data", "Backups hold data.", ("holds", "nightly"), 3.0)],
    ),
    chunk(
        "export",
        "An export reads the daily backup; account deletion ends both.",
        [
            EntityRow("DAILY BACKUP", "feature", "Is kept for 30 days."),
            EntityRow("Export", "feature", "Writes a file."),
        ],
        [
            RelationRow("Export", "Daily Backup", "Export reads it.", ("reads",)),
            RelationRow("Daily Backup", "Export", "It feeds the export.", ("feeds",)),
            RelationRow("Account deletion", "Export", "Deletion ends export.", ("ends",)),
        ],
    ),
    chunk("plans", "Every plan has daily backups.", [EntityRow("daily backup", "process")]),
)
