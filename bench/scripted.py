"""Models by script for the benchmarks, which count their own time so that it can be taken off."""

from __future__ import annotations

import time

from bench import corpus
from bench.meters import Apart, Embedder
from core.domain.records import Extraction, Keywords
from core.engines import Models
from core.ports import Passage


class Reader:
    """Reads by script; `latency_s` is how long it pretends to think."""

    def __init__(self, apart: Apart, latency_s: float = 0.0) -> None:
        self._apart, self._latency = apart, latency_s
        self.identity = "scripted@1"

    def extract(self, passage: Passage) -> Extraction:
        if self._latency:
            time.sleep(self._latency)
        with self._apart.of("reading"):
            return corpus.read(passage.text)

    def keywords(self, question: str) -> Keywords:
        with self._apart.of("reading"):
            return corpus.keywords(question)


def models(apart: Apart, latency_s: float = 0.0, workers: int = 1) -> Models:
    """Scripted models for a workspace."""
    reader, embedder = Reader(apart, latency_s), Embedder(apart)
    return Models(lambda: reader, lambda: embedder, workers)
