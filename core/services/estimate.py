"""What reading will take, told before it begins: calls, tokens, seconds. Asks no model.

Prompts are the real ones, and counted. Where there are many, some spread evenly over all stand for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.ports import AskingExtractor, ChatRequest, Extractor, Passage
from core.services.cached_chat import known
from core.store.store import Store

MEASURED = 200
"""At most so many passages have their prompts counted."""
SECONDS_PER_CHARACTER = 0.0004
"""Without a model to ask: reading, and embedding all that comes of it; measured over the Larkspur sample, two cores."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What reading `chunks` takes: `calls` in all, of which `cached` are answered from kept replies.

    `tokens_in` is what goes into the calls that are made; what comes out, further attempts and what earlier replies add
    to later prompts can't be told. `seconds` follows from the calls of this model so far, None where there were none;
    where no model is asked, from the length of the text. `measured` is the number of chunks whose prompts were counted.
    """

    chunks: int = 0
    calls: int = 0
    cached: int = 0
    tokens_in: int = 0
    seconds: float | None = None
    measured: int = 0


class Estimator:
    """Plans for passages and whoever is to read them. `count` counts tokens."""

    def __init__(self, store: Store, count: Callable[[str], int]) -> None:
        self._store, self._count = store, lru_cache(maxsize=64)(count)

    def plan(self, passages: Sequence[Passage], extractor: Extractor, workers: int = 1) -> Plan:
        """What `extractor` would ask to read these, `workers` at once; no calls where it asks no model."""
        if not isinstance(extractor, AskingExtractor):
            characters = sum(len(passage.text) for passage in passages)
            return Plan(len(passages), seconds=SECONDS_PER_CHARACTER * characters, measured=len(passages))
        measured = spread(passages, MEASURED)
        requests = [request for passage in measured for request in extractor.requests(passage)]
        kept = known(self._store.replies, extractor.model, requests)
        tokens = sum(self._tokens(request) for request, is_kept in zip(requests, kept, strict=True) if not is_kept)
        scale = len(passages) / len(measured) if measured else 0.0
        calls, cached = round(len(requests) * scale), round(sum(kept) * scale)
        pace = self._store.calls.pace(extractor.model)
        seconds = None if pace is None else (calls - cached) * pace / max(workers, 1)
        return Plan(len(passages), calls, cached, round(tokens * scale), seconds, len(measured))

    def _tokens(self, request: ChatRequest) -> int:
        """The system part is the same again and again: counted once."""
        return self._count(request.system) + self._count(request.user)


def spread(passages: Sequence[Passage], most: int) -> Sequence[Passage]:
    """At most so many, evenly over all, the first among them."""
    if len(passages) <= most:
        return passages
    return [passages[n * len(passages) // most] for n in range(most)]
