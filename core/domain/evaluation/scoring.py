"""What is measured of one question in one mode, and the means over many, by kind.

A support counts once: a chunk by its id, a document by the first of its passages. So several passages of one supporting
document are not worth more than one, and the same support named twice counts once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from core.domain.evaluation.losses import Loss
from core.domain.trace import Trace

DEPTHS = (2, 5, 10)
"""Passages of the context, from its top, among which support is looked for."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One question in one mode.

    `ranks` holds for each support the rank of its first passage in the context, from 1; None where it is not there.
    `recalls` are at DEPTHS, `whole` is whether all support is in the context, `coverage` the share of supporting
    documents of which it holds any passage; None each where there is no support. `cuts` counts what was left out by
    rule (`budget`, `top k`, `threshold`, `other`); `tokens` is the context's size. `losses` say where support was lost.
    """

    mode: str
    ranks: tuple[int | None, ...]
    recalls: tuple[float, ...] | None
    whole: bool | None
    coverage: float | None
    tokens: int
    cuts: Mapping[str, int]
    time_ms: float
    losses: tuple[Loss, ...] = ()

    @property
    def cut(self) -> int:
        """Items that were reached and left out by a token budget."""
        return self.cuts.get("budget", 0)


@dataclass(frozen=True, slots=True)
class Summary:
    """Means over `count` questions, `answerable` of which have support; None where none has."""

    mode: str
    count: int
    answerable: int
    recalls: tuple[float, ...] | None
    whole: float | None
    coverage: float | None
    tokens: float
    cut: float
    time_ms: float


def placed(chunks: Sequence[tuple[str, str]], support: Sequence[str]) -> tuple[int | None, ...]:
    """The rank of each support among (chunk id, document) in context order; a chunk that stands twice takes one place.

    Ranks count from 1 over distinct chunks. Equal scores need no care here: a context is ordered by (score, key).
    """
    first: dict[str, int] = {}
    for rank, (chunk, document) in enumerate(dict.fromkeys(chunks), 1):
        first.setdefault(chunk, rank)
        first.setdefault(document, rank)
    return tuple(first.get(one) for one in support)


def recall(ranks: Sequence[int | None], depth: int) -> float:
    """The share of support at `depth` or before, in [0, 1]; some support is needed."""
    return sum(rank is not None and rank <= depth for rank in ranks) / len(ranks)


def measured(trace: Trace, support: Sequence[str], documents: Mapping[str, str], time_ms: float) -> Measured:
    """Measure a trace. `documents` gives the document of each support; losses are for the caller to find."""
    wanted = tuple(dict.fromkeys(support))
    chunks = [(kept.chunk.id, kept.chunk.document) for kept in trace.chunks]
    ranks = placed(chunks, wanted)
    sources, there = {documents[one] for one in wanted}, {document for _, document in chunks}
    return Measured(
        mode=trace.mode,
        ranks=ranks,
        recalls=tuple(recall(ranks, depth) for depth in DEPTHS) if wanted else None,
        whole=None not in ranks if wanted else None,
        coverage=len(sources & there) / len(sources) if wanted else None,
        tokens=trace.tokens.total,
        cuts=_cuts(trace),
        time_ms=time_ms,
    )


def _cuts(trace: Trace) -> dict[str, int]:
    found: dict[str, int] = {}
    for cut in trace.cuts:
        rule = rule_of(cut.reason)
        found[rule] = found.get(rule, 0) + 1
    return found


def rule_of(reason: str) -> str:
    """The rule of a cut, in one of four: a token budget, a number of items, the threshold, another."""
    word = reason.split(" ", 1)[0]
    return {"budget": "budget", "threshold": "threshold"}.get(word, "top k" if word in _NUMBERS else "other")


_NUMBERS = ("top_k", "chunk_top_k", "related_chunks")


def summarised(mode: str, found: Iterable[Measured]) -> Summary:
    """The means of one mode over questions; its time is the median. At least one question is needed."""
    rows = list(found)
    wanted = [row for row in rows if row.recalls is not None]
    columns = zip(*(row.recalls or () for row in wanted), strict=True)
    return Summary(
        mode=mode,
        count=len(rows),
        answerable=len(wanted),
        recalls=tuple(fmean(column) for column in columns) if wanted else None,
        whole=fmean(bool(row.whole) for row in wanted) if wanted else None,
        coverage=fmean(row.coverage or 0.0 for row in wanted) if wanted else None,
        tokens=fmean(row.tokens for row in rows),
        cut=fmean(row.cut for row in rows),
        time_ms=median(row.time_ms for row in rows),
    )
