"""Measures over traces: what modes have in common, and how much of what was wanted they found."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from core.domain.modes import MODES
from core.domain.trace import Kind, Trace


@dataclass(frozen=True, slots=True)
class Overlap:
    """What several modes kept in common.

    `shares[i][j]` is the share of the chunks of modes i and j that both hold (common by all, in [0, 1]; 0 where
    neither holds any). `holders` gives the modes that hold an item, in the order of `modes`, for each item that any
    mode kept: entities, relations, chunks, each in the order in which they are first met.
    """

    modes: tuple[str, ...]
    shares: tuple[tuple[float, ...], ...]
    holders: Mapping[tuple[Kind, str], tuple[str, ...]]

    def able(self, kind: Kind) -> tuple[str, ...]:
        """The modes that can keep this kind at all: only those that search the graph keep entities and relations."""
        return tuple(mode for mode in self.modes if kind == "chunk" or MODES[mode].expansions)

    def having(self, kind: Kind) -> tuple[str, ...]:
        """The modes that kept anything of this kind: a mode that kept nothing has nothing in common with others."""
        some = {mode for (found, _), modes in self.holders.items() if found == kind for mode in modes}
        return tuple(mode for mode in self.modes if mode in some)

    def common(self) -> tuple[tuple[Kind, str], ...]:
        """What every mode kept that kept anything of its kind."""
        having: Mapping[Kind, tuple[str, ...]] = {kind: self.having(kind) for kind in get_args(Kind)}
        return tuple(item for item, modes in self.holders.items() if modes == having[item[0]])

    def only(self, mode: str) -> tuple[tuple[Kind, str], ...]:
        """What this mode alone kept."""
        return tuple(item for item, modes in self.holders.items() if modes == (mode,))


def overlap(traces: Mapping[str, Trace]) -> Overlap:
    """Compare what was kept in each mode, cuts left out."""
    kept = {mode: kept_items(trace) for mode, trace in traces.items()}
    chunks = {mode: {key for kind, key in items if kind == "chunk"} for mode, items in kept.items()}
    shares = tuple(tuple(_share(chunks[one], chunks[other]) for other in traces) for one in traces)
    holders: dict[tuple[Kind, str], tuple[str, ...]] = {}
    for kind in ("entity", "relation", "chunk"):
        for mode, items in kept.items():
            for item in items:
                if item[0] == kind:
                    holders[item] = (*holders.get(item, ()), mode)
    return Overlap(tuple(traces), shares, holders)


def kept_items(trace: Trace) -> tuple[tuple[Kind, str], ...]:
    """(kind, key) of all that a trace kept, in context order."""
    return (
        *(("entity", kept.entity.key) for kept in trace.entities),
        *(("relation", kept.relation.key) for kept in trace.relations),
        *(("chunk", kept.chunk.id) for kept in trace.chunks),
    )


def recall_at(wanted: Collection[str], found: Sequence[str], limit: int) -> float:
    """The share of `wanted` among the first `limit` of `found`, in [0, 1]; 1 where nothing is wanted."""
    if not wanted:
        return 1.0
    return len(set(wanted) & set(found[:limit])) / len(set(wanted))


def _share(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other) if one | other else 0.0
