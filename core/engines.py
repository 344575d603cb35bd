"""Which models a workspace reads and embeds with: the two engines, made when they are first needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from core.adapters.embedded import EmbeddedExtractor, MiniLMEmbedder
from core.ports import Embedder, Extractor
from core.settings import Engine, Settings


@dataclass(frozen=True, slots=True)
class Models:
    """An engine's parts, made at first use; `workers` is how many chunks are read side by side."""

    extractor: Callable[[], Extractor]
    embedder: Callable[[], Embedder]
    workers: int = 1


def models_of(engine: Engine, settings: Settings) -> Models:
    """The models of an engine. Nothing is loaded or called yet."""
    return _embedded() if engine.kind == "embedded" else _ollama(engine, settings)


@cache
def _embedded() -> Models:
    """One set for the process: workspaces share what is loaded."""
    return Models(cache(EmbeddedExtractor), cache(MiniLMEmbedder))


def propose_engine(settings: Settings) -> tuple[Engine, str]:
    """The engine to propose for a new workspace, with one sentence that says why and what it costs."""
    return Engine("embedded"), (
        "No Ollama answers here, so the embedded engine is proposed: it needs no server and no download, but reads by"
        " statistics, not by understanding. It finds named things and plain statements, misses what is only implied,"
        " writes no answers, and compares meanings best in English."
    )


def _ollama(engine: Engine, settings: Settings) -> Models:
    raise NotImplementedError
