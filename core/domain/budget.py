"""One token budget of a retrieval: what it holds, what it is called in the list of cuts, and applying it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from core.domain.fusion import Budgeted, within_budget
from core.domain.journal import Journal
from core.domain.trace import Kind

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Budget:
    """`own` tokens for one kind of item (None: only the total counts), but never more than the `left` of `total`."""

    kind: Kind
    own: int | None
    left: int
    total: int

    @property
    def limit(self) -> int:
        return self.left if self.own is None else min(self.own, self.left)

    @property
    def reason(self) -> str:
        """As cuts name it: the budget that struck."""
        if self.own is None or self.own > self.left:
            return f"budget total {self.total}"
        return f"budget {_PLURALS[self.kind]} {self.own}"


_PLURALS = {"entity": "entities", "relation": "relations", "chunk": "chunks"}


def fit(
    budget: Budget, items: Sequence[T], id_of: Callable[[T], str], cost: Callable[[int, T], int], journal: Journal
) -> Budgeted[T]:
    """Keep the longest prefix of `items` that the budget holds, and write what was kept and cut into the journal."""
    fitted = within_budget(items, cost, budget.limit)
    kept = [id_of(item) for item, _ in fitted.kept]
    journal.keep(budget.kind, kept)
    journal.cut(budget.kind, [id_of(item) for item in fitted.cut], budget.reason)
    if items and not kept:
        journal.note(f"Not one {budget.kind} fits: {budget.reason}, of which {budget.limit} tokens were left.")
    detail = f"{len(kept)} of {len(items)} kept: {fitted.tokens} of {budget.limit} tokens"
    journal.step(f"{budget.kind} budget", detail, keys=kept)
    return fitted
