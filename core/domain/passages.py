"""Which chunks a mode gives: hits of its own search, and what the kept entities and relations bring.

A chunk remembers every source that names it. An item may bring only so many chunks, its best by the chosen measure;
the lists of the sources then take turns. Chunks without a score come behind those with one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from core.domain.fusion import round_robin
from core.domain.journal import Journal, counted
from core.domain.modes import ChunkPick, ChunkSource, Parameters

VECTOR, WALK = "vector", "walk"
_ORDERED = {VECTOR, WALK}
"""The kinds of source whose chunks come in order."""

Scores = Callable[[Sequence[str]], Mapping[str, float]]
"""Cosine of chunks to the question, by id; those without a vector are left out."""

ChunkRank = Callable[[str], tuple[float, float, str]]


@dataclass(frozen=True, slots=True)
class Source:
    """Something that names chunks: a kept entity, a kept relation, a kept path, the search or the walk.

    The last two (labels `vector` or `words`, and `walk`) hold their chunks in order. What takes no turns in a mode
    brings none, but its label stands at those that others bring.
    """

    kind: ChunkSource | Literal["path"]
    label: str
    chunks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Chunks in context order, before any token budget, with their cosines and all their sources' labels."""

    chunks: tuple[str, ...]
    scores: Mapping[str, float]
    via: Mapping[str, Sequence[str]]


def choose_chunks(
    sources: Sequence[Source], turns: Sequence[ChunkSource], scores: Scores, parameters: Parameters, journal: Journal
) -> Choice:
    """Merge the sources' chunks in turn, `chunk_top_k` at most; `turns` says which kinds take turns, in order."""
    via = labels_by_chunk(sources)
    ordered_alone = [chunk for source in sources if source.kind in _ORDERED for chunk in source.chunks]
    cosines = scores(ordered_alone if set(turns) <= _ORDERED else list(via))
    rank = chunk_rank(parameters.chunk_pick, cosines, via)
    lists = [_of_kind(kind, sources, parameters.related_chunks, rank) for kind in turns]
    ordered = round_robin(lists, key=lambda chunk: chunk)
    kept, beyond = ordered[: parameters.chunk_top_k], ordered[parameters.chunk_top_k :]
    chosen = set(ordered)
    last = f"chunk_top_k {parameters.chunk_top_k}"
    passed_over = last if WALK in turns else f"related_chunks {parameters.related_chunks}"
    journal.cut("chunk", [id_ for id_ in via if id_ not in chosen], passed_over)
    journal.cut("chunk", beyond, last)
    counts = ", ".join(f"{len(ids)} by {kind}" for kind, ids in zip(turns, lists, strict=True))
    journal.step("chunks", f"{counted(len(ordered), 'chunk')} ({counts}), {len(kept)} go on", keys=kept)
    return Choice(tuple(kept), cosines, via)


def labels_by_chunk(sources: Iterable[Source]) -> dict[str, list[str]]:
    """The labels of all sources of each chunk, in the order of the sources."""
    found: dict[str, list[str]] = {}
    for source in sources:
        for chunk in source.chunks:
            found.setdefault(chunk, []).append(source.label)
    return found


def chunk_rank(pick: ChunkPick, scores: Mapping[str, float], via: Mapping[str, Sequence[str]]) -> ChunkRank:
    """A sort key for chunk ids, best first: cosine to the question or number of sources, then the other, then id."""

    def rank(chunk: str) -> tuple[float, float, str]:
        similar, named = -scores.get(chunk, -2.0), -float(len(via.get(chunk, ())))
        return (similar, named, chunk) if pick == "similarity" else (named, similar, chunk)

    return rank


def picked(sources: Iterable[Source], per_source: int, rank: ChunkRank) -> list[str]:
    """Of each source its `per_source` best chunks, put together in rank order, each once."""
    best: dict[str, None] = {}
    for source in sources:
        best.update(dict.fromkeys(sorted(source.chunks, key=rank)[:per_source]))
    return sorted(best, key=rank)


def _of_kind(kind: ChunkSource, sources: Sequence[Source], per_source: int, rank: ChunkRank) -> Sequence[str]:
    """The chunks of a search or a walk keep its order; those of entities and relations are picked."""
    named = [source for source in sources if source.kind == kind]
    if kind in _ORDERED:
        return list(dict.fromkeys(chunk for source in named for chunk in source.chunks))
    return picked(named, per_source, rank)
