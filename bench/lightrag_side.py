"""The LightRAG side of `bench.beside`: the same corpus, replies and vectors through LightRAG, in its own environment.

    PYTHONPATH=. PYTHON -m bench.lightrag_side FOLDER CHUNKS

Prints one JSON object with the figures of `bench.steps at_once`. CPU is LightRAG's own: that of the scripted model and
the hash embedder is taken off. LightRAG counts tokens with a word count here, which is cheaper than its own tokenizer.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import re
import statistics
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np

from bench import corpus
from bench.meters import Apart, Embedder, Stopwatch, disk_mb, peak_mb
from core.domain.records import Extraction

os.environ["MAX_GLEANING"] = "0"

from lightrag import LightRAG, QueryParam
from lightrag.utils import EmbeddingFunc, Tokenizer, logger

MODES = ("naive", "local", "global", "hybrid", "mix")
_PIECE = re.compile(r"\s*\S+")
_SUMMARY, _KEYWORDS = "Description List", "high_level_keywords"

Figures = dict[str, Any]


class Words:
    """Text to pieces and back: a number for each word with the white space before it."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._pieces: list[str] = []

    def encode(self, content: str) -> list[int]:
        return [self._number(piece) for piece in _PIECE.findall(content)]

    def decode(self, tokens: list[int]) -> str:
        return "".join(self._pieces[token] for token in tokens)

    def _number(self, piece: str) -> int:
        number = self._numbers.setdefault(piece, len(self._pieces))
        if number == len(self._pieces):
            self._pieces.append(piece)
        return number


class Model:
    """Answers each of LightRAG's three kinds of prompts by script."""

    def __init__(self, apart: Apart) -> None:
        self._apart = apart

    async def reply(self, prompt: str, system_prompt: str | None = None, **_: object) -> str:
        with self._apart.of("reading"):
            if _SUMMARY in prompt:
                return prompt.split("---Description List---", 1)[-1][:2000]
            if _KEYWORDS in prompt + (system_prompt or ""):
                return _keywords(prompt)
            return _rows(corpus.read(prompt))


def _keywords(prompt: str) -> str:
    found = corpus.keywords(prompt)
    return json.dumps({"high_level_keywords": list(found.high), "low_level_keywords": list(found.low)})


def _rows(found: Extraction) -> str:
    lines = [f"entity<|#|>{e.name}<|#|>{e.type}<|#|>{e.description}" for e in found.entities]
    lines += [
        f"relation<|#|>{r.source}<|#|>{r.target}<|#|>{', '.join(r.keywords)}<|#|>{r.description}"
        for r in found.relations
    ]
    return "\n".join([*lines, "<|COMPLETE|>"])


@asynccontextmanager
async def opened(folder: Path, apart: Apart, model: Model) -> AsyncIterator[Any]:
    embedder = Embedder(apart)

    # LightRAG copies its settings deeply: functions pass, an object with a lock would not.
    async def embed(texts: list[str], **_: object) -> np.ndarray:
        return embedder.embed(list(texts)).vectors

    rag = LightRAG(
        working_dir=str(folder),
        llm_model_func=lambda *args, **options: model.reply(*args, **options),
        embedding_func=EmbeddingFunc(embedder.dimension, embed, max_token_size=100_000),
        tokenizer=Tokenizer("words", Words()),
        entity_extract_max_gleaning=0,
    )
    await rag.initialize_storages()
    try:
        yield rag
    finally:
        await rag.finalize_storages()


async def at_once(folder: Path, chunks: int) -> Figures:
    apart = Apart()
    model = Model(apart)
    async with opened(folder, apart, model) as rag:
        watch = Stopwatch(apart)
        await _insert(rag, range(chunks // corpus.CHUNKS_A_DOCUMENT))
        found: Figures = {"chunks": chunks, "cpu_ms": 1000 * watch.cpu / chunks, "wall_s": watch.wall}
        graph = await rag.chunk_entity_relation_graph._get_graph()
        found |= {"nodes": len(graph), "edges": graph.number_of_edges()}
        found["retrieval_ms"] = await _asked(rag)
        found["added"] = await _median(lambda n: _insert(rag, (corpus.EXTRA + 2 * n, corpus.EXTRA + 2 * n + 1)), apart)
        before = apart.times["reading"]
        found["withdrawn"] = await _median(lambda n: rag.adelete_by_doc_id(corpus.file_name(n)), apart)
        found["withdrawn"]["calls"] = (apart.times["reading"] - before) / _TIMES
        found["peak_mb"] = [peak_mb()[0]]
    found["disk_mb"] = disk_mb(folder)
    return found


async def _insert(rag: Any, numbers: Any) -> None:
    """A document a number, cut at its empty lines, as LightPrism cuts it."""
    names = [corpus.file_name(number) for number in numbers]
    texts = [corpus.document(corpus.SEED, number) for number in numbers]
    await rag.ainsert(texts, "\n\n", True, ids=names, file_paths=names)


async def _asked(rag: Any) -> dict[str, float]:
    draw = random.Random(corpus.SEED)
    await rag.aquery(corpus.question(draw), QueryParam(mode="mix", only_need_context=True))
    medians = {}
    for mode in MODES:
        times = []
        for _ in range(corpus.QUESTIONS):
            question = corpus.question(draw)
            start = time.perf_counter()
            await rag.aquery(question, QueryParam(mode=mode, only_need_context=True, enable_rerank=False))
            times.append(1000 * (time.perf_counter() - start))
        medians[mode] = statistics.median(times)
    return medians


_TIMES = 3


async def _median(work: Callable[[int], Awaitable[object]], apart: Apart) -> dict[str, float]:
    walls, cpus = [], []
    for number in range(_TIMES):
        watch = Stopwatch(apart)
        await work(number)
        walls.append(watch.wall)
        cpus.append(watch.cpu)
    return {"wall_s": statistics.median(walls), "cpu_s": statistics.median(cpus)}


def main() -> None:
    logger.setLevel(logging.ERROR)
    print(json.dumps(asyncio.run(at_once(Path(sys.argv[1]), int(sys.argv[2])))))


if __name__ == "__main__":
    main()
