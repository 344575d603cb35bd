"""The three collections in an embedded Chroma: cosine, ids by content hash, our own vectors, no embedding function.

Chroma allows one process and one client for a directory; the caller holds the workspace's lock. A reset takes a new
directory, because deleting a collection leaves its index files behind.
"""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.errors import VectorIndexError
from core.ports import IndexRow

BATCH = 5000
"""Rows a call; Chroma refuses more than 5,461 (get_max_batch_size of 1.5.9)."""

# Chroma's own are 16, 100 and 100. Fewer links with a wider search find more (of the 60 nearest of 17,018 relations
# embedded by MiniLM, 99.4 % instead of 98.1 %) and take two thirds of the time to fill.
_COSINE = {"hnsw": {"space": "cosine", "max_neighbors": 12, "ef_construction": 50, "ef_search": 400}}
T = TypeVar("T")


class ChromaIndex:
    """The collections below `folder`, for one embedder. Raises VectorIndexError where Chroma fails."""

    def __init__(self, folder: Path, names: Sequence[str], model: str, dimension: int) -> None:
        self._folder, self._names, self._model, self._dimension = folder.resolve(), tuple(names), model, dimension
        self._client: Any = None
        self._collections: dict[str, Any] = {}
        self.generation = ""
        if not self._reopened():
            self.reset()

    def upsert(self, collection: str, rows: Sequence[IndexRow]) -> None:
        found = self._collections[collection]
        for start in range(0, len(rows), BATCH):
            batch = rows[start : start + BATCH]
            vectors = np.stack([row.vector for row in batch])
            metadata = [{"hash": row.text_hash} for row in batch]
            _guarded(partial(found.upsert, [row.id for row in batch], embeddings=vectors, metadatas=metadata))

    def delete(self, collection: str, ids: Sequence[str]) -> None:
        found = self._collections[collection]
        for start in range(0, len(ids), BATCH):
            _guarded(partial(found.delete, ids=list(ids[start : start + BATCH])))

    def query(self, collection: str, vector: NDArray[np.float32], limit: int) -> Sequence[tuple[str, float]]:
        found = self._collections[collection]
        if limit < 1:
            return ()
        result = _guarded(lambda: found.query(query_embeddings=[vector], n_results=limit, include=["distances"]))
        return [(id_, 1.0 - distance) for id_, distance in zip(result["ids"][0], result["distances"][0], strict=True)]

    def hashes(self, collection: str) -> Mapping[str, str]:
        found = self._collections[collection]
        read: dict[str, str] = {}
        for offset in range(0, _guarded(found.count), BATCH):
            page = _guarded(partial(found.get, include=["metadatas"], limit=BATCH, offset=offset))
            read |= {id_: str(meta["hash"]) for id_, meta in zip(page["ids"], page["metadatas"], strict=True)}
        return read

    def vectors(self, collection: str, ids: Sequence[str]) -> Mapping[str, NDArray[np.float32]]:
        found = self._collections[collection]
        read: dict[str, NDArray[np.float32]] = {}
        for start in range(0, len(ids), BATCH):
            page = _guarded(partial(found.get, ids=list(ids[start : start + BATCH]), include=["embeddings"]))
            read |= zip(page["ids"], np.asarray(page["embeddings"], dtype=np.float32), strict=True)
        return read

    def reset(self) -> None:
        self.close()
        old = self._generations()
        # The new one first: a crash in between leaves two, and neither is believed.
        self.generation = _guarded(self._new_generation)
        for folder in old:
            shutil.rmtree(folder, ignore_errors=True)
        _guarded(self._open)

    def close(self) -> None:
        if self._client is not None:
            _guarded(self._client.close)
        self._client, self._collections = None, {}

    def _generations(self) -> list[Path]:
        return sorted(self._folder.glob("g-*"))

    def _reopened(self) -> bool:
        """Whether there is one filling and it can be used; whatever else lies here is to be filled again."""
        found = self._generations()
        if len(found) != 1:
            return False
        self.generation = found[0].name
        try:
            _guarded(self._open)
        except VectorIndexError:
            return False
        return True

    def _new_generation(self) -> str:
        name = f"g-{uuid.uuid4().hex[:12]}"
        (self._folder / name).mkdir(parents=True)
        return name

    def _open(self) -> None:
        # Imported here: that takes 0.7 s, and most of what one does needs no index.
        import chromadb
        from chromadb.config import Settings as ChromaSettings

        path = str(self._folder / self.generation)
        settings = ChromaSettings(anonymized_telemetry=False, allow_reset=False)
        self._client = chromadb.PersistentClient(path=path, settings=settings)
        for name in self._names:
            self._collections[name] = self._collection(name)

    def _collection(self, name: str) -> Any:
        """Open or make a collection, and read back what it is: an existing one keeps its own settings in silence."""
        metadata = {"model": self._model, "dimension": self._dimension}
        found = self._client.get_or_create_collection(
            name, configuration=_COSINE, metadata=metadata, embedding_function=None
        )
        space = (found.configuration.get("hnsw") or {}).get("space")
        if space != "cosine" or (found.metadata or {}) != metadata:
            raise VectorIndexError(
                f"The collection '{name}' was made for another model or distance ({found.metadata}, {space}).",
                "Rebuild the collections.",
            )
        return found


def _guarded(call: Callable[[], T]) -> T:
    """Chroma raises its own errors, and bare ones from its Rust core: all become ours."""
    from chromadb.errors import ChromaError

    try:
        return call()
    except VectorIndexError:
        raise
    except (ChromaError, ValueError, RuntimeError, OSError) as error:
        raise VectorIndexError(f"The vector store failed ({error}).", "Rebuild the collections.") from error
