"""An embedder behind Ollama: unit vectors, whole texts, one identity.

The server is told never to cut a text. One that is longer than the model reads is split at white space until its
pieces fit, and stands for the unit mean of their vectors, flagged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from core.adapters.ollama.chat import estimated_tokens
from core.adapters.ollama.faults import PromptTooLong
from core.adapters.ollama.server import OllamaServer
from core.errors import BadModelReply, ModelMissing
from core.ports import Embedding, Vectors

BATCH = 32
"""Texts in one request: larger ones gain little and make a cancelled job wait."""

MOST_CTX = 8192
"""The window asked for, in tokens, is never larger: chunks are not, and memory is dear."""

LEAST_PIECE = 64
"""A piece of a text, in characters, is never split below this."""

_BLANK = "-"
"""Stands for a text that shows nothing: some models give no vector for one."""


class OllamaEmbedder:
    """Embedder over one model of a server. Making it embeds one word, for the dimension. Raises ModelError."""

    def __init__(
        self,
        server: OllamaServer,
        model: str,
        count: Callable[[str], int] = estimated_tokens,
        batch: int = BATCH,
        keep_alive: str = "10m",
    ) -> None:
        self.info = server.model(model)
        if not self.info.can("embedding") and self.info.can("completion"):
            raise ModelMissing(f"'{model}' can't embed: it is made for chat.", "Choose an embedding model.")
        self.identity = self.info.identity
        self._server, self._count, self._batch, self._keep_alive = server, count, batch, keep_alive
        self.dimension = 0
        self.dimension = int(self._asked(["dimension"]).shape[1])

    def embed(self, texts: Sequence[str]) -> Embedding:
        """Unit vectors (n, dimension) float32 in the texts' order. Raises ModelError."""
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        windowed = [False] * len(texts)
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))  # like lengths together: less padding
        for start in range(0, len(order), self._batch):
            places = order[start : start + self._batch]
            self._fill(texts, places, vectors, windowed)
        return Embedding(vectors, tuple(windowed))

    def _fill(self, texts: Sequence[str], places: Sequence[int], vectors: Vectors, windowed: list[bool]) -> None:
        """Embed the texts at some places; a batch that is refused as too long is halved until one text is left."""
        long = [at for at in places if self._surely_long(texts[at])]
        short = [at for at in places if at not in long]
        for at in long:
            vectors[at], windowed[at] = self._mean(_halves(texts[at])), True
        if not short:
            return
        try:
            vectors[short] = self._asked([texts[at] for at in short])
        except PromptTooLong as error:
            if len(short) == 1:
                halves = _halves(texts[short[0]])
                if len(halves) == 1:
                    raise error
                vectors[short[0]], windowed[short[0]] = self._mean(halves), True
                return
            middle = len(short) // 2
            self._fill(texts, short[:middle], vectors, windowed)
            self._fill(texts, short[middle:], vectors, windowed)

    def _surely_long(self, text: str) -> bool:
        limit = self.info.context_length
        return bool(limit) and len(text) >= 2 * LEAST_PIECE and self._count(text) > limit

    def _mean(self, pieces: Sequence[str]) -> Vectors:
        """The unit mean of the pieces' vectors, each weighing as much as it is long."""
        vectors = self.embed(pieces).vectors
        weights = np.array([len(piece) for piece in pieces], dtype=np.float32)
        total: Vectors = (vectors * weights[:, None]).sum(axis=0, keepdims=True)
        mean: Vectors = _unit(total if np.linalg.norm(total) > 0 else vectors[:1])[0]
        return mean

    def _asked(self, texts: Sequence[str]) -> Vectors:
        """One request; (n, dimension) float32, rows of unit length."""
        body = {
            "model": self.info.name,
            "input": [text if text.strip() else _BLANK for text in texts],
            "truncate": False,
            "keep_alive": self._keep_alive,
        }
        if self.info.context_length:
            body["options"] = {"num_ctx": min(self.info.context_length, MOST_CTX)}
        found = self._server.transport.post("/api/embed", body, self._server.timeouts.embed_s).get("embeddings")
        try:
            vectors = np.asarray(found, dtype=np.float32)
        except (TypeError, ValueError) as error:
            raise self._bad("something else than vectors") from error
        if vectors.ndim != 2 or len(vectors) != len(texts) or not vectors.shape[1]:
            raise self._bad(f"vectors of shape {vectors.shape} for {len(texts)} texts")
        if self.dimension and vectors.shape[1] != self.dimension:
            raise self._bad(f"{vectors.shape[1]} dimensions instead of {self.dimension}")
        if not np.isfinite(vectors).all() or not np.linalg.norm(vectors, axis=1).all():
            raise self._bad("vectors without a direction")
        return _unit(vectors)

    def _bad(self, what: str) -> BadModelReply:
        return BadModelReply(f"'{self.info.name}' gave {what}.", "Update Ollama, or choose another embedding model.")


def _unit(vectors: Vectors) -> Vectors:
    unit: Vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    return unit


def _halves(text: str) -> list[str]:
    """The text in two at the white space nearest its middle; whole where it is too short to split."""
    if len(text) < 2 * LEAST_PIECE:
        return [text]
    middle = len(text) // 2
    before, after = text.rfind(" ", middle // 2, middle), text.find(" ", middle, middle + middle // 2)
    places = [at for at in (before, after) if at >= 0]
    at = min(places, key=lambda place: abs(place - middle)) if places else middle
    return [text[:at], text[at:]]
