"""What a question asks of the models: it goes ahead of the queue, and its calls are logged as a question's.

Wraps extractor and embedder for retrieval; reading passages goes past this.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.domain.records import Extraction, Keywords, ModelCall
from core.errors import ModelError
from core.ports import Clock, Embedder, Embedding, Extractor, Passage
from core.services.gate import Gate
from core.store.calls import Calls


class QuestionDesk:
    """Makes what a question asks with. `gate` is the one that reading waits at."""

    def __init__(self, gate: Gate, calls: Calls, clock: Clock) -> None:
        self.gate, self._calls, self._clock = gate, calls, clock

    def record(self, calls: Sequence[object]) -> None:
        """Log calls of a question."""
        made = [call for call in calls if isinstance(call, ModelCall)]
        self._calls.record(made, "question", self._clock.now())

    def extractor(self, extractor: Extractor) -> Extractor:
        return _Extractor(extractor, self)

    def embedder(self, embedder: Embedder) -> Embedder:
        return _Embedder(embedder, self)


class _Extractor:
    def __init__(self, inner: Extractor, desk: QuestionDesk) -> None:
        self._inner, self._desk = inner, desk
        self.identity = inner.identity

    def extract(self, passage: Passage) -> Extraction:
        return self._inner.extract(passage)

    def keywords(self, question: str) -> Keywords:
        with self._desk.gate.question():
            try:
                found = self._inner.keywords(question)
            except ModelError as error:
                self._desk.record(error.calls)
                raise
        self._desk.record(found.calls)
        return found


class _Embedder:
    def __init__(self, inner: Embedder, desk: QuestionDesk) -> None:
        self._inner, self._desk = inner, desk
        self.identity, self.dimension = inner.identity, inner.dimension

    def embed(self, texts: Sequence[str]) -> Embedding:
        with self._desk.gate.question():
            return self._inner.embed(texts)
