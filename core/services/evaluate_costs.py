"""What it took to read the workspace, as an experiment keeps it: never mixed with what its questions took."""

from __future__ import annotations

from core.domain.evaluation import IndexingCosts
from core.store.store import Store


def indexing_costs(store: Store) -> IndexingCosts:
    """All calls that ever read passages here, over all models, and how the passages stand."""
    progress = store.mentions.progress()
    costs = [cost for cost in store.calls.costs() if cost.job == "indexing"]
    return IndexingCosts(
        passages=progress.chunks,
        failed=progress.failed,
        waiting=progress.pending,
        empty=progress.empty,
        calls=sum(cost.calls for cost in costs),
        calls_failed=sum(cost.failed for cost in costs),
        tokens_in=sum(cost.tokens_in for cost in costs),
        tokens_out=sum(cost.tokens_out for cost in costs),
        seconds=round(sum(cost.seconds for cost in costs), 3),
        cached=sum(cost.cached for cost in costs),
        saved=sum(cost.saved for cost in costs),
    )
