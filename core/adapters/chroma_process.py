"""Chroma in a process of its own: the same collections as `chroma`, without its weight in this one.

Its calls let no other thread of Python run, its import takes time and memory, and a fault of its native code would end
the app. Here it ends a child, which is started again when it is next needed. And its files hold memory that was never
written to: that of the child, which is told ids, hashes and vectors but no text, has no word of a document to leave.
"""

from __future__ import annotations

import os
import subprocess
import sys
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.adapters import frames
from core.errors import VectorIndexError
from core.ports import IndexRow

CHILD = "core.adapters.chroma_child"
GRACE_S = 30.0
"""Seconds that a child has to end by itself; longer than any one call takes."""

_AGAIN = "It is started again when it is next needed. If this happens again, rebuild the collections."
_QUIETLY = getattr(subprocess, "CREATE_NO_WINDOW", 0)


class ChromaProcess:
    """The collections below `folder`, for one embedder, used from any thread. Raises VectorIndexError.

    The child starts at once, and is first waited for when something is asked of it. What it was doing when it ended is
    done or not, as after a kill; nothing is tried twice. After `close` all that is asked is refused.
    """

    def __init__(self, folder: Path, names: Sequence[str], model: str, dimension: int) -> None:
        self._opening = {"folder": str(folder.resolve()), "names": list(names), "model": model, "dimension": dimension}
        self._lock, self._closed = Lock(), False
        self._generation, self._opened = "", False
        self._process = self._started()

    @property
    def generation(self) -> str:
        with self._lock:
            self._ready()
            return self._generation

    def upsert(self, collection: str, rows: Sequence[IndexRow]) -> None:
        if rows:
            vectors = np.stack([row.vector for row in rows]).astype("<f4", copy=False)
            ids, hashes = [row.id for row in rows], [row.text_hash for row in rows]
            self._ask({"do": "upsert", "collection": collection, "ids": ids, "hashes": hashes}, vectors.tobytes())

    def delete(self, collection: str, ids: Sequence[str]) -> None:
        if ids:
            self._ask({"do": "delete", "collection": collection, "ids": list(ids)})

    def query(self, collection: str, vector: NDArray[np.float32], limit: int) -> Sequence[tuple[str, float]]:
        asked = {"do": "query", "collection": collection, "limit": limit}
        return [(id_, cosine) for id_, cosine in self._ask(asked, vector.astype("<f4", copy=False).tobytes())]

    def hashes(self, collection: str) -> Mapping[str, str]:
        found: dict[str, str] = self._ask({"do": "hashes", "collection": collection})
        return found

    def vectors(self, collection: str, ids: Sequence[str]) -> Mapping[str, NDArray[np.float32]]:
        if not ids:
            return {}
        reply, body = self._exchange({"do": "vectors", "collection": collection, "ids": list(ids)})
        found = np.frombuffer(body, dtype="<f4").reshape(len(reply), len(body) // 4 // max(len(reply), 1))
        return dict(zip(reply, found.astype(np.float32, copy=False), strict=True))

    def reset(self) -> None:
        self._ask({"do": "reset"})

    def close(self) -> None:
        """Let the child end, and wait until it has; what it is doing is finished first."""
        with self._lock:
            self._closed = True
            self._drop()

    def _ask(self, head: Mapping[str, Any], body: bytes = b"") -> Any:
        return self._exchange(head, body)[0]

    def _exchange(self, head: Mapping[str, Any], body: bytes = b"") -> tuple[Any, bytes]:
        """What was found, and the bytes that came with it."""
        with self._lock:
            before = self._generation
            self._ready()
            if before and before != self._generation:
                raise VectorIndexError("What the vector store held is lost.", "Rebuild the collections.")
            reply, more = self._exchanged(head, body)
            self._generation = reply["generation"]
            return reply["found"], more

    def _ready(self) -> None:
        """A child that has opened the collections: the one that is there, or a new one."""
        if self._closed:
            raise VectorIndexError("The collections were closed.", "Open the workspace again.")
        if not self._end.alive or self._process.poll() is not None:
            self._drop()
            self._process, self._opened = self._started(), False
        if not self._opened:
            self._generation = self._exchanged()[0]["generation"]
            self._opened = True

    def _exchanged(self, head: Mapping[str, Any] | None = None, body: bytes = b"") -> tuple[dict[str, Any], bytes]:
        """The reply to a request; that to the opening, which was sent at the start, where none is given."""
        try:
            if head is not None:
                frames.write(self._process.stdin, head, body)
            reply, more = frames.read(self._process.stdout)
        except frames.Ended as error:
            self._drop()
            code = self._process.returncode
            raise VectorIndexError(f"The vector store's process ended (code {code}).", _AGAIN) from error
        except BaseException:
            self._drop()  # interrupted: the next reply would be to this request
            raise
        if "error" in reply:
            if not self._opened:
                self._drop()
            raise VectorIndexError(reply["error"], reply["remedy"])
        return reply, more

    def _started(self) -> subprocess.Popen[bytes]:
        root = str(Path(__file__).resolve().parents[2])
        paths = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
        try:
            process = subprocess.Popen(
                # -P: the folder that one happens to stand in is no place for modules
                [sys.executable, "-P", "-m", CHILD],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={"OPENBLAS_NUM_THREADS": "1", **os.environ, "PYTHONPATH": paths},
                creationflags=_QUIETLY,
            )
        except OSError as error:
            raise VectorIndexError(f"The vector store's process can't be started ({error}).", _AGAIN) from error
        self._end = weakref.finalize(self, _end, process)
        try:
            frames.write(process.stdin, self._opening)
        except frames.Ended:
            pass  # told by the reply that does not come
        return process

    def _drop(self) -> None:
        self._end()


def _end(process: subprocess.Popen[bytes]) -> None:
    """Close both pipes, which ends the child, and wait for that."""
    for pipe in (process.stdin, process.stdout):
        try:
            if pipe is not None:
                pipe.close()
        except OSError:
            pass  # it had gone, with something left unread
    try:
        process.wait(GRACE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
