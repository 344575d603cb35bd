"""What is measured of one question in one mode, and the means over many, by kind.

A support counts once: a chunk by its id, a document by the first of its passages. So several passages of one supporting
document are not worth more than one, and the same support named twice counts once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median

from core.domain.evaluation.answering import Answered, AnswerSummary, Spread, answers_summarised, spread, turned
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
    `answers` are those to this context, one a repeat; of another context, where the keywords of a repeat were others,
    too (see `Again`).
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
    answers: tuple[Answered, ...] = ()

    @property
    def cut(self) -> int:
        """Items that were reached and left out by a token budget."""
        return self.cuts.get("budget", 0)


@dataclass(frozen=True, slots=True)
class Summary:
    """Means over `count` questions, `answerable` of which have support; None where none has.

    Of a question that was asked several times, each repeat counts alike; `repeats` is how often the most were. `spread`
    are the recalls at DEPTHS with the lowest and highest mean of a repeat; None where none has support. `answers` is
    None where no model was asked for any.
    """

    mode: str
    count: int
    answerable: int
    recalls: tuple[float, ...] | None
    whole: float | None
    coverage: float | None
    tokens: float
    cut: float
    time_ms: float
    repeats: int = 1
    spread: tuple[Spread, ...] | None = None
    answers: AnswerSummary | None = None


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


def summarised(mode: str, found: Iterable[Measured], again: Iterable[Sequence[Measured]] = ()) -> Summary:
    """The means of one mode over questions; its time is the median. At least one question is needed.

    `again` holds the later repeats of each question, in the order of `found`; nothing where there were none.
    """
    first = list(found)
    later = list(again) or [()] * len(first)
    runs = [(one, *more) for one, more in zip(first, later, strict=True)]
    wanted = [run for run in runs if run[0].recalls is not None]
    recalls = _recalls(wanted) if wanted else None
    return Summary(
        mode=mode,
        count=len(runs),
        answerable=len(wanted),
        recalls=None if recalls is None else tuple(one.mean for one in recalls),
        whole=fmean(fmean(bool(one.whole) for one in run) for run in wanted) if wanted else None,
        coverage=fmean(fmean(one.coverage or 0.0 for one in run) for run in wanted) if wanted else None,
        tokens=fmean(fmean(one.tokens for one in run) for run in runs),
        cut=fmean(fmean(one.cut for one in run) for run in runs),
        time_ms=median(one.time_ms for run in runs for one in run),
        repeats=max(max(len(run), len(run[0].answers)) for run in runs),
        spread=recalls,
        answers=answers_summarised((run[0].answers, run[0].recalls is not None) for run in runs),
    )


def mean_recall(run: Sequence[Measured], depth: int) -> float:
    """The mean over repeats of recall at one of DEPTHS; 0 where nothing was to be found."""
    return fmean((one.recalls or (0.0,) * len(DEPTHS))[DEPTHS.index(depth)] for one in run)


def _recalls(runs: Sequence[Sequence[Measured]]) -> tuple[Spread, ...]:
    """Recalls at DEPTHS; their mean is that over questions of each one's mean over its repeats."""
    return tuple(_recall(runs, depth) for depth in DEPTHS)


def _recall(runs: Sequence[Sequence[Measured]], depth: int) -> Spread:
    values = [[mean_recall((one,), depth) for one in run] for run in runs]
    found = spread(turned(values))
    assert found is not None
    return replace(found, mean=fmean(map(fmean, values)))
