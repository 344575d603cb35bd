"""What models were asked for: the indexing that an experiment rests on, counted apart from its own questions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.domain.records import ModelCall

_FINE = ("ok", "length", "loop", "cached")


@dataclass(frozen=True, slots=True)
class IndexingCosts:
    """Of the workspace when the experiment was begun: what reading its passages took, over all times it was done.

    `passages` are there, of which reading `failed` or is still `waiting`; `empty` gave nothing though there was text.
    `calls` were made, of which `calls_failed` gave nothing of use; `cached` ones were answered from kept replies and
    did not take `saved` tokens. `seconds` is the sum over calls.
    """

    passages: int = 0
    failed: int = 0
    waiting: int = 0
    empty: int = 0
    calls: int = 0
    calls_failed: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    cached: int = 0
    saved: int = 0


@dataclass(frozen=True, slots=True)
class Spent:
    """What questions took: calls of the chat model, those that failed, tokens, and the sum of the calls' seconds."""

    calls: int = 0
    failed: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            self.calls + other.calls,
            self.failed + other.failed,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.seconds + other.seconds,
        )


def spent_on(calls: Iterable[ModelCall]) -> Spent:
    """What some calls took; replies that were kept from before took nothing."""
    made = [call for call in calls if call.outcome != "cached"]
    return Spent(
        len(made),
        sum(call.outcome not in _FINE for call in made),
        sum(call.tokens_in for call in made),
        sum(call.tokens_out for call in made),
        sum(call.duration_ms for call in made) / 1000,
    )
