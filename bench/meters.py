"""What time and memory a benchmark counts, and models that count their own time so that it can be taken off."""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from bench import corpus
from core.adapters.scripted import HashEmbedder
from core.domain.records import Extraction, Keywords
from core.engines import Models
from core.ports import Embedding, Passage

DIMENSION = 384


class Apart:
    """CPU seconds that are not the engine's own: of the models, and of making the corpus. Threads add up."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {"reading": 0.0, "embedding": 0.0, "corpus": 0.0}
        self._lock = Lock()

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        start = time.thread_time()
        yield
        spent = time.thread_time() - start
        with self._lock:
            self.seconds[name] += spent

    @property
    def all(self) -> float:
        return sum(self.seconds.values())


class Reader:
    """Reads by script; `latency_s` is how long it pretends to think."""

    def __init__(self, apart: Apart, latency_s: float = 0.0) -> None:
        self._apart, self._latency = apart, latency_s
        self.identity = "scripted@1"

    def extract(self, passage: Passage) -> Extraction:
        if self._latency:
            time.sleep(self._latency)
        with self._apart.of("reading"):
            return corpus.read(passage)

    def keywords(self, question: str) -> Keywords:
        with self._apart.of("reading"):
            return corpus.keywords(question)


class Embedder:
    """A hash of words, in as many dimensions as MiniLM has."""

    def __init__(self, apart: Apart) -> None:
        self._hashes, self._apart = HashEmbedder(DIMENSION, reads_words=10_000), apart
        self.identity, self.dimension = self._hashes.identity, DIMENSION

    def embed(self, texts: Sequence[str]) -> Embedding:
        with self._apart.of("embedding"):
            return self._hashes.embed(texts)


def models(apart: Apart, latency_s: float = 0.0, workers: int = 1) -> Models:
    """Scripted models for a workspace."""
    reader, embedder = Reader(apart, latency_s), Embedder(apart)
    return Models(lambda: reader, lambda: embedder, workers)


class Stopwatch:
    """Wall seconds, and the engine's own CPU seconds, since it was made."""

    def __init__(self, apart: Apart) -> None:
        self._apart = apart
        self._wall, self._cpu, self._before = time.perf_counter(), time.process_time(), apart.all

    @property
    def wall(self) -> float:
        return time.perf_counter() - self._wall

    @property
    def cpu(self) -> float:
        """Of all threads, also those that the vector store starts; without what is apart."""
        return time.process_time() - self._cpu - (self._apart.all - self._before)


def peak_mb() -> float:
    """The most memory that this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)


def disk_mb(folder: Path) -> float:
    """All files below a folder, in MB."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1024**2


def machine() -> str:
    """Cores, and how busy they are: figures taken on a busy machine are upper bounds."""
    return f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
