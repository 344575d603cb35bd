"""Several ranked lists become one, and a budget decides how much of it is kept.

Merging takes one item of each list in turn and keeps the first of equals. Budgets keep whole items only, from the
front, until one does not fit: that one and all behind it are cut, even where a later one would fit, so that what is
kept is always a prefix of the ranking. Nothing here knows what an item is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Generic, TypeVar

T = TypeVar("T")

_GAP = object()


def round_robin(lists: Sequence[Iterable[T]], key: Callable[[T], str]) -> list[T]:
    """One of each list in turn, first list first; of items with equal keys the first met is kept.

    [A, B, C] with [B, D] gives A, B, D, C.
    """
    merged: dict[str, T] = {}
    for turn in zip_longest(*lists, fillvalue=_GAP):
        for item in turn:
            if item is not _GAP:
                merged.setdefault(key(item), item)  # type: ignore[arg-type]
    return list(merged.values())


@dataclass(frozen=True, slots=True)
class Budgeted(Generic[T]):
    """What a budget kept, each with its tokens (its separator counted with it), and what it cut, both in order."""

    kept: tuple[tuple[T, int], ...]
    cut: tuple[T, ...]

    @property
    def tokens(self) -> int:
        return sum(tokens for _, tokens in self.kept)


def within_budget(items: Sequence[T], cost: Callable[[int, T], int], budget: int) -> Budgeted[T]:
    """The longest prefix of `items` that takes at most `budget` tokens.

    `cost(rank, item)` is what an item takes at its rank (from 1), its separator included. Items behind the first that
    does not fit are never counted. With one token a character and a separator of one, aaaa, bbbb, cccc keep
    0, 1, 1, 2, 3 items within 3, 4, 8, 9, 14 tokens.
    """
    kept: list[tuple[T, int]] = []
    left = budget
    for rank, item in enumerate(items, start=1):
        tokens = cost(rank, item)
        if tokens > left:
            break
        kept.append((item, tokens))
        left -= tokens
    return Budgeted(tuple(kept), tuple(items[len(kept) :]))
