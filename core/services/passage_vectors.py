"""The vectors of passages that are stored already; asks no embedder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from core.domain.identity import text_hash
from core.domain.wording import chunk_text
from core.services.embeddings import Embeddings
from core.services.views import View


def stored_vectors(embeddings: Embeddings, view: View, chunks: Sequence[str]) -> Mapping[str, NDArray[np.float32]]:
    """Chunk ids -> unit vectors, of those that have one."""
    if not embeddings.identity:
        return {}
    hashes = {chunk: text_hash(chunk_text(view.evidence.chunks[chunk])) for chunk in chunks}
    stored = embeddings.stored(list(dict.fromkeys(hashes.values())))
    return {chunk: stored[hash_].vector for chunk, hash_ in hashes.items() if hash_ in stored}
