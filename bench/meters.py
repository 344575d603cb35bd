"""What time and memory a benchmark counts, and an embedder that counts its own time so that it can be taken off."""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from core.adapters.scripted import HashEmbedder
from core.ports import Embedding

DIMENSION = 384


class Apart:
    """CPU seconds that are not the engine's own: of the models, and of making the corpus. Threads add up."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {"reading": 0.0, "embedding": 0.0, "corpus": 0.0}
        self.times = dict.fromkeys(self.seconds, 0)
        self._lock = Lock()

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        start = time.thread_time()
        yield
        spent = time.thread_time() - start
        with self._lock:
            self.seconds[name] += spent
            self.times[name] += 1

    @property
    def all(self) -> float:
        return sum(self.seconds.values())


class Embedder:
    """A hash of words, in as many dimensions as MiniLM has."""

    def __init__(self, apart: Apart) -> None:
        self._hashes, self._apart = HashEmbedder(DIMENSION, reads_words=10_000), apart
        self.identity, self.dimension = self._hashes.identity, DIMENSION

    def embed(self, texts: Sequence[str]) -> Embedding:
        with self._apart.of("embedding"):
            return self._hashes.embed(texts)


class Stopwatch:
    """Wall seconds, and the engine's own CPU seconds, since it was made: of all threads, without what is apart."""

    def __init__(self, apart: Apart) -> None:
        self._apart = apart
        self._wall, self._before = time.perf_counter(), apart.all
        self._cpu, self._index = time.process_time(), index_cpu()

    @property
    def wall(self) -> float:
        return time.perf_counter() - self._wall

    @property
    def cpu(self) -> float:
        """With the vector index, whose process counts in steps of 10 ms."""
        return self.here + index_cpu() - self._index

    @property
    def here(self) -> float:
        """Without it."""
        return time.process_time() - self._cpu - (self._apart.all - self._before)


def index_cpu() -> float:
    """CPU seconds of the processes that this one started: those that ended, and on Linux those that run."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    running = 0
    for child in _children():
        fields = (child / "stat").read_text().rsplit(")", 1)[1].split()
        running += int(fields[11]) + int(fields[12])
    return ended.ru_utime + ended.ru_stime + running / os.sysconf("SC_CLK_TCK")


def peak_mb() -> tuple[float, float]:
    """The most memory that this process has held, and (on Linux) that of the vector index, in MB."""
    here = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
    status = "".join((child / "status").read_text() for child in _children())
    there = sum(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:"))
    return here, there / 1024


def _children() -> list[Path]:
    """Folders of the processes that this one started and that run."""
    found = "".join(each.read_text() for each in Path("/proc/self/task").glob("*/children"))
    return [Path("/proc") / pid for pid in found.split()]


def disk_mb(folder: Path) -> float:
    """All files below a folder, in MB."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1024**2


def machine() -> str:
    """Cores, and how busy they are: figures taken on a busy machine are upper bounds."""
    return f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
