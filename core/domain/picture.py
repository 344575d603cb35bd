"""The context of one mode as a picture: its parts in tokens, and what a limit kept out of each.

Only what was at hand counts as cut: what a token budget or a limit on passages struck. What a search ranked too low
never was a candidate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import networkx as nx

from core.domain.packing import Costs, entity_label
from core.domain.records import Chunk, Relation
from core.domain.trace import Kind, Trace

COUNTED = 300
"""Of so many cut items of a kind the tokens are counted; further ones are taken to be as long on average."""
_BUDGET, _LIMITS = "budget ", ("chunk_top_k ", "related_chunks ")


@dataclass(frozen=True, slots=True)
class Part:
    """One kind of item: how many were kept and cut, with their tokens; `about`: not all of the cut were counted."""

    kind: Kind | Literal["path"]
    kept: int
    tokens: int
    cut: int
    cut_tokens: int
    about: bool = False


@dataclass(frozen=True, slots=True)
class Shelf:
    """What cut items are looked up in to be counted."""

    graph: nx.MultiDiGraph
    chunk: Callable[[str], Chunk | None]
    relation: Callable[[str], Relation | None]
    costs: Costs

    def tokens(self, kind: Kind, key: str, rank: int = 2) -> int:
        """What the item's line would take at this rank; 0 where it is gone."""
        if kind == "entity":
            return self.costs.entity(rank, self.graph.nodes[key]["entity"]) if key in self.graph else 0
        if kind == "chunk":
            chunk = self.chunk(key)
            return self.costs.chunk(rank, chunk) if chunk else 0
        relation = self.relation(key)
        return self.costs.relation(rank, relation, self._ends(relation)) if relation else 0

    def _ends(self, relation: Relation) -> tuple[str, str]:
        nodes = self.graph.nodes
        return entity_label(nodes[relation.source]["entity"]), entity_label(nodes[relation.target]["entity"])


def parts(trace: Trace, shelf: Shelf) -> tuple[Part, ...]:
    """Entities, relations, paths, chunks. The tokens of what was kept sum to the trace's total.

    Kept and cut entities together are the same under every budget, and so are relations: all that was expanded.
    """
    use = trace.tokens
    return (
        _part(trace, "entity", (len(trace.entities), use.entities), shelf),
        _part(trace, "relation", (len(trace.relations), use.relations), shelf),
        Part("path", len(trace.paths), use.paths, 0, 0),
        _part(trace, "chunk", (len(trace.chunks), use.chunks), shelf),
    )


def _part(trace: Trace, kind: Kind, kept: tuple[int, int], shelf: Shelf) -> Part:
    cut = _at_hand(trace, kind)
    ranked = enumerate(cut[:COUNTED], kept[0] + 1)
    tokens, about = _counted([shelf.tokens(kind, key, rank) for rank, key in ranked], len(cut))
    return Part(kind, *kept, len(cut), tokens, about)


def _at_hand(trace: Trace, kind: Kind) -> list[str]:
    """What a budget struck, be it a near miss of a search that came in otherwise; what a limit did, if no near miss."""
    behind = {hit.key for step in trace.steps if step.name == f"{kind} search" for hit in step.hits}
    behind -= _taken(trace, kind)
    cuts = [cut for cut in trace.cuts if cut.kind == kind]
    return [c.id for c in cuts if c.reason.startswith(_BUDGET) or (c.reason.startswith(_LIMITS) and c.id not in behind)]


def _taken(trace: Trace, kind: Kind) -> set[str]:
    """The hits that went on; those behind them are only looked at."""
    return {key for step in trace.steps if step.name == f"{kind} search" for key in step.keys}


def _counted(tokens: Sequence[int], count: int) -> tuple[int, bool]:
    if count <= len(tokens):
        return sum(tokens), False
    return sum(tokens) * count // len(tokens), True
