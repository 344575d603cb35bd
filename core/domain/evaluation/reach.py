"""Which passages a walk over the graph can come to from which: those of one connected part, edges taken both ways."""

from __future__ import annotations

from collections.abc import Mapping

import networkx as nx

Parts = Mapping[str, int]
"""The number of a passage's part; passages that nothing was read from are left out."""


def parts_of(graph: nx.MultiDiGraph) -> Parts:
    """A pass over the graph: an entity joins its passages, an edge its two ends."""
    found = _Joined()
    chunk_of: dict[str, str] = {}
    for key, entity in graph.nodes(data="entity"):
        for chunk in entity.chunks:
            found.join(key, chunk_of.setdefault(chunk, key))
    for source, target in graph.edges():
        found.join(source, target)
    numbers: dict[str, int] = {}
    return {chunk: numbers.setdefault(found.head(key), len(numbers)) for chunk, key in chunk_of.items()}


class _Joined:
    """Sets that grow together, each known by one of its members."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}

    def head(self, key: str) -> str:
        above = self._above
        while (up := above.get(key, key)) != key:
            above[key] = above.get(up, up)
            key = up
        return key

    def join(self, one: str, other: str) -> None:
        self._above[self.head(one)] = self.head(other)
