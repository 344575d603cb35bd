"""The program that keeps Chroma: `python -m core.adapters.chroma_child`, which only `chroma_process` starts.

Reads requests from its standard input, answers each on its standard output, and ends when the input does, however that
came about. Holds a lock on the folder: of a program that was killed, it may still be writing when the next one starts.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from filelock import FileLock, Timeout

from core.adapters import frames
from core.adapters.chroma import ChromaIndex
from core.errors import VectorIndexError
from core.ports import IndexRow

LOCK = "lock"
PATIENCE_S = 60.0
"""Seconds that the one before has to finish what it was doing; a batch of rows takes less than one."""

Head = Mapping[str, Any]


class _Server:
    """Answers one request after the other, the first of which opens the collections."""

    def __init__(self, opening: Head) -> None:
        folder = Path(opening["folder"])
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(folder / LOCK, timeout=PATIENCE_S)
        try:
            self._lock.acquire()
        except Timeout as error:
            raise VectorIndexError("The vector store is used by another process.", "End that one first.") from error
        self.index = ChromaIndex(folder, opening["names"], opening["model"], opening["dimension"])
        self._verbs: dict[str, Callable[[Head, bytes], Any]] = {
            "upsert": self._upsert,
            "delete": lambda head, _: self.index.delete(head["collection"], head["ids"]),
            "query": self._query,
            "hashes": lambda head, _: dict(self.index.hashes(head["collection"])),
            "vectors": self._vectors,
            "reset": lambda _, __: self.index.reset(),
        }

    def answer(self, head: Head, body: bytes) -> tuple[dict[str, Any], bytes]:
        """What was found, and vectors as bytes where some were asked for."""
        try:
            found = self._verbs[head["do"]](head, body)
        except VectorIndexError as error:
            return _refusal(error), b""
        ids, more = found if isinstance(found, tuple) else (found, b"")
        return {"found": ids, "generation": self.index.generation}, more

    def _upsert(self, head: Head, body: bytes) -> None:
        ids, hashes = head["ids"], head["hashes"]
        vectors = np.frombuffer(body, dtype="<f4").reshape(len(ids), -1).astype(np.float32, copy=False)
        rows = [IndexRow(*each) for each in zip(ids, ids, hashes, vectors, strict=True)]  # keys are not kept
        self.index.upsert(head["collection"], rows)

    def _query(self, head: Head, body: bytes) -> list[tuple[str, float]]:
        vector = np.frombuffer(body, dtype="<f4").astype(np.float32, copy=False)
        return list(self.index.query(head["collection"], vector, head["limit"]))

    def _vectors(self, head: Head, _: bytes) -> tuple[list[str], bytes]:
        found = self.index.vectors(head["collection"], head["ids"])
        return list(found), np.array(list(found.values()), dtype="<f4").tobytes()


def _refusal(error: VectorIndexError) -> dict[str, Any]:
    return {"error": error.message, "remedy": error.remedy}


def serve(requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer until nobody asks or listens any more, then close the collections."""
    try:
        opening, _ = frames.read(requests)
        try:
            server = _Server(opening)
        except VectorIndexError as error:
            frames.write(replies, _refusal(error))
            return
        try:
            frames.write(replies, {"generation": server.index.generation})
            while True:
                frames.write(replies, *server.answer(*frames.read(requests)))
        finally:
            server.index.close()
    except frames.Ended:
        return


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches all of a terminal; this one goes when asked to
    replies = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)  # whatever a library prints is no reply
    serve(sys.stdin.buffer, replies)


if __name__ == "__main__":
    main()
