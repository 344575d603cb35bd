"""How near sentences are to each other: by the workspace's embedder, in one batch, else by the words they share.

Cosines of different embedders don't compare: with some, sentences that have nothing in common are at 0.0, with others
at 0.6. So likeness is where a cosine stands between that of unrelated sentences (0) and that of equal ones (1); what
unrelated ones have is measured once for each embedder, on a few fixed sentences.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from core.domain.answers import Measure
from core.domain.languages import beyond_latin, knows_english_alone
from core.domain.support import Likeness, Parts, shared_words
from core.errors import ModelCancelled, ModelError
from core.ports import Embedder

Vector = NDArray[np.float32]

KEPT = 8000
"""Sentences whose vectors are remembered: the modes of one question share most of their passages."""

LEAST: Mapping[Measure, float] = {"cosine": 0.6, "words": 0.45, "none": 0.0}
"""Below this a statement counts as unsupported.

Drawn on 90 sentences written for the samples (`python -m bench.support`), half of them faithful, half made up about
the same things. At 0.6 the embedded embedder passes 97 of 100 faithful English ones and catches 54 of 100 made-up
ones (at 0.65: 77 and 71); shared words at 0.45 pass 77 and catch 69, in Chinese 80 and 100.
"""

UNRELATED = (
    "The ferry leaves the northern pier every morning at six.",
    "Salaries are paid on the last working day of the month.",
    "This compiler rejects programs whose types do not agree.",
    "She planted two rows of beans behind the old greenhouse.",
    "The treaty was signed after eleven weeks of negotiation.",
    "Blood pressure should be measured while the patient rests.",
    "这座桥建于上个世纪，全长三百米。",
    "会员可以在到期前七天续订。",
)
"""Sentences that have nothing to do with one another."""


class LikenessDesk:
    """Makes measures. `embedder` is the workspace's, asked for only when something is measured."""

    def __init__(self, embedder: Callable[[], Embedder]) -> None:
        self._embedder, self._lock = embedder, Lock()
        self._vectors: OrderedDict[tuple[str, str], Vector] = OrderedDict()

    def measure(self, texts: Sequence[str]) -> tuple[Likeness, Measure, str]:
        """A likeness for these texts, its name, and a note where it had to be by words; asks the embedder once."""
        if not texts:
            return shared_words, "none", ""
        try:
            embedder = self._embedder()
            if knows_english_alone(embedder.identity) and any(map(beyond_latin, texts)):
                return (
                    shared_words,
                    "words",
                    "This embedder was trained on English: support is measured by shared words.",
                )
            vectors = self._known(embedder, (*texts, *UNRELATED))
        except ModelCancelled:
            raise
        except ModelError as error:
            return shared_words, "words", f"Support is measured by shared words: {error}"
        return _Cosine(vectors), "cosine", ""

    def _known(self, embedder: Embedder, texts: Iterable[str]) -> dict[str, Vector]:
        wanted = list(dict.fromkeys(texts))
        with self._lock:
            found = {t: self._vectors[embedder.identity, t] for t in wanted if (embedder.identity, t) in self._vectors}
        missing = [text for text in wanted if text not in found]
        if missing:
            made = dict(zip(missing, embedder.embed(missing).vectors, strict=True))
            self._keep(embedder.identity, made)
            found |= made
        return found

    def _keep(self, identity: str, made: Mapping[str, Vector]) -> None:
        with self._lock:
            self._vectors.update(((identity, text), vector) for text, vector in made.items())
            while len(self._vectors) > KEPT:
                self._vectors.popitem(last=False)


class _Cosine:
    """Likeness by vectors that are there; two sentences together are the mean of theirs."""

    def __init__(self, vectors: Mapping[str, Vector]) -> None:
        self._vectors = vectors
        self._unrelated = float(np.mean([np.dot(vectors[a], vectors[b]) for a, b in combinations(UNRELATED, 2)]))

    def __call__(self, said: str, pieces: Sequence[Parts]) -> list[float]:
        rows = np.array([np.sum([self._vectors[part] for part in parts], axis=0) for parts in pieces])
        lengths = np.linalg.norm(rows, axis=1)
        cosines = rows @ self._vectors[said] / np.where(lengths == 0, 1, lengths)
        likeness = (cosines - self._unrelated) / max(1 - self._unrelated, 1e-6)
        return [float(value) for value in np.clip(likeness, 0, 1)]
