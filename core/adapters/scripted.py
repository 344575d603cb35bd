"""Fakes that ship: deterministic stand-ins for models, for tests and for trying the app without any model.

They know nothing of language. Texts that share words are near each other, and that is all.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from core.ports import Embedding, Vectors


class HashEmbedder:
    """Each word, lower-cased, counts in a dimension and with a sign that its hash gives; the sum to unit length."""

    def __init__(self, dimension: int = 64, reads_words: int = 256) -> None:
        self.dimension = dimension
        self.reads_words = reads_words
        self.identity = f"hash-{dimension}@1"

    def embed(self, texts: Sequence[str]) -> Embedding:
        """Unit vectors (n, dimension) float32; more than `reads_words` words are flagged, and all of them read."""
        words = [_words(text) for text in texts]
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, counted in enumerate(words):
            hashes = [_hashed(word) for word in counted or [""]]
            places, signs = [number % self.dimension for number, _ in hashes], [sign for _, sign in hashes]
            vectors[row] = np.bincount(places, signs, self.dimension)
        return Embedding(self._unit(vectors), tuple(len(counted) > self.reads_words for counted in words))

    def _unit(self, vectors: Vectors) -> Vectors:
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        vectors[lengths[:, 0] == 0, 0] = 1.0  # words that cancel out still need a direction
        unit: Vectors = (vectors / np.where(lengths == 0, 1, lengths)).astype(np.float32)
        return unit


@lru_cache(maxsize=65_536)
def _hashed(word: str) -> tuple[int, float]:
    """A number to take the dimension from, and a sign."""
    digest = hashlib.sha256(word.encode("utf-8", "replace")).digest()
    return int.from_bytes(digest[:4], "big"), 1.0 if digest[4] & 1 else -1.0


def _words(text: str) -> list[str]:
    """Runs of letters and digits; a Chinese character is a word of its own."""
    return re.findall(r"[一-鿿]|[^\W一-鿿]+", text.lower())
