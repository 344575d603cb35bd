"""A view: one graph (a merge rule, a viewer) with exact search over its three collections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from core.domain.records import Evidence
from core.domain.trace import Hit, Kind


class View(Protocol):
    """What retrieval and browsing read.

    `graph` is a MultiDiGraph: node = entity key with attribute `entity` (records.Entity), edge key = relation key with
    attribute `relation` (records.Relation). Nodes are inserted in key order, edges in (source, target, key) order.
    """

    evidence: Evidence
    policy: str
    viewer: tuple[str, ...] | None

    @property
    def graph(self) -> nx.MultiDiGraph:
        """May be computed when it is first asked for."""
        ...

    def search(self, kind: Kind, vector: NDArray[np.float32], limit: int) -> Sequence[Hit]:
        """The `limit` nearest rows by cosine, ordered by (-score, key). Chunk keys are chunk ids."""
        ...

    def scores(self, kind: Kind, keys: Sequence[str], vector: NDArray[np.float32]) -> Mapping[str, float]:
        """Cosine in [-1, 1] of each given key; keys without a vector are left out."""
        ...

    def near(self, kind: Kind, cosine: float) -> Sequence[tuple[str, str]]:
        """Pairs of keys whose rows have at least this cosine, each once; may take seconds when first asked for."""
        ...


def evidence_of(view: View) -> int:
    """The version of the evidence that a view over a store shows; -1 for one over none."""
    return int(getattr(view, "version", (-1, -1))[0])
